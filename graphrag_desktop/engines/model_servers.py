"""Choosing models: which servers are there, what they have, whether a choice works, where keys are, where text goes."""

from dataclasses import replace
from urllib.parse import urlsplit

from graphrag_desktop.domain.errors import ModelError
from graphrag_desktop.domain.events import ModelLooked
from graphrag_desktop.domain.model_checks import Destination, FoundServer, KeyState, ModelSpeed
from graphrag_desktop.domain.model_choice import ModelChoice, ModelPlace
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.engines.model_making import key_of, limits_of, make_client
from graphrag_desktop.llm import discovery, hosts, keys
from graphrag_desktop.llm.capabilities import ServerMemory
from graphrag_desktop.llm.keys import KeyPlace
from graphrag_desktop.llm.server import Servers
from graphrag_desktop.llm.trials import Trial

_OVER_THE_DATA = 1_500  # tokens of a prompt beside its data: about the template, the question and some room
_LISTING_SECONDS = 10.0
_FOR_ANSWERS = (
    "questions and reports, for the answers, with sentences of your documents where you have an answer checked"
)

USUAL_PORTS = tuple((each.name, each.port) for each in discovery.USUAL_PLACES)
"""What is looked for on this machine, and where."""


def find_local_servers(ports: tuple[tuple[str, int], ...], control: RunControl) -> tuple[FoundServer, ...]:
    """The model servers of this machine, within 2 seconds; `ports` are names with the ports where they usually are."""
    places = tuple(discovery.UsualPlace(name, port) for name, port in ports)
    return discovery.find_servers(control, places)


def list_models(choice: ModelChoice, place: ModelPlace, control: RunControl) -> tuple[str, ...]:
    """The models that a server of a choice lists; raises a `ModelError` or `InvalidSetting` in plain words."""
    settings = Settings().changed({"call_seconds": _LISTING_SECONDS})
    client = make_client(place, choice, settings, Servers(limits_of(settings), ServerMemory()))
    try:
        return client.names(control)
    finally:
        client.close()


def reach_local_servers(choice: ModelChoice, control: RunControl) -> str | None:
    """Why a server of this machine does not answer, empty where all do; None where the models are all elsewhere."""
    here = [each for each in choice.places if is_here(each.base_url)]
    for place in here:
        try:
            list_models(choice, place, control)
        except ModelError as error:
            return error.words
    return "" if here else None


def try_models(choice: ModelChoice, settings: Settings, control: RunControl) -> tuple[ModelSpeed, ...]:
    """Try every model of a choice; each thing found out is an event. Returns how fast those were that write.

    What a project's settings say about context and patience holds, its caps do not. Raises where an address is refused.
    """
    free = replace(settings, cap_money=None, cap_calls=None, cap_tokens=None, cap_minutes=None)
    memory = ServerMemory()
    servers = Servers(limits_of(free), memory)
    longest = max(free.report_data_tokens, free.map_data_tokens, free.reduce_data_tokens) + _OVER_THE_DATA
    writers = tuple(dict.fromkeys(each for each in (choice.extraction, choice.reports, choice.answers) if each))
    speeds: list[ModelSpeed] = []
    for place in (*writers, *([choice.embeddings] if choice.embeddings else [])):
        client = make_client(place, choice, free, servers)
        try:
            key = key_of(choice, place.base_url)
            trial = Trial(client, memory, key, lambda check: control.emit(ModelLooked(check)))
            if place in writers:
                speed = trial.chat(longest, control)
                speeds += [] if speed is None else [speed]
            if place == choice.embeddings:
                trial.vectors(control)
        finally:
            client.close()
    return tuple(speeds)


def key_state(base_url: str, reads: str, control: RunControl) -> KeyState:
    """Where the key of a server is kept; `reads` is the address of the server that reads, which the environment's is for.

    May wait for a person to unlock the keychain. Raises where an address is none.
    """
    control.checkpoint()
    found = keys.find_key(base_url, takes_variable=hosts.origin(base_url) == hosts.origin(reads))
    return _state(base_url, found.place)


def keep_key(base_url: str, key: str, control: RunControl) -> KeyState:
    """Keep a key in the keychain, or where there is none for this session, and say so. An empty one is forgotten."""
    control.checkpoint()
    state = _state(base_url, keys.keep_key(base_url, key))
    if state.is_there and not state.is_lasting:
        words = "There is no keychain here that keeps it: the key is used until the program ends, and is in no file."
        return replace(state, words=words)
    return state


def hold_key(base_url: str, key: str, control: RunControl) -> KeyState:
    """Use a key until the program ends, and keep it nowhere."""
    control.checkpoint()
    return _state(base_url, keys.hold_key(base_url, key))


def destinations(choice: ModelChoice) -> tuple[Destination, ...]:
    """Where text goes with a choice of models, and what of it; raises where an address is none or not allowed."""
    tasks = (
        (choice.extraction, "the text of your documents"),
        (choice.reports or choice.extraction, "what was found in your documents, for the reports"),
        (choice.answers or choice.extraction, _FOR_ANSWERS),
        (choice.embeddings, "reports and questions, for the search"),
    )
    found: dict[str, list[str]] = {}
    here: dict[str, bool] = {}
    for place, what in tasks:
        if place is not None:
            hosts.check_address(place.base_url, is_local_only=choice.is_local_only)
            name = hosts.host(place.base_url)
            here[name] = is_here(place.base_url)
            found.setdefault(name, []).append(what)
    all_of_it = ("the text of your documents, what is found in it, and your questions",)
    return tuple(
        Destination(name, here[name], all_of_it if len(what) >= len(tasks) - 1 else tuple(what))
        for name, what in found.items()
    )


def is_here(base_url: str) -> bool:
    """Whether an address, as far as it is written, is one of this machine."""
    try:
        return hosts.is_loopback(urlsplit(base_url.strip()).hostname or "")
    except ValueError:
        return False


def _state(base_url: str, place: KeyPlace) -> KeyState:
    nowhere = (
        "This server needs a key." if hosts.needs_key(base_url) else "No key; servers of one's own mostly need none."
    )
    words = {
        KeyPlace.ENVIRONMENT: "The key comes from the environment (GRAPHRAG_API_KEY).",
        KeyPlace.KEYCHAIN: "The key is in the keychain of this computer.",
        KeyPlace.SESSION: "The key is used until the program ends, and is in no file.",
    }.get(place, nowhere)
    is_there = place is not KeyPlace.NOWHERE
    return KeyState(hosts.origin(base_url), is_there, words, is_lasting=place is KeyPlace.KEYCHAIN)
