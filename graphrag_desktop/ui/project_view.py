"""What the window shows of a project, read in one go by a worker thread; nothing here is a QObject."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from graphrag_desktop.domain.answers import LevelEstimate, Mode
from graphrag_desktop.domain.asking import QuestionEstimate
from graphrag_desktop.domain.changes import ChangeSummary
from graphrag_desktop.domain.documents import DocumentState
from graphrag_desktop.domain.index import Failure, IndexCounts
from graphrag_desktop.domain.model_choice import ModelChoice
from graphrag_desktop.domain.prices import price_list
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.hierarchy import HierarchyView, hierarchy_view
from graphrag_desktop.explore.picture import Picture, picture
from graphrag_desktop.explore.project_info import project_info
from graphrag_desktop.language.packs import Pack
from graphrag_desktop.pipeline.pins import pins
from graphrag_desktop.project import Project
from graphrag_desktop.query.levels import estimate_levels
from graphrag_desktop.query.modes import estimate_modes
from graphrag_desktop.ui.graph_canvas_arrangement import Arrangement, arrange
from graphrag_desktop.ui.graph_picture import GraphPicture

_UNREAD = frozenset(
    {
        DocumentState.NO_TEXT_LAYER,
        DocumentState.NEEDS_PASSWORD,
        DocumentState.UNSUPPORTED,
        DocumentState.UNREADABLE,
    }
)


@dataclass(frozen=True)
class ProjectView:
    """A project as read at one moment: its map, its communities, and what a question costs on each level.

    `unread` files may hold words that nobody read: scans, locked ones, those of unknown kinds, broken ones.
    `models` are None where the built-in engine reads; `tokens` and `money` are what they took until now, the money None
    where no price is known, and `ceiling` the most that one question may cost, None for no end. `change` is what the last
    change of the folder did, `rebuild_gain` how much modularity finding all communities anew would gain.
    """

    name: str
    path: Path
    folder: str
    counts: IndexCounts
    failures: int
    hierarchy: HierarchyView
    estimates: tuple[LevelEstimate, ...]
    arrangement: Arrangement
    read_only_reason: str
    pins: frozenset[int] = frozenset()
    index_version: int = 0
    was_broken_off: bool = False
    gaps: tuple[Failure, ...] = ()
    packs: tuple[Pack, ...] = ()
    models: ModelChoice | None = None
    tokens: int = 0
    money: float | None = None
    modes: Mapping[Mode, QuestionEstimate] = field(default_factory=dict)
    unread: int = 0
    change: ChangeSummary | None = None
    rebuild_gain: float = 0.0
    ceiling: float | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing was ever indexed into it."""
        return not self.hierarchy.levels


def load_view(project: Project, control: RunControl) -> ProjectView:
    """Read what the window shows; safe while an index run writes."""
    with project.database.reading():  # one moment, however much is being written
        hierarchy = hierarchy_view(project)
        control.checkpoint()
        info = project_info(project)
        drawn = picture(project)
        pinned = pins(project)
        estimates = estimate_levels(project) if hierarchy.levels else ()
        modes = estimate_modes(project) if hierarchy.levels else {}
    prices = price_list(info.models, info.settings)
    states = (*(row.document.state for row in info.documents), *(each.state for each in info.skipped))
    titles = {number: row.title for number, row in hierarchy.rows.items() if not row.is_unconnected}
    return ProjectView(
        name=project.name,
        path=project.path,
        folder="" if project.folder is None else str(project.folder),
        counts=info.counts,
        failures=len(info.failures),
        hierarchy=hierarchy,
        estimates=estimates,
        arrangement=arrange(
            GraphPicture.empty() if drawn is None else _graph_picture(drawn, titles, info.counts.relationships)
        ),
        read_only_reason=project.read_only_reason,
        pins=pinned,
        index_version=info.index_version,
        was_broken_off=info.last_outcome in {"running", "stopped", "failed"},
        gaps=info.failures,
        packs=info.packs,
        models=info.models,
        tokens=sum(each.prompt_tokens + each.completion_tokens for each in info.usage),
        money=prices.total(info.usage) if prices.is_known else None,
        modes=modes,
        unread=sum(each in _UNREAD for each in states),
        change=info.change,
        rebuild_gain=info.rebuild_gain,
        ceiling=info.settings.cap_question_money,
    )


def _graph_picture(drawn: Picture, titles: dict[int, str], relationships: int) -> GraphPicture:
    return GraphPicture(
        entity_numbers=drawn.numbers.astype(np.int64),
        titles=drawn.titles,
        positions=drawn.positions.astype(np.float64),
        degrees=drawn.degrees.astype(np.int64),
        pairs=drawn.pairs.astype(np.int64),
        communities=drawn.communities.astype(np.int64),
        community_titles=titles,
        strengths=np.arange(len(drawn.pairs), 0, -1, dtype=np.float64),  # kept strongest first
        relationships=relationships,
        kept_hues=drawn.hues,
        kinds=drawn.kinds.astype(np.int64),
        kind_names=drawn.kind_names,
        mentions=drawn.mentions.astype(np.int64),
        documents=drawn.documents.astype(np.int64),
        relationship_numbers=drawn.pair_numbers.astype(np.int64),
        relationship_documents=drawn.pair_documents.astype(np.int64),
        territories=drawn.territories,
    )
