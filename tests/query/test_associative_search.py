"""Associative search: where the walk starts, where it leads, and what of it is sent."""

from pathlib import Path

import numpy as np
import pytest

from graphrag_desktop.domain.asking import Considered
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.query.associative_search import consider_associative, known_places
from graphrag_desktop.query.basic_search import MOST_UNITS
from graphrag_desktop.storage import documents, graph, journal
from graphrag_desktop.storage.neighbourhoods import naming_pairs
from tests.projects import Collection, Place, index_by_hand, make_project
from tests.query.asking import WATER, read_by_model

_CHAIN = Collection(
    texts={
        "one.txt": "A clerk saw Anna Berg with Carl Dorn at the harbour.\n",
        "two.txt": "A clerk saw Carl Dorn with Emil Frey at the station.\n",
        "three.txt": "A clerk saw Emil Frey with Gerd Hahn at the theatre.\n",
        "four.txt": "A clerk saw Ida Jost with Karl Lenz at the market.\n",
    },
    types=dict.fromkeys(
        ("Anna Berg", "Carl Dorn", "Emil Frey", "Gerd Hahn", "Ida Jost", "Karl Lenz"), "person"
    ),
    places={
        1: Place(0, None, ("Anna Berg", "Carl Dorn", "Emil Frey", "Gerd Hahn")),
        2: Place(0, None, ("Ida Jost", "Karl Lenz")),
    },
)  # fmt: skip


def _paths(considered: Considered, *, is_in: bool | None = None) -> list[str]:
    return [
        each.item.title
        for each in considered.candidates
        if each.item.kind is Kind.SOURCE and (is_in is None or each.is_in == is_in)
    ]


def test_that_passages_come_by_how_many_steps_they_are_away(tmp_path: Path) -> None:
    with read_by_model(tmp_path / "chain.graphrag", lambda _: "", _CHAIN) as (project, _):
        journal.keep_settings(project.database, project.settings.changed({"walk_passages": 0.0}))
        considered = consider_associative(project, "Whom did Anna Berg know?", RunControl())
        chain = [each for each in _paths(considered) if each != "four.txt"]
        assert chain == ["one.txt", "two.txt", "three.txt"]
        assert _paths(considered)[0] == "one.txt"
        shares = [each.alpha for each in considered.candidates if each.item.kind is Kind.SOURCE]
        assert shares == sorted(shares, key=lambda each: -(each or 0))
        assert shares[0] == 1.0


def test_that_it_starts_at_what_the_question_names_and_says_so(tmp_path: Path) -> None:
    with read_by_model(tmp_path / "chain.graphrag", lambda _: "", _CHAIN) as (project, _):
        considered = consider_associative(project, "Whom did Anna Berg know?", RunControl())
        begun = [each for each in considered.candidates if each.item.kind is Kind.ENTITY]
        assert begun[0].item.title == "Anna Berg"
        assert not any(each.is_in for each in begun)
        assert considered.choices == len(documents.text_units(project.database)) == 4


def test_that_places_are_entities_and_text_units_and_lead_on_to_each_other(tmp_path: Path) -> None:
    with make_project(tmp_path / "chain.graphrag", _CHAIN) as project:
        places = known_places(project)
        assert places.entities.tolist() == sorted(each.number for each in graph.entities(project.database))
        assert places.steps.shape == (10, 10)
        assert np.asarray(places.steps.sum(axis=0)).ravel() == pytest.approx(np.ones(10))
        assert len(naming_pairs(project.database)) == int(places.mentions.sum()) == 8
        assert known_places(project) is places
        index_by_hand(project.database, _CHAIN)
        assert known_places(project) is not places or journal.stage_key(project.database, "index") is not None


def test_that_ten_are_sent_at_most(tmp_path: Path) -> None:
    texts = {f"{number:02}.txt": f"Norden Paper sold {number} rolls to Tom Hale.\n" for number in range(30)}
    types = {"Norden Paper": "organization", "Tom Hale": "person"}
    many = Collection(texts, types, {1: Place(0, None, ("Norden Paper", "Tom Hale"))})
    with read_by_model(tmp_path / "many.graphrag", lambda _: "", many) as (project, _):
        considered = consider_associative(project, "What did Norden Paper sell?", RunControl())
        assert len(_paths(considered, is_in=True)) == MOST_UNITS


def test_that_for_the_built_in_engine_what_says_nothing_is_not_sent(tmp_path: Path) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        considered = consider_associative(project, WATER, RunControl())
        sources = [each for each in considered.candidates if each.item.kind is Kind.SOURCE]
        assert any(each.is_in for each in sources)
        assert all(bool(each.item.relevance) == each.is_in for each in sources)
