"""The engine that needs no model, no key and no network: it reads by grammar and counts, and quotes where it writes."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.metadata import version

from graphrag_desktop.domain.answers import Part
from graphrag_desktop.domain.arrays import ArrayStore, StoredArray
from graphrag_desktop.domain.asking import Keywords
from graphrag_desktop.domain.contexts import Context, ContextItem, Kind, ReportContext
from graphrag_desktop.domain.conversation import Restated, Turn
from graphrag_desktop.domain.documents import ParsedDocument, TextUnit
from graphrag_desktop.domain.entity_edits import EntityEdit
from graphrag_desktop.domain.events import AnswerGrew
from graphrag_desktop.domain.extractions import Extractions, Reading, ReadingFailure, ReadingTask
from graphrag_desktop.domain.reports import ReportDraft
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.engines.builtin_answers import builtin_answer
from graphrag_desktop.engines.builtin_exploring import builtin_keywords, explore_builtin
from graphrag_desktop.engines.builtin_parts import answer_builtin_part
from graphrag_desktop.engines.builtin_reading import plan_reading, read_on_cluster, read_tasks, reading_identity
from graphrag_desktop.engines.builtin_reports import write_builtin_report
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.follow_ups import restate
from graphrag_desktop.language.measured_store import MeasuredStore
from graphrag_desktop.language.vectors import kept

_WRITING_VERSION = 5  # raise it whenever the same readings or the same context give something else


class BuiltinEngine:
    """Reads with spaCy in worker processes; writes reports and answers out of sentences of the documents.

    `store` is where the arrays that `consolidate` returned are found again: everything but reading needs them.
    """

    def __init__(self, store: ArrayStore, workers: int, seed: int, cluster: str = "") -> None:
        self._store = store if isinstance(store, MeasuredStore) else MeasuredStore(store)
        self._workers = workers
        self._seed = seed
        self._cluster = cluster

    @property
    def name(self) -> str:
        """Shown beside everything it wrote."""
        return "Built-in engine"

    @property
    def identity(self) -> str:
        """Part of every memo key; the libraries are those whose numbers reach the index."""
        return f"built-in {_WRITING_VERSION}, {reading_identity()}, {_libraries()}, seed {self._seed}"

    @property
    def writing_identity(self) -> str:
        """The same: it writes out of what it reads."""
        return self.identity

    @property
    def embedding_identity(self) -> str:
        """The same: its vectors are fitted on what it reads."""
        return self.identity

    @property
    def at_once(self) -> int:
        """One: its work is the processor's."""
        return 1

    @property
    def measures(self) -> CollectionMeasures:
        """The measures of the index that the store holds now; raises `ProjectError` where it holds none."""
        return self._store.measures

    def plan_reading(self, parsed: ParsedDocument, units: Sequence[TextUnit]) -> tuple[ReadingTask, ...]:
        """Stretches of whole paragraphs of about 20,000 characters, each with its memo key."""
        return plan_reading(parsed)

    def read(
        self, pending: Iterable[ReadingTask], control: RunControl
    ) -> Iterator[tuple[ReadingTask, Reading] | ReadingFailure]:
        """Read the tasks in worker processes, or on a cluster, in any order; yields each reading or failure as it finishes."""
        if self._cluster:
            return read_on_cluster(pending, self._cluster, control)
        return read_tasks(pending, self._workers, control)

    def consolidate(
        self, readings: Sequence[tuple[ReadingTask, Reading]], control: RunControl, edits: Sequence[EntityEdit] = ()
    ) -> Extractions:
        """Boilerplate, aliases, concepts, relationships and measures of the whole collection."""
        from graphrag_desktop.engines.builtin_consolidation import consolidate_readings  # a question needs none of it

        return consolidate_readings(readings, self._seed, control, edits)

    def describe(self, title: str, descriptions: Sequence[str], control: RunControl) -> str:
        """All of them, one after the other; it makes none itself."""
        control.checkpoint()
        return " ".join(descriptions)

    def write_report(self, context: ReportContext, control: RunControl) -> ReportDraft:
        """A report whose sentences are quotations of the records of its context."""
        control.checkpoint()
        return write_builtin_report(context, self.measures)

    def answer_part(self, question: str, context: Context, control: RunControl) -> Part:
        """Map: the most telling sentences of the reports that came with evidence."""
        control.checkpoint()
        return answer_builtin_part(question, context, self.measures)

    def answer(self, question: str, context: Context, control: RunControl) -> str:
        """Reduce: sentences of the kept parts under headings, line by line."""
        return self._told(question, context, control)

    def answer_from(self, question: str, context: Context, control: RunControl) -> str:
        """The same from the most telling sentences of the records, as if they were the only part."""
        control.checkpoint()
        part = answer_builtin_part(question, context, self.measures)
        relevance = part.score / 100
        only = ContextItem(Kind.PART, 1, "", part.text, 0, relevance=relevance, sentences=part.sentences)
        return self._told(question, replace(context, items=(only,) if part.score else ()), control)

    def explore(self, question: str, context: Context, control: RunControl, overall: str = "") -> Part:
        """As a part of an answer; what is asked next are the names that its best sentences bring up."""
        control.checkpoint()
        return explore_builtin(question, context, self.measures, overall)

    def keywords(self, question: str, control: RunControl) -> Keywords:
        """By rules: its names and topics, and what it asks about them."""
        control.checkpoint()
        return builtin_keywords(question, self.measures)

    def restate(self, question: str, turns: Sequence[Turn], control: RunControl) -> Restated:
        """A follow-up by rule: pronouns and what is left out are filled with names that came up last."""
        control.checkpoint()
        return restate(question, turns)

    def _told(self, question: str, context: Context, control: RunControl) -> str:
        grown: list[str] = []
        for piece in builtin_answer(question, context, self.measures):
            control.checkpoint()
            grown.append(piece)
            control.emit(AnswerGrew(piece))
        return "".join(grown)

    def embed(self, texts: Sequence[str], control: RunControl) -> StoredArray:
        """A unit row of float32 for each text, in the space fitted on the collection; zeros where it knows no word."""
        control.checkpoint()
        return kept(self.measures.text.embed(texts))


@cache
def _libraries() -> str:
    return ", ".join(f"{name} {version(name)}" for name in ("numpy", "scipy", "rapidfuzz", "tiktoken"))
