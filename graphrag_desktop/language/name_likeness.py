"""How two names may name the same: written otherwise, initials, an acronym, a part; what tells them apart; in what they meet."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from rapidfuzz import fuzz

from graphrag_desktop.language.words import singular

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_SMALL = frozenset({"of", "the", "and", "for", "on", "in", "de", "a", "an", "to"})
_FORMS = frozenset({"ltd", "limited", "inc", "incorporated", "co", "company", "corp", "corporation", "plc", "llc", "gmbh", "ag"})  # fmt: skip
_TITLES = frozenset({"mr", "mrs", "ms", "miss", "dr", "prof", "professor", "sir", "president", "senator", "captain"})
_COUNTED = re.compile(r"\d+|[ivx]+|[a-z]")
_ROMAN = re.compile(r"[ivxlc]+")
_ALIKE = 86  # of 100: one or two letters in a word of eight
_LEAST_LETTERS = 5  # of a word that may be misspelled
_MOST_LETTERS = 6  # of an acronym
_MOST_LETTERS_MORE = 2  # of a misspelled name


class Likeness(StrEnum):
    """In what two names meet, the surest first."""

    SAME_WORDS = "same words"
    FORM = "the same but for the kind of firm or the title"
    NUMBER = "singular and plural"
    SPELLING = "almost the same spelling"
    INITIALS = "initials"
    ACRONYM = "acronym"
    PART = "one name is part of the other"
    LETTERS = "last letter of the acronym"


@dataclass(frozen=True, slots=True, eq=False)
class NameWords:
    """A name taken apart, all at once: each is compared with many.

    `words` are in small letters without accents and small words, "&" is "and"; `bare` leaves a title before them and the kind
    of firm behind them out; `squeezed` is all letters in one; `counted` are numbers, Roman ones and single letters among them.
    """

    text: str
    words: tuple[str, ...]
    bare: tuple[str, ...]
    ordered: tuple[str, ...]
    singular: tuple[str, ...]
    kinds: frozenset[str]
    squeezed: str
    initials: str
    counted: tuple[str, ...]
    is_acronym: bool


def name_words(text: str) -> NameWords:
    """A name taken apart."""
    plain = text.replace("&", " and ").casefold()
    if not plain.isascii():
        bare = (each for each in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(each))
        plain = unicodedata.normalize("NFC", "".join(bare))
    found = [each.removesuffix("'s").removesuffix("’s") for each in _WORD.findall(plain)]
    words = tuple([each for each in found if each not in _SMALL] or found)
    ones = tuple(map(singular, words))
    letters = text.replace(".", "").strip()
    return NameWords(
        text,
        words,
        _bare(words),
        tuple(sorted(words)),
        ones,
        frozenset(ones),
        "".join(words),
        "".join(each[0] for each in words),
        tuple(sorted(each for each in words if _COUNTED.fullmatch(each) or each.isdigit())),
        2 <= len(letters) <= _MOST_LETTERS and letters.isalpha() and letters.isupper(),
    )


def likeness(one: NameWords, other: NameWords, *, is_person: bool) -> Likeness | None:
    """In what two names meet, None where they do not: words that differ on both sides tell names apart."""
    if not one.words or not other.words or _are_far(one, other):
        return None
    if one.ordered == other.ordered or one.squeezed == other.squeezed:
        return Likeness.SAME_WORDS
    if one.bare == other.bare:
        return Likeness.FORM
    found = _of_letters(one, other, is_person=is_person)
    return found or (_of_words(one, other) if one.counted == other.counted else None)


def _bare(words: tuple[str, ...]) -> tuple[str, ...]:
    first = next((at for at, each in enumerate(words) if each not in _TITLES), 0)
    last = next((at for at, each in enumerate(reversed(words)) if each not in _FORMS), 0)
    return words[first : len(words) - last] or words


def _of_letters(one: NameWords, other: NameWords, *, is_person: bool) -> Likeness | None:
    if is_person and one.words[-1] == other.words[-1] and _has_initials(one, other):
        return Likeness.INITIALS
    if _is_acronym_of(one, other) or _is_acronym_of(other, one):
        return Likeness.ACRONYM
    return Likeness.LETTERS if is_person and (_ends_as(one, other) or _ends_as(other, one)) else None


def _of_words(one: NameWords, other: NameWords) -> Likeness | None:
    if one.singular == other.singular:
        return Likeness.NUMBER
    if _is_misspelled(one, other):
        return Likeness.SPELLING
    shorter, longer = (one.words, other.words) if len(one.words) < len(other.words) else (other.words, one.words)
    return Likeness.PART if _is_part(shorter, longer) else None


def _are_far(one: NameWords, other: NameWords) -> bool:
    """Told at once: no word in common, no acronym, and too different in length for a slip."""
    if one.is_acronym or other.is_acronym or not one.kinds.isdisjoint(other.kinds):
        return False
    return abs(len(one.squeezed) - len(other.squeezed)) > _MOST_LETTERS_MORE


def blocks_of(name: NameWords) -> Iterator[str]:
    """Where a name is put so that it meets those that are written nearly as it; names that share no block may still be parts."""
    words, squeezed = name.words, name.squeezed
    if not words:
        return
    yield "=" + " ".join(sorted(name.singular))
    yield "_" + squeezed
    yield "b" + " ".join(name.bare)
    if name.is_acronym:
        yield "a" + words[0]
        yield "z" + words[0][-1]
    elif len(words) > 1:
        yield "a" + name.initials
        yield f"i{words[0][0]} {words[-1]}"
    else:
        yield "z" + words[0][0]
    if len(squeezed) >= _LEAST_LETTERS:
        yield "k" + _skeleton(squeezed)
        half = len(squeezed) // 2  # a slip leaves one half as it is
        for size in (half - 1, half):
            yield "p" + squeezed[:size]
            yield "s" + squeezed[-size:]


def parts_of(name: NameWords) -> Iterator[str]:
    """What may stand for a name of several words: what it begins or ends with."""
    words = name.words
    for size in range(1, len(words)):
        yield " ".join(words[:size])
        yield " ".join(words[-size:])


def _has_initials(one: NameWords, other: NameWords) -> bool:
    """Franklin D. Roosevelt and F. D. Roosevelt: each first name is the other's or its initial, in order."""
    firsts, others = one.words[:-1], other.words[:-1]
    if not firsts or not others:
        return False
    shorter, longer = sorted((firsts, others), key=len)
    if shorter[0][0] != longer[0][0] or not any(len(each) == 1 for each in (*firsts, *others)):
        return False
    at = 0
    for each in shorter:
        while at < len(longer) and not _is_initial(each, longer[at]):
            at += 1
        at += 1
    return at <= len(longer)


