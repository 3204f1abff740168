"""Rows of a table say what they say under the names of their columns."""

from graphrag_desktop.domain.extractions import ReadSentence
from graphrag_desktop.domain.identity import DocumentId, Span
from graphrag_desktop.language.gathering import GatheredSentence
from graphrag_desktop.language.quality import FRAGMENT
from graphrag_desktop.language.table_rows import table_heads
from graphrag_desktop.language.words import search_terms

_LINES = (
    "The race was sailed in a fresh wind.",
    "Place | Boat | Crew",
    "1 | Lantern | Sofie Drewe, Edric Vane",
    "2 | Pilot Four | the pilots",
    "The dog was recovered.",
    "A | line of its own",
)


def _gathered(lines: tuple[str, ...]) -> list[GatheredSentence]:
    found, start = [], 0
    for line in lines:
        span = Span(start, start + len(line))
        read = ReadSentence(span, start, "en", FRAGMENT, len(line.split()))
        found.append(
            GatheredSentence(DocumentId("d"), span, start, 0, line, tuple(search_terms(line)), read, is_left_out=False)
        )
        start = span.end + 1
    return found


def test_that_rows_bear_the_words_of_their_head_and_nothing_else_does() -> None:
    head = tuple(search_terms("Place | Boat | Crew"))

    assert table_heads(_gathered(_LINES)) == [(), (), head, head, (), ()]


def test_that_a_row_after_a_gap_belongs_to_no_table() -> None:
    rows = _gathered(_LINES[1:3])
    moved = [rows[0], *_gathered(("x" * 40, _LINES[2]))[1:]]

    assert table_heads(moved) == [(), ()]
