"""Text units: exact spans that cover the text, whatever is in it."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.domain.documents import TextUnit
from graphrag_desktop.domain.identity import DocumentId
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.language.tokens import count_tokens, encoder
from graphrag_desktop.pipeline.text_units import split_text_units

DOCUMENT = DocumentId("d")
DATA = Path(__file__).parent.parent / "data"


def split(text: str, size: int = 600, overlap: int = 100) -> tuple[TextUnit, ...]:
    return split_text_units(DOCUMENT, text, Settings(unit_tokens=size, overlap_tokens=overlap))


def assert_covers(text: str, units: Sequence[TextUnit], size: int) -> None:
    """What holds for any text: spans in order, each further than the last, no gap, no unit too long."""
    reached = 0
    for unit in units:
        assert unit.span.start <= reached < unit.span.end
        assert unit.tokens == count_tokens(text[unit.span.start : unit.span.end], "o200k_base") <= size
        reached = unit.span.end
    assert reached == len(text)
    assert all(not earlier.span.contains(later.span) for earlier, later in pairwise(units))


def test_that_1600_tokens_are_three_units_from_0_500_and_1000() -> None:  # IX1 of the acceptance values
    words = " word" * 1600
    units = split(words)
    assert [unit.span.start // len(" word") for unit in units] == [0, 500, 1000]
    assert [unit.tokens for unit in units] == [600, 600, 600]
    assert units[-1].span.end == len(words)
    assert {unit.document for unit in units} == {DOCUMENT}
    assert {unit.number for unit in units} == {0}


@pytest.mark.parametrize(("tokens", "units"), [(1, 1), (600, 1), (601, 2), (1100, 2), (1101, 3)])
def test_that_the_last_unit_brings_something_new(tokens: int, units: int) -> None:
    assert len(split(" word" * tokens)) == units


def test_that_an_empty_text_has_no_units() -> None:
    assert split("") == ()


def test_that_the_count_of_units_follows_from_size_and_overlap() -> None:
    text = "The quick brown fox jumps over the lazy dog while nobody at all looks on from the other side. " * 300
    tokens = count_tokens(text, "o200k_base")
    expected = -(-(tokens - 100) // (600 - 100))
    assert abs(len(split(text)) - expected) <= 1


def test_that_special_token_text_is_ordinary_text() -> None:
    text = (DATA / "documents" / "endoftext.md").read_text(encoding="utf-8")
    (unit,) = split(text)
    assert text[unit.span.start : unit.span.end] == text
    assert unit.tokens == len(encoder("o200k_base").encode_ordinary(text))


@pytest.mark.parametrize("size", [50, 53, 57])
def test_that_no_character_is_cut(size: int) -> None:
    text = "知識グラフ👩‍👩‍👧 は𒀀…" * 400
    assert_covers(text, split(text, size, 7), size)


@pytest.mark.parametrize(
    "text",
    [
        "a" * 100_000,
        "^" * 300_000,
        "_" * 50_000,
        " " * 600_000,
        "中" * 200_000,
        "𒀀" * 50_000,
        "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo4" * 6_000,
        "\n" * 300_000,
    ],
    ids=["letters", "carets", "rules", "spaces", "han", "cuneiform", "base64", "lines"],
)
def test_that_a_huge_unbroken_run_is_covered(text: str) -> None:
    assert_covers(text, split(text), 600)


def test_that_a_long_text_has_the_tokens_of_the_whole() -> None:
    text = "".join(f"Paragraph {number} says that {number * 37} things happened, again.\n" for number in range(8_000))
    tokens = encoder("o200k_base").encode_ordinary(text)
    for place, unit in enumerate(split(text)[:200]):
        assert unit.span.start == len(encoder("o200k_base").decode(tokens[: 500 * place]))


def test_that_a_lone_surrogate_is_counted_and_covered() -> None:
    text = "before \ud800 after " * 100
    assert_covers(text, split(text, 50, 5), 50)


@given(st.text(max_size=300), st.integers(50, 80), st.integers(0, 49))
def test_that_units_cover_any_text(text: str, size: int, overlap: int) -> None:
    assert_covers(text, split(text, size, overlap), size)


@given(
    st.lists(
        st.sampled_from(["word ", "   ", "\n\n", "é", "中文", "👩‍👧", "12345", "…", "'s", "\u0301", "/\n/"]),
        max_size=400,
    ),
    st.integers(50, 60),
    st.integers(0, 49),
)
def test_that_units_cover_any_mixture(pieces: list[str], size: int, overlap: int) -> None:
    text = "".join(pieces)
    assert_covers(text, split(text, size, overlap), size)
