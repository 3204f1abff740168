"""Q12, DRIFT: folds of reports, follow-up questions within their bounds, and the tree of parts that is kept."""

import dataclasses
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.domain.contexts import ContextItem, Kind
from graphrag_desktop.domain.errors import QuestionError
from graphrag_desktop.domain.model_choice import ModelChoice, ModelPlace
from graphrag_desktop.domain.setting_words import SettingValue
from graphrag_desktop.llm.models import ChatRequest
from graphrag_desktop.project import Project
from graphrag_desktop.query.drift_search import fold_reports, split_evenly
from graphrag_desktop.query.modes import search_for
from graphrag_desktop.storage import journal
from graphrag_desktop.storage.answers import answer as kept_answer
from graphrag_desktop.storage.answers import sent_for
from tests.projects import make_project
from tests.query.asking import WATER, asked, read_by_model

_PEOPLE = ("Edith Vane", "Tom Hale", "Hale Bakery", "Market Square", "River Ouse", "Spring Fair", "Residents League")


def _reply(follow_ups: Callable[[str], Sequence[str]]) -> Callable[[ChatRequest], str]:
    def reply(request: ChatRequest) -> str:
        if request.task == "reduce":
            return "It told them [Data: Reports (1)]."
        question = request.messages[-1].text
        said = {"answer": f"On {question} [Data: Sources (1)].", "score": 50, "follow_ups": follow_ups(question)}
        return json.dumps(said)

    return reply


def _all_about(question: str) -> list[str]:
    return [f"What is known of {name}?" for name in _PEOPLE] + [question]


def _deeper(question: str) -> list[str]:
    return [f"{question} And then?"]


def _set(project: Project, **changes: SettingValue) -> None:
    journal.keep_settings(project.database, project.settings.changed(changes))


@pytest.mark.parametrize(("count", "folds", "sizes"), [
    (20, 5, [4] * 5), (7, 5, [2, 2, 1, 1, 1]), (3, 5, [1, 1, 1]), (1, 5, [1]), (0, 5, []), (6, 1, [6]),
])  # fmt: skip
def test_that_no_fold_is_empty(count: int, folds: int, sizes: list[int]) -> None:
    items = [ContextItem(Kind.REPORT, number, "", "", 100) for number in range(count)]
    assert [len(each) for each in split_evenly(items, folds)] == sizes
    folded = fold_reports(items, folds, 8_000)
    assert [len(each) for each in folded] == sizes
    assert [each.number for fold in folded for each in fold] == list(range(count))
    assert all(sum(each.tokens for each in fold) <= 150 for fold in fold_reports(items, folds, 150))


def test_that_the_primer_reads_the_nearest_reports_and_each_follow_up_its_own_records(tmp_path: Path) -> None:
    with read_by_model(tmp_path / "mill.graphrag", _reply(_all_about)) as (project, model):
        answer, _ = asked(project, Mode.DRIFT, WATER)
        primers = [each for each in answer.parts if not each.parent]
        assert {number for each in primers for number in each.reports} == {
            2,
            4,
            5,
        }  # all that stand at the deepest level
        assert all(each.reports for each in primers)
        followed = [each for each in answer.parts if each.parent]
        assert followed
        assert {each.parent for each in followed} <= {each.number for each in answer.parts}
        assert all(each.question and each.number > each.parent for each in followed)
        asked_of_it = [each.messages[-1].text for each in model.requests if each.task == "explore"]
        assert len(asked_of_it) - len(primers) == len(set(asked_of_it) - {WATER}) == len(followed)
        sent = sent_for(project.database, answer.id)
        for part in answer.parts:
            assert any(number == part.number for number, _ in sent)  # a context of its own, kept with the answer
        assert kept_answer(project.database, answer.id) == answer
        reports = [each.number for each in answer.reports]
        assert len(reports) == len(set(reports))
        assert answer.citations


@pytest.mark.parametrize(("number", "depth"), [(0, 3), (1, 1), (2, 1), (1, 3), (3, 2)])
def test_that_depth_and_number_are_bounds(tmp_path: Path, number: int, depth: int) -> None:
    with read_by_model(tmp_path / "mill.graphrag", _reply(_deeper)) as (project, model):
        _set(project, drift_follow_ups=number, drift_depth=depth, drift_folds=3)
        answer, _ = asked(project, Mode.DRIFT, WATER)
        by_number = {each.number: each for each in answer.parts}

        def depth_of(part: int) -> int:
            return 1 + depth_of(by_number[part].parent) if by_number[part].parent else 0

        depths = [depth_of(each) for each in by_number]
        for at in range(1, max(depths) + 1):
            assert depths.count(at) <= number
        assert max(depths) == (depth if number else 0)
        estimate = search_for(project, Mode.DRIFT).estimate(WATER)
        assert len(model.requests) <= estimate.calls == 3 + number * depth + 1


