"""Where the documents show what a model read: their sentences, and the places in them that name an entity."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from graphrag_desktop.domain.extractions import ExtractedMention, ExtractedSentence, ReadingTask
from graphrag_desktop.domain.identity import DocumentId, EntityId, Span
from graphrag_desktop.domain.quotes import locate_words
from graphrag_desktop.language.paragraphs import split_paragraphs
from graphrag_desktop.language.quality import FRAGMENT
from graphrag_desktop.language.scripts import is_cjk
from graphrag_desktop.language.sentences import eastern_sentences, western_sentences
from graphrag_desktop.language.words import search_terms

_MOST_PLACES = 50  # of one name in one text unit: more are a table, and show nothing new
_LEAST_WORDS, _MOST_WORDS = 5, 60


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Text of a document without gaps: its text units put together again."""

    document: DocumentId
    start: int
    text: str


def find_sentences(
    tasks: Sequence[ReadingTask], places: Mapping[DocumentId, Iterable[tuple[Span, EntityId]]]
) -> tuple[ExtractedSentence, ...]:
    """The sentences of all that was read, in canonical order, with the entities named at `places` in them.

    `tasks` are sorted by document and start. A name that runs across the end of a sentence is in neither.
    """
    found: list[ExtractedSentence] = []
    for stretch in _stretches(tasks):
        named = sorted(places.get(stretch.document, ()))
        at = 0
        for span in _spans(stretch):
            while at < len(named) and named[at][0].start < span.start:
                at += 1
            mentions = []
            for place, entity in named[at:]:
                if place.start >= span.end:
                    break
                if place.end <= span.end:
                    mentions.append(ExtractedMention(entity, place))
            text = stretch.text[span.start - stretch.start : span.end - stretch.start]
            terms = search_terms(text)
            found.append(
                ExtractedSentence(stretch.document, span, _quality(text), "", " ".join(terms), tuple(mentions))
            )
    return tuple(found)


def places_of(task: ReadingTask, title: str) -> list[Span]:
    """Where the text of a task has a name, as spans of its document; whatever its case and white space."""
    text, wanted = task.text.lower(), title.lower()
    if len(text) != len(task.text) or not wanted:  # a few capital letters have two small ones
        text, wanted = task.text, title
    found: list[Span] = []
    start = text.find(wanted)
    while start >= 0 and len(found) < _MOST_PLACES:
        end = start + len(wanted)
        if _is_word(text, start, end):
            found.append(Span(task.start + start, task.start + end))
        start = text.find(wanted, end)
    if not found and (place := locate_words(text, wanted)) is not None:
        found.append(Span(task.start + place.start, task.start + place.end))
    return found


def _is_word(text: str, start: int, end: int) -> bool:
    """Whether no word goes on over the edges of a place; in scripts without spaces there are no such edges."""
    before, after = text[start - 1 : start], text[end : end + 1]
    return not (
        (before.isalnum() and text[start].isalnum() and not is_cjk(before + text[start]))
        or (after.isalnum() and text[end - 1].isalnum() and not is_cjk(text[end - 1] + after))
    )


def _stretches(tasks: Sequence[ReadingTask]) -> Iterator[_Stretch]:
    for document, group in groupby(tasks, key=lambda each: each.document):
        start, text = 0, ""
        for task in group:
            if task.start > start + len(text):
                if text:
                    yield _Stretch(document, start, text)
                start, text = task.start, ""
            text += task.text[start + len(text) - task.start :]
        if text:
            yield _Stretch(document, start, text)


def _spans(stretch: _Stretch) -> Iterator[Span]:
    for paragraph in split_paragraphs(stretch.text):
        own = stretch.text[paragraph.start : paragraph.end]
        start = stretch.start + paragraph.start
        for each in eastern_sentences(own) if is_cjk(own) else western_sentences(own, "en"):
            yield Span(start + each.start, start + each.end)


def _quality(text: str) -> float:
    """How well a sentence stands alone, by its form only."""
    words = max(text.count(" ") + 1, len(text) // 6 if is_cjk(text) else 0)
    if words < _LEAST_WORDS or not re.search(r"[.!?。！？…][\"'”’»)」』]*$", text):
        return FRAGMENT
    return 1.0 if words <= _MOST_WORDS else 0.5
