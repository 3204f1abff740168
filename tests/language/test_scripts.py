"""Scripts, and what they alone say of a language."""

import pytest

from graphrag_desktop.language.scripts import eastern_language, is_cjk, script_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("한빛전자는 평택시에 새 공장을 짓는다.", "ko"),
        ("北海道大学は苫小牧市と協定を結んだ。", "ja"),
        ("星河汽车董事长承诺，所有数据将公开。", "zh"),
        ("The sign 中 stands in an English sentence.", ""),
        ("Le député", ""),
    ],
)
def test_that_the_signs_tell_the_eastern_languages_apart(text: str, language: str) -> None:
    assert eastern_language(text) == language


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("Москва", "cyrillic"),
        ("هذا نص", "arabic"),
        ("नमस्ते दुनिया", "devanagari"),
        ("Αθήνα", "greek"),
        ("naïve café", "latin"),
        ("Москва in an English sentence", "latin"),
        ("", "latin"),
    ],
)
def test_that_most_letters_decide_the_script(text: str, script: str) -> None:
    assert script_of(text) == script


def test_that_one_eastern_sign_is_seen_in_latin_text() -> None:
    assert is_cjk("the sign 中 in a sentence")
    assert not is_cjk("naïve café")
