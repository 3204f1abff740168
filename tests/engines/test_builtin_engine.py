"""The built-in engine as a whole: its port, its identity, its vectors."""

import pytest

from graphrag_desktop.domain.contexts import Context
from graphrag_desktop.domain.engine import Engine
from graphrag_desktop.domain.errors import ProjectError
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.engines.builtin_engine import BuiltinEngine
from graphrag_desktop.language.vectors import opened
from tests.news import Shelf, indexed_news


def test_that_it_fits_the_port() -> None:
    engine: Engine = indexed_news()[0]

    assert engine.name == "Built-in engine"


def test_that_its_identity_changes_with_the_seed_alone_here() -> None:
    one, same, other = (BuiltinEngine(Shelf({}), 1, seed).identity for seed in (1, 1, 2))

    assert one == same != other


def test_that_texts_get_a_unit_row_each() -> None:
    stored = indexed_news()[0].embed(["the copper shortage", "zebra"], RunControl())
    rows = opened(stored)

    assert stored.dtype == "<f4"
    assert rows.shape[0] == 2
    assert float((rows[0].astype(float) ** 2).sum()) == pytest.approx(1, abs=1e-3)
    assert not rows[1].any()


def test_that_it_says_so_where_nothing_was_indexed() -> None:
    engine = BuiltinEngine(Shelf({}), 1, 7)
    with pytest.raises(ProjectError):
        engine.embed(["words"], RunControl())
    with pytest.raises(ProjectError):
        engine.answer_part("What?", Context((), 0), RunControl())


def test_that_it_works_on_the_arrays_that_the_store_holds_now() -> None:
    shelf = Shelf(indexed_news()[1].arrays)
    engine = BuiltinEngine(shelf, 1, 7)
    before = engine.measures

    assert engine.measures is before
    shelf.arrays.clear()
    with pytest.raises(ProjectError):
        _ = engine.measures
