"""All sentences of a collection, brought together from its readings in canonical order, repetitions marked."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from graphrag_desktop.domain.extractions import FoundName, Reading, ReadingTask, ReadSentence
from graphrag_desktop.domain.identity import DocumentId, Span
from graphrag_desktop.language.chinese_names import complete_names, settle_names
from graphrag_desktop.language.korean_nouns import settle_nouns
from graphrag_desktop.language.packs import KOREAN, has_pack
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


@dataclass(frozen=True, slots=True)
class Gathered:
    """All sentences by document id and place, and for each document that mostly copies another which one."""

    sentences: list[GatheredSentence]
    copies: Mapping[DocumentId, DocumentId]


def gather_sentences(readings: Iterable[tuple[ReadingTask, Reading]]) -> Gathered:
    """The sentences of all readings, whatever their order."""
    ordered = sorted(readings, key=lambda each: (each[0].document, each[0].start))
    by_document = [(document, list(group)) for document, group in groupby(ordered, key=lambda each: each[0].document)]
    copies = find_copies({document: "\n".join(task.text for task, _ in group) for document, group in by_document})
    paragraphs = [each for document, group in by_document if document not in copies for each in _paragraphs(group)]
    flags = find_boilerplate([(document, text) for document, _, text in paragraphs])
    boilerplate = {(each[0], each[1]) for each, is_repeated in zip(paragraphs, flags, strict=True) if is_repeated}
    gathered: list[GatheredSentence] = []
    for task, reading in ordered:
        lines = frozenset(task.page_lines)
        for read in reading.sentences:
            place = (task.document, task.start + read.paragraph)
            is_left_out = task.document in copies or place in boilerplate or read.span in lines
            gathered.append(_gathered(task, read, is_left_out=is_left_out))
    return Gathered(_settled(gathered), copies)


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


def _settled(sentences: list[GatheredSentence]) -> list[GatheredSentence]:
    """The sentences, with names of languages without capitals in the form that the whole collection shows."""
    names: dict[int, tuple[FoundName, ...]] = {}
    korean = _rows(sentences, "ko")
    placed = [(each.text, each.names, each.read.span.start) for each in map(sentences.__getitem__, korean)]
    names.update(zip(korean, settle_nouns(placed, are_nouns=has_pack(KOREAN)), strict=True))
    chinese = _rows(sentences, "zh")
    placed = [
        (sentences[row].text, found, sentences[row].read.span.start)
        for row, found in zip(chinese, settle_names(sentences[row].names for row in chinese), strict=True)
    ]
    names.update(zip(chinese, complete_names(placed), strict=True))
    settled = list(sentences)
    for row, found in names.items():
        settled[row] = replace(settled[row], read=replace(settled[row].read, names=found))
    return settled


def _rows(sentences: Sequence[GatheredSentence], language: str) -> list[int]:
    return [row for row, each in enumerate(sentences) if each.names and each.read.language == language]
