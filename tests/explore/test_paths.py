"""Ways between entities: the shortest, the best borne out, each step with its words."""

from collections.abc import Iterator

import pytest

from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.entities import entity_rows
from graphrag_desktop.explore.paths import Ways, find_ways
from graphrag_desktop.project import Project
from graphrag_desktop.storage import graph
from tests.maps import draw_map, forget_map
from tests.projects import make_project


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with make_project(tmp_path_factory.mktemp("ways") / "mill.graphrag") as made:
        forget_map(made)
        draw_map(made)
        yield made


def number(project: Project, title: str) -> int:
    return next(each.number for each in entity_rows(project) if each.title == title)


def ways(project: Project, start: str, end: str, *left_out: str) -> Ways:
    out = frozenset(number(project, title) for title in left_out)
    return find_ways(project, number(project, start), number(project, end), out, RunControl())


def test_that_a_way_goes_along_relationships_from_end_to_end(project: Project) -> None:
    found = ways(project, "Edith Vane", "Residents League")
    ends = {each.number: (each.source, each.target) for each in graph.relationships(project.database)}
    ids = {each.number: each.id for each in graph.entities(project.database)}
    for way in (found.shortest, found.strongest):
        assert way is not None
        assert (way.title, way.hops[-1].title) == ("Edith Vane", "Residents League")
        for start, end, relationship in zip(way.entities[:-1], way.entities[1:], way.relationships, strict=True):
            assert sorted(ends[relationship]) == sorted((ids[start], ids[end]))


def test_that_each_step_has_a_sentence_that_names_both(project: Project) -> None:
    way = ways(project, "Edith Vane", "Residents League").shortest
    assert way is not None
    names = [way.title, *(hop.title for hop in way.hops)]
    for before, hop in zip(names, way.hops, strict=False):
        assert hop.evidence is not None
        assert before in hop.evidence.quote and hop.title in hop.evidence.quote
        assert hop.documents >= 1


def test_that_no_way_is_shorter_or_stronger(project: Project) -> None:
    found = ways(project, "Edith Vane", "Residents League")
    assert found.shortest is not None and found.strongest is not None
    assert len(found.shortest.hops) <= len(found.strongest.hops)
    assert found.shortest.likelihood <= found.strongest.likelihood
    assert 0 < found.strongest.likelihood < 1


def test_that_what_is_left_out_is_gone_around(project: Project) -> None:
    direct = ways(project, "Edith Vane", "Residents League").shortest
    assert direct is not None
    middle = [hop.title for hop in direct.hops[:-1]]
    other = ways(project, "Edith Vane", "Residents League", *middle).shortest
    assert other is None or not set(middle) & {hop.title for hop in other.hops}


def test_that_where_nothing_leads_there_is_no_way(project: Project) -> None:
    lonely = next(each.title for each in entity_rows(project) if not each.degree)
    assert ways(project, "Edith Vane", lonely) == Ways(None, None)


def test_that_an_unknown_entity_is_said(project: Project) -> None:
    with pytest.raises(InputError, match="4711"):
        find_ways(project, 4711, number(project, "Edith Vane"), frozenset(), RunControl())


def test_that_without_a_map_that_is_said(tmp_path_factory: pytest.TempPathFactory) -> None:
    with make_project(tmp_path_factory.mktemp("bare") / "mill.graphrag") as bare:
        forget_map(bare)
        with pytest.raises(InputError, match="map"):
            find_ways(bare, 1, 2, frozenset(), RunControl())
