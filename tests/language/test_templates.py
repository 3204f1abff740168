"""The fixed sentences of answers and reports, in four languages."""

import string
from dataclasses import fields

import pytest

from graphrag_desktop.language.templates import Templates, templates_for

QUESTIONS = {
    "ko": "국회의 권한은 무엇인가요?",
    "zh": "居民担忧什么？",
    "ja": "教育の権利とは何ですか？",
}
ENGLISH = templates_for("What is said about the ferry?")


def _places(templates: Templates) -> dict[str, list[set[str]]]:
    """The placeholders of each field, form by form."""
    found: dict[str, list[set[str]]] = {}
    for each in fields(templates):
        value = getattr(templates, each.name)
        forms = value if isinstance(value, tuple) else (value,) if isinstance(value, str) else ()
        found[each.name] = [{name for _, name, _, _ in string.Formatter().parse(form) if name} for form in forms]
    return found


@pytest.mark.parametrize("question", QUESTIONS.values())
def test_that_every_language_says_the_same_of_the_same(question: str) -> None:
    templates = templates_for(question)
    english = {name: places[-1:] for name, places in _places(ENGLISH).items()}

    assert templates is not ENGLISH
    assert {name: places[-1:] for name, places in _places(templates).items()} == english


def test_that_other_languages_are_told_in_english() -> None:
    assert templates_for("Was tat die Regierung?") is ENGLISH
    assert templates_for("The mayor of 평택시 met a delegation of engineers in the town hall") is ENGLISH


def test_that_numbers_have_their_form() -> None:
    assert ENGLISH.counted(ENGLISH.documents, 1) == "1 document"
    assert ENGLISH.counted(ENGLISH.documents, 1_200) == "1,200 documents"
    assert templates_for(QUESTIONS["ko"]).counted(templates_for(QUESTIONS["ko"]).documents, 3) == "문서 3개"


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "“a”, “b” and “c”"), (QUESTIONS["ja"], "「a」、「b」、「c」"), (QUESTIONS["zh"], "“a”、“b”和“c”")],
)
def test_that_a_list_has_the_commas_of_its_language(text: str, words: str) -> None:
    templates = templates_for(text)

    assert templates.quoted(["a", "b", "c"]) == words
    assert templates.listed(["a"]) == "a"
