"""A question that was stopped, or whose model failed, keeps what it has, marked, with its cost, in every way of asking."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.domain.errors import Cancelled, GraphRagError, ServerUnreachable
from graphrag_desktop.domain.events import AnswerGrew, Event, ModelAsked, PartScored
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm.models import ChatRequest
from graphrag_desktop.project import Project
from graphrag_desktop.query.modes import MODES, search_for
from graphrag_desktop.storage.answers import answers
from graphrag_desktop.storage.check import find_problems
from tests.query.asking import WATER, read_by_model

_MODES = [each.mode for each in MODES]
_BY_PARTS = [Mode.GLOBAL, Mode.GUIDED, Mode.SOURCE_TEXT, Mode.DRIFT, Mode.JUST_IN_TIME]


def _reply(request: ChatRequest) -> str:
    if request.task in {"map", "explore"}:
        said = "It told them [Data: Reports (1); Sources (1)]."
        return json.dumps({"answer": said, "score": 60, "reports": [], "follow_ups": ["Who is Edith Vane?"]})
    if request.task == "keywords":
        return json.dumps({"low_level": ["Norden Paper"], "high_level": ["pollution"]})
    return "It told the council [Data: Reports (1); Sources (1)]. It was on Monday."


def _failing(task: str) -> Callable[[ChatRequest], str]:
    def reply(request: ChatRequest) -> str:
        if request.task == task:
            raise ServerUnreachable("Nothing answers at the server.", "Start it.")
        return _reply(request)

    return reply


def _stopping_at(kind: type[Event], *, task: str = "") -> RunControl:
    def hear(happened: Event) -> None:
        if isinstance(happened, kind) and (not isinstance(happened, ModelAsked) or happened.task == task):
            control.cancel()

    control = RunControl(hear)
    return control


def _usage(project: Project) -> list[tuple[str | None, str, int]]:
    with project.database.reading() as connection:
        return connection.execute("SELECT answer, task, calls FROM usage WHERE run IS NULL").fetchall()


@pytest.mark.parametrize("mode", _BY_PARTS)
def test_that_a_stop_after_a_part_keeps_it_marked_and_with_its_cost(tmp_path: Path, mode: Mode) -> None:
    with read_by_model(tmp_path / "mill.graphrag", _reply) as (project, _):
        answer = search_for(project, mode).run(WATER, _stopping_at(PartScored))
        assert answer.is_stopped
        assert answer.text.startswith("Stopped before the answer was written.")
        assert "It told them" in answer.text
        assert answer.citations
        assert answer.model_calls
        assert answer.money
        assert [each.score for each in answer.parts][:1] == [60]
        assert answers(project.database) == (answer,)
        assert find_problems(project.database) == ()
        again = search_for(project, mode).run(WATER, RunControl())
        assert not again.is_stopped  # and what was paid for is not paid for again
        assert again.text.startswith("It told the council")


@pytest.mark.parametrize("mode", _MODES)
def test_that_a_stop_while_the_answer_is_written_keeps_what_there_is_of_it(tmp_path: Path, mode: Mode) -> None:
    with read_by_model(tmp_path / "mill.graphrag", _reply) as (project, _):
        answer = search_for(project, mode).run(WATER, _stopping_at(AnswerGrew))
        assert answer.is_stopped
        assert answer.text
        assert answers(project.database) == (answer,)


@pytest.mark.parametrize("mode", _BY_PARTS)
def test_that_a_model_that_fails_at_the_last_call_leaves_the_parts_and_the_reason(tmp_path: Path, mode: Mode) -> None:
    with read_by_model(tmp_path / "mill.graphrag", _failing("reduce")) as (project, _):
        answer = search_for(project, mode).run(WATER, RunControl())
        assert "Nothing answers at the server." in answer.failure
        assert answer.text.startswith("The answer could not be written: Nothing answers at the server.")
        assert "It told them" in answer.text
        assert not answer.is_stopped
        assert answer.model_calls
        assert answers(project.database) == (answer,)


@pytest.mark.parametrize("mode", [each for each in _MODES if each not in _BY_PARTS])
def test_that_a_model_that_fails_at_the_only_call_is_said_and_its_cost_noted(tmp_path: Path, mode: Mode) -> None:
    with read_by_model(tmp_path / "mill.graphrag", _failing("answer")) as (project, _):
        with pytest.raises(ServerUnreachable):
            search_for(project, mode).run(WATER, RunControl())
        assert answers(project.database) == ()
        noted = _usage(project)  # vectors and key words were paid for
        assert noted
        assert all(answer is None and calls for answer, _, calls in noted)


@pytest.mark.parametrize("mode", _MODES)
def test_that_a_stop_before_anything_came_leaves_nothing(tmp_path: Path, mode: Mode) -> None:
    with read_by_model(tmp_path / "mill.graphrag", _reply) as (project, _):
        ended = RunControl()
        ended.cancel()
        with pytest.raises(Cancelled):
            search_for(project, mode).run(WATER, ended)
        assert answers(project.database) == ()


@pytest.mark.parametrize("task", ["map", "explore"])
def test_that_a_question_none_of_whose_parts_came_is_a_failure(tmp_path: Path, task: str) -> None:
    with read_by_model(tmp_path / "mill.graphrag", _failing(task)) as (project, _):
        for mode in [Mode.DRIFT] if task == "explore" else [Mode.GLOBAL, Mode.GUIDED, Mode.SOURCE_TEXT]:
            with pytest.raises(GraphRagError):
                search_for(project, mode).run(WATER, RunControl())
        assert answers(project.database) == ()
