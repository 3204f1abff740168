"""What an index run commits in one piece, so that a project never shows half an index."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphrag_desktop.domain.changes import ChangeSummary
from graphrag_desktop.domain.communities import Clustering, CommunityHierarchy
from graphrag_desktop.domain.documents import Document, SkippedFile, TextUnit
from graphrag_desktop.domain.extractions import Extractions
from graphrag_desktop.domain.graph import KnowledgeGraph
from graphrag_desktop.domain.identity import Key
from graphrag_desktop.domain.usage import UsageLine


@dataclass(frozen=True, slots=True)
class IndexTables:
    """All tables from documents to communities, still without numbers but for the communities'.

    `sentence_units` gives for each sentence of `extractions` the index of its text unit in `units`; `homes` for each
    community that does not split the indices of the sentences that speak of it. `key` is the memo key of it all.
    `described` are the origins of the descriptions that were put together, `clustering` is what the next change of communities goes on from, None where they were not found by clustering.
    """

    key: Key
    documents: tuple[Document, ...]
    skipped: tuple[SkippedFile, ...]
    units: tuple[TextUnit, ...]
    extractions: Extractions
    sentence_units: tuple[int, ...]
    graph: KnowledgeGraph
    hierarchy: CommunityHierarchy
    homes: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    clustering: Clustering | None = None
    described: frozenset[Key] = frozenset()


@dataclass(frozen=True, slots=True)
class IndexCounts:
    """How much a project holds."""

    documents: int
    text_units: int
    sentences: int
    entities: int
    relationships: int
    claims: int
    communities: int
    reports: int


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that failed for good in the latest run: shown, and tried again by the next.

    `reply` is what a model wrote instead of what it was asked for.
    """

    stage: str
    item: str
    reason: str
    reply: str = ""


PAUSED = "Paused: "
"""How the reason begins of what was not even tried, since a cap was reached."""


@dataclass(frozen=True, slots=True)
class RunSummary:
    """What an index run did. `is_complete` is false where something failed for good; the next run tries only that.

    `usage` is what it took, by task and model. `trial` counts the documents of a run that was only a trial. `change` says
    what it changed, None where that was nothing, or all. `rebuild_gain` is how much modularity finding all communities
    anew would gain.
    """

    project: str
    engine: str
    counts: IndexCounts
    skipped: tuple[SkippedFile, ...]
    failures: tuple[Failure, ...]
    readings_done: int
    readings_reused: int
    seconds: float
    model_calls: int = 0
    stored_replies_used: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    usage: tuple[UsageLine, ...] = ()
    trial: int = 0
    change: ChangeSummary | None = None
    rebuild_gain: float = 0.0

    @property
    def pause(self) -> str:
        """Why the run paused and what to do, in a sentence or two; empty where it did not.

        A cap that is used up is named before the share of it that one stage had.
        """
        reasons = [each.reason for each in self.failures if each.reason.startswith(PAUSED)]
        return min(reasons, key=lambda reason: " is reached" not in reason, default="")

    @property
    def is_complete(self) -> bool:
        """Whether all that could be read was, and every report was written."""
        return not self.failures
