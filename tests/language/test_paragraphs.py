"""Paragraphs and stretches: spans that lose nothing and cut nothing in two."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.language.paragraphs import LONGEST_STRETCH, cut_long, plan_stretches, split_paragraphs

_WRAPPED = (
    "The committee met in the old hall and\ndiscussed the budget for hours\nwithout any result.\n"
    "\nThe next meeting is in May, when\nthe new members join.\n"
)


def _paragraphs(text: str) -> list[str]:
    return [text[span.start : span.end] for span in split_paragraphs(text)]


def test_that_each_line_is_a_paragraph_where_lines_are_long() -> None:
    long = "word " * 60
    assert _paragraphs(f"{long}\n{long}\n\n{long}") == [long, long, long]


def test_that_blank_lines_part_paragraphs_where_lines_are_wrapped() -> None:
    assert [paragraph.split()[:2] for paragraph in _paragraphs(_WRAPPED)] == [["The", "committee"], ["The", "next"]]


def test_that_wrapped_lines_are_known_without_blank_lines_too() -> None:
    assert len(_paragraphs(_WRAPPED.replace("\n\n", "\n"))) == 1


@given(st.text(alphabet=st.sampled_from("ab .\n\t中😀"), max_size=300))
def test_that_paragraphs_hold_all_that_is_no_white_space(text: str) -> None:
    covered = "".join(_paragraphs(text))

    assert [sign for sign in covered if not sign.isspace()] == [sign for sign in text if not sign.isspace()]


def _long_text(seed: int, paragraphs: int) -> str:
    chance = random.Random(seed)
    return "\n".join(
        " ".join(f"w{chance.randrange(999)}" for _ in range(chance.randrange(5, 300))) for _ in range(paragraphs)
    )


@pytest.mark.parametrize("text", [_long_text(1, 120), "word " * 30_000, "x" * 150_000, "中文句子。" * 25_000])
def test_that_stretches_cover_the_text_without_overlap(text: str) -> None:
    stretches = plan_stretches(text)

    assert "".join(text[span.start : span.end] for span in stretches) == text
    assert all(one.end == other.start for one, other in itertools.pairwise(stretches))
    assert max(span.end - span.start for span in stretches) <= LONGEST_STRETCH


@given(st.text(max_size=400))
def test_that_short_texts_are_one_stretch_and_blank_ones_none(text: str) -> None:
    assert len(plan_stretches(text)) == (1 if text.strip() else 0)


def test_that_a_stretch_ends_after_a_sentence_where_a_paragraph_is_too_long() -> None:
    text = "This sentence has exactly seven plain words. " * 3_000
    assert all(text[span.start : span.end].endswith("words. ") for span in plan_stretches(text))


def test_that_no_sign_is_parted_from_its_marks() -> None:
    family = "👩\u200d👩\u200d👧"
    text = "e\u0301" * 25_000 + family * 20_000
    starts = [text[span.start] for span in plan_stretches(text)]

    assert set(starts) <= {"e", "👩"}


def test_that_an_edit_changes_few_stretches() -> None:
    text = _long_text(2, 400)
    before = {text[span.start : span.end] for span in plan_stretches(text)}
    edited = "A new first line that was not there.\n" + text
    after = [edited[span.start : span.end] for span in plan_stretches(edited)]

    assert sum(each not in before for each in after) <= 3 < len(after)


@given(st.text(alphabet=st.sampled_from("ab \n"), max_size=120), st.integers(2, 30))
def test_that_pieces_of_a_long_run_are_exact_and_short(text: str, longest: int) -> None:
    pieces = list(cut_long(text, 0, len(text), longest))

    assert all(text[piece.start : piece.end] == text[piece.start : piece.end].strip() != "" for piece in pieces)
    assert all(piece.end - piece.start <= longest for piece in pieces)
    kept = "".join(text[piece.start : piece.end] for piece in pieces)
    assert "".join(kept.split()) == "".join(text.split())


def test_that_a_line_torn_inside_a_sentence_is_mended_and_others_are_not() -> None:
    long = "We have recognized this Government, encouraged its progress, and have negotiated a treaty restoring to China complete"
    other = (
        "This paragraph is so long that the lines of this text were not wrapped by hand; " * 2
        + "it ends in a full stop."
    )
    text = f"{other}\n{long}\ntariff autonomy and guaranteeing our citizens.\n{other}\nA heading\nand a list"

    paragraphs = [text[each.start : each.end] for each in split_paragraphs(text)]

    assert paragraphs == [
        other, f"{long}\ntariff autonomy and guaranteeing our citizens.", other, "A heading", "and a list"
    ]  # fmt: skip
