"""What a question asks for: its words with their weight here, what may stand for them, and its shape."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np

from graphrag_desktop.language.collection import CollectionMeasures, TextMeasures
from graphrag_desktop.language.lexicon import STOP
from graphrag_desktop.language.lexicon_cjk import FUNCTION_SIGNS, JOSA, KO_QUESTION, PREDICATE
from graphrag_desktop.language.lexicon_questions import ANGLES, KINDS_ASKED, META, RELATED, TIMELINE
from graphrag_desktop.language.scripts import HAN, HANGUL, KANA, is_cjk
from graphrag_desktop.language.vectors import TINY, Floats, likeness, unit_rows
from graphrag_desktop.language.words import search_terms, singular

_LARGE = 2_000  # sentences; in a smaller collection "measures" may well be what a question is about
_MOST_PLACES = 3_000  # sentences by which a word's focus is measured
_RELATED, _ONLY_RELATED = 0.6, 0.7  # what a relative counts beside the word, and in its place
_NEIGHBOURS, _NEAR, _NEIGHBOUR = 8, 0.5, 0.55
_RARE_MARGIN = 0.7  # below the highest idf: a neighbour must stand in more than a passage or two
_GAP = 0.35  # how heavy a word weighs that only its relatives stand for
_HAN_WORD = re.compile(rf"(?:(?![{FUNCTION_SIGNS}])[{HAN}{KANA}])+")
_HAN_META = re.compile("|".join(sorted((word for word in META if not word.isascii()), key=len, reverse=True)))
_TOKEN = re.compile(rf"[{HANGUL}]+|[{HAN}{KANA}]+|\d{{2,}}|[^\W\d_{HANGUL}{HAN}{KANA}]+(?:['’][^\W\d_]+)?")


@dataclass(frozen=True, slots=True)
class AskedWord:
    """A word of a question: `columns` are the terms that stand for it with their strength, empty for a gap.

    `is_topic` is false for the side of a topic that is asked for ("problems", "measures").
    """

    word: str
    weight: float
    columns: Mapping[int, float]
    is_topic: bool


@dataclass(frozen=True, slots=True)
class Question:
    """A question as read against a collection.

    `missing` are the words that the collection never mentions, nor anything like them. `types` are those of the
    entities asked for ("who"). `is_timeline` asks how something went over time. `vector` is its latent meaning.
    """

    text: str
    words: tuple[AskedWord, ...]
    missing: tuple[str, ...]
    vector: Floats
    is_timeline: bool
    types: tuple[str, ...]

    @property
    def is_overview(self) -> bool:
        """Whether it names nothing: it asks about the whole collection."""
        return not self.words


def read_question(measures: CollectionMeasures, text: str) -> Question:
    """The words that carry the question, weighed by how much each tells in this collection.

    The latest one is remembered: every part of an answer reads the same question.
    """
    latest = _LATEST.get(measures)
    if latest is None or latest.text != text:
        latest = _LATEST[measures] = _read(measures, text)
    return latest


_LATEST: "WeakKeyDictionary[CollectionMeasures, Question]" = WeakKeyDictionary()


def _read(measures: CollectionMeasures, text: str) -> Question:
    collection = measures.text
    words: list[AskedWord] = []
    missing: list[str] = []
    vector = np.zeros(collection.basis.shape[1], np.float32)
    for word in dict.fromkeys(asked_words(text)):
        terms = search_terms(word)
        known = collection.columns(terms)
        related = _related_columns(collection, word)
        if terms and len(known) < 0.5 * len(terms):
            asked = _gap(collection, word, related)
            if related:
                vector += unit_rows(np.stack([collection.term_vector(each) for each in related])).mean(0)
            else:
                missing.append(word)
            words.append(asked)
        elif terms:
            asked = _known_word(collection, word, known, related)
            vector += np.stack([collection.term_vector(each) for each in known]).mean(0) * asked.weight
            words.append(asked)
    types = next((types for pattern, types in KINDS_ASKED if pattern.search(text)), ())
    unit = np.asarray(vector / max(float(np.linalg.norm(vector)), TINY), dtype=np.float32)
    return Question(text, tuple(words), tuple(missing), unit, TIMELINE.search(text) is not None, types)


def asked_words(text: str) -> Iterator[str]:
    """The words of a question that carry it: no question words, no words about documents in general."""
    for token in _TOKEN.findall(text):
        word = re.split("['’]", token.lower(), maxsplit=1)[0]
        if re.match(f"[{HANGUL}]", word):
            parts = [_korean_word(word)]
        elif re.match(f"[{HAN}{KANA}]", word):
            parts = _HAN_WORD.findall(_HAN_META.sub(" ", word))
        else:
            parts = [word]
        for part in parts:
            if len(part) > 1 and part not in META and part not in STOP and singular(part) not in META:
                yield part


def _korean_word(word: str) -> str:
    stem = PREDICATE.sub("", JOSA.sub("", word)) if len(word) > 2 else word
    return "" if KO_QUESTION.search(stem) else stem


def _related_columns(text: TextMeasures, word: str) -> list[int]:
    """The columns of the words that may stand for this one in a text, as a list made by hand has them."""
    related = RELATED.get(word, RELATED.get(singular(word), ()))
    terms = (search_terms(each) for each in related)
    return text.columns(term for found in terms for term in (found if is_cjk(word) else found[:1]))


def _gap(text: TextMeasures, word: str, related: list[int]) -> AskedWord:
    """A word that the collection lacks: a heavy gap, unless its relatives stand in."""
    rare = float(text.idf.max(initial=1.0))
    if not related:
        return AskedWord(word, rare, {}, is_topic=True)
    return AskedWord(word, _GAP * rare, dict.fromkeys(related, _ONLY_RELATED), is_topic=_is_topic(text, word))


def _known_word(text: TextMeasures, word: str, known: list[int], related: list[int]) -> AskedWord:
    """A word that the collection has. One that goes anywhere (respond, large) weighs little: idf x likeness."""
    weight = float(text.idf[known].mean()) * (0.25 + min(1.0, 5 * _focus(text, known)))
    own = 1 / len(known) if is_cjk(word) else 1.0
    columns = dict.fromkeys(known, own)
    for column in related:
        columns[column] = max(columns.get(column, 0), _RELATED)
    if not is_cjk(word):
        for column, strength in _neighbours(text, known[0]):
            columns[column] = max(columns.get(column, 0), strength)
    return AskedWord(word, weight, columns, is_topic=_is_topic(text, word))


def _focus(text: TextMeasures, known: list[int]) -> float:
    """How alike the sentences are that have one of the terms, above what any two sentences are."""
    rows = np.unique(np.concatenate([text.words.column(each)[0] for each in known]))[:_MOST_PLACES]
    if len(rows) < 3:
        return 0.2
    return max(0.0, float(likeness(text.smooth(rows).sum(0), len(rows))) - text.base)


def _neighbours(text: TextMeasures, column: int) -> Iterator[tuple[int, float]]:
    """The terms nearest to this one in the latent space, with their strength."""
    near = text.term_neighbours(column)
    rare = float(text.idf.max(initial=1.0)) - _RARE_MARGIN
    nearest = [int(each) for each in np.argsort(-near, kind="stable")[: _NEIGHBOURS + 1] if each != column]
    for each in nearest[:_NEIGHBOURS]:
        if near[each] > _NEAR and text.idf[each] < rare:
            yield each, _NEIGHBOUR * float(near[each])


def _is_topic(text: TextMeasures, word: str) -> bool:
    return singular(word) not in ANGLES or text.sentence_count < _LARGE
