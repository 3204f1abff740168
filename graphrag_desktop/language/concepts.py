"""Which noun phrases are concepts of the collection: frequent, bursty, said in like contexts, more than a part of another."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from graphrag_desktop.language.collection import TextMeasures
from graphrag_desktop.language.gathering import GatheredSentence
from graphrag_desktop.language.lexicon import STOP, VAGUE
from graphrag_desktop.language.scripts import is_cjk
from graphrag_desktop.language.vectors import likeness
from graphrag_desktop.language.words import phrase_parts

_SMALL, _LARGE = 30_000, 400_000  # words of a collection
_MOST_SHARE = 0.10  # of the passages: what is everywhere is about nothing
_PER_ROOT_WORD = 2.2  # concepts kept grow with the root of the collection (measured)
_LEAST_KEPT = 40
_FLOOR, _FLOOR_ALONE = 0.3, 0.05  # likeness counts on top of this; a single word must earn more
_FOCUS_SCALE = 6
_SEVERAL_WORDS = 1.3
_NESTED = 0.8  # what a mention inside a longer phrase counts less


def select_concepts(sentences: Sequence[GatheredSentence], text: TextMeasures, words: int) -> frozenset[str]:
    """The phrases with the highest termhood; a collection of n words has about 2.2 times the root of n."""
    tallies = _Tallies()
    for sentence, passage in zip(sentences, text.passage_of.tolist(), strict=True):
        tallies.add((name.title for name in sentence.names if not name.label), passage)
    least = 2 if words < _SMALL else 3 if words < _LARGE else 5
    scores = {
        term: tallies.score(term, text)
        for term in tallies.total
        if tallies.may_be_concept(term, least, text.passage_count)
    }
    ranked = sorted(scores, key=lambda term: (-scores[term], term))
    return frozenset(ranked[: int(max(_LEAST_KEPT, _PER_ROOT_WORD * math.sqrt(words)))])


def best_part(phrase: str, concepts: frozenset[str]) -> tuple[str, int, int] | None:
    """The longest part of a phrase that is a concept, with its first and last word; None if there is none."""
    found = [part for part in phrase_parts(phrase) if part[0] in concepts]
    return max(found, key=lambda part: (part[2] - part[1], len(part[0]), part[0]), default=None)


class _Tallies:
    """How often each part of a phrase is said, how often only inside a longer one, and in which passages."""

    def __init__(self) -> None:
        self.total: Counter[str] = Counter()
        self._nested: Counter[str] = Counter()
        self._passages: dict[str, set[int]] = defaultdict(set)

    def add(self, phrases: Iterable[str], passage: int) -> None:
        for phrase in phrases:
            for part, _, _ in phrase_parts(phrase):
                self.total[part] += 1
                self._passages[part].add(passage)
                if part != phrase:
                    self._nested[part] += 1

    def may_be_concept(self, term: str, least: int, passages: int) -> bool:
        count, spread = self.total[term], len(self._passages[term])
        if count < least or spread < 2 or spread > max(6, _MOST_SHARE * passages):
            return False
        words = _words(term)
        is_vague = words[-1] in VAGUE and (len(words) == 1 or count < least + 2)
        return not is_vague and words[0] not in STOP

    def score(self, term: str, text: TextMeasures) -> float:
        """Frequency, likeness of contexts above that of any two passages, and burstiness, multiplied."""
        count, homes = self.total[term], sorted(self._passages[term])
        is_alone = len(_words(term)) == 1
        focus = max(0.0, float(likeness(text.passages[np.array(homes)].sum(0), len(homes))) - text.passage_base)
        free = count - _NESTED * self._nested[term] if is_alone else count
        score = math.log1p(max(free, 0.3)) * math.pow(min(count / len(homes), 2.5), 0.7)
        score *= (_FLOOR_ALONE if is_alone else _FLOOR) + min(1.0, _FOCUS_SCALE * focus)
        return score if is_alone else _SEVERAL_WORDS * score


def _words(term: str) -> list[str]:
    return [term] if is_cjk(term) else term.split()
