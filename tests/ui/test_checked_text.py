"""What a statement says and the words it cites do not is said below it; the figures of trust stand above."""

from dataclasses import replace

import pytest

from graphrag_desktop.domain.answers import Answer, Citation, CitationStatus, StatementCheck
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.identity import Span
from graphrag_desktop.ui.checked_text import checked_blocks, trust_words
from graphrag_desktop.ui.cited_text import CitedText, markdown_blocks
from graphrag_desktop.ui.prose_blocks import plain_text
from tests.ui.mill import answer, evidence

TEXT = "## Fish\n- Forty died [Data: Sources (1)].\n- Fifty died on 3 May [Data: Sources (2)].\n\nAll is well."


@pytest.fixture
def checked(qapp: object) -> Answer:
    made = answer(
        "a1",
        TEXT,
        Citation("Forty died", Kind.SOURCE, 1, CitationStatus.OK, (evidence(),)),
        Citation("Fifty died on 3 May", Kind.SOURCE, 2, CitationStatus.OK, ()),
        Citation("Nothing", Kind.REPORT, 999, CitationStatus.UNKNOWN),
    )
    statements = []
    for words, anchors, missing in (
        ("Forty died", ("Forty",), ()), ("Fifty died on 3 May", ("Fifty", "3 May"), ("Fifty", "3 May")), ("All is well.", (), ()),
    ):  # fmt: skip
        start = TEXT.index(words)
        statements.append(StatementCheck(words, Span(start, start + len(words)), bool(anchors), anchors, missing))
    return replace(made, statements=tuple(statements), coverage=2 / 3, is_answered=True)


def test_that_what_is_missing_stands_below_its_own_statement(checked: Answer) -> None:
    lines = plain_text(checked_blocks(checked, CitedText(checked.citations))).split("\n")
    at = next(place for place, line in enumerate(lines) if "Fifty" in line)
    assert lines[at + 1] == "Not in the words cited: Fifty, 3 May"
    assert sum("Not in the words cited" in line for line in lines) == 1


def test_that_nothing_else_of_the_text_is_changed(checked: Answer) -> None:
    plain = plain_text(markdown_blocks(TEXT, CitedText(checked.citations)))
    shown = plain_text(checked_blocks(checked, CitedText(checked.citations)))
    assert [line for line in shown.split("\n") if "Not in the words cited" not in line] == plain.split("\n")


def test_that_the_figures_of_trust_are_said(checked: Answer) -> None:
    words = trust_words(checked)
    assert words == "67% cited · 67% valid · 50% reach the words · 1 of 2 anchored"
    assert "verified" not in words


def test_that_an_answer_of_nothing_has_no_figures(checked: Answer) -> None:
    assert trust_words(replace(checked, is_answered=False)) == ""
