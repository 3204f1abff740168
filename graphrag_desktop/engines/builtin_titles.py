"""Titles and headings out of names: what a community is about in a few words, no word twice."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from graphrag_desktop.domain.contexts import EvidenceSentence
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.language.lexicon import CONCEPT
from graphrag_desktop.language.scripts import is_cjk
from graphrag_desktop.language.words import stem

_NAMES, _ALL = 2, 3  # in a title
_STRONG_NAME, _COMMON_NAME, _STRONG_CONCEPT = 0.4, 0.12, 0.15  # shares of the best score and of the highest count
_CONCEPTS_FIRST = 1.5  # so much heavier the concepts must be to open the title
_HEADING_NAMES, _HEADING_WORDS = 3, 6


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
    """Up to two strong names and the strongest concepts, best first; `ranked` has at least one member."""
    best, common = ranked[0].score, max(each.count for each in ranked[:8])
    picked = _Picked()
    names = picked.pick(
        ranked,
        _NAMES,
        lambda each: not each.is_concept and each.score >= _STRONG_NAME * best and each.count >= _COMMON_NAME * common,
    )
    concepts = picked.pick(
        ranked, _ALL - len(names), lambda each: each.is_concept and each.score >= _STRONG_CONCEPT * best
    )
    joint = " · " if any(is_cjk(each.title) for each in names) else " and "
    name, concept = joint.join(each.title for each in names), ", ".join(each.title for each in concepts)
    if not (name and concept):
        title = name or concept or ranked[0].title
    elif sum(each.score for each in concepts) > _CONCEPTS_FIRST * sum(each.score for each in names):
        title = f"{concept} ({name})"
    else:
        title = f"{name}: {concept}"
    return capitalised(title)


def finding_heading(
    sentence: EvidenceSentence, strengths: Mapping[EntityId, float], titles: Mapping[EntityId, str]
) -> str:
    """The sentence's own headline, else the strongest names in it, else its first words."""
    known = [each for each in sentence.entities if each in titles]
    named = sorted(known, key=lambda each: (-strengths.get(each, 0.0), each))[:_HEADING_NAMES]
    shown = [titles[each] for each in named]
    whole = [each for each in shown if not any(each != other and each in other for other in shown)]
    text = sentence.heading or ", ".join(whole) or " ".join(sentence.text.split()[:_HEADING_WORDS])
    return capitalised(text)


def capitalised(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


class _Picked:
    """Members chosen for a title so far, and the words they used up."""

    def __init__(self) -> None:
        self._words: set[str] = set()
        self._titles: list[str] = []

    def pick(
        self, ranked: Sequence[RankedMember], limit: int, fits: Callable[[RankedMember], bool]
    ) -> list[RankedMember]:
        chosen: list[RankedMember] = []
        for each in ranked:
            if len(chosen) < limit and fits(each) and self._is_new(each.title):
                chosen.append(each)
                self._titles.append(each.title)
                self._words |= _title_words(each.title)
        return chosen

    def _is_new(self, title: str) -> bool:
        is_part = any(title in other or other in title for other in self._titles)
        return not is_part and self._words.isdisjoint(_title_words(title))


def _title_words(title: str) -> set[str]:
    return {title} if is_cjk(title) else {stem(word) for word in title.lower().split()}
