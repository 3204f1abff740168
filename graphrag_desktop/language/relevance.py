"""How much each sentence says to a question, and how helpful a report is that may draw on some of them."""

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from graphrag_desktop.language.aspects import aspect_relevance, is_of_aspect, nearness
from graphrag_desktop.language.collection import CollectionMeasures, TextMeasures
from graphrag_desktop.language.questions import AskedWord, Question
from graphrag_desktop.language.scripts import is_cjk
from graphrag_desktop.language.vectors import TINY, Flags, Floats, Ints, unit_rows

_LEAST_PEAK = 0.48  # what the best sentences cover of the question, or nothing here answers it
_LEAST_PEAK_OF_GENERAL = 0.4  # of a question in general words alone
_BEST_SENTENCE = 0.6  # a fact stands in one sentence: the best counts more than the mean of five
_COVERAGE, _MEANING, _FOCUS = 0.55, 0.25, 0.2
_LEAST_COVERED = 0.3
_COVERED_BY_ROW = 0.75  # a row of a table or a heading must say nearly all
_LEADING, _EVEN_UNLED = 0.95, 0.65  # a leading word nearly the heaviest; what covers so much need not be near it
_COVERED_WELL, _ENOUGH = (0.65, 0.5), 10  # of the question, where so many sentences do
_AROUND = 0.35  # what the passage says counts a third
_LEAST_QUALITY = 0.15
_ANCHOR = 0.45  # of the heaviest word's weight: a sentence must name one of the words that carry the question
_NAMED = 0.3
_POOR, _POOR_ANSWER, _NEARLY_ALL = (
    0.3,
    0.8,
    0.85,
)  # what a sentence counts that hardly stands alone, and one that answers
_LEAST_RELEVANCE, _NEAR_BEST = 0.36, 0.62  # evidence is above this, and above this share of the best
_LEADERS = 5  # the best, by which it is told what is near them: a single one may stand out by chance
_PART_OF_PHRASE = 0.4  # what one word of a phrase counts without the others
_TOGETHER = 0.9  # and all of them in one sentence
_TOGETHER_UNNAMED = 0.5  # where the phrase names an entity, and the sentence does not
_TAUGHT_BY, _FEWEST_TEACHERS = 15, 4  # sentences that show what the answer is about
_SUBJECT = 0.25  # what nearness to that subject counts
_MANY_PASSAGES = 3_000
_SUPPORTING, _SAID = 2, 0.5  # words that carry the question, and what counts as saying one
_ALL = 0.95
_AS_GOOD = 1.25  # a word that may stand for one of the subject names it nearly as well
_APART = 0.6  # of its relevance loses a sentence near which nothing of the subject is named
_KIND_ASKED, _OTHER_KIND = 1.15, 0.85  # where "who" is asked, sentences that name someone, and others


def sentence_relevance(measures: CollectionMeasures, question: Question) -> Floats:
    """For each sentence 0 to 1: the share of the question it covers, its meaning, how much of it is about that.

    What the best sentences have in common then tells in which sense the words are meant (pseudo-relevance feedback,
    Rocchio 1971). All zeros where nothing covers enough of the question, and where it names nothing.
    """
    text = measures.text
    covered, is_anchored = _coverage(measures, question)
    peak = peak_coverage(covered)
    least = _LEAST_PEAK if any(word.is_topic for word in question.words) else _LEAST_PEAK_OF_GENERAL
    if peak < least or not _is_supported(measures, question):
        return np.zeros(text.sentence_count, np.float32)
    covered = np.minimum(covered / max(peak, 0.6), 1)
    relevance = _COVERAGE * covered + _MEANING * _meaning(text, question.vector) + _FOCUS * _focus(text, question)
    is_good = _is_good(text, covered, is_anchored)
    found = np.where(is_good, relevance * _kind_factor(measures, question), 0).astype(np.float32)
    return np.minimum(_nearer_to_subject(text, found), 1)


