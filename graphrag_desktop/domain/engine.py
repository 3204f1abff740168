"""The port behind which text is read and written: an engine decides how, the pipeline and the query what and how much."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from graphrag_desktop.domain.answers import Part
from graphrag_desktop.domain.arrays import StoredArray
from graphrag_desktop.domain.asking import Keywords
from graphrag_desktop.domain.contexts import Context, ReportContext
from graphrag_desktop.domain.conversation import Restated, Turn
from graphrag_desktop.domain.documents import ParsedDocument, TextUnit
from graphrag_desktop.domain.entity_edits import EntityEdit
from graphrag_desktop.domain.extractions import Extractions, Reading, ReadingFailure, ReadingTask
from graphrag_desktop.domain.reports import ReportDraft
from graphrag_desktop.domain.run_control import RunControl


class Engine(Protocol):
    """Who does the reading and writing."""

    @property
    def name(self) -> str:
        """Shown beside everything it wrote."""
        ...

    @property
    def identity(self) -> str:
        """Part of the memo keys of reading and of the graph: changes whenever the same input could give another output."""
        ...

    @property
    def writing_identity(self) -> str:
        """The same for reports."""
        ...

    @property
    def embedding_identity(self) -> str:
        """The same for vectors."""
        ...

    @property
    def at_once(self) -> int:
        """How many descriptions, reports or parts it may be asked for at a time."""
        ...

    def plan_reading(self, parsed: ParsedDocument, units: Sequence[TextUnit]) -> tuple[ReadingTask, ...]:
        """The tasks that together read the document, each with its memo key."""
        ...

    def read(
        self, pending: Iterable[ReadingTask], control: RunControl
    ) -> Iterator[tuple[ReadingTask, Reading] | ReadingFailure]:
        """Read the tasks, in any order; yields each reading or failure as it finishes. Spreads its own work."""
        ...

    def consolidate(
        self, readings: Sequence[tuple[ReadingTask, Reading]], control: RunControl, edits: Sequence[EntityEdit] = ()
    ) -> Extractions:
        """What only the whole collection shows: aliases, boilerplate, thresholds. The order of `readings` does not matter.

        `edits` are the analyst's, in the order in which they were made.
        """
        ...

    def describe(self, title: str, descriptions: Sequence[str], control: RunControl) -> str:
        """One description out of two or more distinct ones of the same thing."""
        ...

    def write_report(self, context: ReportContext, control: RunControl) -> ReportDraft:
        """A report of one community, from its records alone."""
        ...

    def answer_part(self, question: str, context: Context, control: RunControl) -> Part:
        """Map: what one batch of reports says to the question, with a score of 0 to 100."""
        ...

    def answer(self, question: str, context: Context, control: RunControl) -> str:
        """Reduce: one answer from the kept parts, most helpful first; its text is also emitted as it grows."""
        ...

    def answer_from(self, question: str, context: Context, control: RunControl) -> str:
        """One answer straight from the records of one context, without map and reduce; its text is emitted as it grows."""
        ...

    def explore(self, question: str, context: Context, control: RunControl, overall: str = "") -> Part:
        """What records say to a question, with a score and the questions that are left open.

        `overall` is the question that this one follows up, empty where it is that question itself.
        """
        ...

    def keywords(self, question: str, control: RunControl) -> Keywords:
        """What a question is about, in particular and in general; neither is empty where the question has any word."""
        ...

    def restate(self, question: str, turns: Sequence[Turn], control: RunControl) -> Restated:
        """A follow-up question so that it stands alone, given the turns before it, the latest last."""
        ...

    def embed(self, texts: Sequence[str], control: RunControl) -> StoredArray:
        """A unit row of float32 for each text."""
        ...
