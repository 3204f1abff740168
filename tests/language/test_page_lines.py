"""Headers, footers and page numbers."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.domain.documents import Page
from graphrag_desktop.domain.identity import Key, Span
from graphrag_desktop.language.page_lines import find_page_lines, part_lines
from graphrag_desktop.language.reading import read_stretch


def _paged(pages: list[str]) -> tuple[str, tuple[Page, ...]]:
    text, spans = "", []
    for number, page in enumerate(pages, start=1):
        spans.append(Page(number, Span(len(text), len(text) + len(page))))
        text += f"{page}\n"
    return text, tuple(spans)


def _lines(text: str, pages: tuple[Page, ...] = ()) -> list[str]:
    return [text[span.start : span.end] for span in find_page_lines(text, pages)]


NAMES = ("Adler", "Berg", "Cook", "Dahl")
BODIES = [f"The {name} board met.\n{name} asked for a ship.\nNo friend of {name} objected.\nAll was well, said {name}." for name in NAMES]  # fmt: skip


def test_that_headers_and_numbers_at_page_edges_are_found() -> None:
    text, pages = _paged([f"Annual Report\n{body}\n- {number} -" for number, body in enumerate(BODIES, start=7)])

    assert _lines(text, pages) == ["Annual Report", "- 7 -", "Annual Report", "- 8 -", "Annual Report", "- 9 -", "Annual Report", "- 10 -"]  # fmt: skip


def test_that_odd_and_even_pages_have_headers_of_their_own() -> None:
    text, pages = _paged([f"{'Title' if number % 2 else 'Author'}\n{BODIES[number % 4]}" for number in range(6)])

    assert _lines(text, pages) == ["Author", "Title"] * 3


def test_that_what_stands_twice_or_within_a_page_is_text() -> None:
    text, pages = _paged(["Summary\n" + BODIES[0], "Summary\n" + BODIES[1], BODIES[2], BODIES[3]])
    assert _lines(text, pages) == []

    text, pages = _paged([f"{body}\n{body}\nRefrain\n{body}\n{body}" for body in BODIES])
    assert "Refrain" not in _lines(text, pages)


def test_that_page_numbers_that_count_on_are_found_without_pages() -> None:
    text = "\n".join(f"Annual Report\nPage {number} of 4\n{body}" for number, body in enumerate(BODIES, start=1))

    assert [line for line in _lines(text) if line != "Annual Report"] == [
        f"Page {number} of 4" for number in range(1, 5)
    ]
    assert _lines(text).count("Annual Report") == 4


def test_that_numbered_headings_and_measurements_are_text() -> None:
    headings = "\n".join(f"Article {number}\n{body}" for number, body in enumerate(BODIES, start=1))
    values = "\n".join(f"Sample {number}: 2{number}.4 mm" for number in range(1, 6))

    assert _lines(headings) == []
    assert _lines(values) == []


def test_that_a_paragraph_is_parted_at_the_lines() -> None:
    text = "before it\nHEADER\nand after"
    kept, lines = part_lines(text, Span(0, len(text)), [Span(10, 16)])

    assert [text[span.start : span.end] for span in kept] == ["before it", "and after"]
    assert lines == [Span(10, 16)]


def test_that_a_page_line_is_a_sentence_that_names_nothing() -> None:
    text = "Nordlys Energy Report\nIngrid Solheim met Nordlys Energy in Bergen.\n"
    reading = read_stretch(Key("k"), text, (Span(0, 21),))
    line, sentence = reading.sentences

    assert (line.span, line.names) == (Span(0, 21), ())
    assert text[sentence.span.start : sentence.span.end] == "Ingrid Solheim met Nordlys Energy in Bergen."
    assert sentence.paragraph == 22


@given(st.lists(st.text(alphabet="ab1 \n", max_size=30), max_size=6), st.booleans())
def test_that_page_lines_are_whole_lines_in_order(pages: list[str], has_pages: bool) -> None:  # noqa: FBT001  # hypothesis gives it
    text, spans = _paged(pages)
    found = find_page_lines(text, spans if has_pages else ())

    assert all(first.end <= second.start for first, second in pairwise(found))
    for span in found:
        line = text[span.start : span.end]
        assert line == line.strip() != ""
        assert "\n" not in line
