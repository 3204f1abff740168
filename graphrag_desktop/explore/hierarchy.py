"""The communities of a project as rows: what the tree and the list of a level show."""

from collections.abc import Mapping
from dataclasses import dataclass

from graphrag_desktop.domain.communities import Community
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.domain.reports import ReportHead
from graphrag_desktop.project import Project
from graphrag_desktop.storage import communities, graph


@dataclass(frozen=True, slots=True)
class CommunityRow:
    """A community as lists show it.

    `title` is its report's; an unconnected entity's own, as its description stands for a report; and where the report
    is missing the community's number in words, with `has_report` false. `entities` counts its members.
    """

    number: int
    level: int
    parent: int | None
    children: tuple[int, ...]
    title: str
    entities: int
    rating: float
    report_tokens: int
    has_report: bool
    is_unconnected: bool


@dataclass(frozen=True, slots=True)
class HierarchyView:
    """All communities by number, and for each level the numbers that stand on it: largest first, unconnected ones last."""

    rows: Mapping[int, CommunityRow]
    levels: tuple[tuple[int, ...], ...]

    @property
    def deepest(self) -> int:
        """The level at which nothing splits any more; -1 before the first run."""
        return len(self.levels) - 1

    def at(self, level: int) -> tuple[CommunityRow, ...]:
        """The communities of a level; beyond the deepest means the deepest."""
        return (
            tuple(self.rows[number] for number in self.levels[max(0, min(level, self.deepest))]) if self.levels else ()
        )

    def unconnected(self, level: int) -> tuple[CommunityRow, ...]:
        """The entities without relationships on a level, shown folded."""
        return tuple(row for row in self.at(level) if row.is_unconnected)

    def lineage(self, number: int) -> tuple[CommunityRow, ...]:
        """The community and those it lies in, from level 0 down to itself."""
        found = [self.rows[number]]
        while (parent := found[-1].parent) is not None:
            found.append(self.rows[parent])
        return tuple(reversed(found))


def hierarchy_view(project: Project) -> HierarchyView:
    """Every community of the project with the head of its report."""
    hierarchy = communities.hierarchy(project.database)
    heads = communities.report_heads(project.database)
    singles = [each.entities[0] for each in hierarchy.communities.values() if each.is_unconnected]
    titles = {each.id: each.title for each in graph.entities_of(project.database, singles)}
    return HierarchyView(
        {number: _row(each, heads.get(number), titles) for number, each in hierarchy.communities.items()},
        hierarchy.levels,
    )


def _row(community: Community, head: ReportHead | None, titles: Mapping[EntityId, str]) -> CommunityRow:
    own = titles[community.entities[0]] if community.is_unconnected else f"Community {community.number}"
    return CommunityRow(
        community.number,
        community.level,
        community.parent,
        community.children,
        own if head is None else head.title,
        len(community.entities),
        0.0 if head is None else head.rating,
        0 if head is None else head.tokens,
        head is not None,
        community.is_unconnected,
    )