def _is_good(text: TextMeasures, covered: Floats, is_anchored: Flags) -> Flags:
    """Sentences that cover enough of the question: where many cover most of it, those that cover a part are passed over."""
    is_prose = text.quality >= _LEAST_QUALITY
    may_be = is_anchored & np.where(
        is_prose, covered >= _LEAST_COVERED, (covered >= _COVERED_BY_ROW) & (text.quality > 0)
    )
    for least in _COVERED_WELL:
        found = may_be & (covered >= least)
        if int((found & is_prose).sum()) >= _ENOUGH:
            return np.asarray(found)
    return np.asarray(may_be)


def peak_coverage(covered: Floats) -> float:
    """How much of the question the collection covers at its best."""
    best = np.sort(covered)[-5:]
    return float(_BEST_SENTENCE * best[-1] + (1 - _BEST_SENTENCE) * best.mean()) if len(best) else 0.0


def told_quality(relevance: float, quality: float) -> float:
    """What the quality of a sentence counts beside its relevance: less where it says all that is asked."""
    one = (np.array([each], np.float32) for each in (relevance, quality))
    return float(sentence_value(*one)[0]) / max(relevance, TINY)


def sentence_value(relevance: Floats, quality: Floats) -> Floats:
    """Relevance with how well the sentence stands alone: what to quote first."""
    poor = _POOR + (_POOR_ANSWER - _POOR) * np.clip((relevance - _NEARLY_ALL) / (1 - _NEARLY_ALL), 0, 1)
    return np.asarray(relevance * (poor + (1 - poor) * quality), dtype=np.float32)


def least_quotable(relevance: Floats) -> float:
    """Below it a sentence is too far from the best ones of a question to be evidence."""
    best = np.sort(relevance[relevance > 0])[-_LEADERS:]
    mean = float(best.sum()) / min(_LEADERS, len(relevance)) if len(best) else 0.0
    return max(_LEAST_RELEVANCE, _NEAR_BEST * mean)


def helpful_evidence(
    measures: CollectionMeasures, relevance: Floats, rows: Ints, least: float | None = None
) -> tuple[float, Ints]:
    """How helpful a report is, 0 to 1, whose evidence lies in `rows`, and what of it to quote, best first.

    Half is its best sentence, a quarter the mean of its best three, the rest their number and density. 0 without any.
    `least` is the `least_quotable` of the relevance, for whoever asks this of many.
    """
    good = rows[relevance[rows] >= (least_quotable(relevance) if least is None else least)]
    if not len(good):
        return 0.0, good
    top, count = np.sort(relevance[good])[::-1][:3], len(good)
    helpful = 0.5 * float(top[0]) + 0.25 * float(top.mean()) * min(1, count / 3)
    helpful += 0.1 * count / (count + 4) + 0.15 * min(1, 4 * count / len(rows))
    value = sentence_value(relevance[good], measures.text.quality[good])
    return min(1.0, helpful), good[np.argsort(-value, kind="stable")]


def relevance_together(measures: CollectionMeasures, question: Question, relevance: Floats) -> Floats:
    """The relevance by how much of the subject is named together, and by what is asked about it.

    Where a question asks something of a kind (why, what harm), what answers may stand beside the subject's name.
    """
    if not relevance.any() or is_cjk(question.text):
        return relevance
    aspect = question.aspect
    words = [each for each in question.words if each.all_columns]
    subject = [each for each in words if each.parts or not is_of_aspect(aspect, each.word)]
    if aspect is not None and aspect.is_loose:
        subject = [each for each in subject if each.is_topic]
    elif not subject:
        subject = words
    hits = [(each.weight, np.minimum(_AS_GOOD * _hits(measures, each, is_eastern=False), 1)) for each in subject]
    if aspect is not None:
        found = aspect_relevance(measures, hits, aspect, relevance) * _kind_factor(measures, question)
    elif len(hits) > 1:
        found = relevance * (1 - _APART + _APART * nearness(measures.text, hits))
    else:
        return relevance
    return np.where(says_all(relevance), np.maximum(found, relevance), found).astype(np.float32)


