"""Q15: only the reports that a question leads to are read, and what is missing is written once."""

import json
from pathlib import Path

import pytest

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.domain.errors import QuestionError
from graphrag_desktop.domain.events import Warned
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm.models import ChatRequest
from graphrag_desktop.project import Project
from graphrag_desktop.query.index_memory import remember_index
from graphrag_desktop.query.just_in_time import choose_communities
from graphrag_desktop.query.modes import search_for
from graphrag_desktop.storage import communities, journal
from graphrag_desktop.storage.check import find_problems
from tests.projects import make_project
from tests.query.asking import FAIR, WATER, asked, read_by_model

_REPORT = {
    "title": "A report", "summary": "It is about them.", "rating": 5, "rating_explanation": "It matters.",
    "findings": [{"summary": "One", "explanation": "They met [Data: Entities (1)]."}],
}  # fmt: skip


def _reply(request: ChatRequest) -> str:
    if request.task == "report":
        return json.dumps(_REPORT)
    if request.task == "map":
        return json.dumps({"answer": "It told them [Data: Reports (4)].", "score": 60, "reports": []})
    return "It told the council [Data: Reports (4)]."


def _without_reports(project: Project) -> None:
    communities.forget_reports(project.database, list(communities.reports(project.database)))


def test_that_missing_reports_are_written_for_a_question_and_none_the_second_time(tmp_path: Path) -> None:
    with read_by_model(tmp_path / "mill.graphrag", _reply) as (project, model):
        _without_reports(project)
        estimate = search_for(project, Mode.JUST_IN_TIME).estimate(WATER)
        answer, _ = asked(project, Mode.JUST_IN_TIME, WATER)
        assert answer.is_answered
        written = [each for each in model.requests if each.task == "report"]
        assert written
        assert len(model.requests) <= estimate.calls
        assert set(communities.reports(project.database)) == {each.number for each in answer.reports}
        assert find_problems(project.database) == ()
        again, _ = asked(project, Mode.JUST_IN_TIME, WATER)
        assert again.model_calls == 0
        assert len([each for each in model.requests if each.task == "report"]) == len(written)


def test_that_no_more_are_read_and_written_than_the_setting_says(tmp_path: Path) -> None:
    with read_by_model(tmp_path / "mill.graphrag", _reply) as (project, model):
        _without_reports(project)
        journal.keep_settings(project.database, project.settings.changed({"just_in_time_reports": 1}))
        asked(project, Mode.JUST_IN_TIME, WATER)
        assert len([each for each in model.requests if each.task == "report"]) == 1
        assert len(communities.reports(project.database)) == 1


def test_that_reports_that_are_there_are_read_and_not_written(tmp_path: Path) -> None:
    with read_by_model(tmp_path / "mill.graphrag", _reply) as (project, model):
        communities.forget_reports(project.database, [4])
        before = communities.reports(project.database)
        answer, _ = asked(project, Mode.JUST_IN_TIME, WATER)
        assert len([each for each in model.requests if each.task == "report"]) == 1
        after = communities.reports(project.database)
        assert after[4].title == "A report"
        assert {number: each for number, each in after.items() if number != 4} == before
        assert {2, 4, 5} >= {each.number for each in answer.reports} >= {4}


def test_that_the_community_of_what_is_named_comes_first(tmp_path: Path) -> None:
    with read_by_model(tmp_path / "mill.graphrag", _reply) as (project, _):
        memory = remember_index(project)
        assert choose_communities(project, FAIR, memory, RunControl())[0] == 2
        assert choose_communities(project, "Norden Paper", memory, RunControl())[0] == 4


def test_that_the_built_in_engine_writes_them_too_and_reads_only_those_that_say_something(tmp_path: Path) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        _without_reports(project)
        answer, _ = asked(project, Mode.JUST_IN_TIME, FAIR)
        assert answer.is_answered
        assert "Edith Vane opened the Spring Fair" in answer.text
        assert {each.number for each in answer.reports} == set(communities.reports(project.database))


def test_that_a_report_that_cannot_be_written_is_told_and_the_others_are_read(tmp_path: Path) -> None:
    def reply(request: ChatRequest) -> str:
        is_of_norden = request.task == "report" and "Norden Paper (" in request.messages[0].text
        return "no JSON" if is_of_norden else _reply(request)

    with read_by_model(tmp_path / "mill.graphrag", reply) as (project, _):
        _without_reports(project)
        answer, events = asked(project, Mode.JUST_IN_TIME, WATER)
        assert answer.is_answered
        assert any(isinstance(each, Warned) and "report 4" in each.item for each in events)
        assert 4 not in communities.reports(project.database)


def test_that_it_is_said_where_none_could_be_written(tmp_path: Path) -> None:
    with read_by_model(tmp_path / "mill.graphrag", lambda _: "no JSON") as (project, _):
        _without_reports(project)
        with pytest.raises(QuestionError, match="No report could be written"):
            asked(project, Mode.JUST_IN_TIME, WATER)
