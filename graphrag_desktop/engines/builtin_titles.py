"""Titles and headings out of names: what a community is about in a few words, no word twice."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from graphrag_desktop.domain.contexts import EvidenceSentence
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.language.lexicon import CONCEPT
from graphrag_desktop.language.scripts import is_cjk
from graphrag_desktop.language.words import stem

_NAMES, _ALL, _FEWEST = 2, 3, 2  # in a title
_CONSIDERED = 6  # members for a title that has too few
_STRONG_NAME, _COMMON_NAME, _STRONG_CONCEPT = 0.4, 0.12, 0.2  # shares of the best score and of the highest count
_PERSON, _MOST_PERSONS = "person", 1  # two say who is in an affair, and not what it is
_ADDRESS = re.compile(r"\s\d+$")
_SMALL = frozenset({"of", "the", "and", "for", "in", "on", "to"})
_HEADING_NAMES, _HEADING_WORDS = 2, 6


@dataclass(frozen=True, slots=True)
class RankedMember:
    """A member of a community with how much it stands for it; `count` is how often the collection names it."""

    entity: EntityId
    title: str
    type: str
    count: float
    score: float

    @property
    def is_concept(self) -> bool:
        """Whether it is no name."""
        return self.type == CONCEPT


def community_title(ranked: Sequence[RankedMember]) -> str:
    """The strongest members, best first: three at most, two of them names; `ranked` has at least one member."""
    best, common = ranked[0].score, max(each.count for each in ranked[:8])
    picked = _Picked()
    for each in ranked:
        least = _STRONG_CONCEPT * best if each.is_concept else _STRONG_NAME * best
        is_common = each.is_concept or each.count >= _COMMON_NAME * common
        if each.score >= least and is_common and not _ADDRESS.search(each.title):
            picked.take(each)
    for each in ranked[:_CONSIDERED] if len(picked.titles) < _FEWEST else ():
        picked.take(each)
    titles = picked.titles or [ranked[0].title]
    if any(map(is_cjk, titles)):
        return " · ".join(titles)
    return capitalised(listed(titles))


def finding_heading(
    sentence: EvidenceSentence,
    strengths: Mapping[EntityId, float],
    titles: Mapping[EntityId, str],
    taken: Sequence[str] = (),
    *,
    is_name: Callable[[str], bool] = bool,
) -> str:
    """The sentence's own headline, else the two strongest names in it, else its first words; none that is `taken`.

    A headline that is a mere name of an entity, as `is_name` tells, says nothing of what is found of it: two names
    together say more, and such a one stands alone only where there is nothing else.
    """
    known = [each for each in sentence.entities if each in titles]
    named = [titles[each] for each in sorted(known, key=lambda each: (-strengths.get(each, 0.0), each))]
    whole = [each for each in named if not any(each != other and each in other for other in named)]
    pairs = [whole[start : start + _HEADING_NAMES] for start in range(0, len(whole), _HEADING_NAMES)]
    full, lone = [each for each in pairs if len(each) > 1], [each for each in pairs if len(each) == 1]
    own = [sentence.heading] if sentence.heading else []
    is_thin = bool(own) and is_name(sentence.heading)
    names = [*map(listed, full)]
    first_words = f"{capitalised(' '.join(sentence.text.split()[:_HEADING_WORDS]))} …"
    ordered = [*names, *own, *map(listed, lone)] if is_thin else [*own, *names, *map(listed, lone)]
    said = {each.casefold() for each in taken}
    return next((each for each in map(capitalised, ordered) if each.casefold() not in said), first_words)


def listed(words: Sequence[str]) -> str:
    """The words as a list in a sentence: one, two and three."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def capitalised(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


class _Picked:
    """Members taken for a title so far, and the words they used up."""

    def __init__(self) -> None:
        self.titles: list[str] = []
        self._words: set[str] = set()
        self._names = 0
        self._persons = 0

    def take(self, member: RankedMember) -> None:
        """Take the member, if there is room for it and none of its words was said."""
        has_room = len(self.titles) < _ALL and (member.is_concept or self._names < _NAMES)
        has_room = has_room and not (member.type == _PERSON and self._persons >= _MOST_PERSONS)
        words = _title_words(member.title)
        is_part = any(member.title in other or other in member.title for other in self.titles)
        if has_room and not is_part and self._words.isdisjoint(words):
            self.titles.append(member.title)
            self._words |= words
            self._names += not member.is_concept
            self._persons += member.type == _PERSON


def _title_words(title: str) -> set[str]:
    return {title} if is_cjk(title) else {stem(word) for word in title.lower().replace("-", " ").split()} - _SMALL
