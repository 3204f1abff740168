"""The kind of a question: why, who gained, what was done, what harm; and how much a sentence says to that kind.

A question has words that name its subject and words that say what is asked about it. "Who profited from the deepening?" is
answered by "the foundation paid her 640,000 crowns", which says neither word. So a kind is told by cue words and forms of
sentences made by hand, and the subject may be named near by: beside the sentence, in its passage, or by its document.
"""

import re
from collections.abc import Sequence

import numpy as np

from graphrag_desktop.language.collection import CollectionMeasures, TextMeasures
from graphrag_desktop.language.lexicon_aspects import ASPECTS, Aspect
from graphrag_desktop.language.lexicon_cues import NOT_YET
from graphrag_desktop.language.lexicon_eastern_questions import EASTERN_ASPECTS
from graphrag_desktop.language.scripts import is_cjk
from graphrag_desktop.language.vectors import TINY, Flags, Floats

_STRONG, _WEAK, _NONE = 1.0, 0.55, 0.25
_BESIDE, _PASSAGE, _DOCUMENT = 0.75, 0.5, 0.5  # what a word counts that stands near a sentence and not in it
_SPEAKS_OF = 0.08  # of a document's sentences: so many say a word that the document is about
_NEAR_SUBJECT, _OWN = 0.65, 0.35  # what nearness to the subject counts, and the sentence by itself
_OF_ONE_AFFAIR = 0.45  # of that, in a small collection that is about the subject as a whole: the rest is the kind's
_PREVALENT = 0.2  # of the documents: so many name each word of the subject where a collection is about it
_SMALL = 2_000  # sentences: of a smaller collection all may be about one affair
_UNCUED = 0.5
_LITERAL = 1.06  # for a sentence with the word of the question itself
_NOT_YET = 0.75  # for what may be, where it is asked what was
_FAR, _NEAR_SIGNS = 0.7, 55  # for a cue that stands further from the subject: some nine words
_TWICE = 1.18  # for a sentence that says what is asked for in more than one way


def aspect_of(question: str) -> Aspect | None:
    """The kind of a question; None where it asks for nothing that has cue words."""
    known = EASTERN_ASPECTS if is_cjk(question) else ASPECTS
    return next((each for each in known if each.asked.search(question)), None)


def aspect_factor(aspect: Aspect | None, text: str, subject: Sequence[str] = ()) -> float:
    """What a sentence counts by how it speaks to a kind of question: fully, in part, or not; by what it says of the subject.

    `subject` are how words begin that name it.
    """
    if aspect is None:
        return _STRONG
    plain = _cues_of(aspect, text)
    full = [group for group in aspect.strong if all(each.search(plain) for each in group)]
    if not full:
        partly = (each.search(plain) for group in aspect.strong for each in group)
        return _WEAK if aspect.weak.search(plain) or any(partly) else _NONE
    factor = _STRONG * (_LITERAL if aspect.asked.search(plain) else 1) * (_FAR if _is_far(full, plain, subject) else 1)
    if len(full) > 1 or any(min(len(each.findall(plain)) for each in group) > 1 for group in full):
        factor *= _TWICE
    return factor * (_NOT_YET if aspect.has_happened and NOT_YET.search(plain) else 1)


def _is_far(groups: Sequence[Sequence[re.Pattern[str]]], text: str, subject: Sequence[str]) -> bool:
    """Whether the sentence names the subject, and what it says of the kind stands in another part of it."""
    places = [found.start() for each in subject for found in re.finditer(rf"\b{re.escape(each)}", text, re.IGNORECASE)]
    if not places:
        return False
    cues = [found.start() for group in groups for found in group[0].finditer(text)]
    return min(abs(place - cue) for place in places for cue in cues) > _NEAR_SIGNS


def is_answered_by(aspect: Aspect | None, text: str) -> bool:
    """Whether a sentence has all that marks an answer to the kind of question."""
    if aspect is None:
        return True
    plain = _cues_of(aspect, text)
    if aspect.has_happened and NOT_YET.search(plain):
        return False
    return any(all(each.search(plain) for each in group) for group in aspect.strong)


def _cues_of(aspect: Aspect, text: str) -> str:
    """The sentence without its names, which say nothing of a kind (an audit office), and without what denies it."""
    plain = _without_names(_ASIDE.sub(",", text) if aspect.has_happened else text)
    return aspect.void.sub("-", plain) if aspect.void else plain


def _without_names(text: str) -> str:
    """The sentence without its names: that somebody comes from an audit office says nothing of an audit."""
    return _NAME.sub("-", text)


