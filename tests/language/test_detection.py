"""Languages by script, function words and letter sequences."""

import pytest

from graphrag_desktop.language.detection import UNKNOWN, language_of, main_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The committee did not agree on the budget of the city for this year.", "en"),
        ("Die Regierung hat den Haushalt für das nächste Jahr nicht mit der Opposition beraten.", "de"),
        ("Le gouvernement a présenté la loi de finances et les députés ont voté dans la nuit.", "fr"),
        ("El gobierno presentó la ley de presupuestos y los diputados votaron por la noche en la sala.", "es"),
        ("O governo apresentou a lei do orçamento e os deputados votaram durante a noite na sala.", "pt"),
        ("Il governo ha presentato la legge di bilancio e i deputati hanno votato nella notte.", "it"),
        ("De regering heeft de begroting voor het volgende jaar niet met de oppositie besproken.", "nl"),
        ("Umowa została podpisana w Warszawie przez ministra finansów i prezesa banku.", "pl"),
        ("Hợp đồng được ký tại Hà Nội giữa hai công ty lớn của nhà nước.", "vi"),
        ("한빛전자는 평택시에 새 공장을 짓는다고 밝혔다.", "ko"),
        ("北海道大学は苫小牧市と協定を結んだ。", "ja"),
        ("星河汽车董事长承诺，所有数据将公开。", "zh"),
        ("Москва является столицей и крупнейшим городом страны вообще", "ru"),
        ("Київ є столицею та найбільшим містом України", "uk"),
        ("هذا نص عربي طويل جدا مكتوب بالحروف العربية فقط هنا", "ar"),
        ("Η συμφωνία υπογράφηκε στην Αθήνα", "el"),
    ],
)
def test_that_a_sentence_is_enough_to_tell_the_language(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    "text",
    ["", "Bergen", "Q3 results 2021", "a 1 b 2 a 3 a 4 a 5 a a a a", "x = foo(bar); return y", "2,3 45 Q3 EBIT EUR m"],
)
def test_that_too_little_to_tell_by_leaves_the_default(text: str) -> None:
    assert language_of(text, default="en") == "en"
    assert language_of(text) == UNKNOWN


def test_that_a_document_is_in_the_language_of_most_of_it() -> None:
    korean = "국회는 국가의 예산안을 심의하고 확정한다. " * 60
    english = "The committee did not agree on the budget of the city for this year. " * 4

    assert main_language(korean + english) == "ko"
    assert main_language(english) == "en"


def test_that_a_document_without_words_has_no_language() -> None:
    assert main_language("12 34 56\n" * 50) == ""
    assert main_language("") == ""
