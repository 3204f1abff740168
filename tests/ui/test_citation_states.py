"""How far a citation can be trusted, in five grades."""

import pytest

from graphrag_desktop.domain.answers import CitationStatus
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.ui.citation_states import CitationState, changed_words, citation_state, count_states
from tests.ui.mill import QUOTE, citation


@pytest.mark.parametrize(
    ("words", "state"),
    [
        (QUOTE, CitationState.QUOTED),
        (f"They said: “{QUOTE}”", CitationState.QUOTED),
        (QUOTE.rstrip("."), CitationState.QUOTED),
        ("Norden Paper discharges waste water into the River Ouse", CitationState.CLOSE),
        ("Norden Paper discharges much waste water into the Ouse every night.", CitationState.CLOSE),
        ("The mill is dirty.", CitationState.RECORD),
        ("", CitationState.RECORD),
    ],
)
def test_that_a_sound_citation_is_graded_by_its_words(words: str, state: CitationState) -> None:
    assert citation_state(citation(words)) is state


def test_that_no_words_make_a_record_good_that_was_not_given() -> None:
    assert citation_state(citation(status=CitationStatus.NOT_IN_CONTEXT)) is CitationState.OUTSIDE
    assert citation_state(citation(status=CitationStatus.UNKNOWN)) is CitationState.UNKNOWN


def test_that_every_grade_is_counted() -> None:
    counts = count_states([citation(), citation(kind=Kind.REPORT), citation(status=CitationStatus.UNKNOWN)])

    assert counts == {
        CitationState.QUOTED: 2, CitationState.CLOSE: 0, CitationState.RECORD: 0, CitationState.OUTSIDE: 0,
        CitationState.UNKNOWN: 1,
    }  # fmt: skip


def test_that_words_a_close_statement_lacks_are_told() -> None:
    assert changed_words(citation("Norden Paper discharges water."), "Norden Paper discharges waste.") == {"waste"}
