"""Noun phrases that are always written with capitals: names that the reader's model did not know for names."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from graphrag_desktop.domain.extractions import FoundName
from graphrag_desktop.language.gathering import GatheredSentence
from graphrag_desktop.language.lexicon import VAGUE
from graphrag_desktop.language.lexicon_general import GENERAL
from graphrag_desktop.language.name_types import label_by_words
from graphrag_desktop.language.scripts import is_cjk

_LEAST_PLACES = 2  # of a single word, inside sentences
_ALWAYS = 0.9  # of its places, those at the start of a sentence left out
_LEAST_QUALITY = 0.1  # headings and rows of tables write everything with capitals
_PLACED = re.compile(r"\b(?:in|at|near|through|around|outside)\s+(?:the\s+)?$", re.IGNORECASE)
_UNSURE = "NAME"


def with_capital_names(sentences: Sequence[GatheredSentence]) -> list[GatheredSentence]:
    """The sentences, phrases that are never written small labelled as names, by their own words where these tell a kind."""
    seen: dict[str, _Seen] = defaultdict(_Seen)
    for sentence in sentences:
        for name, surface, before in _phrases(sentence):
            seen[name.title].add(surface, before, is_good=sentence.read.quality >= _LEAST_QUALITY)
    labels = {title: each.label(title) for title, each in seen.items() if each.is_name(title)}
    return [_relabelled(each, labels) for each in sentences] if labels else list(sentences)


@dataclass(slots=True)
class _Seen:
    """How a phrase is written, and after which words."""

    capital: int = 0
    small: int = 0
    placed: int = 0

    def add(self, surface: str, before: str, *, is_good: bool) -> None:
        is_capital = all(word[0].isupper() or word.isdigit() for word in surface.split())
        if not is_capital:
            self.small += 1
        elif (before.strip() and is_good and not surface.isupper()) or (" " in surface and before.endswith(": ")):
            self.capital += 1
            self.placed += _PLACED.search(before) is not None

    def is_name(self, title: str) -> bool:
        is_alone = " " not in title
        if is_alone and (self.capital < _LEAST_PLACES or title in VAGUE or title in GENERAL):
            return False
        return self.capital > 0 and self.capital >= _ALWAYS * (self.capital + self.small)

    def label(self, title: str) -> str:
        if 2 * self.placed > self.capital:
            return label_by_words(title, "") or "GPE"
        return label_by_words(title, "") or _UNSURE


def _phrases(sentence: GatheredSentence) -> Iterator[tuple[FoundName, str, str]]:
    """The noun phrases of a sentence as they stand in it, each with what stands before it."""
    if is_cjk(sentence.text):
        return
    before = sentence.span.start - sentence.offset
    for name in sentence.names:
        if not name.label:
            start, end = name.span.start - before, name.span.end - before
            surface = " ".join(sentence.text[start:end].split())
            if surface:
                yield name, surface, sentence.text[max(0, start - 20) : start]


def _relabelled(sentence: GatheredSentence, labels: dict[str, str]) -> GatheredSentence:
    surfaces = {name: surface for name, surface, _ in _phrases(sentence) if name.title in labels}
    if not surfaces:
        return sentence
    names = tuple(
        replace(each, title=surfaces[each], label=labels[each.title])
        if each in surfaces and surfaces[each][0].isupper()
        else each
        for each in sentence.read.names
    )
    return replace(sentence, read=replace(sentence.read, names=names))
