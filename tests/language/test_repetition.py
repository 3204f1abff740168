"""Paragraphs and documents that say what was already said."""

import random

from graphrag_desktop.language.repetition import find_boilerplate, find_copies


def _prose(seed: int, words: int = 400) -> str:
    chance = random.Random(seed)
    return " ".join("".join(chance.choices("aeioulmnrst", k=5)) for _ in range(words))


def test_that_a_copy_with_small_changes_is_found() -> None:
    original = _prose(1)
    changed = original.replace(original.split()[200], "another", 1) + " and one more line"

    assert len(find_copies({"a": original, "b": _prose(2), "c": changed})) == 1


def test_that_of_two_equal_documents_the_first_stays() -> None:
    assert find_copies({"a": _prose(1), "b": _prose(1), "c": _prose(1)}) == {"b": "a", "c": "a"}


def test_that_an_extract_is_a_copy_and_the_whole_is_not() -> None:
    whole = _prose(1, 1_000)

    assert find_copies({"a": whole[: len(whole) // 3], "b": whole}) == {"a": "b"}


def test_that_documents_on_the_same_subject_are_no_copies() -> None:
    shared = _prose(3, 100)

    assert find_copies({"a": shared + _prose(1), "b": shared + _prose(2)}) == {}


def test_that_short_and_empty_documents_are_never_copies() -> None:
    assert find_copies({"a": "", "b": "", "c": "the same words", "d": "the same words"}) == {}


def test_that_a_paragraph_of_many_documents_is_boilerplate_whatever_its_numbers() -> None:
    footers = [(document, f"Page {document} of the Annual Review, Volume 12") for document in range(1, 6)]
    bodies = [(document, _prose(document, 30)) for document in range(1, 6)]

    assert find_boilerplate([*footers, *bodies]) == [True] * 5 + [False] * 5


def test_that_a_long_paragraph_repeated_in_one_document_is_boilerplate_and_a_cell_is_not() -> None:
    notice = "Figures in this section have not been audited by anyone."
    paragraphs = [*[(1, notice)] * 3, *[(1, "Not applicable")] * 3, (2, notice)]

    assert find_boilerplate(paragraphs) == [True] * 3 + [False] * 4


def test_that_the_signature_of_a_mail_is_boilerplate() -> None:
    signature = "-- \nAnna Berg\nMayor of Askvoll"

    assert find_boilerplate([(1, signature), (1, "Anna Berg -- the mayor -- left."), (1, "---\nA rule")]) == [
        True,
        False,
        False,
    ]


def test_that_a_paragraph_of_two_documents_is_none() -> None:
    assert find_boilerplate([(1, "The meeting was opened."), (2, "The meeting was opened.")]) == [False, False]


def test_that_a_licence_is_boilerplate_even_once_but_a_long_text_about_it_is_not() -> None:
    licence = "Copyright (c) 2019. All rights reserved."

    assert find_boilerplate([(1, licence), (1, f"{licence} {_prose(1, 600)}")]) == [True, False]


def test_that_baking_is_no_notice_about_cookies() -> None:
    assert find_boilerplate([(1, "She baked a cookie for every guest.")]) == [False]
