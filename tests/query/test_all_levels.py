"""All levels together: reports of every level and text units in one order and one window."""

from pathlib import Path

import numpy as np
import pytest

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.query.all_levels import consider_all_levels
from graphrag_desktop.storage import communities, documents, journal
from tests.projects import make_project
from tests.query.asking import WATER, asked, read_by_model


def test_that_every_level_and_the_text_are_ranked_by_their_vectors_together(tmp_path: Path) -> None:
    with read_by_model(tmp_path / "mill.graphrag", lambda _: "") as (project, model):
        considered = consider_all_levels(project, WATER, RunControl())
        reports = communities.reports(project.database)
        units = documents.text_units(project.database)
        found = [(each.item.kind, each.item.number) for each in considered.candidates]
        assert set(found) == {(Kind.REPORT, each) for each in reports} | {(Kind.SOURCE, each.number) for each in units}
        assert considered.choices == len(reports) + len(units)
        near = [each.item.relevance or 0.0 for each in considered.candidates]
        assert near == sorted(near, reverse=True)
        asked_row = model.embed([WATER], RunControl())[0]
        for each in considered.candidates:
            if each.item.kind is Kind.REPORT:
                row = model.embed([reports[each.item.number].text], RunControl())[0]
                assert each.item.relevance == pytest.approx(max(0.0, float(np.dot(row, asked_row))), abs=1e-5)


def test_that_it_ends_at_the_first_that_does_not_fit(tmp_path: Path) -> None:
    with read_by_model(tmp_path / "mill.graphrag", lambda _: "") as (project, _):
        journal.keep_settings(project.database, project.settings.changed({"map_data_tokens": 250}))
        sent = [each.is_in for each in consider_all_levels(project, WATER, RunControl()).candidates]
        assert sent == sorted(sent, reverse=True)
        assert 0 < sum(sent) < len(sent)


def test_that_for_the_built_in_engine_what_says_nothing_is_not_sent(tmp_path: Path) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        considered = consider_all_levels(project, WATER, RunControl())
        assert any(each.is_in for each in considered.candidates)
        assert all(bool(each.item.relevance) for each in considered.candidates if each.is_in)


def test_that_a_question_about_everything_is_answered_from_the_reports(tmp_path: Path) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        answer, _ = asked(project, Mode.ALL_LEVELS, "What are the main themes?")
        assert answer.is_answered
        assert answer.reports


def test_that_vectors_of_reports_are_made_once_and_kept(tmp_path: Path) -> None:
    with read_by_model(tmp_path / "mill.graphrag", lambda _: "It did [Data: Reports (1)].") as (project, _):
        first, _ = asked(project, Mode.ALL_LEVELS, WATER)
        second, _ = asked(project, Mode.ALL_LEVELS, "Who opened the Spring Fair?")
        assert first.model_calls > second.model_calls
