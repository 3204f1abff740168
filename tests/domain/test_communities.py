"""Levels as the paper means them: a community that does not split is carried down."""

import json
from pathlib import Path

from graphrag_desktop.domain.communities import Community, CommunityHierarchy, project_levels
from graphrag_desktop.domain.identity import EntityId

PROJECT = json.loads((Path(__file__).parent.parent / "data" / "method" / "project.json").read_text(encoding="utf-8"))
DEPTHS = {int(number): depth for number, (depth, _) in PROJECT["communities"].items()}
PARENTS = {int(number): parent for number, (_, parent) in PROJECT["communities"].items()}


def hierarchy() -> CommunityHierarchy:
    communities = {
        number: Community(
            number,
            DEPTHS[number],
            PARENTS[number],
            tuple(child for child, parent in PARENTS.items() if parent == number),
            (EntityId(f"e{number}"),),
        )
        for number in DEPTHS
    }
    return CommunityHierarchy(communities, project_levels(PARENTS, DEPTHS))


def test_that_levels_project_as_published() -> None:  # CH3
    levels = project_levels(PARENTS, DEPTHS)
    for level, numbers in PROJECT["C"].items():
        deepest = min(int(level), len(levels) - 1)
        assert sorted(levels[deepest]) == numbers
    assert len(levels) == 4


def test_that_beyond_the_deepest_level_means_the_deepest() -> None:
    assert hierarchy().deepest == 3
    assert hierarchy().at(9) == hierarchy().at(3)
    assert hierarchy().at(-1) == hierarchy().at(0)


def test_that_the_lineage_leads_from_the_overview_down() -> None:
    assert [each.number for each in hierarchy().lineage(6)] == [0, 2, 4, 6]
    assert [each.number for each in hierarchy().lineage(1)] == [1]


def test_that_nothing_has_one_empty_level() -> None:
    assert project_levels({}, {}) == ((),)
