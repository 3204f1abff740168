"""Words are found again where some of them were changed, and not where they never stood."""

from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.language.loose_quotes import locate_loosely

TEXT = "The mill discharges waste water into the River Ouse every night, and nobody has measured it in ten years."


def test_that_words_as_they_stand_are_exact() -> None:
    found = locate_loosely(TEXT, "waste water into the River Ouse")
    assert found is not None and found.is_exact
    assert TEXT[found.span.start : found.span.end] == "waste water into the River Ouse"


def test_that_one_changed_word_is_found_and_is_not_exact() -> None:
    found = locate_loosely(TEXT, "waste water into the River Oise every night, and nobody")
    assert found is not None and not found.is_exact
    assert TEXT[found.span.start : found.span.end] == "waste water into the River Ouse every night, and nobody"


def test_that_other_words_are_not_found() -> None:
    assert locate_loosely(TEXT, "the council approved a new licence in spring") is None
    assert locate_loosely(TEXT, "") is None


@given(st.text(max_size=80), st.text(max_size=40))
def test_that_what_is_found_lies_in_the_text(text: str, words: str) -> None:
    found = locate_loosely(text, words)
    assert found is None or 0 <= found.span.start <= found.span.end <= len(text)


@given(st.text(min_size=1, max_size=40).filter(str.strip), st.text(max_size=20), st.text(max_size=20))
def test_that_words_that_stand_there_are_always_found(words: str, before: str, after: str) -> None:
    found = locate_loosely(before + words + after, words)
    assert found is not None and found.is_exact
