"""Where quoted words stand in a text: exactly, or with other white space, signs and marks of omission."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from graphrag_desktop.domain.identity import Span

_OMISSION = re.compile(r"\s*(?:\[\s*(?:…|\.{3})\s*\]|…|\.{3,})\s*")
_DRESSING = " \t\n*_`>#\"'“”„‟‘’‚«»‹›「」『』《》()[]（）【】"
_INNER_QUOTE = re.compile(r"[“«「『]([^“”«»「」『』]+)[”»」』]|\"([^\"\n]+)\"")
_ATTRIBUTION = re.compile(r"\s*[(（][^()（）]*[)）]\s*$")
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"  # soft hyphen, joiners, marks of direction
_ALIKE = str.maketrans(
    {"‘": "'", "’": "'", "‚": "'", "“": '"', "”": '"', "„": '"', "–": "-", "—": "-", "‐": "-", "‑": "-"}
    | dict.fromkeys(_INVISIBLE, "")
)
_FEWEST_SIGNS = 12  # a shorter piece of a longer quotation would be found by chance
_FEWEST_CJK_SIGNS = 4  # a sign says more there
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def locate_quotation(text: str, words: str) -> tuple[Span, ...]:
    """Where `words` stand in `text`; each part of a quotation with omissions apart. Empty where they are not there.

    What dresses a quotation (quotes, emphasis, brackets) does not count. Where the words as a whole are not found, they are
    looked for without what follows in brackets, which says where they are from, and then those in quotation marks.
    """
    if locate_words(text, words) is None:
        words = _ATTRIBUTION.sub("", words) or words
    found = tuple(_pieces_found(text, words))
    if found:
        return found
    inner = [match[1] or match[2] for match in _INNER_QUOTE.finditer(words)]
    return tuple(dict.fromkeys(span for each in inner for span in _pieces_found(text, each)))


def locate_words(text: str, words: str) -> Span | None:
    """The first place of `words` in `text`: as they are, else with any white space and by their normal form."""
    if not words:
        return None
    start = text.find(words)
    if start >= 0:
        return Span(start, start + len(words))
    wanted = _normal(words)
    if not wanted or wanted not in _normal(text):  # nearly always, and many times faster than to look for the place
        return None
    given, places = _places(text)
    start = given.find(wanted)
    return None if start < 0 else Span(places[start], places[start + len(wanted) - 1] + 1)


def _pieces_found(text: str, words: str) -> Iterator[Span]:
    pieces = [piece for piece in (each.strip(_DRESSING) for each in _OMISSION.split(words)) if piece]
    for piece in pieces:
        is_telling = len(piece) >= (_FEWEST_CJK_SIGNS if _CJK.search(piece) else _FEWEST_SIGNS)
        if (is_telling or len(pieces) == 1) and (span := locate_words(text, piece)) is not None:
            yield span


@lru_cache(maxsize=512)
def _normal(text: str) -> str:
    """NFKC, one kind of quote and hyphen, single spaces, nothing invisible."""
    normal = text if text.isascii() else unicodedata.normalize("NFKC", text.translate(_ALIKE))
    return " ".join(normal.split())


def _places(text: str) -> tuple[str, list[int]]:
    """The same, sign by sign, with where each sign of it comes from."""
    signs: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for sign in unicodedata.normalize("NFKC", character.translate(_ALIKE)):
            is_space = sign.isspace()
            if not (is_space and signs and signs[-1] == " "):
                signs.append(" " if is_space else sign)
                places.append(place)
    return "".join(signs), places
