"""Titles and headings out of names: what a community is about in a few words, no word twice."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from graphrag_desktop.domain.contexts import EvidenceSentence
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.language.lexicon import CONCEPT
from graphrag_desktop.language.scripts import is_cjk
from graphrag_desktop.language.words import is_spoiled, stem

_NAMES, _ALL, _FEWEST = 2, 3, 2  # in a title
_CONSIDERED = 6  # members for a title that has too few
_STRONG_NAME, _COMMON_NAME, _STRONG_CONCEPT = 0.4, 0.12, 0.2  # shares of the best score and of the highest count
_WHOLE_NAMES, _ADJECTIVE = frozenset({"place", "person", CONCEPT}), re.compile(r"[a-z](?:an|ish|ese|ic|al)$")
_PERSON, _MOST_PERSONS = "person", 1  # two say who is in an affair, and not what it is
_WORD, _BETWEEN_NAMES = re.compile(r"\w+(?:['’]\w+)?"), re.compile(r" · |: ")
_ADDRESS = re.compile(r"\s\d+$")
_SMALL = frozenset({"of", "the", "and", "for", "in", "on", "to"})
_HEADING_WORDS = 6
_FEWEST_WORDS, _MOST_WORDS, _BEGINS_ALIKE = 2, 8, 3  # of a headline
_TOLD_OFTEN = 2  # sentences of the community: what only one of them names is no topic of it
_A_PHRASE, _A_WORD, _SAID_ALREADY = 1.6, 0.5, 0.25
_TELLING_SHARE = 0.15  # of the best member's score: a single word with less says nothing as a heading
_PHRASE_SIGNS = 4
_OPENS_LOOSELY = re.compile(
    r"(?:everyone|everybody|somebody|nobody|anyone|our|my|your|his|her|its|their|this|these|that|those|such|all|any|some|many|more|other|same|said|there|it|we|i|you|he|she"
    r"|they|\w+ly)\b"
    r"|(?:account|accordance|amount|basis|behalf|case|cause|charge|consequence|course|degree|event|extent|face|favor|favour|force"
    r"|form|hand|kind|lack|lieu|light|lot|majority|matter|means|need|number|order|part|place|point|portion|question|rate|reason"
    r"|regard|respect|result|sake|series|share|sort|spite|state|subject|sum|term|thousand|time|top|type|variety|view|virtue|way"
    r"|hundred|million|dozen|citizen|people|man|men|end|side|set|pair|group|body|class|copy|list|name|measure)s? (?:of|for|in|to)\b",
    re.IGNORECASE,
)
"""How no heading begins: with a word for something said before, or with one that is empty before "of"."""


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

    @property
    def is_word(self) -> bool:
        """Whether it is a concept of one word."""
        return self.is_concept and not self.is_phrase

    @property
    def is_phrase(self) -> bool:
        """Whether it is a concept of several words."""
        return self.is_concept and (len(self.title) >= _PHRASE_SIGNS if is_cjk(self.title) else " " in self.title)


def community_title(ranked: Sequence[RankedMember]) -> str:
    """The strongest members, best first: three at most, two of them names; `ranked` has at least one member."""
    ranked = [each for each in ranked if not is_spoiled(each.title)] or ranked
    best, common = ranked[0].score, max(each.count for each in ranked[:8])
    picked = _Picked()
    for each in ranked:
        least = _STRONG_CONCEPT * best if each.is_concept else _STRONG_NAME * best
        is_common = each.is_concept or each.count >= _COMMON_NAME * common
        if each.score >= least and is_common and not _ADDRESS.search(each.title):
            picked.take(each)
    for each in ranked[:_CONSIDERED] if len(picked.titles) < _FEWEST else ():
        if not _ADDRESS.search(each.title):
            picked.take(each)
    titles = picked.titles or [ranked[0].title]
    if any(map(is_cjk, titles)):
        return " · ".join(titles)
    return capitalised(listed(titles))


def finding_heading(
    sentence: EvidenceSentence,
    members: Mapping[EntityId, RankedMember],
    told: Mapping[EntityId, int],
    taken: Sequence[str] = (),
) -> str:
    """A heading that says none of what is `taken`, the title of the report first; empty where there is no good one.

    First choice is the sentence's own headline, where it is about a member and not merely how the sentence begins. Else
    it is what the sentence names of the members that several sentences of the community name, `told` how many: a topic
    of several words, a name with a topic, or a word.
    """
    known = [members[each] for each in sentence.entities if each in members and told.get(each, 0) >= _TOLD_OFTEN]
    whole = [
        each for each in known if not any(each.title != other.title and each.title in other.title for other in known)
    ]
    said = {each.casefold() for each in taken}
    ordered = sorted(whole, key=lambda each: (-_heading_worth(each, taken), each.entity))
    least = _TELLING_SHARE * max((each.score for each in members.values()), default=0.0)
    telling = [
        each
        for each in ordered
        if (each.is_phrase or each.score >= least) and not (_is_adjective(each) or is_spoiled(each.title))
    ]
    own = [sentence.heading] if _reads_well(sentence, taken) else []
    named = [members[each] for each in sentence.entities if each in members]
    candidates = [*(own if own and _is_about(own[0], telling) else ()), *_named(telling, taken)]
    candidates += [each.title for each in telling if not _is_said(each, taken)]
    candidates += own if own and _is_about(own[0], named) else []
    return next((each for each in map(capitalised, candidates) if each.casefold() not in said), "")


def heading_at_any_rate(
    sentence: EvidenceSentence, members: Mapping[EntityId, RankedMember], taken: Sequence[str]
) -> str:
    """A heading where none is good: the sentence's headline, the strongest it names, or its first words."""
    named = sorted((members[each] for each in sentence.entities if each in members), key=lambda each: -each.score)
    own = sentence.heading
    candidates = [*([own] if own and not sentence.text.startswith(own) else ()), *(each.title for each in named), own]
    first_words = f"{' '.join(sentence.text.split()[:_HEADING_WORDS])} …"
    said = {each.casefold() for each in taken}
    free = (each for each in map(capitalised, candidates) if each and each.casefold() not in said)
    return next(free, capitalised(first_words))


