"""Kept replies in memory, and small helpers to have a scripted model read, for tests of the model engine."""

from collections.abc import Callable, Iterable

from graphrag_desktop.domain.documents import Document, DocumentState, ParsedDocument, TextUnit
from graphrag_desktop.domain.extractions import Reading, ReadingTask
from graphrag_desktop.domain.identity import DocumentId, Key, Span
from graphrag_desktop.domain.replies import StoredReply
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings, SettingValue
from graphrag_desktop.engines.model_engine import ModelEngine, ModelRoles
from graphrag_desktop.engines.model_prompts import model_prompts
from graphrag_desktop.llm.models import ChatRequest
from graphrag_desktop.llm.scripted import Scripted, ScriptedModel

END = "<|COMPLETE|>"


class Replies:
    """A `ReplyStore` that forgets with its test."""

    def __init__(self) -> None:
        self.kept: dict[Key, StoredReply] = {}

    def reply(self, key: Key) -> StoredReply | None:
        return self.kept.get(key)

    def keep(self, reply: StoredReply) -> None:
        self.kept[reply.key] = reply


class Reader:
    """A model engine on a scripted model."""

    def __init__(
        self,
        replies: Iterable[Scripted] | Callable[[ChatRequest], Scripted],
        *,
        store: Replies | None = None,
        **settings: SettingValue,
    ) -> None:
        self.model = ScriptedModel(replies)
        self.store = store or Replies()
        self.settings = Settings().changed(settings)
        roles = ModelRoles(self.model, self.model, self.model, self.model)
        self.engine = ModelEngine(roles, self.store, model_prompts({}), self.settings)
        self.events: list[object] = []
        self.control = RunControl(self.events.append)

    @property
    def tasks(self) -> list[str]:
        """What was asked, in order."""
        return [each.task for each in self.model.requests]

    def plan(self, *texts: str) -> tuple[ReadingTask, ...]:
        """A task for each text, each a document of its own."""
        found: list[ReadingTask] = []
        for at, text in enumerate(texts):
            document = Document(DocumentId(f"d{at}"), (f"{at}.txt",), DocumentState.READ, characters=len(text))
            unit = TextUnit(0, document.id, Span(0, len(text)), 1)
            found.extend(self.engine.plan_reading(ParsedDocument(document, text), [unit]))
        return tuple(found)

    def read(self, text: str) -> Reading:
        """The reading of one text; raises where there is none."""
        (outcome,) = list(self.engine.read(self.plan(text), self.control))
        assert isinstance(outcome, tuple), outcome
        return outcome[1]


def entity(name: str, kind: str = "person", description: str = "d") -> str:
    return f'("entity"<|>{name}<|>{kind}<|>{description})'


def relationship(source: str, target: str, description: str = "r", strength: object = 5) -> str:
    return f'("relationship"<|>{source}<|>{target}<|>{description}<|>{strength})'


def records(*each: str) -> str:
    return "\n##\n".join(each) + f"\n{END}"