def says_all(relevance: Floats) -> Flags:
    """Which sentences say all that is asked, or nearly: such a one may be the very answer."""
    return np.asarray(relevance >= _ALL)


def _is_supported(measures: CollectionMeasures, question: Question) -> bool:
    """Whether one passage and its neighbours say two of the words that carry the question, where there are as many.

    A single rare word is often met in another sense: the plot of Hamlet, and a hamlet. Where a word is found nowhere,
    two others must stand together, a phrase counting as one, and nothing helps where it is what the question is after:
    the recipe for mussels is not found by mussels alone.
    """
    if is_cjk(question.text):
        return True
    topics = [word for word in question.words if word.is_topic]
    lacking = [word for word in topics if not word.all_columns and not _is_listed(word, question.text)]
    carrying = [part for word in topics for part in (word.parts or (word,)) if part.is_topic]
    if lacking and lacking[0] is topics[0]:
        return False
    if lacking:
        carrying = topics
    if len(carrying) < _SUPPORTING:
        return True
    return _said_together(measures, carrying) >= _SUPPORTING and not _lacks_name(measures, question)


def _lacks_name(measures: CollectionMeasures, question: Question) -> bool:
    """Whether the question writes two of its words together as a name, and no passage says both: the Ninth Symphony."""
    words = [part for word in question.words for part in (word.parts or (word,))]
    written = (
        re.finditer(rf"(?<=\S )\b{re.escape(a.word)} {re.escape(b.word)}\b", question.text, re.IGNORECASE)
        for a, b in pairwise(words)
    )
    named = (
        pair
        for pair, found in zip(pairwise(words), written, strict=True)
        if any(each.group().istitle() for each in found)
    )
    return any(_said_together(measures, pair, is_near=False) < len(pair) for pair in named)


def _is_listed(word: AskedWord, text: str) -> bool:
    """Whether the question names the word beside others, so that the rest may be answered without it."""
    return re.search(rf"\b{re.escape(word.word)}(?:,| and | or )", text, re.IGNORECASE) is not None


def _said_together(measures: CollectionMeasures, words: Sequence[AskedWord], *, is_near: bool = True) -> int:
    """How many of the words one passage says, with its neighbours in the same document where there are not too many.

    In a large collection two words meet in neighbours by chance.
    """
    text = measures.text
    is_near = is_near and text.passage_count < _MANY_PASSAGES
    home = np.full(text.passage_count + 1, -1, np.int64)
    home[text.passage_of] = text.document_of
    is_followed = home[:-1] == home[1:]
    said = np.zeros(text.passage_count + 1, np.int64)
    for word in words:
        here = np.zeros(text.passage_count + 1, np.bool_)
        here[text.passage_of[_hits(measures, word, is_eastern=False) >= _SAID]] = True
        near = here.copy()
        if is_near:
            near[1:] |= here[:-1] & is_followed
            near[:-1] |= here[1:] & is_followed
        said += near
    return int(said[:-1].max(initial=0))


def _coverage(measures: CollectionMeasures, question: Question) -> tuple[Floats, Flags]:
    """The share of the question's weight that each sentence covers, and whether it names what the question is about."""
    text = measures.text
    total = sum(word.weight for word in question.words) or 1.0
    heaviest = max((word.weight for word in question.words), default=0.0)
    has_topic = any(word.is_topic for word in question.words)
    eastern = is_cjk(question.text)
    covered = np.zeros(text.sentence_count, np.float32)
    is_anchored = np.zeros(text.sentence_count, np.bool_)
    is_led: Flags | None = None
    for word in question.words:
        hit = _hits(measures, word, is_eastern=eastern)
        around = np.zeros(text.passage_count + 1, np.float32)
        np.maximum.at(around, text.passage_of, hit)
        around[-1] = 0  # what is left out has no passage
        covered += word.weight / total * np.maximum(hit, _AROUND * around[text.passage_of])
        is_substituted = not word.parts and max(word.columns.values(), default=1) < 1 and not eastern
        if (word.is_topic or not has_topic) and (word.weight >= _ANCHOR * heaviest or is_substituted):
            is_anchored |= hit > _NAMED
        if is_led is None and word.is_topic and word.all_columns:
            is_led = (np.maximum(hit, around[text.passage_of]) > _NAMED) | (word.weight < _LEADING * heaviest)
    if is_led is not None and int((is_anchored & is_led).sum()) >= _ENOUGH:
        is_anchored &= is_led | (covered >= _EVEN_UNLED)  # what the question is after must be spoken of near by
    return covered, is_anchored


