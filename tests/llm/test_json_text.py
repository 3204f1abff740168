"""JSON out of what models write."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.llm.json_text import find_json, finite, member, parse_json, without_surrogates

REPORT = {"title": "Ketter", "findings": [{"summary": "uses {x}", "explanation": "a [b] c"}]}
WHOLE = json.dumps(REPORT)


@pytest.mark.parametrize(
    "written",
    [
        WHOLE,
        f"```json\n{WHOLE}\n```",
        f"Here is the report: ```{WHOLE}```",
        f"{WHOLE}\n\nLet me know if you need more {{or less}}.",
        f"\n\ufeff{WHOLE}",
        f"The form is {{x}} and [y]: {WHOLE}",
        WHOLE + " " * 200_000,
        WHOLE[:-1] + ",}",
        f'{WHOLE}", ":", "}}',
        str(REPORT),
    ],
)
def test_that_the_value_is_found_whatever_stands_around_it(written: str) -> None:
    assert find_json(written) == REPORT


def test_that_raw_control_characters_in_a_string_pass() -> None:
    assert find_json('{"answer":"line 1\nline 2\tx","score":80}') == {"answer": "line 1\nline 2\tx", "score": 80}


def test_that_a_value_that_breaks_off_is_mended_and_not_a_part_of_it_taken() -> None:
    assert find_json('{"title": "X", "findings": [{"summary": "A"}], "rat') == {
        "title": "X",
        "findings": [{"summary": "A"}],
    }


@pytest.mark.parametrize("written", ["", "No report can be given.", "{}", "[]", "{"])
def test_that_what_is_no_value_is_an_error(written: str) -> None:
    with pytest.raises(ValueError, match="JSON"):
        find_json(written)


def test_that_numbers_that_are_none_become_null() -> None:
    assert parse_json('{"rating": NaN, "other": Infinity}') == {"rating": None, "other": None}


@pytest.mark.parametrize(
    ("written", "number"),
    [
        (6, 6.0), ("6", 6.0), ("6/10", 6.0), (" 7.5 / 10 ", 7.5), ("7,5", 7.5), ("85%", 85.0), (11, 11.0), (-1, -1.0),
        ("high", None), (None, None), (float("nan"), None), (float("inf"), None), (True, None), ([6], None),
    ],
)  # fmt: skip
def test_that_a_number_is_read_as_models_write_it(written: object, number: float | None) -> None:
    assert finite(written) == number  # type: ignore[arg-type]


def test_that_halves_of_characters_are_replaced() -> None:
    assert without_surrogates("ACME \ud83d").encode() == "ACME �".encode()


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda each: st.lists(each, min_size=1)))
def test_that_a_sound_list_is_itself(value: object) -> None:
    written = [value, 1]
    assert find_json(json.dumps(written)) == written


@given(st.text(max_size=60))
def test_that_no_text_is_too_strange_to_look_at(text: str) -> None:
    with contextlib.suppress(ValueError):
        assert find_json(text)


def test_that_a_path_that_leads_nowhere_gives_nothing() -> None:
    assert member({"choices": [{"text": "a"}]}, "choices", 0, "text") == "a"
    assert member({"choices": []}, "choices", 0, "text") is None
    assert member("choices", "choices") is None
