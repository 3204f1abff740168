"""Measures are loaded once for all who ask, and anew when the store holds others."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from graphrag_desktop.domain.errors import ProjectError
from graphrag_desktop.project import Project, create_project
from tests.projects import MILL, Collection, Place, index_by_hand, make_project


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with make_project(tmp_path / "mill.graphrag") as made:
        yield made


def test_that_threads_that_ask_at_once_get_the_same_measures(project: Project) -> None:
    with ThreadPoolExecutor(8) as executor:
        found = list(executor.map(lambda _: project.arrays.measures, range(8)))

    assert len({id(each) for each in found}) == 1


def test_that_the_engine_works_on_the_measures_that_questions_work_on(project: Project) -> None:
    assert getattr(project.engine, "measures", None) is project.arrays.measures


def test_that_another_index_has_other_measures(project: Project) -> None:
    before = project.arrays.measures
    fair = {"fair.txt": MILL.texts["fair.txt"]}
    named = {title: kind for title, kind in MILL.types.items() if title in fair["fair.txt"]}

    index_by_hand(project.database, Collection(fair, named, {1: Place(0, None, ("Edith Vane",)), 2: MILL.places[2]}))

    assert project.arrays.measures is not before
    assert project.arrays.measures.text.sentence_count == 5


def test_that_a_project_without_measures_says_so(tmp_path: Path) -> None:
    with create_project(tmp_path / "empty.graphrag") as project:
        assert not project.arrays.is_measured
        with pytest.raises(ProjectError):
            _ = project.arrays.measures