def _is_initial(one: str, other: str) -> bool:
    if len(one) == 1 or len(other) == 1:
        return one[0] == other[0]
    return one == other


def _is_acronym_of(short: NameWords, full: NameWords) -> bool:
    return short.is_acronym and len(full.words) > 1 and full.initials == short.words[0]


def _ends_as(short: NameWords, surname: NameWords) -> bool:
    """FDR and Roosevelt: three letters of a person's name of which the last is that of the surname."""
    letters = short.words[0]
    return short.is_acronym and len(letters) == 3 and len(surname.words) == 1 and surname.words[0][0] == letters[-1]


def _is_misspelled(one: NameWords, other: NameWords) -> bool:
    """Word by word the same or nearly; a word that is another word tells the names apart."""
    if fuzz.ratio(one.squeezed, other.squeezed) < _ALIKE or one.squeezed[0] != other.squeezed[0]:
        return False
    if len(one.words) != len(other.words):  # Northgate and North Gate were the same words already
        return (
            fuzz.ratio(one.squeezed, other.squeezed) >= _ALIKE + 6 and min(len(one.squeezed), len(other.squeezed)) > 7
        )
    differing = [pair for pair in zip(one.words, other.words, strict=True) if pair[0] != pair[1]]
    return len(differing) == 1 and _is_slip(*differing[0])


def _is_slip(one: str, other: str) -> bool:
    """One letter more, fewer or another in a long word, but no ending that makes another word of it."""
    if min(len(one), len(other)) < _LEAST_LETTERS or fuzz.ratio(one, other) < _ALIKE:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    return start < min(len(one), len(other)) - 1 or one[-1] == other[-1]


def _is_part(shorter: tuple[str, ...], longer: tuple[str, ...]) -> bool:
    """Its first or last words, or all of its words in order; a Roman number more makes it another."""
    size = len(shorter)
    if size == len(longer) or any(_ROMAN.fullmatch(each) for each in longer if each not in shorter):
        return False
    return longer[:size] == shorter or longer[-size:] == shorter


def _skeleton(squeezed: str) -> str:
    """Its consonants, doubled ones once: how it sounds, roughly."""
    consonants = re.sub(r"[aeiouyhw]", "", squeezed[1:])
    return squeezed[0] + re.sub(r"(.)\1+", r"\1", consonants)
