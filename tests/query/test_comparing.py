"""One question in several ways: what is typed, the price of all, one ceiling over all, and what is kept of each."""

import json
from pathlib import Path

import pytest

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.domain.errors import Cancelled, CapReached, InvalidSetting
from graphrag_desktop.domain.events import CallBegins, ContextChosen
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm.models import ChatRequest
from graphrag_desktop.query.comparing import Way, ask_ways, ceiling_of, estimate_way, money_together, parse_ways
from graphrag_desktop.query.modes import MODES, search_for
from graphrag_desktop.storage.answers import answers, considered_for, forget_answer, keep_answer
from graphrag_desktop.storage.check import find_problems
from tests.projects import make_project
from tests.query.asking import WATER, asked, read_by_model

_AT_ONCE = (Mode.LOCAL, Mode.BASIC, Mode.GRAG)


def _reply(request: ChatRequest) -> str:
    if request.task == "map":
        return json.dumps({"answer": "It told them [Data: Reports (1)].", "score": 60, "reports": []})
    return "It told the council [Data: Reports (1)]."


@pytest.mark.parametrize(
    ("typed", "ways"),
    [
        ("global:0,global:2,local", (Way(Mode.GLOBAL), Way(Mode.GLOBAL, 2), Way(Mode.LOCAL))),
        (" local , basic,", (Way(Mode.LOCAL), Way(Mode.BASIC))),
        ("global,grag", (Way(Mode.GLOBAL), Way(Mode.GRAG))),
    ],
)
def test_that_ways_are_read_as_typed(typed: str, ways: tuple[Way, ...]) -> None:
    assert parse_ways(typed) == ways
    assert parse_ways(",".join(each.name for each in ways)) == ways


@pytest.mark.parametrize(
    "typed", ["", "local", "local,local", "local,nonsense", "local:1,basic", "global:x,local", "global:-1,local",
              "global:0,global:1,global:2,local,basic"],
)  # fmt: skip
def test_that_ways_that_are_none_are_refused_with_what_to_write(typed: str) -> None:
    with pytest.raises(InvalidSetting) as refused:
        parse_ways(typed)
    assert refused.value.hint


def test_that_every_way_of_the_table_can_be_compared() -> None:
    for each in MODES:
        other = "local" if each.mode is not Mode.LOCAL else "basic"
        assert parse_ways(f"{each.mode.value},{other}")[0].mode is each.mode


def test_that_all_ways_answer_at_once_and_each_answer_is_kept(tmp_path: Path) -> None:
    ways = parse_ways("global:0,global:1,local,basic")
    with make_project(tmp_path / "mill.graphrag") as project:
        found = ask_ways(project, WATER, ways, None, RunControl())
        assert [each.way for each in found] == list(ways)
        kept = {each.id for each in answers(project.database)}
        assert {each.answer.id for each in found if each.answer} == kept
        assert len(kept) == 4


def test_that_the_price_of_all_is_that_of_each_together(tmp_path: Path) -> None:
    with read_by_model(tmp_path / "mill.graphrag", _reply) as (project, _):
        estimates = [estimate_way(project, way) for way in parse_ways("global:0,local")]
        together = money_together(estimates)
        assert together is not None
        assert together == pytest.approx(
            tuple(sum(each.money[at] for each in estimates if each.money) for at in range(2))
        )
        assert together[0] > 0
    assert money_together([]) is None


