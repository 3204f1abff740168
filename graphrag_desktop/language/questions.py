"""What a question asks for: its words with their weight here, what may stand for them, and its shape."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

import numpy as np

from graphrag_desktop.domain.identity import entity_id
from graphrag_desktop.language import lexicon_eastern_questions as eastern
from graphrag_desktop.language.aspects import aspect_of, is_of_aspect
from graphrag_desktop.language.collection import CollectionMeasures, TextMeasures
from graphrag_desktop.language.eastern_questions import eastern_words
from graphrag_desktop.language.lexicon import STOP
from graphrag_desktop.language.lexicon_aspects import Aspect
from graphrag_desktop.language.lexicon_general import is_asking
from graphrag_desktop.language.lexicon_questions import ANGLES, KINDS_ASKED, META, RELATED, TIMELINE
from graphrag_desktop.language.scripts import HAN, HANGUL, KANA, is_cjk
from graphrag_desktop.language.vectors import TINY, Floats, Ints, likeness, unit_rows
from graphrag_desktop.language.words import search_terms, singular

_LARGE = 2_000  # sentences; in a smaller collection "measures" may well be what a question is about
_MOST_PLACES = 3_000  # sentences by which a word's focus is measured
_RELATED, _ONLY_RELATED = 0.7, 0.75  # what a relative counts beside the word, and in its place
_NEIGHBOURS, _NEAR, _NEIGHBOUR = 8, 0.5, 0.55
_RARE_MARGIN = 0.7  # below the highest idf: a neighbour must stand in more than a passage or two
_NAME_GAP, _PLAIN_GAP, _VERB_GAP = 1.25, 0.9, 0.3  # what is no name may have been said otherwise, a verb above all
_FIRST = 1.3  # what the first topic of a question counts
_OF_PARTS = 0.75  # what a phrase counts of its words together: they say one thing
_LONGEST_PHRASE = 4  # words that carry it
_SMALL_WORDS = ("of", "the", "and", "for", "in", "to", "on")
_LEAST_TOGETHER, _OFTENER = 2, 4  # shared sentences of a phrase, and how many times as many as by chance
_GENERAL = 0.5  # what a word counts that questions are made with
_OF_ASPECT = 0.4  # what a word counts that says what is asked about the subject: an answer says it otherwise
_GAP = 0.35  # how heavy a word weighs that only its relatives stand for
_CHINESE_NAME = re.compile(rf"[{HAN}]{{2,3}}")
_TOKEN = re.compile(rf"[{HANGUL}]+|[{HAN}{KANA}]+|\d{{2,}}|[^\W\d_{HANGUL}{HAN}{KANA}]+(?:['’][^\W\d_]+)?")


@dataclass(frozen=True, slots=True)
class AskedWord:
    """A word of a question: `columns` are the terms that stand for it with their strength, empty for a gap.

    `is_topic` is false for the side of a topic that is asked for ("problems", "measures"). A phrase has `parts`, no
    columns of its own, and the rows of the entities that bear its name.
    """

    word: str
    weight: float
    columns: Mapping[int, float]
    is_topic: bool
    parts: tuple["AskedWord", ...] = ()
    entities: tuple[int, ...] = ()

    @property
    def all_columns(self) -> frozenset[int]:
        """Its columns and those of its parts."""
        return frozenset(self.columns).union(*(each.all_columns for each in self.parts))


@dataclass(frozen=True, slots=True)
class Question:
    """A question as read against a collection.

    `missing` are the words that the collection never mentions, nor anything like them. `types` are those of the
    entities asked for ("who"). `is_timeline` asks how something went over time. `vector` is its latent meaning. `aspect` is
    what it asks about its subject (why, what harm), where that is of a kind with words of its own.
    """

    text: str
    words: tuple[AskedWord, ...]
    missing: tuple[str, ...]
    vector: Floats
    is_timeline: bool
    types: tuple[str, ...]
    aspect: Aspect | None = None

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
        is_general = is_asking(word) or _is_degree(word, text)
        if terms and len(known) < 0.5 * len(terms):
            if is_general:  # that nobody "happened" or "ignored" says nothing about the collection
                continue
            asked = _gap(collection, word, related, is_name=_is_named(word, text))
            if related:
                vector += unit_rows(np.stack([collection.term_vector(each) for each in related])).mean(0)
            elif asked.is_topic:
                missing.append(word)
            words.append(asked)
        elif terms:
            asked = _known_word(collection, word, known, related)
            if is_general:
                asked = replace(asked, weight=_GENERAL * asked.weight, is_topic=False)
            vector += np.stack([collection.term_vector(each) for each in known]).mean(0) * asked.weight
            words.append(asked)
    is_timeline = (eastern.TIMELINE if is_cjk(text) else TIMELINE).search(text) is not None
    aspect = None if is_timeline else aspect_of(text)
    words = [
        replace(each, weight=_OF_ASPECT * each.weight) if is_of_aspect(aspect, each.word) else each for each in words
    ]
    words = _led_by_first(join_phrases(measures, text, words))
    kinds = (types for pattern, types in (*KINDS_ASKED, *eastern.KINDS_ASKED) if pattern.search(text))
    types = tuple(dict.fromkeys(kind for types in kinds for kind in types))
    if is_timeline and not any(word.is_topic for word in words) and not missing:
        words = []  # how it developed, and nothing else
    unit = np.asarray(vector / max(float(np.linalg.norm(vector)), TINY), dtype=np.float32)
    return Question(text, tuple(words), tuple(missing), unit, is_timeline, types, aspect)


def asked_words(text: str) -> Iterator[str]:
    """The words of a question that carry it: no question words, no words about documents in general."""
    for token in _TOKEN.findall(text):
        word = re.split("['’]", token.lower(), maxsplit=1)[0]
        parts = eastern_words(word) if is_cjk(word) else [word]
        for part in parts:
            if len(part) > 1 and part not in META and part not in STOP and singular(part) not in META:
                yield part


def _led_by_first(words: Sequence[AskedWord]) -> list[AskedWord]:
    """The words, the first topic heavier: what follows it in a question mostly says where, when or for whom."""
    first = next((place for place, each in enumerate(words) if each.is_topic and each.all_columns), None)
    return [replace(each, weight=_FIRST * each.weight) if place == first else each for place, each in enumerate(words)]


def join_phrases(measures: CollectionMeasures, text: str, words: Sequence[AskedWord]) -> list[AskedWord]:
    """The words, those that make a phrase here as one: the name of an entity, or two that belong together.

    A sentence that has only one word of a "civil service" is seldom about it.
    """
    left = list(words)
    joined: list[AskedWord] = []
    while left:
        size, entities = _phrase_at(measures, text, left)
        parts, left = tuple(left[:size]), left[size:]
        if size == 1:
            joined += parts
            continue
        name = " ".join(each.word for each in parts)
        weight = _OF_PARTS * sum(each.weight for each in parts)
        joined.append(AskedWord(name, weight, {}, any(each.is_topic for each in parts), parts, entities))
    return joined


def _phrase_at(measures: CollectionMeasures, text: str, words: Sequence[AskedWord]) -> tuple[int, tuple[int, ...]]:
    """How many of the first words are one phrase, and the entities that bear its name."""
    entities = measures.entities
    for size in range(min(_LONGEST_PHRASE, len(words)), 1, -1):
        between = rf"(?:[ -]+(?:{'|'.join(_SMALL_WORDS)}))*[ -]+"
        match = re.search(between.join(re.escape(each.word) for each in words[:size]), text, re.IGNORECASE)
        if match is None or any(is_cjk(each.word) for each in words[:size]):
            continue
        name = match.group().lower()
        rows = entities.rows(map(entity_id, dict.fromkeys([name, " ".join(map(singular, name.split()))])))
        if len(rows):
            return size, tuple(sorted(set(rows.tolist())))
        if size == 2 and re.fullmatch(r"\S+[ -]+\S+", name) and _belong_together(measures.text, words[0], words[1]):
            return size, ()
    return 1, ()


def _belong_together(text: TextMeasures, one: AskedWord, other: AskedWord) -> bool:
    """Whether two words share sentences far more often than by chance."""
    first, second = (_own_rows(text, each) for each in (one, other))
    both = len(np.intersect1d(first, second))
    expected = len(first) * len(second) / max(1, text.sentence_count)
    return both >= _LEAST_TOGETHER and both > _OFTENER * expected


def _own_rows(text: TextMeasures, word: AskedWord) -> Ints:
    own = [column for column, strength in word.columns.items() if strength >= 1]
    return np.unique(np.concatenate([text.words.column(each)[0] for each in own])) if own else np.zeros(0, np.int64)


def _related_columns(text: TextMeasures, word: str) -> list[int]:
    """The columns of the words that may stand for this one in a text, as a list made by hand has them."""
    related = eastern.RELATED.get(word, ()) if is_cjk(word) else RELATED.get(word, RELATED.get(singular(word), ()))
    terms = (search_terms(each) for each in related)
    return text.columns(term for found in terms for term in (found if is_cjk(word) else found[:1]))


def _is_degree(word: str, text: str) -> bool:
    """Whether the question asks how tall or how often."""
    return re.search(rf"\bhow {re.escape(word)}\b", text, re.IGNORECASE) is not None


def _is_named(word: str, text: str) -> bool:
    """Whether the question writes the word as a name."""
    return re.search(rf"(?<=\S )(?:{re.escape(word.capitalize())}|{re.escape(word.upper())})\b", text) is not None


def _gap(text: TextMeasures, word: str, related: list[int], *, is_name: bool) -> AskedWord:
    """A word that the collection lacks: a heavy gap, a name above all, unless its relatives stand in."""
    rare = float(text.idf.max(initial=1.0))
    if not related:
        is_verb = word.endswith(("ed", "ing")) and not is_name
        factor = _NAME_GAP if is_name or is_cjk(word) else _VERB_GAP if is_verb else _PLAIN_GAP
        return AskedWord(word, factor * rare, {}, is_topic=not is_verb)
    return AskedWord(word, _GAP * rare, dict.fromkeys(related, _ONLY_RELATED), is_topic=_is_topic(text, word))


def _known_word(text: TextMeasures, word: str, known: list[int], related: list[int]) -> AskedWord:
    """A word that the collection has. One that goes anywhere (respond, large) weighs little: idf x likeness."""
    weight = float(text.idf[known].mean()) * (0.25 + min(1.0, 5 * _focus(text, known)))
    own = 1 / len(known) if is_cjk(word) else 1.0
    columns = dict.fromkeys(known, own)
    columns.update(dict.fromkeys(_courtesy_columns(text, word), 1.0))
    for column in related:
        columns[column] = max(columns.get(column, 0), _RELATED)
    if not is_cjk(word):
        for column, strength in _neighbours(text, known[0]):
            columns[column] = max(columns.get(column, 0), strength)
    return AskedWord(word, weight, columns, is_topic=_is_topic(text, word))


def _courtesy_columns(text: TextMeasures, word: str) -> list[int]:
    """The columns of the other name of a person whom a Chinese text introduces: 姓刘名备，字玄德."""
    if not _CHINESE_NAME.fullmatch(word):
        return []
    introduced = text.columns([f"姓{word[0]}", f"名{word[1]}"])
    if len(introduced) < 2:
        return []
    rows = np.intersect1d(text.words.column(introduced[0])[0], text.words.column(introduced[1])[0])
    terms = {column: term for term, column in text.vocabulary.items() if len(term) == 2}
    said = {terms[column] for column in text.words.selected(rows)[1].tolist() if column in terms}
    firsts = {term[1] for term in said if term[0] == "字"}
    return text.columns(sorted(term for term in said if term[0] in firsts and _CHINESE_NAME.fullmatch(term)))


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
