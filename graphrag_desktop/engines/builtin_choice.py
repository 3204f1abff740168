"""Which sentences an answer tells: those near the best one, each saying something that no other says."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from pathlib import PurePosixPath

import numpy as np

from graphrag_desktop.domain.contexts import EvidenceSentence
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.dates import day_told, year_in
from graphrag_desktop.language.relevance import told_quality
from graphrag_desktop.language.scripts import is_cjk
from graphrag_desktop.language.vectors import TINY, Floats, unit_rows

FOUND_WEAK = 0.4
"""Where no statement is worth as much, the documents say little."""

FIRST = 5
"""Statements of a large collection beside which only those count that are nearer to the best, or of another time."""

_FEW, _NEAR_OF_FEW = 3, 0.5  # so many are told that are not far below the very best
_NEAR = 0.76  # of the best ones' value: an answer ends where side remarks begin
_LARGE = 2_000  # sentences
_LEADING = 7  # of the best, by which it is told whether a document lists what is asked for
_LIST, _FEWEST_LISTED, _OPENING_WORDS, _NEAR_OF_LIST = (
    20,
    6,
    3,
    0.4,
)  # sentences that all begin alike: a list of a document
_NEAR_LATER = 0.85  # of the best ones' value: what follows the first ones in a large collection
_LEADERS = 3  # that are the best ones: a single one may stand out by chance
_ALIKE = 0.55  # the cosine of the words of two sentences that say the same
_QUOTED = 0.12  # what each sentence told of a document counts against its others
_CENTRAL = 0.3  # how much it counts to be near to what all of them have in common
_ENOUGH_DOCUMENTS, _HALF = 4, 0.55
_FEWEST_DATED, _OF_A_YEAR = 5, 4
_SAID = 0.5  # how much what is alike in words counts against a sentence


def value_of(sentence: EvidenceSentence) -> float:
    """What it is worth to be told: how relevant it is, and how well it stands alone."""
    return sentence.relevance * told_quality(sentence.relevance, sentence.quality)


def by_value(sentences: Iterable[EvidenceSentence]) -> list[EvidenceSentence]:
    """The most telling first."""
    return sorted(sentences, key=lambda each: (-value_of(each), each.number))


def near_best(sentences: Iterable[EvidenceSentence]) -> list[EvidenceSentence]:
    """Those that are not far below the best, the most telling first."""
    ranked = by_value(sentences)
    best = [value_of(each) for each in ranked[:_LEADERS]]
    least = _NEAR * sum(best) / max(1, len(best))
    few = [each for each in ranked[:_FEW] if value_of(each) >= _NEAR_OF_FEW * best[0]]
    return few + [each for each in ranked[len(few) :] if value_of(each) >= least]


def without_weakest(chosen: Sequence[EvidenceSentence], measures: CollectionMeasures) -> list[EvidenceSentence]:
    """Those chosen, most telling first; beside the first five only what is nearer to the best, where a collection is large.

    Among many sentences those share words by chance; in a small collection a further one is seldom off the subject. Nor is
    it in Chinese, Japanese or Korean, where a question's topic must be a sentence's topic.
    """
    if not is_broadly_told(chosen, measures):
        return list(chosen)
    best = [value_of(each) for each in chosen[:_LEADERS]]
    least = _NEAR_LATER * sum(best) / max(1, len(best))
    return [each for place, each in enumerate(chosen) if place < FIRST or value_of(each) >= least]


def is_broadly_told(chosen: Iterable[EvidenceSentence], measures: CollectionMeasures) -> bool:
    """Whether they are of a large collection, in a script whose sentences share words by chance."""
    return measures.text.sentence_count >= _LARGE and not any(is_cjk(each.text) for each in chosen)


def is_alike(sentence: EvidenceSentence, chosen: Sequence[EvidenceSentence], measures: CollectionMeasures) -> bool:
    """Whether one of those chosen says the same, or holds a part of it."""
    return _said(sentence, chosen, measures) > _ALIKE or any(_overlap(sentence, each) for each in chosen)


def worth_beside(
    sentence: EvidenceSentence, chosen: Sequence[EvidenceSentence], central: float, measures: CollectionMeasures
) -> float:
    """What it is worth beside those chosen, `central` being its `centrality`: less where they say it in part."""
    return value_of(sentence) * central * (1 - _SAID * _said(sentence, chosen, measures))


def _said(sentence: EvidenceSentence, chosen: Sequence[EvidenceSentence], measures: CollectionMeasures) -> float:
    alike = measures.text.word_cosines(measures.rows(each.number for each in (sentence, *chosen)))
    return float(alike[0, 1:].max(initial=0.0))


def told_apart(
    sentences: Sequence[EvidenceSentence], wanted: int, measures: CollectionMeasures
) -> list[EvidenceSentence]:
    """At most `wanted` of them, the most telling first, none that says again what one before it says."""
    if not sentences:
        return []
    alike = measures.text.word_cosines(measures.rows(each.number for each in sentences))
    central = centrality(sentences, measures)
    chosen: list[int] = []
    told: Counter[str] = Counter()
    values = np.array([value_of(each) for each in sentences])
    left = set(range(len(sentences)))
    while left and len(chosen) < wanted:
        said = alike[:, chosen].max(axis=1, initial=0.0)
        left -= {
            place
            for place in left
            if said[place] > _ALIKE or any(_overlap(sentences[place], sentences[other]) for other in chosen)
        }
        if not left:
            break
        worth = [
            (
                values[place]
                * central[place]
                * (1 - _SAID * said[place])
                / (1 + _QUOTED * told[sentences[place].document]),
                -place,
            )
            for place in left
        ]
        best = -max(worth)[1]
        chosen.append(best)
        told[sentences[best].document] += 1
        left.discard(best)
    return by_value(sentences[place] for place in chosen)


def listed_alike(near: Sequence[EvidenceSentence], answering: Sequence[EvidenceSentence]) -> list[EvidenceSentence]:
    """All that answer and begin as most of the best ones do, in their order: what a document lists is told whole."""
    if not near:
        return []
    counted = Counter((each.document, _first_words(each)) for each in near[:_LEADING])
    kind, count = counted.most_common(1)[0]
    least = _NEAR_OF_LIST * value_of(near[0])
    alike = [each for each in answering if (each.document, _first_words(each)) == kind and value_of(each) >= least]
    if 2 * count <= len(near[:_LEADING]) or len(alike) < _FEWEST_LISTED:
        return []
    return sorted(without_overlaps(alike)[:_LIST], key=lambda each: each.span.start)


def _first_words(sentence: EvidenceSentence) -> tuple[str, ...]:
    return tuple(sentence.text.lower().split()[:_OPENING_WORDS])


def spread_over_years(sentences: Sequence[EvidenceSentence], wanted: int) -> list[EvidenceSentence]:
    """At most `wanted` of them, the most telling of every year that they tell of first, few of one year.

    All of them where hardly any tells of a day: then they are put in order by their documents.
    """
    years: dict[int, list[EvidenceSentence]] = {}
    for each in by_value(sentences):
        if day := day_told(each.text):
            years.setdefault(day[0], []).append(each)
    if sum(map(len, years.values())) < _FEWEST_DATED or all(
        year_in(PurePosixPath(each.path).name) for each in sentences
    ):
        return list(sentences)
    return [each for told in _shares(years, wanted) for each in told][:wanted]


def _shares(years: Mapping[int, Sequence[EvidenceSentence]], wanted: int) -> list[list[EvidenceSentence]]:
    """Of each year so many as befits how much happened in it, the fullest years first; of a year one of every month first."""
    whole = sum(len(told) ** 0.5 for told in years.values())
    found: list[list[EvidenceSentence]] = []
    for told in sorted(years.values(), key=lambda each: -len(each)):
        months: dict[int, list[EvidenceSentence]] = {}
        for each in told:
            day = day_told(each.text)
            months.setdefault(day[1] if day else 0, []).append(each)
        share = min(_OF_A_YEAR, max(1, round(wanted * len(told) ** 0.5 / whole)))
        rounds = zip_longest(*months.values())
        found.append([each for turn in rounds for each in turn if each is not None][:share])
    return found


def without_overlaps(sentences: Iterable[EvidenceSentence]) -> list[EvidenceSentence]:
    """Those of which no part stands in one before them: a sentence may be quoted with the next one too."""
    found: list[EvidenceSentence] = []
    for each in sentences:
        if not any(_overlap(each, other) for other in found):
            found.append(each)
    return found


def spoken_of(sentences: Sequence[EvidenceSentence]) -> list[EvidenceSentence]:
    """Those of documents that speak of the subject more than once, where there are enough: others name it in passing.

    Sentences that are half as good as the best are passed over.
    """
    best = max((value_of(each) for each in sentences), default=0.0)
    sentences = [each for each in sentences if value_of(each) >= _HALF * best]
    counted = Counter(each.document for each in sentences)
    found = [each for each in sentences if counted[each.document] > 1]
    return found if len({each.document for each in found}) >= _ENOUGH_DOCUMENTS else list(sentences)


def centrality(sentences: Sequence[EvidenceSentence], measures: CollectionMeasures) -> Floats:
    """About 0.7 to 1 for each: by how near it is to what the sentences have in common, every document counting alike."""
    vectors = measures.text.smooth(measures.rows(each.number for each in sentences))
    size = Counter(each.document for each in sentences)
    weights = np.array([value_of(each) / size[each.document] for each in sentences], np.float32)
    near = vectors @ unit_rows((weights @ vectors)[None])[0]
    return np.asarray(1 - _CENTRAL + _CENTRAL * np.clip(near / max(float(near.max()), TINY), 0, 1), np.float32)


def _overlap(one: EvidenceSentence, other: EvidenceSentence) -> bool:
    return one.document == other.document and one.span.overlaps(other.span)
