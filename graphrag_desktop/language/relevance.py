"""How much each sentence says to a question, and how helpful a report is that may draw on some of them."""

import numpy as np

from graphrag_desktop.language.collection import CollectionMeasures, TextMeasures
from graphrag_desktop.language.questions import AskedWord, Question
from graphrag_desktop.language.scripts import is_cjk
from graphrag_desktop.language.vectors import Flags, Floats, Ints

_LEAST_PEAK = 0.42  # what the best sentences cover of the question, or nothing here answers it
_COVERAGE, _MEANING, _FOCUS = 0.45, 0.3, 0.25
_LEAST_COVERED = 0.3
_AROUND = 0.35  # what the passage says counts a third
_LEAST_QUALITY = 0.15
_ANCHOR = 0.45  # of the heaviest word's weight: a sentence must name one of the words that carry the question
_NAMED = 0.3
_LEAST_RELEVANCE, _NEAR_BEST = 0.4, 0.6  # evidence is above this, and above this share of the best


def sentence_relevance(measures: CollectionMeasures, question: Question) -> Floats:
    """For each sentence 0 to 1: the share of the question it covers, its meaning, how much of it is about that.

    All zeros where nothing covers enough of the question, and where it names nothing.
    """
    text = measures.text
    covered, is_anchored = _coverage(text, question)
    peak = float(np.sort(covered)[-5:].mean()) if len(covered) else 0.0
    if peak < _LEAST_PEAK:
        return np.zeros(text.sentence_count, np.float32)
    covered = np.minimum(covered / max(peak, 0.6), 1)
    relevance = _COVERAGE * covered + _MEANING * _meaning(text, question) + _FOCUS * _focus(text, question)
    is_good = (covered >= _LEAST_COVERED) & is_anchored & (text.quality >= _LEAST_QUALITY)
    return np.where(is_good, relevance, 0).astype(np.float32)


def sentence_value(relevance: Floats, quality: Floats) -> Floats:
    """Relevance with how well the sentence stands alone: what to quote first."""
    return np.asarray(relevance * (0.2 + 0.8 * quality), dtype=np.float32)


def helpful_evidence(measures: CollectionMeasures, relevance: Floats, rows: Ints) -> tuple[float, Ints]:
    """How helpful a report is, 0 to 1, whose evidence lies in `rows`, and what of it to quote, best first.

    Half is its best sentence, a quarter the mean of its best three, the rest their number and density. 0 without any.
    """
    best = float(relevance.max(initial=0.0))
    good = rows[relevance[rows] >= max(_LEAST_RELEVANCE, _NEAR_BEST * best)]
    if not len(good):
        return 0.0, good
    top, count = np.sort(relevance[good])[::-1][:3], len(good)
    helpful = 0.5 * float(top[0]) + 0.25 * float(top.mean()) * min(1, count / 3)
    helpful += 0.1 * count / (count + 4) + 0.15 * min(1, 4 * count / len(rows))
    value = sentence_value(relevance[good], measures.text.quality[good])
    return min(1.0, helpful), good[np.argsort(-value, kind="stable")]


def _coverage(text: TextMeasures, question: Question) -> tuple[Floats, Flags]:
    """The share of the question's weight that each sentence covers, and whether it names what the question is about."""
    total = sum(word.weight for word in question.words) or 1.0
    heaviest = max((word.weight for word in question.words), default=0.0)
    has_topic = any(word.is_topic for word in question.words)
    eastern = is_cjk(question.text)
    covered = np.zeros(text.sentence_count, np.float32)
    is_anchored = np.zeros(text.sentence_count, np.bool_)
    for word in question.words:
        hit = _hits(text, word, is_eastern=eastern)
        around = np.zeros(text.passage_count + 1, np.float32)
        np.maximum.at(around, text.passage_of, hit)
        covered += word.weight / total * np.maximum(hit, _AROUND * around[text.passage_of])
        is_substituted = max(word.columns.values(), default=1) < 1 and not eastern
        if (word.is_topic or not has_topic) and (word.weight >= _ANCHOR * heaviest or is_substituted):
            is_anchored |= hit > _NAMED
    return covered, is_anchored


def _hits(text: TextMeasures, word: AskedWord, *, is_eastern: bool) -> Floats:
    """How much each sentence names the word or what stands for it, 0 to 1; bigrams of one word add up."""
    soft = np.zeros(text.sentence_count, np.float32)
    exact = np.zeros(text.sentence_count, np.float32)
    for column, strength in word.columns.items():
        rows, _ = text.words.column(column)
        if strength >= 1 or (is_eastern and strength < 0.55):
            exact[rows] += strength
        else:
            soft[rows] = np.maximum(soft[rows], strength)
    return np.asarray(np.maximum(soft, np.minimum(exact, 1)), dtype=np.float32)


def _meaning(text: TextMeasures, question: Question) -> Floats:
    """The latent cosine, in units of its spread over the collection: what is far above the rest."""
    cosine = text.cosines(question.vector)
    known = cosine[text.is_analysed]
    mean, spread = (float(known.mean()), float(known.std())) if len(known) else (0.0, 0.0)
    return np.asarray(np.clip((cosine - mean - 1.2 * spread) / (4 * spread + 1e-9), 0, 1), dtype=np.float32)


def _focus(text: TextMeasures, question: Question) -> Floats:
    """How much of each sentence's own weight lies on the question's terms."""
    share = np.zeros(text.sentence_count, np.float32)
    for column in sorted({column for word in question.words for column in word.columns}):
        rows, values = text.words.column(column)
        share[rows] += np.square(values)
    return np.sqrt(np.minimum(1, 2 * share)).astype(np.float32)
