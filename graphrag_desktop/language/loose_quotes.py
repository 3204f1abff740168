"""Words of a statement found again in a text although some of them were changed."""

from dataclasses import dataclass

from graphrag_desktop.domain.identity import Span
from graphrag_desktop.domain.quotes import locate_words

_CLOSEST = 100.0
_CLOSE_ENOUGH = 90.0
"""The least likeness of a loose match, in percent of signs (rapidfuzz `partial_ratio_alignment`)."""

_FEWEST_SIGNS = 12  # fewer are found like something anywhere
_LONGEST = 20_000  # of a text to be searched: the time grows with the product of both lengths


@dataclass(frozen=True, slots=True)
class QuotePlace:
    """Where words stand in a text: `likeness` is 100 where they stand there word for word."""

    span: Span
    likeness: float

    @property
    def is_exact(self) -> bool:
        """Whether nothing but white space, signs of quotation and forms of letters differs."""
        return self.likeness == _CLOSEST


def locate_loosely(text: str, words: str) -> QuotePlace | None:
    """The place of `words` in `text`: word for word, else where at least 90 % of the signs agree, at whole words.

    None where they stand nowhere, and for words too short to be told by likeness.
    """
    if (exact := locate_words(text, words)) is not None:
        return QuotePlace(exact, _CLOSEST)
    if not _FEWEST_SIGNS <= len(words) <= len(text):
        return None
    from rapidfuzz import fuzz

    found = fuzz.partial_ratio_alignment(words, text[:_LONGEST], score_cutoff=_CLOSE_ENOUGH)
    if found is None:
        return None
    return QuotePlace(_whole_words(text, found.dest_start, found.dest_end), min(found.score, 99.9))


def _whole_words(text: str, start: int, end: int) -> Span:
    while 0 < start < len(text) and text[start - 1].isalnum() and text[start].isalnum() and text[start].isascii():
        start -= 1
    while 0 < end < len(text) and text[end - 1].isalnum() and text[end].isalnum() and text[end].isascii():
        end += 1
    return Span(start, end)
