"""Numbers, dates, quotations and names of a statement are looked for in the words it cites."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.language.anchors import check_anchors


def missing(statement: str, *evidence: str, names: list[list[str]] | None = None) -> list[str]:
    return [each.text for each in check_anchors(statement, evidence, names or []).missing]


def found(statement: str, *evidence: str, names: list[list[str]] | None = None) -> list[str]:
    return [each.text for each in check_anchors(statement, evidence, names or []).found]


def test_that_another_percentage_is_missing() -> None:
    assert missing("Revenue grew 12 %.", "Revenue grew 21 %.") == ["12 %"]
    assert missing("Revenue grew 12 %.", "It rose by 12 people and 21 %.") == ["12 %"]
    assert found("Revenue grew 12 %.", "Revenue grew twelve percent.") == ["12 %"]


@pytest.mark.parametrize(
    ("statement", "evidence", "names"),
    [
        ("The fine came to 1.2 thousand pounds on 3 March 2021.", "On March 3, 2021 a fine of 1,200 pounds was set.", []),
        ("Veronica Hallam called it “a shameful thing”.", "It was a shameful thing, said Veronica Hallam.", []),
        ("In 1849 the Port Authority closed.", "The Port Authority closed in May 1849.", []),
        ("보상금은 3만 5천 원이라고 김영수는 말했다.", "김영수 씨는 35,000원을 받았다.", [["김영수"]]),
        ("2021년 3월 3일에 회의가 열렸다.", "회의는 2021-03-03에 열렸다.", []),
        ("河口镇有三万五千人，王建国说。", "王建国称，河口镇有3.5万人。", [["王建国"], ["河口镇"]]),
        ("二〇二一年三月，罚款百分之十二。", "2021年3月3日起罚款12%。", []),
        ("The EPA fined the mill.", "The Environmental Protection Agency fined the mill.",
         [["Environmental Protection Agency", "EPA"]]),
        ("The Water Board of Lune refused.", "The Board, which sees to the water of Lune as the Water Board, refused.", []),
    ],
)  # fmt: skip
def test_that_the_same_said_otherwise_is_there(statement: str, evidence: str, names: list[list[str]]) -> None:
    check = check_anchors(statement, [evidence], names)
    assert check.missing == ()
    assert check.found


@pytest.mark.parametrize(
    ("statement", "evidence", "names", "lacking"),
    [
        ("On 4 March 2021 he left.", "On 3 March 2021 he left.", [], ["4 March 2021"]),
        ("The Port Authority signed.", "Acme signed.", [], ["Port Authority"]),
        ("보상금은 3만 6천 원이다.", "보상금은 35,000원이다.", [], ["3만 6천"]),
        ("김영수가 서명했다.", "박민지가 서명했다.", [["김영수"]], ["김영수"]),
        ("王建国签了字。", "李明签了字。", [["王建国"]], ["王建国"]),
        ("有三万六千人。", "有3.5万人。", [], ["三万六千"]),
        ("He said “the river is quite dead now”.", "The council approved a licence.", [], ["“the river is quite dead now”"]),
    ],
)  # fmt: skip
def test_that_what_the_evidence_does_not_say_is_named(
    statement: str, evidence: str, names: list[list[str]], lacking: list[str]
) -> None:
    assert missing(statement, evidence, names=names) == lacking


def test_that_a_quotation_with_one_word_changed_is_still_an_anchor() -> None:
    assert (
        missing("He wrote “the mill discharges waste into the river”.", "The mill discharges wastes into the river.")
        == []
    )


def test_that_a_word_that_opens_a_sentence_is_no_name() -> None:
    assert missing("The Council met.", "Nothing at all.") == []


@given(st.text(max_size=120))
def test_that_a_statement_holds_all_of_its_own_anchors(text: str) -> None:
    assert check_anchors(text, [text], [["Acme"]]).missing == ()


@given(st.text(max_size=120), st.text(max_size=120))
def test_that_anchors_are_the_words_of_the_statement(text: str, evidence: str) -> None:
    check = check_anchors(text, [evidence], [])
    for each in (*check.found, *check.missing):
        assert text[each.span.start : each.span.end] == each.text
