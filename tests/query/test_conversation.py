"""Conversation: follow-ups that stand alone, threads with branches, what could be asked next, questions asked again."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from graphrag_desktop.domain.answers import Answer, Mode
from graphrag_desktop.domain.asking import QuestionOrder
from graphrag_desktop.domain.conversation import Restated
from graphrag_desktop.domain.errors import InputError, ModelError
from graphrag_desktop.domain.events import Event, QuestionRestated, WaySuggested
from graphrag_desktop.domain.restriction import RestrictionWords
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.answers import answer_history, forget_answer, kept_answer, restore_answer
from graphrag_desktop.explore.comparison import compare_answers
from graphrag_desktop.language.tokens import count_tokens
from graphrag_desktop.llm.models import ChatRequest
from graphrag_desktop.project import Project
from graphrag_desktop.query import conversation, standing
from graphrag_desktop.query.next_questions import MOST, next_questions
from graphrag_desktop.query.orders import answer_order
from graphrag_desktop.query.restriction_words import looked_up
from graphrag_desktop.storage.answers import keep_answer
from graphrag_desktop.storage.check import find_problems
from tests.projects import make_project
from tests.query.asking import WATER, read_by_model
from tests.query.test_modes import _reply

_LOCAL = QuestionOrder(WATER, Mode.LOCAL)


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with make_project(tmp_path / "mill.graphrag") as made:
        yield made


def _asked(project: Project, order: QuestionOrder) -> tuple[Answer, list[Event]]:
    events: list[Event] = []
    return answer_order(project, order, RunControl(events.append)), events


def test_that_a_follow_up_is_asked_in_words_that_stand_alone(project: Project) -> None:
    first, events = _asked(project, _LOCAL)
    assert (first.thread, first.parent, first.typed) == ("", "", "")
    assert not [each for each in events if isinstance(each, QuestionRestated)]
    second, events = _asked(project, replace(_LOCAL, question="Who complains of it?", follows=first.id))
    assert second.question == "Who complains of Norden Paper?"
    assert second.typed == "Who complains of it?"
    assert (second.thread, second.parent) == (first.id, first.id)
    assert QuestionRestated("Who complains of it?", second.question, is_complete=True) in events
    assert kept_answer(project, second.id) == second
    assert find_problems(project.database) == ()


def test_that_a_question_that_stands_alone_is_not_touched(project: Project) -> None:
    first, _ = _asked(project, _LOCAL)
    second, events = _asked(project, replace(_LOCAL, question="Who opened the Spring Fair?", follows=first.id))
    assert (second.question, second.typed, second.parent) == ("Who opened the Spring Fair?", "", first.id)
    assert not [each for each in events if isinstance(each, QuestionRestated)]


def test_that_branches_stand_under_what_they_go_on_from(project: Project) -> None:
    first, _ = _asked(project, _LOCAL)
    second, _ = _asked(project, replace(_LOCAL, question="Who complains of it?", follows=first.id))
    branch, _ = _asked(project, replace(_LOCAL, question="Who owns it?", instead_of=second.id))
    other, _ = _asked(project, replace(_LOCAL, question="Who opened the Spring Fair?", instead_of=first.id))
    assert (branch.parent, branch.thread) == (first.id, first.id)
    assert (other.parent, other.thread) == ("", first.id)
    heads = conversation.turn_heads(project, branch)
    assert [(each.id, each.depth) for each in heads] == [
        (first.id, 0),
        (second.id, 1),
        (branch.id, 1),
        (other.id, 0),
    ]
    assert [each.id for each in heads if each.is_on_way] == [first.id, branch.id]
    assert kept_answer(project, second.id) == second


def test_that_what_follows_a_deleted_answer_stays(project: Project) -> None:
    first, _ = _asked(project, _LOCAL)
    second, _ = _asked(project, replace(_LOCAL, question="Who complains of it?", follows=first.id))
    forgotten = forget_answer(project, first.id)
    assert [each.id for each in conversation.turn_heads(project, second)] == [second.id]
    assert find_problems(project.database) == ()
    restore_answer(project, forgotten)
    assert [each.id for each in conversation.turn_heads(project, second)] == [first.id, second.id]


def test_that_to_go_on_from_an_answer_that_is_not_there_is_said(project: Project) -> None:
    with pytest.raises(InputError, match="No answer “nowhere” is kept"):
        _asked(project, replace(_LOCAL, follows="nowhere"))


def test_that_the_latest_turns_are_kept_within_the_budget(project: Project) -> None:
    first, _ = _asked(project, _LOCAL)
    parent = first.id
    for number in range(6):
        long = replace(first, id=f"turn {number}", question=f"Question {number}?", text="water " * 700, parent=parent)
        keep_answer(project.database, long, ())
        parent = long.id
    turns = conversation.recent_turns(project, parent)
    assert turns[-1].question == "Question 5?"
    assert [each.question for each in turns] == [f"Question {n}?" for n in range(6 - len(turns), 6)]
    encoding = project.settings.encoding
    assert 1 < len(turns) < 6
    tokens = sum(count_tokens(f"{each.question}\n{each.answer}", encoding) for each in turns)
    assert tokens <= conversation.TURN_TOKENS


def test_that_a_model_puts_a_follow_up_in_full(tmp_path: Path) -> None:
    def reply(request: ChatRequest) -> str:
        return "“Who complains of Norden Paper?”\n" if request.task == "restate" else _reply(request)

    with read_by_model(tmp_path / "mill.graphrag", reply) as (project, model):
        first, _ = _asked(project, _LOCAL)
        second, _ = _asked(project, replace(_LOCAL, question="Who complains of it?", follows=first.id))
        assert second.question == "Who complains of Norden Paper?"
        (request,) = [each for each in model.requests if each.task == "restate"]
        assert WATER in request.messages[0].text
        assert request.messages[1].text == "Who complains of it?"
        answered = [each for each in model.requests if each.task == "answer"][-1]
        assert answered.messages[1].text == second.question


@pytest.mark.parametrize("said", ["", "   \n ", "word " * 2_000])
def test_that_a_model_that_says_nothing_usable_fails_in_one_sentence(tmp_path: Path, said: str) -> None:
    def reply(request: ChatRequest) -> str:
        return said if request.task == "restate" else _reply(request)

    with read_by_model(tmp_path / "mill.graphrag", reply) as (project, _):
        first, _ = _asked(project, _LOCAL)
        with pytest.raises(ModelError):
            _asked(project, replace(_LOCAL, question="Who complains of it?", follows=first.id))


def test_that_what_is_left_open_is_suggested_and_told(project: Project) -> None:
    answer, events = _asked(project, QuestionOrder("What does Norden Paper discharge?", None, None))
    assert answer.mode is Mode.LOCAL
    (told,) = [each for each in events if isinstance(each, WaySuggested)]
    assert (told.mode, told.level) == ("local", None)
    assert "Norden Paper" in told.reason


@pytest.mark.parametrize("mode", [Mode.GLOBAL, Mode.LOCAL, Mode.BASIC])
def test_that_what_could_be_asked_next_is_about_what_is_there(project: Project, mode: Mode) -> None:
    answer, _ = _asked(project, replace(_LOCAL, mode=mode))
    found = next_questions(project, answer, RunControl())
    assert 0 < len(found) <= MOST
    assert len(set(found)) == len(found)
    assert answer.question not in found
    for question in found:
        following, _ = _asked(project, QuestionOrder(question, None, None, follows=answer.id))
        assert following.question == question
        assert following.is_answered


def test_that_standing_questions_are_asked_again_once_the_index_is_another(project: Project) -> None:
    restriction = looked_up(project, RestrictionWords(documents=("river",)))
    answer, _ = _asked(project, replace(_LOCAL, restriction=restriction))
    kept = standing.keep_asking(project, answer)
    assert standing.keep_asking(project, answer) == kept
    assert standing.standing_questions(project) == (kept,)
    assert [each.is_standing for each in answer_history(project)] == [True]
    (untouched,) = standing.ask_all_again(project, RunControl())
    assert (untouched.is_new, untouched.answer) == (False, answer)
    (again,) = standing.ask_all_again(project, RunControl(), with_all=True)
    assert again.is_new
    assert again.before == answer
    assert again.answer.restriction == restriction
    found = compare_answers(answer, again.answer)
    assert not any(found.only)
    assert found.shared
    (moved,) = standing.standing_questions(project)
    assert (moved.latest, moved.before) == (again.answer.id, answer.id)
    forget_answer(project, again.answer.id)
    assert standing.is_due(project, moved)
    assert find_problems(project.database) == ()
    standing.stop_asking(project, moved.id)
    assert standing.standing_questions(project) == ()
    assert kept_answer(project, answer.id) == answer


def test_that_restated_words_are_compared_without_their_edges() -> None:
    from graphrag_desktop.domain.conversation import FollowUp

    assert not FollowUp(" Why? ", Restated("Why?"), "", "").is_reworded