_ASIDE = re.compile(r", (?:including|which|who|whose|as|after|before) [^,;.]*,")
_NAME = re.compile(r"(?<=[^\W_][ ,])(?:[A-Z][\w'’-]+)|(?<=, )[A-Z][\w'’-]+")


def is_of_aspect(aspect: Aspect | None, word: str) -> bool:
    """Whether a word of a question tells its kind and no subject."""
    return aspect is not None and (word.lower() in aspect.plain or aspect.asked.search(word) is not None)


def aspect_relevance(
    measures: CollectionMeasures, hits: Sequence[tuple[float, Floats]], aspect: Aspect, own: Floats
) -> Floats:
    """The relevance `own` of every sentence, with that of what stands near the subject and may be of the kind asked for.

    `hits` are the weight of each word of the subject and how much every sentence says it. Where `own` is nothing at all,
    nothing is found near it either.
    """
    text, peak = measures.text, float(own.max(initial=0.0))
    if not peak:
        return own
    total = sum(weight for weight, _ in hits)
    found = np.ones(text.sentence_count)
    if total:
        near = nearness(text, hits)
        part = 1.0
        if _is_of_one_affair(text, [hit for _, hit in hits]):
            most = np.max([_spread(text, hit) for _, hit in hits], axis=0)
            near, part = (near, _OF_ONE_AFFAIR) if aspect.is_loose else (np.sqrt((near + most) / 2), 1.0)
        elif text.sentence_count >= _SMALL:
            near = np.square(near)  # among so many, all words of the subject should stand together
        found = 1 - part + part * (_NEAR_SUBJECT * near + _OWN * own / peak)
    if aspect.stems and (text.sentence_count >= _SMALL or aspect.is_loose):
        found = found * np.where(_has_cue(text, aspect), 1, _UNCUED)
    found = found * text.is_analysed
    return np.asarray(found * peak / max(float(found.max()), TINY), dtype=np.float32)


def nearness(text: TextMeasures, hits: Sequence[tuple[float, Floats]]) -> Floats:
    """How much of a subject each sentence names, itself or near by: 0 to 1, by the weights of its words."""
    total = sum(weight for weight, _ in hits)
    near = np.sum([weight / total * _spread(text, hit) for weight, hit in hits], axis=0)
    return np.asarray(near, dtype=np.float32)


def _is_of_one_affair(text: TextMeasures, hits: Sequence[Floats]) -> bool:
    """Whether the collection is small and most of it is about the subject, so that anything may belong to it."""
    if text.sentence_count >= _SMALL:
        return False
    named = (len(np.unique(text.document_of[hit >= _UNCUED])) for hit in hits)
    return min(named) >= _PREVALENT * text.document_count


def _has_cue(text: TextMeasures, aspect: Aspect) -> Flags:
    """Which sentences have a word that begins as one that answers this kind of question."""
    found = np.zeros(text.sentence_count, np.bool_)
    for column in _cue_columns(text, aspect):
        found[text.words.column(column)[0]] = True
    return found


def _cue_columns(text: TextMeasures, aspect: Aspect) -> tuple[int, ...]:
    short = {each for each in aspect.stems if len(each) < 4}
    long = tuple(each for each in aspect.stems if len(each) >= 4)
    return tuple(column for term, column in text.vocabulary.items() if term.startswith(long) or term in short)


def _spread(text: TextMeasures, hit: Floats) -> Floats:
    """How much a word is said in each sentence, beside it, in its passage, or by its document as a whole."""
    is_followed = text.passage_of[:-1] == text.passage_of[1:]
    found = hit.copy()
    found[1:] = np.maximum(found[1:], _BESIDE * hit[:-1] * is_followed)
    found[:-1] = np.maximum(found[:-1], _BESIDE * hit[1:] * is_followed)
    passage = np.zeros(text.passage_count + 1, np.float32)
    np.maximum.at(passage, text.passage_of, hit)
    passage[-1] = 0
    documents = int(text.document_of.max(initial=0)) + 1
    sizes = np.bincount(text.document_of, text.is_analysed, documents)
    share = np.bincount(text.document_of, hit, documents) / np.maximum(1, sizes)
    about = np.minimum(1, share / _SPEAKS_OF).astype(np.float32)
    near = np.maximum(_PASSAGE * passage[text.passage_of], _DOCUMENT * about[text.document_of])
    return np.asarray(np.maximum(found, near), dtype=np.float32)
