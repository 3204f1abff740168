"""A model engine for a project: its models, with keys looked for where they are kept, at the pace its settings allow."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from graphrag_desktop.domain.model_choice import ModelChoice, ModelPlace
from graphrag_desktop.domain.prices import TokenPrice, price_of
from graphrag_desktop.domain.replies import ReplyStore
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.engines.model_engine import ModelEngine, ModelRoles
from graphrag_desktop.engines.model_prompts import model_prompts
from graphrag_desktop.engines.model_tokens import model_tokens
from graphrag_desktop.llm.capabilities import ServerMemory
from graphrag_desktop.llm.client import ModelClient
from graphrag_desktop.llm.hosts import origin
from graphrag_desktop.llm.keys import FoundKey, find_key
from graphrag_desktop.llm.models import ModelSettings
from graphrag_desktop.llm.server import Limits, Servers
from graphrag_desktop.llm.usage import Caps, Price

_MEMORY = ServerMemory()  # what was learnt of a server holds for all projects


@dataclass(frozen=True, slots=True)
class KeptMemory:
    """What was learnt of servers in earlier runs, and how to keep what is learnt in this one."""

    known: str = ""
    keep: Callable[[str], None] = lambda text: None


def make_model_engine(
    choice: ModelChoice,
    store: ReplyStore,
    own_prompts: Mapping[str, str],
    settings: Settings,
    memory: KeptMemory | None = None,
) -> ModelEngine:
    """The engine; raises an `InvalidSetting`, `InvalidPrompt` or `ModelUnavailable` where one thing or other is not right."""
    servers = Servers(limits_of(settings), _MEMORY)
    clients: dict[ModelPlace, ModelClient] = {}

    def client(place: ModelPlace) -> ModelClient:
        if place not in clients:
            clients[place] = make_client(place, choice, settings, servers)
        return clients[place]

    extraction = client(choice.extraction)
    roles = ModelRoles(
        extraction,
        client(choice.reports) if choice.reports else extraction,
        client(choice.answers) if choice.answers else extraction,
        client(choice.embeddings) if choice.embeddings else None,
    )
    prompts = model_prompts(own_prompts)
    closings = [each.close for each in clients.values()]
    if memory is not None:
        closings.append(_remember(memory, [each.settings for each in clients.values()]))
    return ModelEngine(roles, store, prompts, settings, closings)


def _remember(memory: KeptMemory, models: Sequence[ModelSettings]) -> Callable[[], None]:
    """Recall what was learnt of the models, and keep what will be; returns how to end that."""
    _MEMORY.recall(memory.known)
    return _MEMORY.on_change(lambda: memory.keep(_MEMORY.as_text(models)))


def limits_of(settings: Settings) -> Limits:
    """The pace and the caps that the settings ask for."""
    caps = Caps(settings.cap_calls, settings.cap_tokens, settings.cap_money, settings.cap_minutes)
    return Limits(settings.concurrency, settings.requests_per_minute, settings.tokens_per_minute, caps)


def key_of(choice: ModelChoice, base_url: str) -> FoundKey:
    """The key for one of the servers of a choice: that of the environment goes to the server that reads, and to no other."""
    return find_key(base_url, takes_variable=origin(base_url) == origin(choice.extraction.base_url))


def make_client(place: ModelPlace, choice: ModelChoice, settings: Settings, servers: Servers) -> ModelClient:
    """A client of one model; no connection is made yet."""
    found = ModelSettings(
        place.base_url,
        place.model,
        temperature=settings.temperature,
        seed=None,
        context_tokens=settings.context_tokens,
        seconds=settings.call_seconds,
        is_local_only=choice.is_local_only,
        api_version=place.api_version,
    )
    told = price_of(place, settings) or TokenPrice()
    price = Price(told.prompt, told.completion)
    tokens = model_tokens(settings.encoding)
    return ModelClient(found, servers.of(found), tokens, price, lambda base_url: key_of(choice, base_url).key)
