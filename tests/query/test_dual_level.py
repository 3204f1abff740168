"""Dual-level search: two lists of key words, what each leads to, and the share of each kind."""

import json
from pathlib import Path

import pytest

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.errors import UnreadableReply
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.engines.model_exploring import read_keywords
from graphrag_desktop.llm.models import ChatRequest
from graphrag_desktop.query.dual_level import consider_dual_level, in_turn
from graphrag_desktop.storage import journal
from tests.projects import make_project
from tests.query.asking import WATER, asked, read_by_model


def _words(low: list[str], high: list[str]) -> str:
    return json.dumps({"low_level": low, "high_level": high})


def test_that_both_lists_are_taken_in_turn() -> None:
    assert list(in_turn([1, 2, 3, 4], [10, 20])) == [1, 10, 2, 20, 3, 4]
    assert list(in_turn([], [1])) == [1]


def test_that_particular_words_lead_to_entities_and_general_ones_to_relationships(tmp_path: Path) -> None:
    def reply(_: ChatRequest) -> str:
        return _words(["Hale Bakery"], ["Norden Paper River Ouse"])

    with read_by_model(tmp_path / "mill.graphrag", reply) as (project, model):
        journal.keep_settings(project.database, project.settings.changed({"dual_records": 1}))
        considered = consider_dual_level(project, "Who pollutes, and who bakes?", RunControl())
        entities = [each.item.title for each in considered.candidates if each.item.kind is Kind.ENTITY]
        assert entities[0] == "Hale Bakery"
        assert {"Norden Paper", "River Ouse"} <= set(entities)
        tied = [each.item.title for each in considered.candidates if each.item.kind is Kind.RELATIONSHIP]
        assert "Norden Paper – River Ouse" in tied
        assert [each.task for each in model.requests] == ["keywords"]


@pytest.mark.parametrize("window", [300, 600, 8_000])
def test_that_each_kind_keeps_to_its_third_and_text_has_the_rest(tmp_path: Path, window: int) -> None:
    with read_by_model(tmp_path / "mill.graphrag", lambda _: _words(["Norden Paper"], ["water"])) as (project, _):
        journal.keep_settings(project.database, project.settings.changed({"map_data_tokens": window}))
        considered = consider_dual_level(project, WATER, RunControl())
        for kind in (Kind.ENTITY, Kind.RELATIONSHIP):
            told = sum(each.item.tokens for each in considered.candidates if each.is_in and each.item.kind is kind)
            assert told <= window / 3
        assert considered.context.tokens <= window


def test_that_a_name_in_the_question_counts_whatever_the_words_are(tmp_path: Path) -> None:
    with read_by_model(tmp_path / "mill.graphrag", lambda _: _words([], ["bread"])) as (project, _):
        considered = consider_dual_level(project, "What of Norden Paper?", RunControl())
        assert considered.candidates[0].item.title == "Norden Paper"


def test_that_words_that_cannot_be_read_are_asked_for_once_more_and_then_said(tmp_path: Path) -> None:
    with read_by_model(tmp_path / "mill.graphrag", lambda _: "none") as (project, model):
        with pytest.raises(UnreadableReply):
            asked(project, Mode.DUAL_LEVEL, WATER)
        assert len(model.requests) == 2


def test_that_the_words_of_a_reply_are_read_with_patience() -> None:
    assert read_keywords({"low_level": [" Norden  Paper ", 3, ""], "high_level": None}).low == ("Norden Paper",)
    with pytest.raises(ValueError, match="neither"):
        read_keywords({"words": []})


def test_that_the_built_in_engine_takes_a_question_apart_by_rules(tmp_path: Path) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        words = project.engine.keywords(WATER, RunControl())
        assert any("norden" in each for each in words.low)
        assert all(words.high)
        assert project.engine.keywords("What are the main themes?", RunControl()).low == ("What are the main themes?",)
