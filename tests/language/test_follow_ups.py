"""Follow-ups by rule: what points back is filled with what was named last, and where nothing was, it is said so."""

import pytest

from graphrag_desktop.domain.conversation import Named, Restated, Turn
from graphrag_desktop.language.follow_ups import restate

_VANE, _PAPER = Named("Edith Vane", "person"), Named("Norden Paper", "organization")
_OUSE, _FAIR = Named("River Ouse", "place"), Named("Spring Fair", "event")
_TURNS = (
    Turn("What did Edith Vane say of Norden Paper?", "That it pollutes the River Ouse.", (_VANE, _PAPER), (_OUSE,)),
)
_DEEPENING = (
    Turn(
        "Who profited from the harbour deepening of 2016?",
        "Merrin Quay Holdings did.",
        (Named("harbour", "concept"),),
        (Named("Merrin Quay Holdings", "organization"),),
    ),
)
_KOREAN = (
    Turn(
        "김민서는 어떤 일을 했나요?",
        "김민서는 한결물류와 계약했다.",
        (Named("김민서", "person"),),
        (Named("한결물류", "organization"), Named("부산", "place")),
    ),
)
_CHINESE = (
    Turn(
        "王志远做了什么？",
        "王志远在上海与海通物流签约。",
        (Named("王志远", "person"),),
        (Named("海通物流", "organization"), Named("上海", "place")),
    ),
)
_JAPANESE = (
    Turn(
        "田中は何をしましたか？",
        "田中は港湾局と話した。",
        (Named("田中", "person"),),
        (Named("港湾局", "organization"),),
    ),
)


@pytest.mark.parametrize(
    ("turns", "typed", "asked"),
    [
        (_TURNS, "What else did she demand?", "What else did Edith Vane demand?"),
        (_TURNS, "Who owns it?", "Who owns Norden Paper?"),
        (_TURNS, "What are its filters made of?", "What are Norden Paper’s filters made of?"),
        (_TURNS, "Did anyone answer her letter?", "Did anyone answer Edith Vane’s letter?"),
        (_TURNS, "Who fishes there?", "Who fishes River Ouse?"),
        (_TURNS, "Why?", "Why (about Edith Vane and Norden Paper)?"),
        (_TURNS, "And when?", "And when (about Edith Vane and Norden Paper)?"),
        (_TURNS, "What about the Spring Fair?", "What did Spring Fair say of Norden Paper?"),
        (_TURNS, "And the Spring Fair?", "What did Spring Fair say of Norden Paper?"),
        (_TURNS, "And what did Norden Paper answer?", "And what did Norden Paper answer?"),
        (
            _DEEPENING,
            "And what did the growers say about it?",
            "And what did the growers say about the harbour deepening?",
        ),
        (_DEEPENING, "And did the council know of it?", "And did the council know of the harbour deepening?"),
        (_TURNS, "Who opened the Spring Fair?", "Who opened the Spring Fair?"),
        (_TURNS, "Is there any other complaint?", "Is there any other complaint?"),
        (_KOREAN, "그는 언제 태어났나요?", "김민서는 언제 태어났나요?"),
        (_KOREAN, "그 회사는 어디에 있나요?", "한결물류는 어디에 있나요?"),
        (_KOREAN, "왜요?", "왜요 (김민서, 한결물류에 대해)"),
        (_KOREAN, "그럼 박도윤은요?", "박도윤은 어떤 일을 했나요?"),
        (_CHINESE, "他为什么签约？", "王志远为什么签约？"),
        (_CHINESE, "该公司做什么？", "海通物流做什么？"),
        (_CHINESE, "那李建国呢？", "李建国做了什么？"),
        (_CHINESE, "为什么？", "为什么（关于王志远和海通物流）？"),
        (_JAPANESE, "彼はいつ話しましたか？", "田中はいつ話しましたか？"),
    ],
)
def test_that_a_follow_up_stands_alone(turns: tuple[Turn, ...], typed: str, asked: str) -> None:
    assert restate(typed, turns) == Restated(asked)


@pytest.mark.parametrize("typed", ["What did she do?", "Why?", "And the council?"])
def test_that_it_is_said_where_nothing_tells_what_is_meant(typed: str) -> None:
    assert restate(typed, (Turn("How was the weather?", "It rained.", (), ()),)) == Restated(typed, is_complete=False)


def test_that_the_latest_name_is_meant() -> None:
    turns = (*_TURNS, Turn("What does Thole Works make?", "Cranes.", (Named("Thole Works", "organization"),), ()))
    assert restate("Who owns it?", turns).question == "Who owns Thole Works?"
    assert restate("What did she say?", turns).question == "What did Edith Vane say?"


@pytest.mark.parametrize("typed", ["", "?", "\ud800", "x" * 20_000, "it " * 5_000, "((("])
def test_that_strange_follow_ups_come_back_in_some_words(typed: str) -> None:
    assert isinstance(restate(typed, _TURNS).question, str)


def test_that_a_first_question_is_asked_as_it_is() -> None:
    assert restate("Who owns it?", ()) == Restated("Who owns it?")
