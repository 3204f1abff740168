"""Where sentences end without a grammar."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.language.sentences import eastern_sentences, western_sentences


def _western(text: str, language: str) -> list[str]:
    return [text[span.start : span.end] for span in western_sentences(text, language)]


def _eastern(text: str) -> list[str]:
    return [text[span.start : span.end] for span in eastern_sentences(text)]


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("de", ["Der Rat tagte.", "Er fand kein Ende!", "Warum?"]),
        ("de", ["Am 3. Oktober kam Dr. Müller, z. B. mit Herrn J. Weber, d. h. spät.", "Das war 1990.", "Er blieb."]),
        ("fr", ["Il a payé 3.5 millions.", "Puis M. Dupont est parti, cf. p. 12.", "Voilà."]),
        ("es", ["El Sr. García llegó a las 8.", "¿Por qué?", "Nadie lo sabe."]),
        ("ru", ["Он родился в 1950 г. Москве рад.", "Там был дождь."]),
        ("und", ["Он приехал в Москву.", "Там был дождь."]),
    ],
)
def test_that_punctuation_ends_a_sentence_and_abbreviations_do_not(language: str, sentences: list[str]) -> None:
    assert _western(" ".join(sentences), language) == sentences


@pytest.mark.parametrize(
    "sentences",
    [
        ["废水问题引起担忧。", "居民要求公开数据！"],
        ["새 공장을 짓는다.", "주민들은 3.5배를 요구했다."],
        ["彼は「行く。」", "そして帰った。"],
        ['何进笑曰："此懦夫之见也！"', "傍边一人鼓掌大笑。"],
        ["他走了。", '"你好，"她说。'],
    ],
)
def test_that_quotation_marks_stay_with_their_sentence(sentences: list[str]) -> None:
    assert [each.strip() for each in _eastern("".join(sentences))] == sentences


@given(st.text(alphabet='ab. !?。"」\n가中1', max_size=60), st.sampled_from(["de", "fr", "und"]))
def test_that_sentences_are_in_order_and_lose_no_letter(text: str, language: str) -> None:
    for found in (_western(text, language), _eastern(text)):
        letters = [sign for sign in text if sign.isalnum()]
        assert [sign for sentence in found for sign in sentence if sign.isalnum()] == letters
        assert all(sentence == sentence.strip() != "" for sentence in found)
