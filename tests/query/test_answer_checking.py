"""Checking an answer with a model: what it costs, what a stop and a failure leave, and what an earlier index leaves to look into."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag_desktop.domain.answer_checks import SENSITIVE, Verdict
from graphrag_desktop.domain.answers import Answer, Mode
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.errors import InputError, InvalidSetting, UnreadableReply
from graphrag_desktop.domain.events import Event, StatementChecked
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.answers import forget_answer, kept_answer, restore_answer
from graphrag_desktop.llm.prompts import shipped_prompt
from graphrag_desktop.pipeline.run import build_index
from graphrag_desktop.project import Project
from graphrag_desktop.query.answer_checking import check_answer, estimate_check
from graphrag_desktop.query.global_search import ask_global
from graphrag_desktop.query.modes import search_for
from tests.engines_for_tests import QuotingEngine
from tests.planted_case import (
    PLANTED,
    QUESTION,
    SAID,
    UNCITED,
    PlantedModel,
    asked_case,
    copied_project,
    take_model,
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return asked_case(tmp_path_factory.mktemp("checked"))


@pytest.fixture
def model() -> PlantedModel:
    return PlantedModel()


@pytest.fixture
def project(made: Path, tmp_path: Path, model: PlantedModel) -> Iterator[Project]:
    with copied_project(made, tmp_path, model) as (opened, _):
        yield opened


@pytest.fixture
def answer(project: Project) -> Answer:
    return ask_global(project, QUESTION, 0, RunControl())


def _verdicts(answer: Answer) -> dict[str, Verdict]:
    assert answer.check is not None
    return {each.text: each.verdict for each in answer.check.statements}


def test_that_it_takes_no_more_than_was_estimated_and_no_less(project: Project, answer: Answer) -> None:
    estimate = estimate_check(project, answer.id, RunControl())
    check = check_answer(project, answer.id, RunControl()).check

    assert check is not None
    assert estimate.statements == 12
    assert estimate.calls.low <= check.model_calls <= estimate.calls.high
    assert check.prompt_tokens <= estimate.prompt_tokens.high
    assert estimate.money is None


def test_that_nothing_is_asked_for_an_estimate(project: Project, answer: Answer, model: PlantedModel) -> None:
    estimate_check(project, answer.id, RunControl())

    assert model.asked == []


def test_that_what_was_checked_is_paid_for_once(project: Project, answer: Answer) -> None:
    first = check_answer(project, answer.id, RunControl()).check
    second = check_answer(project, answer.id, RunControl()).check

    assert first is not None
    assert second is not None
    assert (second.model_calls, second.statements) == (0, first.statements)


def test_that_a_failed_call_leaves_its_statement_unchecked_and_says_why(
    project: Project, answer: Answer, model: PlantedModel
) -> None:
    model.failing = "dead fish"

    checked = check_answer(project, answer.id, RunControl())

    verdicts = _verdicts(checked)
    assert [words for words, verdict in verdicts.items() if verdict is Verdict.UNCHECKED] == [SAID[6][1].rstrip(".")]
    assert checked.check is not None
    assert "not of the form asked for" in checked.check.statements[6].why
    assert checked.check.fabrication_rate == 4 / 11


def test_that_where_every_call_fails_nothing_found_before_is_lost(
    project: Project, answer: Answer, model: PlantedModel
) -> None:
    whole = _verdicts(check_answer(project, answer.id, RunControl()))
    model.failing = " "
    take_model(project, model, {"check": f"Be strict.\n\n{shipped_prompt('check')}"})  # no kept reply answers that

    with pytest.raises(UnreadableReply):
        check_answer(project, answer.id, RunControl())

    assert _verdicts(kept_answer(project, answer.id)) == whole


def test_that_stopping_keeps_what_is_finished(project: Project, answer: Answer) -> None:
    def stop(happened: Event) -> None:
        if isinstance(happened, StatementChecked) and happened.done == 4:
            control.cancel()

    control = RunControl(stop)
    check_answer(project, answer.id, control)

    verdicts = list(_verdicts(kept_answer(project, answer.id)).values())
    assert len(verdicts) == 12
    assert verdicts.count(Verdict.UNCHECKED) == 8


def test_that_a_later_check_that_is_stopped_loses_nothing(
    project: Project, answer: Answer, model: PlantedModel
) -> None:
    whole = _verdicts(check_answer(project, answer.id, RunControl()))
    control = RunControl()
    control.cancel()

    check_answer(project, answer.id, control)

    assert _verdicts(kept_answer(project, answer.id)) == whole


def test_that_a_sensitive_check_ends_at_the_first_layer_that_does_not_say_it(project: Project, answer: Answer) -> None:
    check = check_answer(project, answer.id, RunControl(), SENSITIVE).check

    assert check is not None
    trails = {each.text: len(each.trail) for each in check.statements}
    assert (trails[UNCITED], trails[PLANTED]) == (1, 3)


def test_that_a_check_goes_and_comes_back_with_its_answer(project: Project, answer: Answer) -> None:
    checked = check_answer(project, answer.id, RunControl())

    restore_answer(project, forget_answer(project, answer.id))

    assert kept_answer(project, answer.id) == checked


def test_that_the_built_in_engine_says_that_a_model_is_needed(project: Project, answer: Answer) -> None:
    project.engine = QuotingEngine()

    for work in (estimate_check, check_answer):
        with pytest.raises(InvalidSetting, match="needs a model"):
            work(project, answer.id, RunControl())


def test_that_an_answer_of_nothing_has_nothing_to_check(project: Project, model: PlantedModel) -> None:
    model.wanted, model.adds = (), "# Nothing"
    take_model(project, model)
    empty = ask_global(project, "What of nothing?", 0, RunControl())

    with pytest.raises(InputError, match="no statement"):
        check_answer(project, empty.id, RunControl())
    with pytest.raises(InputError, match="no longer"):
        check_answer(project, "gone", RunControl())


def test_that_an_answer_of_an_earlier_index_is_checked_by_the_words_it_kept(
    project: Project, answer: Answer, model: PlantedModel, tmp_path: Path
) -> None:
    (tmp_path / "papers" / "3 mill.txt").unlink()
    build_index(project, tmp_path / "papers", RunControl())

    check = check_answer(project, answer.id, RunControl()).check

    assert check is not None
    mill = next(each for each in check.statements if "40,000" in each.text)
    assert mill.verdict is Verdict.SUPPORTED
    assert mill.trail[-1].sentences == (SAID[3][1],)
    assert [each.records[0][0] for each in mill.trail] == [Kind.PART, Kind.REPORT, Kind.REPORT]


@pytest.mark.parametrize("mode", [Mode.GUIDED, Mode.LOCAL, Mode.GRAG, Mode.BASIC, Mode.SOURCE_TEXT])
def test_that_an_answer_of_any_way_of_asking_is_followed_down(project: Project, mode: Mode) -> None:
    answer = search_for(project, mode).run(QUESTION, RunControl())
    estimate = estimate_check(project, answer.id, RunControl())

    checked = check_answer(project, answer.id, RunControl())

    verdicts, check = _verdicts(checked), checked.check
    assert check is not None
    assert check.model_calls <= estimate.calls.high
    assert check.prompt_tokens <= estimate.prompt_tokens.high
    assert verdicts[UNCITED] is Verdict.UNSUPPORTED
    assert verdicts.get(PLANTED, Verdict.UNSUPPORTED) is Verdict.UNSUPPORTED
    told = [each for each in verdicts if any(each.rstrip(".") in words for _, words in SAID)]
    assert told
    assert {verdicts[each] for each in told} == {Verdict.SUPPORTED}
    ends = {each.text: each.trail[-1].records for each in check.statements}
    assert all(kind is Kind.SOURCE for each in told for kind, _ in ends[each])
