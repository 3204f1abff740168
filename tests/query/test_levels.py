"""What asking at a level reads, and that it is what was announced."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag_desktop.domain.communities import CommunityHierarchy
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.project import Project
from graphrag_desktop.query.levels import LevelReader, estimate_levels, table_of_conditions
from graphrag_desktop.storage import communities, documents, journal
from graphrag_desktop.storage.index_commit import commit_index
from tests.projects import MILL, Collection, Place, make_project, parse, tables, write_anew


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with make_project(tmp_path / "mill.graphrag") as made:
        yield made


def _of_pairs(count: int) -> Collection:
    """As many communities as asked for, of two entities each."""
    names = [(f"Ada{number}", f"Bob{number}") for number in range(count)]
    return Collection(
        texts={"all.txt": "".join(f"Now {one} met {other}.\n" for one, other in names)},
        types={name: "person" for pair in names for name in pair},
        places={number: Place(0, None, pair) for number, pair in enumerate(names, start=1)},
        is_measured=False,
    )


def _with_reports_of(project: Project, tokens: int) -> None:
    kept = communities.reports(project.database).values()
    write_anew(project.database, *(dataclasses.replace(each, tokens=tokens) for each in kept))


def _reader(project: Project) -> LevelReader:
    return LevelReader(project, communities.hierarchy(project.database))


@pytest.mark.parametrize(
    ("reports", "tokens", "calls"), [(34, 784, 4), (34, 8_000, 34), (10, 4_001, 10), (10, 4_000, 5)]
)
def test_that_map_calls_are_estimated_by_packing_whole_reports(
    tmp_path: Path, reports: int, tokens: int, calls: int
) -> None:
    with make_project(tmp_path / "pairs.graphrag", _of_pairs(reports)) as project:
        _with_reports_of(project, tokens)

        (estimate,) = estimate_levels(project)

    assert (estimate.communities, estimate.report_tokens, estimate.map_calls) == (reports, reports * tokens, calls)


def test_that_each_level_reads_its_own_partition_and_no_coarser_community(project: Project) -> None:
    reader = _reader(project)

    assert [reader.read(level).reports for level in (0, 1)] == [(1, 2), (2, 4, 5)]
    assert reader.read(7) == reader.read(1)


def test_that_every_report_is_in_exactly_one_batch_with_the_unconnected_entities(project: Project) -> None:
    journal.keep_settings(project.database, project.settings.changed({"map_data_tokens": 200}))

    reading = _reader(project).read(1)

    records = [record for batch in reading.batches for record in batch]
    assert sorted(records) == sorted(reading.tokens)
    assert {kind for kind, _ in records} == {Kind.REPORT, Kind.ENTITY}
    assert len(reading.batches) > 1
    assert all(sum(reading.tokens[record] for record in batch) <= 200 for batch in reading.batches)


def test_that_the_seed_decides_the_order(project: Project) -> None:
    orders = set()
    for seed in range(8):
        journal.keep_settings(project.database, project.settings.changed({"seed": seed}))
        assert _reader(project).read(1) == _reader(project).read(1)
        orders.add(_reader(project).read(1).batches)

    assert len(orders) > 1


def test_that_unconnected_entities_are_counted_apart_and_read_all_the_same(project: Project) -> None:
    overview = estimate_levels(project)[0]
    heads = communities.report_heads(project.database)

    assert (overview.communities, overview.unconnected) == (2, 1)
    assert overview.report_tokens > heads[1].tokens + heads[2].tokens


def test_that_a_level_like_an_earlier_one_says_so(project: Project) -> None:
    built = tables(MILL)
    deeper = CommunityHierarchy(built.hierarchy.communities, (*built.hierarchy.levels, built.hierarchy.levels[-1]))
    texts = {str(each.document.id): each.text for each in parse(MILL)}
    commit_index(project.database, dataclasses.replace(built, hierarchy=deeper), texts)

    estimates = estimate_levels(project)

    assert [each.same_as for each in estimates] == [None, None, 1]
    assert dataclasses.replace(estimates[2], level=1, same_as=None) == estimates[1]


def test_that_a_missing_report_is_counted(project: Project) -> None:
    communities.forget_reports(project.database, [2])

    assert _reader(project).read(0).missing == 1
    assert _reader(project).read(0).reports == (1,)


def test_that_the_table_of_conditions_counts_what_each_level_and_the_text_have(tmp_path: Path) -> None:
    """EV14, Table 2 of the paper: units, tokens and their share of the source text."""
    with make_project(tmp_path / "mill.graphrag") as project:
        found = table_of_conditions(project)
        assert [each.name for each in found] == ["C0", "C1", "TS"]
        units = documents.text_units(project.database)
        held = sum(each.tokens for each in units)
        assert (found[-1].units, found[-1].tokens, found[-1].share) == (len(units), held, 1.0)
        for level, each in enumerate(found[:-1]):
            estimate = estimate_levels(project)[level]
            assert each.tokens == estimate.report_tokens
            assert each.units == estimate.communities + estimate.unconnected
            assert each.share == each.tokens / held
