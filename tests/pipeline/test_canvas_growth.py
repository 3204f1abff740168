"""The map after a few more documents were read: old entities stay, and so do the colours of their communities."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.picture import Picture, picture
from graphrag_desktop.pipeline.layout import lay_out
from graphrag_desktop.pipeline.layout_growth import KeptPlaces, grow_layout
from graphrag_desktop.pipeline.run import build_index, start_project
from tests.bench.planted_graph import plant

PARTS = 50  # documents, of which one comes later: 2 %
MOST_MOVED = 0.02  # of the map's radius, for the middle one of the old entities


def radius_of(places: NDArray[np.floating]) -> float:
    return float(np.percentile(np.hypot(*(places - np.median(places, axis=0)).T), 97))


def index(folder: Path, project: Path) -> Picture:
    with start_project(project, folder) as opened:
        build_index(opened, folder, RunControl())
        drawn = picture(opened)
    assert drawn is not None
    return drawn


@pytest.fixture
def documents(shared: Path) -> list[str]:
    """Two speeches cut at ends of paragraphs into many documents of about the same length."""
    words = "\n\n".join(path.read_text("utf-8") for path in sorted((shared / "corpora/sotu_20k/input").glob("*.txt")))
    paragraphs = [each for each in words.split("\n") if each.strip()]
    ends = np.cumsum([len(each) for each in paragraphs])
    part = ends * PARTS // (ends[-1] + 1)
    return [
        "\n\n".join(each for each, of in zip(paragraphs, part, strict=True) if of == place) for place in range(PARTS)
    ]


def test_that_one_document_in_fifty_moves_the_map_but_little(documents: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    for place, words in enumerate(documents):
        if place != 30:
            (folder / f"{place:02}.txt").write_text(words, "utf-8")
    before = index(folder, tmp_path / "grown.graphrag")
    (folder / "30.txt").write_text(documents[30], "utf-8")
    after = index(folder, tmp_path / "grown.graphrag")
    known = np.isin(after.numbers, before.numbers)
    assert 0 < (~known).sum() < 0.2 * len(known)
    row = {number: place for place, number in enumerate(before.numbers.tolist())}
    old = before.positions[[row[number] for number in after.numbers[known].tolist()]]
    moved = np.hypot(*(after.positions[known] - old).T) / radius_of(before.positions)
    assert np.median(moved) <= MOST_MOVED
    both = before.hues.keys() & after.hues.keys()
    assert len(both) >= 0.5 * len(before.hues)
    assert all(after.hues[number] == before.hues[number] for number in both if before.hues[number] < 20)


def test_that_two_in_a_hundred_entities_more_move_a_large_map_but_little() -> None:
    graph = plant(8_564, 20_691)
    levels = graph.levels.astype(np.int32)
    is_old = np.random.default_rng(7).random(graph.entities) >= 0.02
    rows = np.cumsum(is_old) - 1
    pairs = rows[graph.pairs[is_old[graph.pairs].all(axis=1)]].astype(np.int32)
    before = np.full((graph.entities, 2), np.nan)
    before[is_old] = lay_out(pairs, levels[:, is_old], 1, RunControl(), lambda _: None)
    kept = KeptPlaces(before, np.zeros(graph.entities, np.bool_))
    after = grow_layout(graph.pairs.astype(np.int32), levels, kept, 1, RunControl())
    moved = np.hypot(*(after - before)[is_old].T) / radius_of(before[is_old])
    assert np.median(moved) <= MOST_MOVED
