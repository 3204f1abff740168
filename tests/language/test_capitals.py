"""How concepts are written."""

from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.language.capitals import usual_spellings


def _spelled(term: str, *surfaces: tuple[str, bool]) -> str:
    concept = EntityId(term)
    return usual_spellings({concept: term}, [(concept, words, is_first) for words, is_first in surfaces])[concept]


def test_that_a_word_has_a_capital_where_most_places_give_it_one() -> None:
    assert (
        _spelled("chinese laborer", ("Chinese laborers", False), ("Chinese laborer", True), ("chinese laborer", False))
        == "chinese laborer"
    )
    assert _spelled("chinese laborer", ("Chinese laborers", False), ("Chinese laborer", False)) == "Chinese laborer"


def test_that_the_start_of_a_sentence_and_a_text_in_capitals_prove_nothing() -> None:
    assert _spelled("public debt", ("Public debt", True), ("PUBLIC DEBT", False)) == "public debt"


def test_that_an_abbreviation_stays_in_capitals() -> None:
    assert _spelled("salt agreement", ("SALT agreements", False), ("SALT agreement", False)) == "SALT agreement"


def test_that_a_concept_named_nowhere_stays_as_it_is() -> None:
    assert _spelled("gold reserve") == "gold reserve"
