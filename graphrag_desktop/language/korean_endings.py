"""Korean words without what is written together with them, particles and endings of verbs; and what their own end tells."""

from dataclasses import dataclass

from graphrag_desktop.language.lexicon_ko import (
    AFTER_ANY,
    AFTER_CONSONANT,
    AFTER_VOWEL,
    AFTER_VOWEL_OR_L,
    COUNT,
    GENERIC,
    MINISTRY,
    NO_MINISTRY,
    NO_PLACE,
    ORGANIZATION,
    PLACE,
    PLACES,
    PREDICATE,
    ROLES,
    STOP,
)

_LONGEST_PARTICLE = max(map(len, AFTER_ANY | AFTER_CONSONANT | AFTER_VOWEL | AFTER_VOWEL_OR_L))
_ENDING_ALIKE = frozenset({"마을", "가을", "노을"})  # two syllables of which the second is no particle
_LONG_PARTICLE = 3  # syllables: the shorter ones are often the end of a noun of two, as in "도로는"
_FIRST_SYLLABLE, _FINALS, _FINAL_L = 0xAC00, 28, 8  # Unicode orders syllables by their final consonant, none first


@dataclass(frozen=True, slots=True)
class KoreanWord:
    """A noun in a word, and the particle or ending that follows it there, if one does."""

    start: int
    end: int
    stem: str
    tail: str


def split_word(word: str, start: int) -> KoreanWord | None:
    """The noun in a word that stands at `start`, as far as its end tells; None where it can be none."""
    if not word[-1:].isalpha() or _is_short_noun(word):
        return None
    at = _stem_length(word)
    return KoreanWord(start, start + at, word[:at], word[at:])


def is_particle(word: str, at: int) -> bool:
    """Whether what follows the first `at` syllables of a word is a particle that goes with the syllable before it."""
    particle = word[at:]
    if particle in AFTER_ANY:
        return True
    final = (ord(word[at - 1]) - _FIRST_SYLLABLE) % _FINALS if "가" <= word[at - 1] <= "힣" else 0
    if final == 0:
        return particle in AFTER_VOWEL or particle in AFTER_VOWEL_OR_L
    return particle in AFTER_CONSONANT or (final == _FINAL_L and particle in AFTER_VOWEL_OR_L)


def is_stop(stem: str) -> bool:
    """Whether a word names nothing: a pronoun, a conjunction, a measure, a time."""
    return stem in STOP or COUNT.fullmatch(stem) is not None


def label_of(stem: str) -> str:
    """The label that the end of a noun tells: an organization, a place, the bearer of an office; else nothing."""
    if stem in PLACES:
        return "GPE"
    if stem in GENERIC or len(stem) < 2:
        return ""
    if len(stem) >= 3 and stem in ROLES:
        return "PERSON"
    is_ministry = MINISTRY.fullmatch(stem) and not NO_MINISTRY.search(stem)
    if is_ministry or ORGANIZATION.search(stem):
        return "ORG"
    return "GPE" if PLACE.search(stem) and not NO_PLACE.search(stem) else ""


def _is_short_noun(word: str) -> bool:
    """Whether it is a noun of one syllable with its particle: too short to name anything, and no longer noun either."""
    if len(word) == 2:
        return word[1] in "에은는을를" and word not in _ENDING_ALIKE
    is_plain = word[1:2] == "에" or word[1:3] == "으로" or len(word) > _LONG_PARTICLE
    return is_plain and is_particle(word, 1)


def _stem_length(word: str) -> int:
    predicate = PREDICATE.search(word)
    if predicate and predicate.start() >= 2:
        return predicate.start()
    for at in range(max(2, len(word) - _LONGEST_PARTICLE), len(word)):
        if is_particle(word, at):
            return at
    return len(word)
