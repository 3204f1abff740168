"""Which lines of a page are one paragraph."""

from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.pipeline.formats.pdf_layout import (
    HYPHEN,
    Line,
    glue,
    goes_on,
    join_wrapped,
    mend_hyphens,
    paragraphs,
)


def lines(*rows: tuple[str, float, float]) -> list[Line]:
    """Lines of 10 points, 12 apart, given by text, left edge and how many points above the next one is left free."""
    found, base = [], 800.0
    for text, left, gap in rows:
        base -= 12 + gap
        found.append(Line(text, left, left + 5 * len(text), base, base, 10))
    return found


FULL = "a line that is as long as the column is wide enough"


def test_that_full_lines_go_on_and_short_ones_end_a_paragraph() -> None:
    made = lines((FULL, 50, 0), ("and ends here.", 50, 0), ("Another begins " + FULL[:36], 50, 0), ("and ends.", 50, 0))
    assert paragraphs(made) == f"{FULL} and ends here.\nAnother begins {FULL[:36]} and ends."


def test_that_a_gap_another_size_or_an_indent_begins_a_paragraph() -> None:
    assert paragraphs(lines((FULL, 50, 0), (FULL, 50, 0), (FULL, 50, 8))) == f"{FULL} {FULL}\n{FULL}"
    heading = Line(FULL, 50, 305, 800, 800, 14)
    assert paragraphs([heading, *lines((FULL, 50, 0))]) == f"{FULL}\n{FULL}"
    assert paragraphs(lines((FULL, 50, 0), (FULL, 50, 0), (FULL[3:], 62, 0))) == f"{FULL} {FULL}\n{FULL[3:]}"


def test_that_items_of_a_list_are_paragraphs_and_their_hanging_lines_are_not() -> None:
    made = lines(("• " + FULL, 50, 0), (FULL, 62, 0), ("• " + FULL, 50, 0), (FULL, 62, 0), ("A last line", 50, 0))
    assert paragraphs(made) == f"• {FULL} {FULL}\n• {FULL} {FULL}\nA last line"


def test_that_short_lines_below_each_other_stay_apart() -> None:
    made = lines(
        (3 * FULL, 50, 0),
        ("Harbour Authority", 50, 8),
        ("1 Quay Street", 50, 0),
        ("Lower Ketter", 50, 0),
        ("Tel. 555", 50, 0),
    )
    assert paragraphs(made).count("\n") == 4


def test_that_a_second_column_is_not_the_end_of_the_first() -> None:
    left, right = lines((FULL, 50, 0), (FULL, 50, 0)), lines((FULL, 320, 0), (FULL, 320, 0))
    assert paragraphs([*left, *right]) == f"{FULL} {FULL}\n{FULL} {FULL}"


def test_that_words_broken_at_a_line_are_mended_as_the_document_writes_them() -> None:
    page = (
        f"infor{HYPHEN}mation and self{HYPHEN}made, well{HYPHEN}known. The information is well-known to self and made."
    )
    (mended,) = mend_hyphens([page])
    assert mended.startswith("information and self-made, well-known. ")
    dense = [f"poten{HYPHEN}tially and flexibil{HYPHEN}ity "] * 3
    assert mend_hyphens(dense)[0] == "potentially and flexibility "
    assert mend_hyphens(["A rare self" + HYPHEN + "publishing house. " + "Plain words follow. " * 400])[0].startswith(
        "A rare self-publishing"
    )


def test_that_signs_without_spaces_are_joined_without() -> None:
    assert glue("保险", "公司", spaces_are_kept=False) == ""
    assert glue("보험", "업계", spaces_are_kept=True) == ""
    assert glue("보험", "업계", spaces_are_kept=False) == " "
    assert glue("word", "word", spaces_are_kept=True) == " "
    assert glue("AI-", "powered", spaces_are_kept=False) == ""
    assert glue("1990 -", "2000", spaces_are_kept=False) == " "


def test_that_only_an_open_sentence_goes_on_over_a_page() -> None:
    assert goes_on("The board met and", "closed the quay.")
    assert not goes_on("The board met.", "closed the quay.")
    assert not goes_on("The board met and", "Chapter 2")
    assert not goes_on("", "closed")


def test_that_lines_of_which_only_the_length_is_known_are_joined_where_full() -> None:
    assert join_wrapped(f"{FULL}\n{FULL}\nshort.\n{FULL}") == f"{FULL} {FULL} short.\n{FULL}"


@given(
    st.lists(
        st.builds(
            Line,
            st.text(alphabet="ab c•1.-", min_size=1).filter(str.strip),
            *[st.floats(0, 800) for _ in range(4)],
            st.floats(0.1, 40),
        ),
        max_size=12,
    )
)
def test_that_no_character_of_any_page_is_lost(made: list[Line]) -> None:
    written = paragraphs(made)
    assert "".join(written.split()) == "".join("".join(line.text.split()) for line in made)
