"""JSON: values with the paths that lead to them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.domain.documents import DocumentState
from graphrag_desktop.domain.errors import UnreadableDocument
from graphrag_desktop.pipeline.formats import json_text


def test_that_records_are_lines_and_long_texts_have_their_own() -> None:
    long = "A text of some length. " * 20
    value = {
        "title": "Harbour",
        "year": 2020,
        "price": 1.50,
        "open": True,
        "gone": None,
        "blank": " ",
        "people": [{"name": "Ada", "role": {"title": "CEO"}}, {"name": "Bob"}],
        "tags": ["sea", "port"],
        "body": long,
    }
    content = json.dumps(value).replace("1.5,", "1.50,").encode()
    assert json_text.read(content).text.split("\n") == [
        "title: Harbour; year: 2020; price: 1.50; open: true",
        "people[1]: name: Ada",
        "people[1].role: title: CEO",
        "people[2]: name: Bob",
        "tags: sea, port",
        f"body: {long}",
    ]


def test_that_numbers_stand_as_they_are_written() -> None:
    assert json_text.read(b'{"n": 12345678901234567890123, "x": 1e400, "y": NaN}').text == (
        "n: 12345678901234567890123; x: 1e400; y: NaN"
    )


def test_that_lines_that_are_no_json_are_named_and_the_others_read() -> None:
    found = json_text.read_lines(b'{"a": "one"}\n\nnot json\n{"a": "two"}\n{"a": {"b": "three"}}\n')
    assert found.text == "Line 1: a: one\nLine 4: a: two\nLine 5.a: b: three"
    assert (found.state, found.reason) == (DocumentState.PARTLY_READ, "Line 3: no JSON, left unread.")


def test_that_json_lines_under_the_name_of_json_are_read() -> None:
    assert json_text.read(b'{"a": "one"}\n{"a": "two"}\n').text == "Line 1: a: one\nLine 2: a: two"


def test_that_half_a_character_is_shown_as_damage() -> None:
    assert json_text.read(rb'{"a": "x\ud800y"}').text == "a: x\ufffdy"


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"{oops", "no JSON: .* in line 1"), (b"[" * 100_000, "nested too deeply"), (b"a: b\nc: d\n", "no JSON")],
)
def test_that_what_is_no_json_says_why(content: bytes, message: str) -> None:
    with pytest.raises(UnreadableDocument, match=message):
        json_text.read(content)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(alphabet="abc xyz", max_size=20),
        lambda inner: (
            st.lists(inner, max_size=4) | st.dictionaries(st.text(alphabet="kl", max_size=3), inner, max_size=4)
        ),
        max_leaves=20,
    )
)
def test_that_every_word_of_any_json_is_in_its_text(value: object) -> None:
    found = json_text.read(json.dumps(value).encode()).text

    def words(inside: object) -> list[str]:
        if isinstance(inside, str):
            return inside.split()
        if isinstance(inside, dict):
            return [word for each in inside.values() for word in words(each)]
        return [word for each in inside for word in words(each)] if isinstance(inside, list) else []

    assert all(word in found for word in words(value))
