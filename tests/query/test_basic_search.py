"""Basic search: the order of vectors, the ten nearest, the window, and whose vectors they are."""

from pathlib import Path

import numpy as np
import pytest

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.domain.asking import fill
from graphrag_desktop.domain.contexts import ContextItem, Kind
from graphrag_desktop.domain.errors import QuestionError
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.language.vectors import kept
from graphrag_desktop.project import open_project
from graphrag_desktop.query.basic_search import MOST_UNITS, consider_basic
from graphrag_desktop.query.kept_vectors import vectors_of
from graphrag_desktop.storage import documents, journal
from graphrag_desktop.storage.arrays import keep_arrays
from tests.projects import MILL, Collection, index_by_hand, make_project
from tests.query.asking import WATER, asked, give_model, read_by_model

_MANY = Collection(
    {f"{number:02}.txt": f"Norden Paper sold {number} rolls of paper to the printers.\n" for number in range(40)},
    MILL.types, MILL.places,
)  # fmt: skip


def test_that_text_units_come_in_the_order_of_their_cosine_until_the_first_that_does_not_fit(tmp_path: Path) -> None:
    """Q9: order by cosine, stop at the limit."""
    with read_by_model(tmp_path / "mill.graphrag", lambda _: "") as (project, model):
        journal.keep_settings(project.database, project.settings.changed({"map_data_tokens": 201}))
        considered = consider_basic(project, WATER, RunControl())
        relevance = [each.item.relevance or 0.0 for each in considered.candidates]
        assert relevance == sorted(relevance, reverse=True)
        texts = [each.item.text.partition("\n")[2] for each in considered.candidates]
        rows = np.array([model.embed([each], RunControl())[0] for each in [WATER, *texts]])
        assert relevance == pytest.approx((rows[1:] @ rows[0]).tolist(), abs=1e-5)
        sent = [each.is_in for each in considered.candidates]
        assert sent == sorted(sent, reverse=True)
        assert 0 < sum(sent) < len(sent)
        first_out = considered.candidates[sum(sent)].item.tokens
        assert considered.context.tokens <= 201 < considered.context.tokens + first_out


def test_that_a_record_that_overflows_ends_it_though_a_smaller_one_would_fit() -> None:
    items = tuple(ContextItem(Kind.SOURCE, number, "", "", tokens) for number, tokens in enumerate([110, 85, 70, 55]))
    assert [each.is_in for each in fill(items, 250)] == [True, True, False, False]
    assert [each.is_in for each in fill(items, 265)] == [True, True, True, False]


def test_that_ten_text_units_are_sent_at_most(tmp_path: Path) -> None:
    """Q13: k = 10."""
    with read_by_model(tmp_path / "many.graphrag", lambda _: "", _MANY) as (project, _):
        considered = consider_basic(project, WATER, RunControl())
        assert sum(each.is_in for each in considered.candidates) == MOST_UNITS == 10
        assert len(considered.candidates) == 40


def test_that_the_text_unit_that_answers_comes_first_and_others_are_not_sent(tmp_path: Path) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        considered = consider_basic(project, "Who sold nine hundred loaves?", RunControl())
        assert "nine hundred loaves" in considered.candidates[0].item.text
        assert all(bool(each.item.relevance) == each.is_in for each in considered.candidates)


def test_that_vectors_are_asked_for_once_and_again_only_after_the_index_changed(tmp_path: Path) -> None:
    with read_by_model(tmp_path / "mill.graphrag", lambda _: "It is so [Data: Sources (1)].") as (project, _):
        first, _ = asked(project, Mode.BASIC, WATER)
        second, _ = asked(project, Mode.BASIC, "Who opened the fair?")
        assert (first.model_calls, second.model_calls) == (3, 2)  # vectors of the text, of the question; the answer
        key = journal.stage_key(project.database, "text unit vectors")
        index_by_hand(project.database, _MANY)
        assert journal.stage_key(project.database, "text unit vectors") is None
        found = vectors_of(project, "text unit", RunControl())
        assert len(found.numbers) == len(documents.text_units(project.database))
        assert journal.stage_key(project.database, "text unit vectors") not in {key, None}


def test_that_vectors_of_another_length_are_said(tmp_path: Path) -> None:
    path = tmp_path / "mill.graphrag"
    with read_by_model(path, lambda _: "") as (project, _):
        found = vectors_of(project, "text unit", RunControl())
        short = kept(np.ones((len(found.numbers), 3), np.float32))
        keep_arrays(project.database, "vectors", {"text unit vectors": short})
    with open_project(path) as project:
        give_model(project, lambda _: "")
        with pytest.raises(QuestionError, match="3 numbers"):
            consider_basic(project, WATER, RunControl())
