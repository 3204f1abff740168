"""Which noun phrases are concepts of the collection: frequent, bursty, said in like contexts, more than a part of another."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from graphrag_desktop.language.collection import TextMeasures
from graphrag_desktop.language.gathering import GatheredSentence
from graphrag_desktop.language.lexicon import STOP, VAGUE
from graphrag_desktop.language.lexicon_general import GENERAL, NO_SUBJECT
from graphrag_desktop.language.scripts import is_cjk
from graphrag_desktop.language.vectors import likeness
from graphrag_desktop.language.words import phrase_parts

_SMALL, _LARGE = 30_000, 400_000  # words of a collection
_MOST_SHARE, _MOST_PASSAGES = 0.10, 30  # what is everywhere is about nothing; a short text's subject is everywhere
_MOST_SHARE_EASTERN = 0.35  # where no capitals tell a name, much of what everything is about is no more than a word
_FEW_PASSAGES = 10  # so little is there of a collection in which one passage may be all that speaks of a thing
_PER_ROOT_WORD = 2.2  # concepts kept grow with the root of the collection (measured)
_LEAST_KEPT = 40
_LEAST_QUALITY, _MOSTLY = 0.15, 0.5  # of a sentence that counts, where so much of the text is made of such
_FLOOR, _FLOOR_ALONE = 0.3, 0.05  # likeness counts on top of this; a single word must earn more
_WIDE, _LEAST_WIDE = 20, 40  # passages of a word, and such words: fewer show no usual likeness
_USUAL_QUANTILE = 0.4  # a wide single word below this share of them goes with anything, and is about nothing
_FOCUS_SCALE = 6
_SEVERAL_WORDS = 1.3
_NESTED = 0.8  # what a mention inside a longer phrase counts less


def select_concepts(sentences: Sequence[GatheredSentence], text: TextMeasures, words: int) -> frozenset[str]:
    """The phrases with the highest termhood; a collection of n words has about 2.2 times the root of n."""
    tallies = _Tallies()
    counted = prose_quality(sentences)
    for sentence, passage in zip(sentences, text.passage_of.tolist(), strict=True):
        if sentence.read.quality >= counted:
            tallies.add((name.title for name in sentence.names if not name.label), passage)
    least = 2 if words < _SMALL else 3 if words < _LARGE else 5
    candidates = [term for term in tallies.total if tallies.may_be_concept(term, least, text.passage_count)]
    focus = {term: tallies.focus(term, text) for term in candidates}
    usual = _usual_focus(focus, tallies)
    scores = {
        term: tallies.score(term, focus[term])
        for term in candidates
        if focus[term] >= usual or not tallies.is_wide_word(term)
    }
    ranked = sorted(scores, key=lambda term: (-scores[term], term))
    return frozenset(ranked[: int(max(_LEAST_KEPT, _PER_ROOT_WORD * math.sqrt(words)))])


def prose_quality(sentences: Sequence[GatheredSentence]) -> float:
    """The quality from which sentences count: rows of a table repeat their headings, unless there is little else."""
    words = sum(each.read.words for each in sentences)
    good = sum(each.read.words for each in sentences if each.read.quality >= _LEAST_QUALITY)
    return _LEAST_QUALITY if good >= _MOSTLY * words else 0.0


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
        most = _MOST_SHARE_EASTERN if is_cjk(term) else _MOST_SHARE
        fewest = 1 if is_cjk(term) and passages <= _FEW_PASSAGES else 2
        if count < least or spread < fewest or spread > max(_MOST_PASSAGES, most * passages):
            return False
        words = _words(term)
        if len(words) == 1 and words[0] in VAGUE | GENERAL | NO_SUBJECT:
            return False
        return (words[-1] not in VAGUE or count >= least + 2) and words[0] not in STOP

    def is_wide_word(self, term: str) -> bool:
        """Whether it is a single word that stands in many passages."""
        return len(_words(term)) == 1 and len(self._passages[term]) >= _WIDE

    def focus(self, term: str, text: TextMeasures) -> float:
        """How alike the passages are that have the term, above what any two passages are."""
        homes = np.array(sorted(self._passages[term]))
        return max(0.0, float(likeness(text.passages[homes].sum(0), len(homes))) - text.passage_base)

    def score(self, term: str, focus: float) -> float:
        """Frequency, likeness of contexts and burstiness, multiplied."""
        count, homes = self.total[term], self._passages[term]
        is_alone = len(_words(term)) == 1
        free = count - _NESTED * self._nested[term] if is_alone else count
        score = math.log1p(max(free, 0.3)) * math.pow(min(count / len(homes), 2.5), 0.7)
        score *= (_FLOOR_ALONE if is_alone else _FLOOR) + min(1.0, _FOCUS_SCALE * focus)
        return score if is_alone else _SEVERAL_WORDS * score


def _usual_focus(focus: Mapping[str, float], tallies: _Tallies) -> float:
    """What a wide single word must have at least; 0 where there are too few to tell."""
    wide = [focus[term] for term in focus if tallies.is_wide_word(term)]
    return float(np.quantile(wide, _USUAL_QUANTILE)) if len(wide) >= _LEAST_WIDE else 0.0


def _words(term: str) -> list[str]:
    return [term] if is_cjk(term) else term.split()
