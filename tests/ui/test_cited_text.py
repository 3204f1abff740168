"""Text with citations: chips after their sentence, in order, folded beyond five; Markdown as far as answers use it."""

import pytest

from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.ui.cited_text import CitedText, markdown_blocks
from graphrag_desktop.ui.inline_objects import Chip, MoreChip
from graphrag_desktop.ui.prose_blocks import Placed, Run, plain_text
from tests.ui.mill import citation


def _chips(text: str, count: int = 0, opened: tuple[int, ...] = ()) -> list[Placed]:
    known = [citation(number=n) for n in range(count)]
    return [each for each in CitedText(known, opened).pieces(text) if isinstance(each, Placed)]


def test_that_a_full_stop_stands_before_the_chips_of_its_sentence() -> None:
    pieces = CitedText(()).pieces("It is so [Data: Reports (2)]. And more.")

    words = [piece.text if isinstance(piece, Run) else "*" for piece in pieces]
    assert words == ["It is so", ".", "\N{NO-BREAK SPACE}", "*", " And more."]


def test_that_chips_stand_in_order_and_keep_their_places() -> None:
    chips = _chips("So. [Data: Sources (9, 3); Reports (7)]", 3)

    assert [(each.thing, each.href) for each in chips if isinstance(each.thing, Chip)] == [
        (Chip(Kind.REPORT, 7, chips[0].thing.state), "citation:2"),  # type: ignore[attr-defined]
        (Chip(Kind.SOURCE, 3, chips[1].thing.state), "citation:1"),  # type: ignore[attr-defined]
        (Chip(Kind.SOURCE, 9, chips[2].thing.state), "citation:0"),  # type: ignore[attr-defined]
    ]


def test_that_more_than_five_chips_are_folded_until_asked_for() -> None:
    text = "So. [Data: Sources (1, 2, 3, 4, 5); Reports (6, 7, 8)]"

    folded = _chips(text, 8)
    assert len(folded) == 6 and isinstance(folded[-1].thing, MoreChip) and folded[-1].thing.count == 3
    assert folded[-1].href == "more:0"
    assert len(_chips(text, 8, opened=(0,))) == 8


def test_that_citations_of_a_text_still_written_have_no_state() -> None:
    (chip,) = _chips("So. [Data: Reports (2)]")
    assert isinstance(chip.thing, Chip) and chip.thing.state is None


def test_that_a_copy_has_each_citation_in_words() -> None:
    blocks = markdown_blocks("So. [Data: Reports (12); Sources (3)]", CitedText(()))
    assert plain_text(blocks) == "So.\N{NO-BREAK SPACE} [Reports: 12] [Sources: 3]"


@pytest.mark.parametrize(
    ("line", "bullet", "weight"),
    [
        ("## Heading", "", 600),
        ("- item", "•\t", 400),
        ("* item", "•\t", 400),
        ("2. item", "2.\t", 400),
        ("words", "", 400),
    ],
)
def test_that_headings_and_lists_are_told_apart(line: str, bullet: str, weight: int) -> None:
    (block,) = markdown_blocks(line, CitedText(()))
    assert (block.bullet, block.weight) == (bullet, weight)


def test_that_emphasis_is_weight_and_no_markup_is_let_through() -> None:
    (block,) = markdown_blocks("A **strong** <b>word</b>.", CitedText(()))
    assert [(each.text, each.weight) for each in block.pieces if isinstance(each, Run)] == [
        ("A ", None), ("strong", 600), (" <b>word</b>.", None),
    ]  # fmt: skip
