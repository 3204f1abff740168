"""What a model thinks aloud is never its answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.llm.reasoning import ReasoningFilter, split_reasoning


@pytest.mark.parametrize(
    ("written", "answer", "thought"),
    [
        (
            '<think>Maybe {"title": 1} or [x]?</think>\n```json\n{}\n```',
            "```json\n{}\n```",
            'Maybe {"title": 1} or [x]?',
        ),
        ("<think>a</think>b<think>c</think>d", "bd", "a\nc"),
        ("thought without a beginning</think>answer", "answer", "thought without a beginning"),
        ("<THINKING>never ended", "", "never ended"),
        ("<think></think>answer", "answer", ""),
        ("a < b and <b>bold</b>", "a < b and <b>bold</b>", ""),
    ],
)
def test_that_reasoning_is_told_apart(written: str, answer: str, thought: str) -> None:
    assert split_reasoning(written) == (answer, thought)


@given(st.text(alphabet="abc <>/", max_size=30), st.integers(1, 5))
def test_that_an_answer_in_pieces_is_the_answer(answer: str, size: int) -> None:
    written = f"<think>so {{x}}</think>{answer}"
    through = ReasoningFilter()
    told = "".join(through.pass_on(written[at : at + size]) for at in range(0, len(written), size)) + through.end()
    assert told == answer.lstrip()


def test_that_what_only_looks_like_reasoning_is_told_in_the_end() -> None:
    through = ReasoningFilter()
    assert through.pass_on("<thin") == ""
    assert through.end() == "<thin"
