"""All sentences of a collection, brought together from its readings in canonical order, repetitions marked."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from graphrag_desktop.domain.extractions import FoundName, Reading, ReadingTask, ReadSentence
from graphrag_desktop.domain.identity import DocumentId, Span
from graphrag_desktop.language.repetition import find_boilerplate, find_copies
from graphrag_desktop.language.words import search_terms


@dataclass(frozen=True, slots=True)
class GatheredSentence:
    """A sentence at its place in the collection.

    `span` and `paragraph` count from the start of the document, the spans of `read` from that of its stretch, which
    begins at `offset`. `is_left_out` marks boilerplate and copies: kept and found, but no part of the graph.
    """

    document: DocumentId
    span: Span
    paragraph: int
    offset: int
    text: str
    terms: tuple[str, ...]
    read: ReadSentence
    is_left_out: bool

    @property
    def names(self) -> Sequence[FoundName]:
        """What it names, for the graph."""
        return () if self.is_left_out else self.read.names


def gather_sentences(readings: Iterable[tuple[ReadingTask, Reading]]) -> list[GatheredSentence]:
    """All sentences by document id and place, whatever the order of the readings."""
    ordered = sorted(readings, key=lambda each: (each[0].document, each[0].start))
    by_document = [(document, list(group)) for document, group in groupby(ordered, key=lambda each: each[0].document)]
    copies = find_copies({document: "\n".join(task.text for task, _ in group) for document, group in by_document})
    paragraphs = [each for document, group in by_document if document not in copies for each in _paragraphs(group)]
    flags = find_boilerplate([(document, text) for document, _, text in paragraphs])
    boilerplate = {(each[0], each[1]) for each, is_repeated in zip(paragraphs, flags, strict=True) if is_repeated}
    gathered: list[GatheredSentence] = []
    for task, reading in ordered:
        for read in reading.sentences:
            place = (task.document, task.start + read.paragraph)
            is_left_out = task.document in copies or place in boilerplate
            gathered.append(_gathered(task, read, is_left_out=is_left_out))
    return gathered


def _paragraphs(readings: Iterable[tuple[ReadingTask, Reading]]) -> Iterator[tuple[DocumentId, int, str]]:
    """The document, place and text of each paragraph, from its first sentence to its last."""
    for task, reading in readings:
        for paragraph, group in groupby(reading.sentences, key=lambda each: each.paragraph):
            sentences = list(group)
            text = task.text[sentences[0].span.start : sentences[-1].span.end]
            yield task.document, task.start + paragraph, text


def _gathered(task: ReadingTask, read: ReadSentence, *, is_left_out: bool) -> GatheredSentence:
    text = task.text[read.span.start : read.span.end]
    span = Span(task.start + read.span.start, task.start + read.span.end)
    terms = tuple(search_terms(text))
    return GatheredSentence(
        task.document, span, task.start + read.paragraph, task.start, text, terms, read, is_left_out
    )
