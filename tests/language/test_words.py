"""Search terms, stems and the parts of phrases."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.language.words import phrase_parts, search_terms, singular, stem


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("immigrant", "immigration"),
        ("economy", "economic"),
        ("environment", "environmental"),
        ("tariffs", "tariff"),
        ("companies", "company"),
        ("running", "run"),
        ("treaties", "treaty"),
    ],
)
def test_that_forms_of_a_word_share_a_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(("one", "other"), [("police", "policy"), ("nation", "native"), ("gold", "golf")])
def test_that_other_words_do_not(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@pytest.mark.parametrize(
    ("plural", "one"), [("taxes", "tax"), ("cities", "city"), ("glass", "glass"), ("crisis", "crisis"), ("bus", "bus")]
)
def test_that_a_singular_is_known_by_its_ending(plural: str, one: str) -> None:
    assert singular(plural) == one


def test_that_function_words_and_short_words_are_no_search_terms() -> None:
    assert search_terms("It is not the one of us") == []


def test_that_possessives_and_punctuation_do_not_count() -> None:
    assert search_terms("Bergen's fishermen; the fishermen!") == ["bergen", "fishermen", "fishermen"]


def test_that_numbers_are_search_terms() -> None:
    assert search_terms("In 1912 it cost 1,250.50.") == ["1912", "cost", "1,250.50"]


def test_that_runs_without_spaces_give_pairs_of_signs() -> None:
    assert search_terms("한빛전자") == ["한빛", "빛전", "전자"]
    assert search_terms("北京大学は") == ["北京", "京大", "大学", "学は"]
    assert search_terms("税") == ["税"]


def test_that_accents_and_other_alphabets_stay_whole() -> None:
    assert search_terms("Übergänge naïve Москва हिन्दी") == ["übergänge", "naïve", "москва", "हिन्दी"]


def test_that_full_width_and_decomposed_writing_meet_the_usual_one() -> None:
    assert search_terms("Ｔａｒｉｆｆ") == search_terms("tariff")
    assert search_terms("한국") == search_terms("한국")


@given(st.text(max_size=200))
def test_that_no_text_breaks_the_search_terms(text: str) -> None:
    terms = search_terms(text)

    assert all(term and not any(sign.isspace() for sign in term) for term in terms)


def test_that_the_parts_of_a_phrase_end_with_it_or_have_two_words() -> None:
    assert phrase_parts("federal income tax law") == (
        ("federal income", 0, 2),
        ("income tax", 1, 3),
        ("income tax law", 1, 4),
        ("law", 3, 4),
        ("tax law", 2, 4),
    )
    assert phrase_parts("固态电池") == (("固态电池", 0, 1),)
