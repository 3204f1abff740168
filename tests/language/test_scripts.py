"""Languages by their script and their function words."""

import pytest

from graphrag_desktop.language.scripts import UNKNOWN, is_cjk, language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The committee did not agree on the budget of the city for this year.", "en"),
        ("Die Regierung hat den Haushalt für das nächste Jahr nicht mit der Opposition beraten.", "de"),
        ("Le gouvernement a présenté la loi de finances et les députés ont voté dans la nuit.", "fr"),
        ("El gobierno presentó la ley de presupuestos y los diputados votaron por la noche en la sala.", "es"),
        ("한빛전자는 평택시에 새 공장을 짓는다고 밝혔다.", "ko"),
        ("北海道大学は苫小牧市と協定を結んだ。", "ja"),
        ("星河汽车董事长承诺，所有数据将公开。", "zh"),
        ("Москва является столицей и крупнейшим городом страны вообще", UNKNOWN),
        ("هذا نص عربي طويل جدا مكتوب بالحروف العربية فقط هنا", UNKNOWN),
    ],
)
def test_that_a_sentence_is_enough_to_tell_the_language(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    "text", ["", "Bergen", "Q3 results 2021", "a 1 b 2 a 3 a 4 a 5 a a a a", "x = foo(bar); return y"]
)
def test_that_too_little_to_tell_by_leaves_the_default(text: str) -> None:
    assert language_of(text, default="en") == "en"


def test_that_one_eastern_sign_is_seen_in_latin_text() -> None:
    assert is_cjk("the sign 中 in a sentence")
    assert not is_cjk("naïve café")
