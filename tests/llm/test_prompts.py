"""Prompts: what is filled, what is left alone, what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.domain.errors import InvalidPrompt
from graphrag_desktop.llm.prompts import PromptForm, Prompts, check_prompt, placeholders

FORM = PromptForm(frozenset({"input_text"}), frozenset({"language"}))
FORMS = {"mine": FORM}


def filled(text: str, **fields: str) -> str:
    return Prompts(FORMS, {"mine": text}).fill("mine", **fields)


def test_that_braces_in_a_prompt_are_braces() -> None:
    text = 'Write {"name": "x", "of": {"a": 1}} for {input_text} and leave } alone {0} { } {A}'
    assert filled(text, input_text="T") == text.replace("{input_text}", "T")


def test_that_a_document_reaches_the_model_as_it_is() -> None:
    document = "{input_text}, {0}, {{x}}, {language} and %s $x \\1"
    assert filled("{input_text} in {language}", input_text=document, language="L") == f"{document} in L"


@given(st.text(), st.text())
def test_that_what_is_filled_in_is_not_looked_into(one: str, other: str) -> None:
    assert filled("a{input_text}b{language}c", input_text=one, language=other) == f"a{one}b{other}c"


def test_that_doubled_braces_write_a_placeholders_name() -> None:
    assert filled("{{input_text}} is filled with {input_text}", input_text="T") == "{input_text} is filled with T"


def test_that_a_missing_placeholder_is_refused_on_saving() -> None:
    with pytest.raises(InvalidPrompt, match=r"“mine”, lines 1 to 2: \{input_text\} is missing"):
        check_prompt("mine", "Read this.\nThank you.", FORM)


def test_that_a_placeholder_nobody_fills_is_refused_with_its_line() -> None:
    with pytest.raises(InvalidPrompt, match=r"“mine”, line 3: nobody fills \{input_txt\}"):
        check_prompt("mine", "Read this:\n{input_text}\n{input_txt}", FORM)
    with pytest.raises(InvalidPrompt, match="line 1"):
        Prompts(FORMS, {"mine": "{nonsense} {input_text}"})


def test_that_a_prompt_made_for_str_format_is_taken_as_it_is() -> None:
    text = 'Types: {language}\n{{"title": "x", "of": {{"{{input_text}}": 1}}}}\n{input_text}{completion_delimiter}'
    check_prompt("mine", text, FORM)
    assert filled(text, input_text="T", language="L") == (
        'Types: L\n{"title": "x", "of": {"{input_text}": 1}}\nT<|COMPLETE|>'
    )


def test_that_delimiters_of_older_prompts_are_filled() -> None:
    assert filled("a{tuple_delimiter}b{record_delimiter}{input_text}", input_text="T") == "a<|>b##T"


def test_that_an_edit_changes_the_fingerprint_of_what_depends_on_it_alone() -> None:
    shipped, edited = Prompts({}), Prompts({"describe": FORM}, {"describe": "{input_text}"})
    assert shipped.fingerprint(["extract"]) == edited.fingerprint(["extract"])
    assert shipped.fingerprint(["describe"]) != edited.fingerprint(["describe"])


def test_that_placeholders_are_told() -> None:
    assert placeholders('{a} {{b}} {"c": 1} {D} {e_f}') == {"a", "e_f"}
