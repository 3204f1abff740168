"""Paragraphs in more than one language."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.domain.identity import Span
from graphrag_desktop.language.runs import split_runs

KOREAN = "한빛전자는 평택시에 새 공장을 짓는다고 밝혔다. 주민들은 환경을 걱정한다."
ENGLISH = "The company will open the new plant in the spring of next year. Residents fear for the river."


def _runs(text: str, around: str = "en") -> list[tuple[str, str]]:
    return [(text[run.span.start : run.span.end], run.language) for run in split_runs(text, Span(0, len(text)), around)]


def test_that_sentences_of_two_scripts_are_runs_of_their_own() -> None:
    assert _runs(f"{KOREAN} {ENGLISH} {KOREAN}") == [(f"{KOREAN} ", "ko"), (f"{ENGLISH} ", "en"), (KOREAN, "ko")]


def test_that_a_name_in_another_script_divides_nothing() -> None:
    for text, language in [
        ("삼성전자(Samsung Electronics)는 SK hynix와 HBM 메모리 공급 계약을 맺었다고 밝혔다.", "ko"),
        ("The mayor of 평택시 met the head of 한빛전자 in the town hall on a cold Monday morning.", "en"),
    ]:
        assert _runs(text) == [(text, language)]


def test_that_numbers_and_signs_belong_to_the_run_before_them() -> None:
    text = f"{KOREAN} 3.5 %!\n{ENGLISH}"

    assert [language for _, language in _runs(text)] == ["ko", "en"]


def test_that_a_short_heading_is_in_the_language_around_it() -> None:
    assert _runs("Anlage 3", "de") == [("Anlage 3", "de")]
    assert _runs("第一条", "ja") == [("第一条", "ja")]
    assert _runs("第一条", "zh") == [("第一条", "zh")]
    assert _runs("Samsung", "ko") == [("Samsung", "en")]


@given(
    st.lists(st.sampled_from([KOREAN, ENGLISH, "星河汽车董事长承诺公开数据。", " ", "\n", "12", "「", "x"]), max_size=8)
)
def test_that_runs_cover_the_paragraph_in_order(pieces: list[str]) -> None:
    text = " ".join(pieces)
    runs = split_runs(text, Span(0, len(text)), "en")

    assert "".join(text[run.span.start : run.span.end] for run in runs) == text
    assert all(first.language != second.language for first, second in pairwise(runs))
