"""The engine that has a model read and write: GraphRAG as published, asked with patience and paid for once."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from graphrag_desktop.domain.answer_checks import Judgement
from graphrag_desktop.domain.answers import Part
from graphrag_desktop.domain.arrays import StoredArray
from graphrag_desktop.domain.asking import Keywords
from graphrag_desktop.domain.contexts import Context, ReportContext
from graphrag_desktop.domain.conversation import Restated, Turn
from graphrag_desktop.domain.documents import ParsedDocument, TextUnit
from graphrag_desktop.domain.entity_edits import EntityEdit
from graphrag_desktop.domain.errors import Cancelled, GraphRagError, ModelUnavailable, ReplyFailed
from graphrag_desktop.domain.events import Stage, Warned
from graphrag_desktop.domain.extractions import Extractions, Reading, ReadingFailure, ReadingTask
from graphrag_desktop.domain.fan_out import fan_out
from graphrag_desktop.domain.replies import ReplyStore
from graphrag_desktop.domain.reports import ReportDraft
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.engines.model_answers import Answerer
from graphrag_desktop.engines.model_asking import Asker
from graphrag_desktop.engines.model_descriptions import Describer
from graphrag_desktop.engines.model_exploring import Explorer
from graphrag_desktop.engines.model_json import JsonAsker
from graphrag_desktop.engines.model_proposals import Proposal, propose
from graphrag_desktop.engines.model_reading import UnitReader
from graphrag_desktop.engines.model_reports import ReportWriter
from graphrag_desktop.engines.model_share import has_caps, share_used, waves
from graphrag_desktop.engines.model_vectors import VectorAsker
from graphrag_desktop.engines.model_verdicts import Judge, StatementToJudge
from graphrag_desktop.engines.word_vectors import IDENTITY, word_vectors
from graphrag_desktop.llm.checks import check_chat, check_embedding
from graphrag_desktop.llm.models import Model
from graphrag_desktop.llm.prompts import Prompts

_GRAPH_VERSION = 2  # raise it whenever the same readings give another graph
_WAITING = 4  # tasks begun beyond those at work, so that none of those waits for the next
NOBODY_ASKED = "It is not kept, and no model was asked."
"""The reason of what is missing where models were to be asked nothing."""

_MOST_OPEN = 25  # text units begun beyond those: each asks several times, and the last ones would ask alone


@dataclass(frozen=True, slots=True)
class ModelRoles:
    """Which model does what; without one for vectors, words are counted."""

    extraction: Model
    reports: Model
    answers: Model
    embeddings: Model | None = None

    @property
    def name(self) -> str:
        """The models by name, each once."""
        return ", ".join(dict.fromkeys(each.settings.model for each in (self.extraction, self.reports, self.answers)))


class ModelEngine:
    """Reads text units and writes reports and answers with models.

    `store` keeps what was answered: no kept reply is ever asked for again. Raises `InvalidSetting` or `InvalidPrompt`
    where it cannot be made.
    """

    def __init__(
        self,
        roles: ModelRoles,
        store: ReplyStore,
        prompts: Prompts,
        settings: Settings,
        closings: Sequence[Callable[[], None]] = (),
    ) -> None:
        self._roles = roles
        self._closings = closings
        self._prompts = prompts
        self._settings = settings
        self._asker = Asker(store, settings)
        self._reader = UnitReader(roles.extraction, self._asker, prompts, settings)
        self._describer = Describer(roles.extraction, self._asker, prompts, settings)
        self._writer = ReportWriter(JsonAsker(roles.reports, self._asker, prompts), settings)
        self._vectors = roles.embeddings and VectorAsker(roles.embeddings, self._asker, store)
        self._answerer = Answerer(JsonAsker(roles.answers, self._asker, prompts), settings.map_form == "points")
        self._explorer = Explorer(JsonAsker(roles.answers, self._asker, prompts))
        self._judge = Judge(JsonAsker(roles.answers, self._asker, prompts))

    @property
    def name(self) -> str:
        """Shown beside everything it wrote."""
        return self._roles.name

    @property
    def identity(self) -> str:
        """Models, prompts and settings that reading and merging depend on."""
        settings = self._settings
        parts = [self._reader.identity, self._describer.identity, settings.loose_ends, settings.relationship_weight]
        return " | ".join([f"model graph {_GRAPH_VERSION}", *parts])

    @property
    def writing_identity(self) -> str:
        """Model, prompt and language of the reports."""
        return self._writer.identity

    @property
    def embedding_identity(self) -> str:
        """The model that makes vectors."""
        return IDENTITY if self._roles.embeddings is None else self._roles.embeddings.settings.model

    @property
    def at_once(self) -> int:
        """As many as the settings allow, and some whose turn is next; the gate of each server lets through what it bears."""
        return self._settings.concurrency + _WAITING

    def plan_reading(self, parsed: ParsedDocument, units: Sequence[TextUnit]) -> tuple[ReadingTask, ...]:
        """A task for each text unit."""
        return self._reader.plan(parsed, units)

    def read(
        self, pending: Iterable[ReadingTask], control: RunControl
    ) -> Iterator[tuple[ReadingTask, Reading] | ReadingFailure]:
        """Read the tasks, many at a time; yields each reading or failure as it finishes.

        Raises before anything is paid for where server, key or a model's name is not right.
        """
        tasks = list(pending)
        if not tasks:
            return
        self._check(control)
        read = partial(self._read, control)
        begun = 0
        open_most = self.at_once + min(_MOST_OPEN, self._settings.concurrency - 1)
        with ThreadPoolExecutor(open_most, thread_name_prefix="reading") as executor:
            for wave in self._waves(tasks, control):
                begun += len(wave)
                for task, outcome in fan_out(read, wave, executor, control, in_flight=open_most):
                    if isinstance(outcome, Cancelled):
                        raise outcome
                    if isinstance(outcome, GraphRagError):
                        yield _failure(task, outcome)
                    elif isinstance(outcome, Exception):
                        raise outcome
                    else:
                        yield task, outcome
        paused = share_used("reading")
        yield from (_failure(each, paused) for each in tasks[begun:])

    def consolidate(
        self, readings: Sequence[tuple[ReadingTask, Reading]], control: RunControl, edits: Sequence[EntityEdit] = ()
    ) -> Extractions:
        """One entity a name, one relationship a pair, with every instance; says what looks odd."""
        from graphrag_desktop.engines.model_consolidation import consolidate_records, warnings_of

        found = consolidate_records(readings, self._reader.types, self._settings, control, edits)
        for item, reason in warnings_of(found):
            control.emit(Warned(Stage.GRAPH, item, reason))
        return found.extractions

    def describe(self, title: str, descriptions: Sequence[str], control: RunControl) -> str:
        """One description, of groups first where they are long."""
        return self._describer.describe(title, descriptions, control)

    def write_report(self, context: ReportContext, control: RunControl) -> ReportDraft:
        """A report of one community, from its records alone."""
        return self._writer.write(context, control)

    def answer_part(self, question: str, context: Context, control: RunControl) -> Part:
        """Map: what one batch says to the question, with a score, and one for each report."""
        return self._answerer.part(question, context, control)

    def answer(self, question: str, context: Context, control: RunControl) -> str:
        """Reduce: one answer from the kept parts."""
        return self._answerer.answer(question, context, control)

    def answer_from(self, question: str, context: Context, control: RunControl) -> str:
        """One answer straight from records."""
        return self._answerer.answer_from(question, context, control)

    def explore(self, question: str, context: Context, control: RunControl, overall: str = "") -> Part:
        """What records say to a question, and what to ask next."""
        return self._explorer.explore(question, context, control, overall)

    def keywords(self, question: str, control: RunControl) -> Keywords:
        """What a question is about, by one call."""
        return self._explorer.keywords(question, control)

    def restate(self, question: str, turns: Sequence[Turn], control: RunControl) -> Restated:
        """A follow-up so that it stands alone."""
        return self._answerer.restate(question, turns, control)

    def judge(self, statement: StatementToJudge, sentences: Sequence[str], control: RunControl) -> Judgement:
        """Whether sentences say what a statement of an answer says."""
        return self._judge.judge(statement, sentences, control)

    def embed(self, texts: Sequence[str], control: RunControl) -> StoredArray:
        """A unit row of float32 for each text."""
        from graphrag_desktop.language.vectors import kept

        if self._vectors is None:
            control.checkpoint()
            return kept(word_vectors(texts))
        return kept(self._vectors.embed(texts, control))

    def propose(self, samples: Sequence[str], control: RunControl) -> Proposal:
        """What to look for in a collection, by samples of its text."""
        return propose(self._roles.extraction, self._prompts, self._settings, samples, control)

    def ask_nobody(self, control: RunControl) -> None:
        """Answer what a run asks out of what is kept, and refuse all else."""
        self._asker.pause(control, ModelUnavailable(NOBODY_ASKED, "Index the folder again to have it made."))

    def close(self) -> None:
        """Close every connection."""
        for each in self._closings:
            each()

    def _read(self, control: RunControl, task: ReadingTask) -> Reading:
        control.checkpoint()
        return self._reader.read(task, control)

    def _waves(self, tasks: Sequence[ReadingTask], control: RunControl) -> Iterator[Sequence[ReadingTask]]:
        """All tasks at once; under a cap a few after the other, as many as leave enough for what follows."""
        if not has_caps(self._settings):
            return iter([tasks])
        return waves(tasks, lambda: self._asker.spending.share(control, self._settings), self._settings.concurrency)

    def _check(self, control: RunControl) -> None:
        if self._asker.is_paused(control):
            return
        for model in dict.fromkeys((self._roles.extraction, self._roles.reports)):
            check_chat(model, control)
        if self._roles.embeddings is not None:
            check_embedding(self._roles.embeddings, control)


def _failure(task: ReadingTask, error: GraphRagError) -> ReadingFailure:
    reply = error.reply if isinstance(error, ReplyFailed) else ""
    reason = error.words
    return ReadingFailure(task, reason, reply, is_waiting=isinstance(error, ModelUnavailable))
