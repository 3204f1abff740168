"""One community to be read: its report with every citation resolved, and the ways up, down and to its entities."""

from dataclasses import dataclass

from graphrag_desktop.domain.answers import Citation, CitationStatus
from graphrag_desktop.domain.citations import split_statements
from graphrag_desktop.domain.contexts import EvidenceSentence, Kind
from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.domain.graph import Entity
from graphrag_desktop.domain.reports import CommunityReport, Finding
from graphrag_desktop.explore.hierarchy import CommunityRow, HierarchyView, hierarchy_view
from graphrag_desktop.explore.support import NO_SUPPORT, Independence, Support
from graphrag_desktop.project import Project
from graphrag_desktop.storage import communities, graph
from graphrag_desktop.storage.evidence import EvidenceReader, quoted_sentences


@dataclass(frozen=True, slots=True)
class FindingView:
    """A finding with its citations, in the order in which they stand in its explanation, and how many documents these reach."""

    summary: str
    explanation: str
    citations: tuple[Citation, ...]
    support: Support = NO_SUPPORT


@dataclass(frozen=True, slots=True)
class NearCommunity:
    """Another community of the same level, and how many relationships lead there."""

    row: CommunityRow
    relationships: int


@dataclass(frozen=True, slots=True)
class ReportView:
    """A community's report in its place.

    Where a community has no report `engine` is empty: an unconnected entity's description stands in `summary`, else
    `summary` says that the report is missing. `members` are its entities, the best connected first; `neighbours` the
    communities of its own level it is most connected with. `relationships` counts those between its members, `documents`
    those that name one of them.
    """

    row: CommunityRow
    summary: str
    summary_citations: tuple[Citation, ...]
    findings: tuple[FindingView, ...]
    rating_explanation: str
    engine: str
    truncated: bool
    lineage: tuple[CommunityRow, ...]
    children: tuple[CommunityRow, ...]
    members: tuple[Entity, ...]
    neighbours: tuple[NearCommunity, ...] = ()
    relationships: int = 0
    documents: int = 0


def report_view(project: Project, number: int, hierarchy: HierarchyView | None = None) -> ReportView:
    """The report of a community; raises `InputError` where there is no such community.

    `hierarchy` spares reading it again where the caller has it.
    """
    view = hierarchy or hierarchy_view(project)
    if number not in view.rows:
        raise InputError(
            f"There is no community {number} in {project.path.name}.",
            "“graphrag-desktop communities PROJECT” lists those there are.",
        )
    report = communities.report(project.database, number)
    members = graph.entities_of(project.database, communities.members_of(project.database, number))
    citing = _Citing(project, report)
    level = view.rows[number].level
    connected = dict(communities.connections(project.database, number, level))
    return ReportView(
        view.rows[number],
        _summary(view.rows[number], report, members),
        citing.citations(report.summary, report.summary_sentences) if report else (),
        tuple(citing.finding(each) for each in report.findings) if report else (),
        report.rating_explanation if report else "",
        report.engine if report else "",
        report.truncated if report else False,
        view.lineage(number)[:-1],
        tuple(view.rows[child] for child in view.rows[number].children),
        members,
        tuple(NearCommunity(view.rows[each], count) for each, count in connected.items() if each != number),
        connected.get(number, 0),
        communities.document_count(project.database, number, level),
    )


def _summary(row: CommunityRow, report: CommunityReport | None, members: tuple[Entity, ...]) -> str:
    if report is not None:
        return report.summary
    return members[0].description if row.is_unconnected else "The report of this community could not be written yet."


class _Citing:
    """Resolves what a report's own text cites: the sentences it quotes, else the words in the text unit."""

    def __init__(self, project: Project, report: CommunityReport | None) -> None:
        self._independence = Independence(project)
        self._reader = EvidenceReader(project.database)
        self._quoted = graph.evidence_sentences(project.database, quoted_sentences(report) if report else ())

    def finding(self, finding: Finding) -> FindingView:
        citations = self.citations(finding.explanation, finding.sentences)
        support = self._independence.of_passages(passage for each in citations for passage in each.evidence)
        return FindingView(finding.summary, finding.explanation, citations, support)

    def citations(self, text: str, sentences: tuple[int, ...]) -> tuple[Citation, ...]:
        quoted = [self._quoted[number] for number in sentences if number in self._quoted]
        return tuple(
            self._citation(statement.text, ref.kind, number, quoted)
            for statement in split_statements(text)
            for group in statement.groups
            for ref in group.refs
            for number in ref.ids
        )

    def _citation(self, words: str, kind: Kind, number: int, quoted: list[EvidenceSentence]) -> Citation:
        found = self._reader.quoted_in_unit(number, words) if kind is Kind.SOURCE else ()
        found = found or self._reader.of(each for each in quoted if kind is Kind.SOURCE and each.source == number)
        if found:
            return Citation(words, kind, number, CitationStatus.OK, found)
        rests_on = self._reader.record(kind, number)
        status = CitationStatus.UNKNOWN if rests_on is None else CitationStatus.OK
        return Citation(words, kind, number, status, rests_on or ())