def _hits(measures: CollectionMeasures, word: AskedWord, *, is_eastern: bool) -> Floats:
    """How much each sentence names the word or what stands for it, 0 to 1; bigrams of one word add up."""
    text = measures.text
    if word.parts:
        return _phrase_hits(measures, word)
    soft = np.zeros(text.sentence_count, np.float32)
    exact = np.zeros(text.sentence_count, np.float32)
    for column, strength in word.columns.items():
        rows, _ = text.words.column(column)
        if strength >= 1 or (is_eastern and strength < 0.55):
            exact[rows] += strength
        else:
            soft[rows] = np.maximum(soft[rows], strength)
    return np.asarray(np.maximum(soft, np.minimum(exact, 1)), dtype=np.float32)


def _phrase_hits(measures: CollectionMeasures, phrase: AskedWord) -> Floats:
    """1 where an entity of that name is named, less where its words stand apart, little where only some do."""
    hits = np.stack([_hits(measures, part, is_eastern=False) for part in phrase.parts])
    together = _TOGETHER_UNNAMED if phrase.entities else _TOGETHER
    found = np.maximum(_PART_OF_PHRASE * hits.max(0), together * hits.min(0))
    for row in phrase.entities:
        found[measures.entities.mentions.column(row)[0]] = 1
    return np.asarray(found, dtype=np.float32)


def _meaning(text: TextMeasures, vector: Floats) -> Floats:
    """The latent cosine, in units of its spread over the collection: what is far above the rest."""
    cosine = text.cosines(vector)
    known = cosine[text.is_analysed]
    mean, spread = (float(known.mean()), float(known.std())) if len(known) else (0.0, 0.0)
    return np.asarray(np.clip((cosine - mean - 1.2 * spread) / (4 * spread + 1e-9), 0, 1), dtype=np.float32)


def _focus(text: TextMeasures, question: Question) -> Floats:
    """How much of each sentence's own weight lies on the question's terms."""
    share = np.zeros(text.sentence_count, np.float32)
    for column in sorted(frozenset[int]().union(*(word.all_columns for word in question.words))):
        rows, values = text.words.column(column)
        share[rows] += np.square(values)
    return np.sqrt(np.minimum(1, 2 * share)).astype(np.float32)


def _kind_factor(measures: CollectionMeasures, question: Question) -> Floats | float:
    """More for sentences that name something of the kind asked for."""
    entities = measures.entities
    if not question.types:
        return 1.0
    is_asked = np.array([kind in question.types for kind in entities.types], np.bool_) & ~entities.is_hub
    mentions = entities.mentions
    named = np.bincount(mentions.row_of, is_asked[mentions.columns.astype(np.int64)], mentions.count) > 0
    return np.where(named, _KIND_ASKED, _OTHER_KIND).astype(np.float32)


def _nearer_to_subject(text: TextMeasures, relevance: Floats) -> Floats:
    """The relevance, a part of it by how near a sentence is to what the best of them speak of."""
    value = sentence_value(relevance, text.quality)
    best = np.argsort(-value, kind="stable")[:_TAUGHT_BY]
    best = best[relevance[best] > 0]
    if len(best) < _FEWEST_TEACHERS:
        return relevance
    subject = unit_rows((value[best] @ text.smooth(best))[None])[0]
    near = np.minimum(1.5 * _meaning(text, subject), 1)
    return np.asarray(relevance * (1 - _SUBJECT + _SUBJECT * near), dtype=np.float32)