def test_that_one_ceiling_over_all_stops_what_would_exceed_it_and_keeps_the_rest(tmp_path: Path) -> None:
    with read_by_model(tmp_path / "mill.graphrag", _reply) as (project, model):
        (alone, _) = asked(project, Mode.BASIC, WATER)
        asked(project, Mode.LOCAL, "Who opened the fair?")  # its vectors are made, and paid for
        assert alone.money is not None
        ceiling = ceiling_of(project, 2.6 * 0.001)  # a call may write up to a thousand tokens, at 2 for a million
        before = len(model.requests)
        found = ask_ways(project, "What does the council want?", parse_ways("basic,local"), ceiling, RunControl())
        assert ceiling is not None
        assert ceiling.has_refused
        assert ceiling.spent <= ceiling.most
        answered = [each for each in found if each.answer is not None and each.answer.is_whole]
        refused = [each for each in found if each not in answered]
        assert len(answered) == len(refused) == 1
        assert "ceiling" in (refused[0].failure or (refused[0].answer.failure if refused[0].answer else ""))
        assert len(model.requests) - before == 1


def test_that_a_question_ends_before_a_call_beyond_its_own_ceiling(tmp_path: Path) -> None:
    with read_by_model(tmp_path / "mill.graphrag", _reply) as (project, model):
        asked(project, Mode.BASIC, WATER)
        engine = project.engine
        project.keep_settings(project.settings.changed({"cap_question_money": 0.0001}))
        project.engine = engine
        before = len(model.requests)
        with pytest.raises(CapReached, match="ceiling"):
            asked(project, Mode.BASIC, "Who opened the fair?")
        assert len(model.requests) == before
        again, _ = asked(project, Mode.BASIC, WATER)  # its reply is kept: nothing is to be paid
        assert again.is_answered


def test_that_a_model_says_what_a_call_may_take_before_it_is_made(tmp_path: Path) -> None:
    with read_by_model(tmp_path / "mill.graphrag", _reply) as (project, _):
        _, events = asked(project, Mode.GLOBAL, WATER)
        begun = [each for each in events if isinstance(each, CallBegins)]
        assert [each.task for each in begun] == ["map", "reduce"]
        assert all(each.prompt_tokens > 100 and each.completion_tokens == 1_000 for each in begun)


def test_that_a_stop_before_anything_came_is_a_stop(tmp_path: Path) -> None:
    control = RunControl()
    control.cancel()
    with make_project(tmp_path / "mill.graphrag") as project, pytest.raises(Cancelled):
        ask_ways(project, WATER, parse_ways("local,basic"), None, control)


@pytest.mark.parametrize("mode", _AT_ONCE)
def test_that_all_that_was_considered_is_told_and_kept_with_the_answer(tmp_path: Path, mode: Mode) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        would = search_for(project, mode).contexts(WATER, RunControl())
        answer, events = asked(project, mode, WATER)
        told = [each.considered for each in events if isinstance(each, ContextChosen)]
        assert [each.candidates for each in told] == [each.candidates for each in would]
        (kept,) = considered_for(project.database, answer.id)
        records = [(each.item.kind, each.item.number, each.item.title, each.item.tokens, each.is_in, each.place)
                   for each in told[0].candidates]  # fmt: skip
        assert records == [
            (each.item.kind, each.item.number, each.item.title, each.item.tokens, each.is_in, each.place)
            for each in kept.candidates
        ]
        assert (kept.limit, kept.choices, kept.cited) == (told[0].limit, told[0].choices, told[0].cited)
        assert find_problems(project.database) == ()


def test_that_what_was_considered_goes_and_comes_back_with_its_answer(tmp_path: Path) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        answer, _ = asked(project, Mode.LOCAL, WATER)
        before = considered_for(project.database, answer.id)
        assert before
        gone = forget_answer(project.database, answer.id)
        assert gone is not None
        assert considered_for(project.database, answer.id) == ()
        assert find_problems(project.database) == ()
        keep_answer(project.database, *gone)
        assert considered_for(project.database, answer.id) == before


def test_that_broken_notes_of_what_was_considered_are_found(tmp_path: Path) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        answer, _ = asked(project, Mode.LOCAL, WATER)
        with project.database.writing() as connection:
            connection.execute("UPDATE considered SET record = '[{}]' WHERE answer = :id", {"id": answer.id})
        assert any("considered" in each for each in find_problems(project.database))
