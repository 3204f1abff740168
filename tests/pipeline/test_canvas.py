"""The map as it is kept: all that is drawn in arrays that fit together, and steady from one run to the next."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from graphrag_desktop.explore.picture import Picture, picture
from graphrag_desktop.pipeline.canvas_arrays import stored
from graphrag_desktop.pipeline.pins import keep_pins, pins
from graphrag_desktop.project import Project
from graphrag_desktop.storage import arrays, graph
from graphrag_desktop.storage.index_commit import commit_index
from tests.maps import draw_map, forget_map
from tests.projects import MILL, make_project, parse, tables


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with make_project(tmp_path / "mill.graphrag") as made:
        forget_map(made)
        yield made


def drawn(project: Project) -> Picture:
    found = picture(project)
    assert found is not None
    return found


def test_that_there_is_no_picture_before_one_is_drawn(project: Project) -> None:
    assert picture(project) is None


def test_that_every_entity_and_relationship_is_on_the_map(project: Project) -> None:
    draw_map(project)
    shown = drawn(project)
    known = graph.entities(project.database)
    assert shown.numbers.tolist() == [each.number for each in known]
    assert list(shown.titles) == [each.title for each in known]
    assert shown.degrees.tolist() == [each.degree for each in known]
    assert shown.mentions.tolist() == [each.count for each in known]
    assert shown.documents.tolist() == [each.documents for each in known]
    assert [shown.kind_names[kind] for kind in shown.kinds.tolist()] == [each.type for each in known]
    relationships = {each.number: each for each in graph.relationships(project.database)}
    assert sorted(shown.pair_numbers.tolist()) == sorted(relationships)
    ids = {each.id: row for row, each in enumerate(known)}
    for number, pair in zip(shown.pair_numbers.tolist(), shown.pairs.tolist(), strict=True):
        assert sorted(pair) == sorted((ids[relationships[number].source], ids[relationships[number].target]))
    assert np.isfinite(shown.positions).all()
    assert shown.territories is not None


def test_that_documents_of_a_relationship_are_those_where_a_sentence_names_both(project: Project) -> None:
    draw_map(project)
    shown = drawn(project)
    named: dict[tuple[str, int], set[int]] = {}
    for entity, sentence, document in graph.mention_places(project.database):
        named.setdefault((document, sentence), set()).add(entity)
    for (start, end), count in zip(shown.pairs.tolist(), shown.pair_documents.tolist(), strict=True):
        both = {int(shown.numbers[start]), int(shown.numbers[end])}
        assert count == len({document for (document, _), entities in named.items() if both <= entities})


def test_that_a_new_map_is_shown_as_a_sketch_first_and_drawn_again_it_stays(project: Project) -> None:
    assert draw_map(project) == 2
    before = drawn(project)
    assert draw_map(project) == 1
    after = drawn(project)
    spread = np.hypot(*np.ptp(before.positions, axis=0))
    assert np.hypot(*(after.positions - before.positions).T).max() < 0.1 * spread
    assert after.hues == before.hues


def test_that_a_sketch_is_nothing_to_go_on_from(project: Project) -> None:
    draw_map(project)
    arrays.keep_arrays(project.database, "canvas", {"is settled": stored(np.zeros(1, np.int32))})
    assert draw_map(project) == 2


def test_that_pinned_entities_keep_their_places(project: Project) -> None:
    draw_map(project)
    before = drawn(project)
    keep_pins(project, before.numbers[:3].tolist())
    assert pins(project) == set(before.numbers[:3].tolist())
    draw_map(project)
    assert np.array_equal(drawn(project).positions[:3], before.positions[:3])


def test_that_hues_are_kept_with_their_communities(project: Project) -> None:
    draw_map(project)
    roots = drawn(project).hues
    kept = {number: 7 - place for place, number in enumerate(sorted(roots))}
    arrays.keep_arrays(project.database, "canvas", {"hues": stored(np.array(sorted(kept.items()), np.int32))})
    draw_map(project)
    assert drawn(project).hues == kept


def make_index_anew(project: Project) -> None:
    """Put an index in place of the one there was, without a map."""
    parsed = parse(MILL)
    commit_index(project.database, tables(MILL), {each.document.id: each.text for each in parsed})


def test_that_a_new_index_goes_on_from_the_map_before(project: Project) -> None:
    draw_map(project)
    before = drawn(project)
    keep_pins(project, before.numbers[:3].tolist())
    kept = {number: 7 - place for place, number in enumerate(sorted(before.hues))}
    arrays.keep_arrays(project.database, "canvas", {"hues": stored(np.array(sorted(kept.items()), np.int32))})
    for _ in range(2):  # the second time after a run that ended before it drew a map
        make_index_anew(project)
        assert picture(project) is None
    assert draw_map(project) == 1
    after = drawn(project)
    assert np.array_equal(after.positions[:3], before.positions[:3])
    assert pins(project) == set(before.numbers[:3].tolist())
    assert after.hues == kept


def test_that_a_new_index_does_not_go_on_from_a_sketch(project: Project) -> None:
    draw_map(project)
    arrays.keep_arrays(project.database, "canvas", {"is settled": stored(np.zeros(1, np.int32))})
    make_index_anew(project)
    assert draw_map(project) == 2


def test_that_no_words_of_the_map_before_are_left(project: Project) -> None:
    draw_map(project)
    make_index_anew(project)
    assert {name.removeprefix(arrays.EARLIER) for name in arrays.load_arrays(project.database, "canvas")} == {
        "entity numbers", "positions", "is settled", "hues",
    }  # fmt: skip


OTHERS: dict[str, NDArray[np.generic]] = {
    "flat": np.zeros(3, np.int32),
    "large": np.full((2, 2), 10**6, np.int32),
    "empty": np.zeros((0, 3), np.float32),
}


@pytest.mark.parametrize(
    "name", ["positions", "levels", "pairs", "titles ends", "kinds", "degrees", "corners", "rings", "hues"]
)
@pytest.mark.parametrize("values", OTHERS)
def test_that_arrays_of_another_size_leave_a_picture(project: Project, name: str, values: str) -> None:
    draw_map(project)
    arrays.keep_arrays(project.database, "canvas", {name: stored(OTHERS[values])})
    shown = drawn(project)
    assert len(shown.positions) == shown.communities.shape[1] == len(shown.degrees) == len(shown.titles) == shown.count
    assert len(shown.kinds) == shown.count
    assert not len(shown.pairs) or shown.pairs.max() < shown.count


def test_that_a_map_drawn_before_there_were_territories_has_some(project: Project) -> None:
    draw_map(project)
    kept = arrays.load_arrays(project.database, "canvas")
    forget_map(project)
    old = {name: kept[name] for name in ("entity numbers", "positions", "pairs", "levels")}
    arrays.keep_arrays(project.database, "canvas", old)
    shown = drawn(project)
    assert shown.territories is not None
    assert list(shown.titles) == [each.title for each in graph.entities(project.database)]
