"""Views of the small mill project, for tests of panels: as a worker thread would read them."""

from dataclasses import dataclass
from pathlib import Path

from graphrag_desktop.domain.answers import Answer, Citation, CitationStatus, Mode, ReportUse, ScoredPart, Use
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.graph import Entity, Evidence
from graphrag_desktop.domain.identity import Span
from graphrag_desktop.explore.documents import FileRow, files_view
from graphrag_desktop.explore.entities import EntityView, entity_rows, entity_view
from graphrag_desktop.explore.hierarchy import HierarchyView, hierarchy_view
from graphrag_desktop.explore.reports import ReportView, report_view
from graphrag_desktop.project import Project
from tests.projects import MILL, document_of, make_project

QUOTE = "Norden Paper discharges waste water into the River Ouse every night."


@dataclass(frozen=True)
class Mill:
    """All that panels show of the project at `path`."""

    path: Path
    hierarchy: HierarchyView
    reports: dict[int, ReportView]
    entities: tuple[Entity, ...]
    views: dict[str, EntityView]
    files: tuple[FileRow, ...]


def read_mill(folder: Path) -> Mill:
    """Make the project and read it."""
    with make_project(folder / "mill.graphrag") as project:
        return _read(project)


def _read(project: Project) -> Mill:
    hierarchy = hierarchy_view(project)
    entities = entity_rows(project)
    return Mill(
        project.path,
        hierarchy,
        {number: report_view(project, number, hierarchy) for number in hierarchy.rows},
        entities,
        {each.title: entity_view(project, each.number) for each in entities},
        files_view(project),
    )


def evidence(quote: str = QUOTE, path: str = "council.txt") -> Evidence:
    """Words of a document of the mill."""
    start = MILL.texts[path].index(quote)
    return Evidence(document_of(MILL, path), path, None, Span(start, start + len(quote)), quote)


def citation(
    words: str = QUOTE,
    kind: Kind = Kind.SOURCE,
    number: int = 1,
    status: CitationStatus = CitationStatus.OK,
    *shown: Evidence,
) -> Citation:
    """A citation of those words."""
    return Citation(words, kind, number, status, shown or (evidence(),))


def answer(identity: str = "a1", text: str = "", *citations: Citation) -> Answer:
    """A finished answer at C1."""
    return Answer(
        id=identity,
        question="Who pollutes the Ouse?",
        mode=Mode.GLOBAL,
        level=1,
        engine="by hand",
        is_answered=True,
        text=text
        or f"# The mill\n\n{QUOTE} [Data: Reports (4); Sources (1)] It is known.\n\n- One thing. [Data: Reports (9)]",
        parts=(ScoredPart(1, (4, 5), 80, 12, is_kept=True),),
        reports=(ReportUse(4, "The mill", 80, Use.CITED), ReportUse(5, "The council", 10, Use.READ)),
        citations=citations
        or (
            citation(kind=Kind.REPORT, number=4),
            citation(),
            Citation("One thing.", Kind.REPORT, 9, CitationStatus.UNKNOWN),
        ),
        coverage=0.5,
        index_version=2,
        asked_at="2025-03-01T10:00:00.000+00:00",
        seconds=1.25,
    )
