"""Finding quoted words again in the text they come from."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from graphrag_desktop.domain.citations import defuse_citations
from graphrag_desktop.domain.quotes import locate_quotation, locate_words

_TEXT = (
    "The mill discharges waste water\ninto the river every night. Nobody measured it, “not once”, in ten years.\n"
    "The ﬁgures – all of them – were kept secret [Data: Reports (9)]. 废水很多，居民担忧。"
)


def _found(words: str) -> list[str]:
    return [_TEXT[span.start : span.end] for span in locate_quotation(_TEXT, words)]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("Nobody measured it", ["Nobody measured it"]),
        ("“Nobody measured it…”", ["Nobody measured it"]),
        ("**Nobody measured it**", ["Nobody measured it"]),
        ("discharges waste water into the river", ["discharges waste water\ninto the river"]),
        ('Nobody measured it, "not once", in ten years.', ["Nobody measured it, “not once”, in ten years."]),
        ("The figures - all of them - were kept", ["The ﬁgures – all of them – were kept"]),
        ("… discharges waste water into … measured it, “not once”, …", ["discharges waste water\ninto", "measured it, “not once”,"]),
        ("He wrote: “not once” and left", ["not once"]),
        ("居民担忧", ["居民担忧"]),
        ("The mill was never there at all", []),
        ("", []),
        ("…", []),
    ],
)  # fmt: skip
def test_that_a_quotation_is_found_however_it_is_dressed(words: str, found: list[str]) -> None:
    assert _found(words) == found


def test_that_words_made_safe_to_quote_are_found_again() -> None:
    quoted = defuse_citations("were kept secret [Data: Reports (9)].")

    assert _found(quoted) == ["were kept secret [Data: Reports (9)]."]


def test_that_a_short_piece_of_a_longer_quotation_is_not_found_by_chance() -> None:
    assert _found("into … Nobody measured it") == ["Nobody measured it"]


@given(st.text(max_size=60), st.text(max_size=60))
def test_that_a_place_found_lies_within_the_text(text: str, words: str) -> None:
    for span in locate_quotation(text, words):
        assert 0 <= span.start < span.end <= len(text)


@given(st.text(min_size=1, max_size=60), st.data())
def test_that_any_part_of_a_text_is_found_in_it(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    words = text[start:end]
    assume(words.strip())

    span = locate_words(text, words)

    assert span is not None
    assert text[span.start : span.end] == words


def test_that_what_follows_in_brackets_says_where_a_quotation_is_from() -> None:
    assert _found("The mill discharges waste water … every night. (report, 2016)") == [
        "The mill discharges waste water", "every night."
    ]  # fmt: skip