def _heading_worth(member: RankedMember, taken: Sequence[str]) -> float:
    """How well a member heads a finding: less if it is one common word, or if a heading or the title has it already."""
    form = _A_PHRASE if member.is_phrase else _A_WORD if member.is_word else 1.0
    return member.score * form * (_SAID_ALREADY if _is_said(member, taken) else 1.0)


def _is_adjective(member: RankedMember) -> bool:
    """Whether a name is likely the adjective of one ("European"), which heads nothing alone."""
    return member.type not in _WHOLE_NAMES and " " not in member.title and _ADJECTIVE.search(member.title) is not None


def _is_said(member: RankedMember, taken: Sequence[str]) -> bool:
    return any(_title_words(member.title) <= _title_words(each) for each in taken)


def _named(ordered: Sequence[RankedMember], taken: Sequence[str]) -> list[str]:
    """The best of the members as headings: a phrase alone, a name or what was said already with a topic beside it."""
    if not ordered:
        return []
    best, others = ordered[0], ordered[1:]
    if best.is_phrase and not _is_said(best, taken):
        return [best.title]
    own = _title_words(best.title)
    beside = next((each for each in others if each.is_concept and own.isdisjoint(_title_words(each.title))), None)
    if beside is not None and (beside.is_phrase or _is_said(best, taken)):
        return [_together(best.title, beside.title)]
    return [] if _is_said(best, taken) else [best.title]


def _together(one: str, other: str) -> str:
    return f"{one} · {other}" if is_cjk(one) and is_cjk(other) else listed([one, other])


def _reads_well(sentence: EvidenceSentence, taken: Sequence[str]) -> bool:
    """Whether the sentence's headline is short, says something new, and more than how the sentence begins."""
    heading = sentence.heading
    words = heading.split()
    if not _FEWEST_WORDS <= len(words) <= _MOST_WORDS or _OPENS_LOOSELY.match(heading) or is_spoiled(heading):
        return False
    if sentence.text.casefold().startswith(heading.casefold()) and len(words) > _BEGINS_ALIKE:
        return False
    return not any(_title_words(heading) <= _title_words(each) for each in taken)


def _is_about(heading: str, named: Sequence[RankedMember]) -> bool:
    """Whether a headline has a member in it and says something of it."""
    inside = _title_words(heading)
    names = {word for each in named if not each.is_concept for word in _title_words(each.title)}
    return bool(inside - names) and any(_title_words(each.title) < inside for each in named)


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


@lru_cache(maxsize=20_000)
def _title_words(title: str) -> frozenset[str]:
    if is_cjk(title):
        return frozenset(_BETWEEN_NAMES.split(title))
    return frozenset(stem(word) for word in _WORD.findall(title.lower())) - _SMALL
