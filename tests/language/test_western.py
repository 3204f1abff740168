"""Names by capital letters."""

import pytest

from graphrag_desktop.language.western import find_names


def _names(text: str, language: str) -> list[tuple[str, str]]:
    return [(text[start:end], label) for start, end, label in find_names(text, language)]


@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        ("fr", "Le président Emmanuel Macron a visité la ville de Lyon avec l'ONU.", [("Emmanuel Macron", "PERSON"), ("Lyon", "NAME"), ("ONU", "NAME")]),
        ("fr", "La Banque de France et Charles de Gaulle n'étaient pas là.", [("Banque de France", "ORG"), ("Charles de Gaulle", "NAME")]),
        ("es", "La Sra. García trabaja en la Universidad de Salamanca.", [("García", "PERSON"), ("Universidad de Salamanca", "ORG")]),
        ("nl", "Jan van der Meer woont in Den Haag.", [("Jan van der Meer", "NAME"), ("Den Haag", "NAME")]),
        ("ru", "Там был президент Борис Ельцин и Центральный Банк России.", [("Борис Ельцин", "PERSON"), ("Центральный Банк России", "ORG")]),
        ("de", "Ursula von der Leyen traf Herrn Dr. Max Weber von der Universität Bonn.", [("Ursula von der Leyen", "NAME"), ("Max Weber", "PERSON"), ("Universität Bonn", "ORG")]),
        ("de", "Die Deutsche Bank AG zog in die Goethestraße.", [("Deutsche Bank AG", "ORG"), ("Goethestraße", "GPE")]),
    ],
)  # fmt: skip
def test_that_names_are_whole_and_have_the_type_that_their_words_tell(
    language: str, text: str, names: list[tuple[str, str]]
) -> None:
    assert _names(text, language) == names


def test_that_a_german_noun_is_a_phrase_and_swallows_no_name() -> None:
    assert _names("Der Haushalt und die Rede von Angela Merkel wurden gelobt.", "de") == [
        ("Haushalt", ""),
        ("Rede", ""),
        ("Angela Merkel", "NAME"),
    ]


def test_that_the_first_word_of_a_sentence_names_nothing_alone() -> None:
    assert _names("Puis il est parti.", "fr") == []


def test_that_long_words_of_a_script_without_capitals_may_be_concepts() -> None:
    assert ("السفينة", "") in _names("وصلت السفينة الى ميناء", "ar")
