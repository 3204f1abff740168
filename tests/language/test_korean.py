"""Korean by rules: nouns before particles, settled by the whole collection."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.domain.extractions import FoundName
from graphrag_desktop.domain.identity import Span
from graphrag_desktop.language.korean import find_korean
from graphrag_desktop.language.korean_nouns import Placed, settle_nouns


def _found(text: str) -> set[tuple[str, str]]:
    return {(text[start:end], label) for start, end, label in find_korean(text)}


def _placed(text: str) -> Placed:
    names = tuple(FoundName(text[start:end], label, Span(start, end)) for start, end, label in find_korean(text))
    return text, names, 0


def _titles(texts: Sequence[str]) -> list[set[str]]:
    return [{name.title for name in names} for names in settle_nouns(map(_placed, texts))]


def test_that_names_lose_their_particles_and_have_the_type_of_their_ending() -> None:
    names = _found("한빛전자는 평택시에 새 공장을 짓는다고 산업통상자원부에 알렸다.")

    assert {("한빛전자", "ORG"), ("평택시", "GPE"), ("산업통상자원부", "ORG"), ("공장", "")} <= names


@pytest.mark.parametrize(
    "particle", ["은", "이", "을", "의", "에", "에서", "과", "으로부터", "까지", "에서는", "이다", "이라고"]
)
def test_that_a_place_has_one_form_whatever_follows_it(particle: str) -> None:
    assert ("한강공원", "") in _found(f"어제 한강공원{particle} 갔다.")


def test_that_a_particle_goes_with_the_syllable_before_it() -> None:
    assert {("국가", ""), ("평가", "")} <= _found("국가 평가를 받았다.")  # 가 after a consonant is no particle


def test_that_people_are_found_before_their_office() -> None:
    names = _found("서울대학교 박정우 교수와 메린키 홀딩스의 캐스퍼 솔 대표는 답하지 않았다.")

    assert {("박정우", "PERSON"), ("캐스퍼 솔", "PERSON"), ("서울대학교", "ORG"), ("메린키 홀딩스", "ORG")} <= names


def test_that_what_stands_with_a_number_is_a_count_and_no_name() -> None:
    assert not {title for title, _ in _found("임기는 4년으로 한다.")} & {"년", "년으", "년으로"}


def test_that_the_same_noun_has_one_title_in_the_whole_collection() -> None:
    found = _titles(["서울은 크다.", "서울이 좋다.", "서울에서 만났다.", "국무회의 심의를 거친다.", "국무회의를 연다."])

    assert found[:3] == [{"서울"}] * 3
    assert "국무회의" in found[3] & found[4]
    assert not {"국무회", "서울은", "서울이"} & set().union(*found)


def test_that_a_noun_keeps_what_looks_like_a_particle() -> None:
    found = _titles(["소작제도 금지를 정한다.", "소작제도는 금지된다.", "소작제도를 없앤다."])

    assert all("소작제도" in titles and "소작제" not in titles for titles in found)


def test_that_verbs_and_adverbs_are_no_nouns() -> None:
    found = _titles(
        ["법률을 만드는 사람이 있다.", "이를 만드는 일을 한다.", "반드시 지켜야 한다.", "아니하고는 할 수 없다."]
    )

    assert not {"만드", "반드시", "지켜야", "아니하고"} & set().union(*found)


def test_that_plurals_and_places_within_are_the_noun_itself() -> None:
    found = _titles(
        [
            "주민이 걱정한다.",
            "주민들은 반대한다.",
            "영역을 정한다.",
            "영역안에서 정한다.",
            "법률을 정한다.",
            "법률안을 낸다.",
        ]
    )

    assert (found[1], found[3]) == ({"주민", "반대"}, {"영역"})
    assert "법률안" in found[5]


@given(st.lists(st.text(alphabet="가국회의는을대통령 ·.A3", max_size=20), max_size=4))
def test_that_a_settled_name_is_what_stands_at_its_span(texts: list[str]) -> None:
    for text, names in zip(texts, settle_nouns(map(_placed, texts)), strict=True):
        for name in names:
            assert name.title == " ".join(text[name.span.start : name.span.end].split())
