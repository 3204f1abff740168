"""English text to sentences with names, noun phrases, quality and headline, by spaCy's small model."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from graphrag_desktop.assets import resource
from graphrag_desktop.domain.extractions import FoundName, ReadSentence
from graphrag_desktop.domain.identity import Span
from graphrag_desktop.language.headlines import headline
from graphrag_desktop.language.lexicon import CALENDAR, ENTITY_TYPES, PARTS_OF_SPEECH, STOP, VAGUE, WEAK
from graphrag_desktop.language.name_tally import PLACES
from graphrag_desktop.language.name_types import (
    column_labels,
    is_house_number,
    is_place_column,
    label_by_words,
    label_in_context,
    signed,
    with_given_name,
)
from graphrag_desktop.language.paragraphs import LONGEST_SENTENCE, cut_long, split_long
from graphrag_desktop.language.quality import FRAGMENT, judge
from graphrag_desktop.language.words import singular

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Span as Tokens
    from spacy.tokens import Token

MODEL = "en_core_web_sm-3.8.0"
"""The folder of the model among the resources."""

_UNUSED = ("attribute_ruler", "lemmatizer", "senter")  # their data is not shipped; parts of speech come from the tags
_BATCH = 64  # paragraphs read side by side: a tenth less time than 32 (measured), and more gains nothing
_LONGEST_DOC = 5_000  # characters handed to the model at a time: some of its steps grow with the square
_LONGEST_RUN = 200  # characters without white space: no word, and the tokeniser takes minutes over some of them
_FEWEST_WORDS = 3  # fewer are a heading or a cell of a table, without a name that could be told
_MOST_TOKENS = 250  # of a sentence; what the parser takes for a longer one is cut after a pause
_PAUSES = frozenset(";:.!?")
_HEADLINE_QUALITY = 0.25  # below, no sentence is quoted
_SHOUTED_SHARE = 0.6  # of the words in capitals: more make a heading
_CAPITALS_FACTOR = 0.6  # a text in capitals is read in small letters and can be quoted, but shows no names
_LEAST_CAPITAL_WORDS = 12  # fewer are a heading
_TORN_FACTOR = 0.4
_GOES_ON = re.compile(r"\s*[a-z]")  # what follows begins small: a full stop in the wrong place, and no end
_TO_BLANK = {ord("\n"): " ", ord("\t"): " ", **dict.fromkeys(range(0xD800, 0xE000), "\ufffd")}
_RUN = re.compile(rf"\S{{{_LONGEST_RUN},}}")
_FIRST_LETTER = re.compile(r"(^|[.!?]\s+)([a-z])")
_OPENERS = frozenset(
    {
        "the",
        "a",
        "an",
        "this",
        "our",
        "its",
        "their",
        "his",
        "her",
        "my",
        "your",
        "and",
        "of",
        "'s",
        "dear",
        "hello",
        "hi",
        "re",
    }
)
_CLOSERS = frozenset({"'s", "’s", "'", "’", "the", "of", "and", "a", "to", "in"})
_NEVER_NAMES = re.compile(r"[@/\\|<>_=\n]|https?:|\d{3}|^(?:[IVXLC]+\.?|[A-Z]\.?|(?:Section|Article|Chapter)\b.*)$")
_NO_NAME_ALONE = frozenset({"VERB", "ADV", "INTJ", "PRON", "DET"})
_PHRASE_PARTS = frozenset({"NOUN", "PROPN", "ADJ"})
_NOUNS = frozenset({"NOUN", "PROPN"})
_POSSESSIVES = frozenset({"'s", "’s"})
_OWNERS = frozenset({"PERSON", "ORG", "GPE", "NORP"})  # what is theirs is called after them only by chance


@cache
def english_model() -> "Language":
    """The model, loaded once a process from the resources (0.3 s, 100 MB)."""
    import spacy

    return spacy.load(resource("models", MODEL), exclude=list(_UNUSED))


def read_english(text: str, paragraphs: Sequence[Span]) -> Iterator[ReadSentence]:
    """The sentences of some paragraphs of the text, in order."""
    pieces: list[tuple[str, _Place]] = []
    for paragraph in paragraphs:
        words = text[paragraph.start : paragraph.end].split()
        if len(words) < _FEWEST_WORDS:
            yield from _fragments(text, paragraph, paragraph.start, len(words))
            continue
        for piece in split_long(text, paragraph, _LONGEST_DOC):
            own = text[piece.start : piece.end]
            pieces.append((_readable(own), _Place(piece.start, paragraph.start, own)))
    for doc, place in english_model().pipe(pieces, as_tuples=True, batch_size=_BATCH):
        for token in doc:
            token.pos_ = PARTS_OF_SPEECH.get(token.tag_[:2], "X")
        is_recased = _is_in_capitals(place.text)
        chunks = list(doc.noun_chunks)  # once: a sentence's own would be looked for in the whole text again
        starts = [chunk.start for chunk in chunks]
        for sentence in doc.sents:
            for part in _cut(sentence):
                inside = chunks[bisect_left(starts, part.start) : bisect_left(starts, part.end)]
                yield from _read(part, inside, place, is_recased=is_recased)


@dataclass(frozen=True, slots=True)
class _Place:
    """A piece of text that the model reads as one, where it begins, and where its paragraph does."""

    start: int
    paragraph: int
    text: str


def _fragments(text: str, span: Span, paragraph: int, words: int) -> Iterator[ReadSentence]:
    for piece in cut_long(text, span.start, span.end, LONGEST_SENTENCE):
        yield ReadSentence(piece, paragraph, "en", FRAGMENT, words, names=signed(text, piece))


def _readable(text: str) -> str:
    """The text as the model is given it: as long as before, on one line, capitals lowered where there is nothing else."""
    text = _RUN.sub(lambda match: "x" * len(match.group()), text.translate(_TO_BLANK))
    if not _is_in_capitals(text):
        return text
    lowered = _FIRST_LETTER.sub(lambda match: match[1] + match[2].upper(), text.lower())
    return lowered if len(lowered) == len(text) else text


def _is_in_capitals(text: str) -> bool:
    return text.isupper() and len(text.split()) >= _LEAST_CAPITAL_WORDS


def _cut(sentence: "Tokens") -> Iterator["Tokens"]:
    """The sentence, or pieces of it, cut after a pause where there is one."""
    start, end = sentence.start, sentence.end
    while end - start > _MOST_TOKENS:
        window = range(start + _MOST_TOKENS, start + _MOST_TOKENS // 2, -1)
        cut = next((at for at in window if sentence.doc[at - 1].text in _PAUSES), start + _MOST_TOKENS)
        yield sentence.doc[start:cut]
        start = cut
    yield sentence.doc[start:end]


def _read(tokens: "Tokens", chunks: Sequence["Tokens"], place: _Place, *, is_recased: bool) -> Iterator[ReadSentence]:
    """The sentence as it stands in the text; nothing where it is white space, pieces where nothing can be read in it."""
    raw = place.text[tokens.start_char : tokens.end_char]
    text = raw.strip()
    if not text:
        return
    first = place.start + tokens.start_char + len(raw) - len(raw.lstrip())
    span = Span(first, first + len(text))
    words = [token for token in tokens if not token.is_punct and not token.is_space]
    shouted = sum(len(word) > 1 and word.text.isupper() for word in words)
    if len(words) < _FEWEST_WORDS or shouted > _SHOUTED_SHARE * len(words) or len(text) > LONGEST_SENTENCE:
        for piece in cut_long(text, 0, len(text), LONGEST_SENTENCE):
            inside = Span(piece.start + first - place.start, piece.end + first - place.start)
            names = tuple(
                replace(each, span=Span(place.start + each.span.start, place.start + each.span.end))
                for each in signed(place.text, inside)
            )
            whole = Span(first + piece.start, first + piece.end)
            yield ReadSentence(whole, place.paragraph, "en", FRAGMENT, len(words), names=names)
        return
    quality = judge(tokens, text, len(words))
    if _GOES_ON.match(place.text, tokens.end_char):
        quality = round(_TORN_FACTOR * quality, 3)
    if is_recased:
        quality = round(_CAPITALS_FACTOR * quality, 3)
    heading = headline(tokens) if quality >= _HEADLINE_QUALITY else ""
    entities = [] if is_recased else [each for each in tokens.ents if each.label_ in ENTITY_TYPES]
    names = tuple(_names(tokens, entities, chunks, place.start))
    yield ReadSentence(span, place.paragraph, "en", quality, len(words), heading, names)


def _names(
    tokens: "Tokens", entities: Sequence["Tokens"], chunks: Sequence["Tokens"], start: int
) -> Iterator[FoundName]:
    """Names first, then the noun phrases that hold none of their words."""
    labels = column_labels(tokens)
    taken: set[int] = set(labels)
    for entity in entities:
        named = [each for each in with_given_name(_trimmed(entity), entity.label_) if each.i not in labels]
        named = _with_its_place(named, entity)
        title = " ".join("".join(token.text_with_ws for token in named).split())
        if named and _is_name(title, named, entity.label_):
            taken.update(range(named[0].i, max(entity.end, named[-1].i + 1)))
            label = "GPE" if is_place_column(named) else label_in_context(named, entity.label_)
            yield FoundName(title, label, _span_of(named, start))
    for chunk in chunks:
        if chunk.end > tokens.end:
            continue
        phrase = _phrase(chunk, taken)
        if phrase and (title := _phrase_title(phrase)):
            yield FoundName(title, "", _span_of(phrase, start))


def _with_its_place(named: list["Token"], entity: "Tokens") -> list["Token"]:
    """A name with what the reader cut off: the place that is called after someone (Widow's Hole), the number of a house."""
    if not named:
        return named
    after = named[-1].nbor(1) if named[-1].i + 1 < named[-1].sent.end else None
    if is_house_number(named[-1], after):
        return [*named, *([after] if after is not None else [])]
    if entity.label_ in _OWNERS or after is None or after.lower_ not in _POSSESSIVES or after.i + 1 >= after.sent.end:
        return named
    place = after.nbor(1)
    is_place = place.text[0].isupper() and label_by_words(f"{named[0].text} {place.text}", "") in PLACES
    return [*named, after, place] if is_place else named


def _span_of(tokens: Sequence["Token"], start: int) -> Span:
    last = tokens[-1]
    return Span(start + tokens[0].idx, start + last.idx + len(last))


def _trimmed(entity: "Tokens") -> list["Token"]:
    tokens = [token for token in entity if not token.is_space]
    while tokens and not any(map(str.isalnum, tokens[-1].text)):  # "Japan--"
        tokens = tokens[:-1]
    while tokens and (tokens[0].is_punct or tokens[0].lower_ in _OPENERS):
        tokens = tokens[1:]
    while tokens and (tokens[-1].is_punct or tokens[-1].lower_ in _CLOSERS):
        tokens = tokens[:-1]
    return tokens


def _is_name(title: str, tokens: Sequence["Token"], label: str) -> bool:
    if len(tokens) > 6 or len(title) < 2 or not any(map(str.isupper, title)):
        return False
    if CALENDAR.fullmatch(title) or _NEVER_NAMES.search(title):
        return False
    if len(tokens) > 1:
        return True
    only = tokens[0]
    if label == "NORP" and only.dep_ == "amod":  # the Spanish of "Spanish troops" stays in the phrase
        return False
    low = title.lower()
    return only.pos_ not in _NO_NAME_ALONE and low not in VAGUE and low not in STOP


def _phrase(chunk: "Tokens", taken: set[int]) -> list["Token"]:
    """The last words of a noun chunk up to its head that are neither weak nor part of a name, five at most."""
    root = chunk.root
    if root.pos_ not in _NOUNS:
        return []
    tokens: list[Token] = []
    for token in reversed([each for each in chunk if each.i <= root.i]):
        if token.i in taken or not (token.text == "-" or _is_phrase_part(token) or _is_of_a_place(token, root)):
            break
        tokens.append(token)
    tokens = tokens[4::-1]
    if (
        len(tokens) > 1
        and is_house_number(root, after := root.nbor(1) if root.i + 1 < root.sent.end else None)
        and after is not None
    ):
        tokens.append(after)
    while tokens and tokens[0].text == "-":
        tokens = tokens[1:]
    return tokens


def _is_of_a_place(token: "Token", root: "Token") -> bool:
    """Whether a possessive stands inside the name of a place, and not after its owner."""
    if token.lower_ not in _POSSESSIVES or token.i + 1 != root.i or token.i <= token.sent.start:
        return False
    owner = token.nbor(-1).text
    is_written_large = owner[0].isupper() and root.text[0].isupper()
    return is_written_large and label_by_words(f"{owner} {root.text}", "") in PLACES


def _is_phrase_part(token: "Token") -> bool:
    low = token.lower_
    return token.pos_ in _PHRASE_PARTS and token.is_alpha and low not in WEAK and low not in STOP


def _phrase_title(tokens: Sequence["Token"]) -> str:
    """The phrase in lower case with its head in the singular, or nothing if it names a date or next to nothing."""
    words = " ".join(token.lower_ for token in tokens).strip("- ").replace(" - ", "-").replace(" 's", "'s").split()
    if not words or (len(words[-1]) < 3 and not words[-1].isdigit()) or CALENDAR.search(" ".join(words)):
        return ""
    last = singular(words[-1]) if tokens[-1].tag_ in {"NNS", "NNPS"} else words[-1]
    return " ".join([*words[:-1], last])
