"""Text without a grammar: sentences by punctuation, names by capitals and scripts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.language.plain_reading import read_plain


def _sentences(text: str, language: str) -> list[str]:
    return [text[each.span.start : each.span.end] for each in read_plain(0, text, language)]


def _names(text: str, language: str) -> set[tuple[str, str]]:
    return {(name.title, name.label) for each in read_plain(0, text, language) for name in each.names}


@pytest.mark.parametrize(
    ("text", "language", "sentences"),
    [
        ("Der Rat tagte. Er fand kein Ende! Warum?", "de", ["Der Rat tagte.", "Er fand kein Ende!", "Warum?"]),
        ("Il a payé 3.5 millions. Puis il est parti.", "fr", ["Il a payé 3.5 millions.", "Puis il est parti."]),
        ("废水问题引起担忧。居民要求公开数据！", "zh", ["废水问题引起担忧。", "居民要求公开数据！"]),
        ("새 공장을 짓는다. 주민들은 3.5배를 요구했다.", "ko", ["새 공장을 짓는다.", "주민들은 3.5배를 요구했다."]),
        ("Он приехал в Москву. Там был дождь.", "und", ["Он приехал в Москву.", "Там был дождь."]),
    ],
)
def test_that_punctuation_ends_a_sentence(text: str, language: str, sentences: list[str]) -> None:
    assert _sentences(text, language) == sentences


def test_that_spans_count_from_the_start_of_the_text() -> None:
    [first, second] = read_plain(100, "Der Rat tagte. Er fand kein Ende.", "de")

    assert (first.span.start, second.span.start, second.paragraph) == (100, 115, 100)


def test_that_capitals_inside_a_sentence_are_names() -> None:
    text = "Le président Emmanuel Macron a visité la ville de Lyon avec l'ONU."

    assert {("Emmanuel Macron", "NAME"), ("Lyon", "NAME")} <= _names(text, "fr")
    assert ("Le", "NAME") not in _names(text, "fr")


def test_that_a_german_noun_is_a_phrase_and_not_a_name() -> None:
    names = _names("Der Haushalt von Angela Merkel wurde beraten, und der Haushalt wurde beschlossen.", "de")

    assert {("Angela Merkel", "NAME"), ("Haushalt", "")} <= names


def test_that_korean_names_lose_their_particles() -> None:
    names = _names("한빛전자는 평택시에 새 공장을 짓는다고 밝혔다.", "ko")

    assert {("한빛전자", "ORG"), ("평택시", "GPE"), ("공장", "")} <= names


def test_that_chinese_words_end_at_function_signs() -> None:
    assert ("固态电池", "") in _names("居民的固态电池和废水的问题引起担忧和争议。", "zh")


@given(st.text(max_size=200), st.sampled_from(["de", "ko", "zh", "ja", "und"]))
def test_that_every_span_lies_in_its_sentence_whatever_the_text(text: str, language: str) -> None:
    for sentence in read_plain(0, text, language):
        body = text[sentence.span.start : sentence.span.end]
        assert body == body.strip() != ""
        assert 0 <= sentence.quality <= 1
        for name in sentence.names:
            assert sentence.span.contains(name.span)
            assert name.title == " ".join(text[name.span.start : name.span.end].split())
