"""What a project holds, for `info` and the window's first page."""

from dataclasses import dataclass

from graphrag_desktop.domain.changes import ChangeSummary
from graphrag_desktop.domain.documents import RemovedDocument, SkippedFile
from graphrag_desktop.domain.index import Failure, IndexCounts
from graphrag_desktop.domain.model_choice import ModelChoice
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.domain.usage import UsageLine
from graphrag_desktop.explore.documents import DocumentRow, documents_view
from graphrag_desktop.language.packs import Pack, better_packs
from graphrag_desktop.project import Project
from graphrag_desktop.storage import documents, graph, journal
from graphrag_desktop.storage.changes import last_change
from graphrag_desktop.storage.clusterings import rebuild_gain
from graphrag_desktop.storage.gone import removed_documents
from graphrag_desktop.storage.migrations import NEWEST
from graphrag_desktop.storage.replies import usage_in_all


@dataclass(frozen=True, slots=True)
class ProjectInfo:
    """A project at a glance; `engine` names who read it last and is empty before the first run.

    `packs` are language packs that are not installed and would read some of its documents better.
    `models` read and write it, none where the built-in engine does; `usage` is what they took until now, by model.
    `last_outcome` says how the latest run ended: complete, incomplete, stopped, failed, or running where it never did.
    `change` is what the last version that changed anything did, `rebuild_gain` how much modularity it would gain to find all
    communities anew, `removed` what the analyst took out.
    """

    documents: tuple[DocumentRow, ...]
    skipped: tuple[SkippedFile, ...]
    failures: tuple[Failure, ...]
    counts: IndexCounts
    engine: str
    settings: Settings
    index_version: int
    schema: int
    file_bytes: int
    packs: tuple[Pack, ...] = ()
    last_outcome: str = ""
    models: ModelChoice | None = None
    usage: tuple[UsageLine, ...] = ()
    change: ChangeSummary | None = None
    rebuild_gain: float = 0.0
    removed: tuple[RemovedDocument, ...] = ()


def project_info(project: Project) -> ProjectInfo:
    """Everything of it at the moment of asking."""
    database = project.database
    rows = documents_view(project)
    return ProjectInfo(
        rows,
        documents.skipped_files(database),
        journal.failures(database),
        graph.counts(database),
        journal.last_engine(database),
        journal.settings(database),
        journal.index_version(database),
        NEWEST,
        project.path.stat().st_size,
        better_packs(row.document.language for row in rows),
        journal.last_outcome(database),
        project.models,
        usage_in_all(database),
        last_change(database),
        rebuild_gain(database),
        removed_documents(database),
    )