def test_that_no_question_is_asked_twice_and_none_of_a_part_that_does_not_help(tmp_path: Path) -> None:
    def reply(request: ChatRequest) -> str:
        said = json.loads(_reply(lambda _: ["Who is Edith Vane?", "who is  edith vane", WATER])(request))
        return json.dumps({**said, "score": 0}) if "Who is" in request.messages[-1].text else json.dumps(said)

    def both(request: ChatRequest) -> str:
        return "Done [Data: Reports (1)]." if request.task == "reduce" else reply(request)

    with read_by_model(tmp_path / "mill.graphrag", both) as (project, _):
        answer, _ = asked(project, Mode.DRIFT, WATER)
        assert [each.question for each in answer.parts if each.parent] == ["Who is Edith Vane?"]


def test_that_no_call_is_begun_that_could_cost_more_than_the_limit(tmp_path: Path) -> None:
    with read_by_model(tmp_path / "mill.graphrag", _reply(_all_about)) as (project, _):
        _set(project, reduce_data_tokens=500)
        whole, _ = asked(project, Mode.DRIFT, WATER)
        dearest = search_for(project, Mode.DRIFT).estimate(WATER).money
        assert dearest is not None
        assert whole.money is not None
        assert whole.money <= dearest[1]
    with read_by_model(tmp_path / "less.graphrag", _reply(_all_about)) as (project, _):
        _set(project, drift_money=0.02, reduce_data_tokens=500)
        less, _ = asked(project, Mode.DRIFT, WATER)
        assert less.money is not None
        assert less.money <= 0.02
        assert 0 < len(less.parts) < len(whole.parts)
        capped = search_for(project, Mode.DRIFT).estimate(WATER).money
        assert capped is not None
        assert capped[1] <= 0.02
        _set(project, drift_money=0.0001)
        with pytest.raises(QuestionError, match="drift_money"):
            asked(project, Mode.DRIFT, "Another question?")


def test_that_a_limit_of_money_needs_a_price(tmp_path: Path) -> None:
    with read_by_model(tmp_path / "mill.graphrag", _reply(_all_about)) as (project, _):
        place = ModelPlace("http://127.0.0.1:1/v1", "scripted")
        engine = project.engine
        project.keep_models(ModelChoice(place, embeddings=place))
        project.engine = engine
        _set(project, drift_money=1.0)
        with pytest.raises(QuestionError, match="no price"):
            asked(project, Mode.DRIFT, WATER)


def test_that_follow_ups_that_all_fail_do_not_lose_the_primer(tmp_path: Path) -> None:
    def reply(request: ChatRequest) -> str:
        if request.task == "explore" and request.messages[-1].text != WATER:
            return "no JSON at all"
        return _reply(_all_about)(request)

    with read_by_model(tmp_path / "mill.graphrag", reply) as (project, _):
        answer, _ = asked(project, Mode.DRIFT, WATER)
        assert answer.is_answered
        failed = [each for each in answer.parts if each.failure]
        assert failed
        assert all(each.question and each.parent for each in failed)


def test_that_the_built_in_engine_asks_about_those_whom_its_sentences_name(tmp_path: Path) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        answer, _ = asked(project, Mode.DRIFT, WATER)
        followed = [each for each in answer.parts if each.parent]
        assert followed
        assert all(each.question.endswith(WATER) and each.question != WATER for each in followed)
        primer = max(each.score for each in answer.parts if not each.parent)
        assert all(each.score <= primer for each in followed)
        assert "Norden Paper discharges waste water into the River Ouse" in answer.text


def test_that_without_reports_it_says_so(tmp_path: Path) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        from graphrag_desktop.storage import communities

        communities.forget_reports(project.database, list(communities.reports(project.database)))
        with pytest.raises(QuestionError, match="no reports"):
            asked(project, Mode.DRIFT, WATER)


def test_that_the_estimate_has_every_bound_in_it(tmp_path: Path) -> None:
    with read_by_model(tmp_path / "mill.graphrag", _reply(_all_about)) as (project, _):
        before = search_for(project, Mode.DRIFT).estimate(WATER)
        _set(project, drift_folds=2, drift_follow_ups=2, drift_depth=2)
        after = search_for(project, Mode.DRIFT).estimate(WATER)
        assert (before.calls, after.calls) == (3 + 15 + 1, 2 + 4 + 1)
        assert after.tokens < before.tokens
        assert dataclasses.replace(after, tokens=0).level is None
