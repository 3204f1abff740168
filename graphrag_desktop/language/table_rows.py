"""Rows of a table with the words of its head: what a cell says, it says under the name of its column."""

from collections.abc import Sequence

from graphrag_desktop.language.gathering import GatheredSentence

_CELLS = " | "
_FEWEST_CELLS = 2


def table_heads(sentences: Sequence[GatheredSentence]) -> list[tuple[str, ...]]:
    """For each sentence the search terms of the first row of the table that it is a row of; none for all others.

    Rows of one table follow each other in a document and have as many cells. A row that names its columns itself
    ("Payee: ...") needs no head.
    """
    heads: list[tuple[str, ...]] = []
    head: GatheredSentence | None = None
    before: GatheredSentence | None = None
    for each in sentences:
        cells = each.text.count(_CELLS) + 1
        goes_on = (
            before is not None
            and cells >= _FEWEST_CELLS
            and each.document == before.document
            and before.text.count(_CELLS) + 1 == cells
            and each.span.start - before.span.end <= len("\r\n")
        )
        if not goes_on:
            head = each if cells >= _FEWEST_CELLS else None
        heads.append(head.terms if goes_on and head is not None else ())
        before = each
    return heads
