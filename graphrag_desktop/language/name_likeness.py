"""How two names may name the same: written otherwise, initials, an acronym, a part; what tells them apart; in what they meet."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

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


@dataclass(frozen=True)
class NameWords:
    """A name taken apart, with what the blocks are made of."""

    text: str

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Its words in small letters without accents; "&" is "and", and small words are left out."""
        folded = unicodedata.normalize("NFKD", self.text.replace("&", " and ").casefold())
        plain = unicodedata.normalize("NFC", "".join(each for each in folded if not unicodedata.combining(each)))
        found = [each.removesuffix("'s").removesuffix("’s") for each in _WORD.findall(plain)]
        return tuple([each for each in found if each not in _SMALL] or found)

    @cached_property
    def bare(self) -> tuple[str, ...]:
        """Its words without a person's title before it and what kind of firm it is behind it."""
        first = next((at for at, each in enumerate(self.words) if each not in _TITLES), 0)
        last = next((at for at, each in enumerate(reversed(self.words)) if each not in _FORMS), 0)
        return self.words[first : len(self.words) - last] or self.words

    @cached_property
    def squeezed(self) -> str:
        """All its letters in one."""
        return "".join(self.words)

    @cached_property
    def singular(self) -> tuple[str, ...]:
        """Its words, each in the singular."""
        return tuple(map(singular, self.words))

    @cached_property
    def initials(self) -> str:
        """The first letters of its words."""
        return "".join(each[0] for each in self.words)

    @cached_property
    def is_acronym(self) -> bool:
        """Whether it is one word of capitals."""
        letters = self.text.replace(".", "").strip()
        return 2 <= len(letters) <= _MOST_LETTERS and letters.isalpha() and letters.isupper() and " " not in letters

    @cached_property
    def counted(self) -> tuple[str, ...]:
        """Numbers, Roman ones and single letters among its words: World War I is not World War II."""
        return tuple(sorted(each for each in self.words if _COUNTED.fullmatch(each) or each.isdigit()))


def likeness(one: NameWords, other: NameWords, *, is_person: bool) -> Likeness | None:
    """In what two names meet, None where they do not: words that differ on both sides tell names apart."""
    if not one.words or not other.words:
        return None
    holds: tuple[tuple[Likeness, Callable[[], bool]], ...] = (
        (Likeness.SAME_WORDS, lambda: sorted(one.words) == sorted(other.words) or one.squeezed == other.squeezed),
        (Likeness.FORM, lambda: one.bare == other.bare),
        (Likeness.INITIALS, lambda: is_person and one.words[-1] == other.words[-1] and _has_initials(one, other)),
        (Likeness.ACRONYM, lambda: _is_acronym_of(one, other) or _is_acronym_of(other, one)),
        (Likeness.LETTERS, lambda: is_person and (_ends_as(one, other) or _ends_as(other, one))),
        (Likeness.NUMBER, lambda: one.counted == other.counted and one.singular == other.singular),
        (Likeness.SPELLING, lambda: one.counted == other.counted and _is_misspelled(one, other)),
        (Likeness.PART, lambda: one.counted == other.counted and _is_part(*sorted((one.words, other.words), key=len))),
    )
    return next((each for each, is_so in holds if is_so()), None)


def blocks_of(name: NameWords) -> Iterator[str]:
    """Where a name is put so that it meets those like it; two names that share no block are never compared."""
    if not name.words:
        return
    yield "=" + " ".join(sorted(name.singular))
    yield "_" + name.squeezed
    yield "b" + " ".join(name.bare)
    for word in dict.fromkeys(name.words):
        if len(word) > 1:
            yield "w" + word
    if name.is_acronym:
        yield "a" + name.words[0]
        yield "z" + name.words[0][-1]
    elif len(name.words) > 1:
        yield "a" + name.initials
    else:
        yield "z" + name.words[0][0]
    if len(name.squeezed) >= _LEAST_LETTERS:
        yield "p" + name.squeezed[:5]
        yield "s" + name.squeezed[-5:]
        yield "k" + _skeleton(name.squeezed)


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
