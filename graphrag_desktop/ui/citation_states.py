"""How far a citation can be trusted, in five grades: what a chip shows by its colour and form, and says in words."""

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum

from graphrag_desktop.domain.answers import Citation, CitationStatus
from graphrag_desktop.domain.quotes import locate_words

_LEAST_SHARED = 0.6  # of a statement's words: with fewer it speaks of the passage, but does not repeat it
_EDGES = " .,;:!?…。！？“”‘’\"'"
_WORD = re.compile(r"\w+")


class CitationState(StrEnum):
    """What was found of the words that a statement gives for its own."""

    QUOTED = "quoted"  # they stand in the document, word for word
    CLOSE = "close"  # they stand there with some words changed
    RECORD = "record"  # the record was given to whoever wrote; nothing is quoted from it
    OUTSIDE = "outside"  # there is such a record, but it was not given
    UNKNOWN = "unknown"  # there is no such record


def citation_state(citation: Citation) -> CitationState:
    """The grade of one citation."""
    if citation.status is CitationStatus.UNKNOWN:
        return CitationState.UNKNOWN
    if citation.status is CitationStatus.NOT_IN_CONTEXT:
        return CitationState.OUTSIDE
    if any(_is_word_for_word(citation.text, each.quote) for each in citation.evidence):
        return CitationState.QUOTED
    said = _words(citation.text)
    shares = [len(said & _words(each.quote)) / len(said) for each in citation.evidence if said]
    return CitationState.CLOSE if max(shares, default=0.0) >= _LEAST_SHARED else CitationState.RECORD


def count_states(citations: Iterable[Citation]) -> Mapping[CitationState, int]:
    """How many citations there are of each grade, all grades named."""
    found = dict.fromkeys(CitationState, 0)
    for each in citations:
        found[citation_state(each)] += 1
    return found


def changed_words(citation: Citation, quote: str) -> frozenset[str]:
    """The words of a passage that a statement close to it does not have, in lower case."""
    return frozenset(_words(quote) - _words(citation.text))


def _is_word_for_word(said: str, quote: str) -> bool:
    """Whether a statement has the whole quotation in it; the full stop may stand behind the citation."""
    words = quote.strip(_EDGES)
    return bool(words) and locate_words(said, words) is not None


def _words(text: str) -> set[str]:
    return {each.casefold() for each in _WORD.findall(text)}
