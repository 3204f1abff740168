"""Names of a Chinese collection without what the segmentation joined to them, by the shorter forms that stand elsewhere."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from graphrag_desktop.domain.extractions import FoundName
from graphrag_desktop.domain.identity import Span
from graphrag_desktop.language.lexicon_zh import DOUBLE_SURNAMES, SURNAMES

_RARER = 3  # so many times as often a part must stand alone to be the name
_MOST_JOINED = 2  # signs joined to a name at either end
_LONGEST = 6
_PLACED = frozenset({"ORG", "GPE"})
_KINDS = frozenset({"PERSON", "NAME", ""})  # an organization's or a place's name may well contain another


def settle_names(sentences: Iterable[Sequence[FoundName]]) -> list[tuple[FoundName, ...]]:
    """The names of each sentence, those cut that hold a much more frequent one and a sign or two."""
    found = list(sentences)
    counts = Counter(name.title for names in found for name in names)
    labels: dict[str, Counter[str]] = {}
    for names in found:
        for name in names:
            labels.setdefault(name.title, Counter())[name.label] += 1
    usual = {title: min(votes, key=lambda label: (-votes[label], label)) for title, votes in labels.items()}
    return [tuple(_settled(name, counts, usual) for name in names) for names in found]


def complete_names(sentences: Sequence[tuple[str, Sequence[FoundName], int]]) -> list[tuple[FoundName, ...]]:
    """The names of each sentence, given as its text, its names and where it starts, each as long as the text spells it.

    A segmentation that cuts the first sign off a company here names it whole elsewhere.
    """
    counts = Counter(name.title for _, names, _ in sentences for name in names if name.label in _PLACED)
    whole = frozenset(title for title, count in counts.items() if count > 1)
    return [tuple(_completed(name, text, start, whole) for name in names) for text, names, start in sentences]


def _completed(name: FoundName, text: str, start: int, whole: frozenset[str]) -> FoundName:
    at = name.span.start - start
    for before in range(_MOST_JOINED, 0, -1):
        title = text[max(0, at - before) : at] + name.title
        if name.label in _PLACED and at >= before and title in whole:
            return replace(name, title=title, span=Span(name.span.start - before, name.span.end))
    return name


def _settled(name: FoundName, counts: Counter[str], usual: dict[str, str]) -> FoundName:
    title = name.title
    if name.label not in _KINDS or not 3 <= len(title) <= _LONGEST:
        return name if name.label == usual[title] or name.label in {"ORG", "GPE"} else replace(name, label=usual[title])
    at, size = _core(title, counts, usual)
    core = title[at : at + size]
    start = name.span.start + at
    return replace(name, title=core, label=usual[core], span=Span(start, start + size))


def _core(title: str, counts: Counter[str], usual: dict[str, str]) -> tuple[int, int]:
    """Where the name inside a title begins, and its length: the most frequent part that is much more frequent."""
    best = (0, len(title))
    most = _RARER * counts[title]
    for size in range(len(title) - 1, 1, -1):
        for at in range(len(title) - size + 1):
            part = title[at : at + size]
            is_joined = max(at, len(title) - at - size) <= _MOST_JOINED and not _is_surname(title[:at])
            if is_joined and counts[part] >= most and usual[part] in {"PERSON", "NAME"}:
                best, most = (at, size), counts[part]
    return best


def _is_surname(signs: str) -> bool:
    return signs in SURNAMES or signs in DOUBLE_SURNAMES
