"""Text without a grammar: sentences with their quality, names by capitals, scripts and word lists."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.domain.extractions import ReadSentence
from graphrag_desktop.domain.identity import Span
from graphrag_desktop.language.chinese import find_chinese
from graphrag_desktop.language.korean import find_korean
from graphrag_desktop.language.plain_reading import read_plain
from graphrag_desktop.language.quality import FRAGMENT
from graphrag_desktop.language.runs import Run


def _read(text: str, language: str, start: int = 0) -> list[ReadSentence]:
    return list(read_plain(text, Run(Span(start, len(text)), language), start))


def _names(text: str, language: str) -> set[tuple[str, str]]:
    return {(name.title, name.label) for each in _read(text, language) for name in each.names}


def test_that_spans_count_from_the_start_of_the_text() -> None:
    [first, second] = _read("Heading\nDer Rat tagte. Er fand kein Ende.", "de", 8)

    assert (first.span, second.span, second.paragraph) == (Span(8, 22), Span(23, 41), 8)


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        ("Der Haushalt von Angela Merkel wurde beraten.", "de", ("Angela Merkel", "NAME")),
        ("한빛전자는 평택시에 새 공장을 짓는다고 밝혔다.", "ko", ("한빛전자", "ORG")),
        ("居民的固态电池和废水的问题引起担忧和争议。", "zh", ("固态电池", "")),
        ("北海道大学は苫小牧市と協定を結んだ。", "ja", ("北海道大学", "ORG")),
    ],
)
def test_that_each_language_is_read_by_its_own_rules(text: str, language: str, name: tuple[str, str]) -> None:
    assert name in _names(text, language)


def test_that_a_heading_names_nothing() -> None:
    assert _names("제3장 국회", "ko") <= {("국회", "ORG")}
    assert [each.quality for each in _read("第一章", "zh")] == [FRAGMENT]
    assert [each.quality for each in _read("Anlage 3", "de")] == [FRAGMENT]


def test_that_a_place_has_one_name_with_the_label_that_says_more() -> None:
    [sentence] = _read("서울대학교 박정우 교수가 새 기술을 개발했다.", "ko")

    assert len({name.span for name in sentence.names}) == len(sentence.names)
    assert ("박정우", "PERSON") in {(name.title, name.label) for name in sentence.names}


@given(st.text(max_size=200), st.sampled_from(["de", "fr", "ko", "zh", "ja", "und"]))
def test_that_every_span_lies_in_its_sentence_whatever_the_text(text: str, language: str) -> None:
    for sentence in _read(text, language):
        body = text[sentence.span.start : sentence.span.end]
        assert body == body.strip() != ""
        assert 0 <= sentence.quality <= 1
        for name in sentence.names:
            assert sentence.span.contains(name.span)
            assert name.title == " ".join(text[name.span.start : name.span.end].split())


def test_that_who_writes_and_who_is_written_to_is_a_person_in_korean() -> None:
    for line in ("From: 윤서진 <yun@example.org>", "백도연 부장님께 드립니다", "윤서진 드림"):
        assert "PERSON" in {label for _, _, label in find_korean(line)}, line


def test_that_a_list_of_people_and_a_whole_company_are_names_in_chinese() -> None:
    people = "报告人：陈映川，顾念一。日期：2018年7月6日"
    company = "澜拓水电设备有限公司 · 海外项目部"

    assert {people[start:end] for start, end, label in find_chinese(people) if label == "PERSON"} == {
        "陈映川",
        "顾念一",
    }
    assert ("澜拓水电设备有限公司", "ORG") in {
        (company[start:end], label) for start, end, label in find_chinese(company)
    }
