"""The report of a community as blocks: its place, figures, summary, communities, findings, members and neighbours."""

from collections.abc import Collection, Iterator, Mapping

from PySide6.QtCore import QCoreApplication, QLocale

from graphrag_desktop.domain.answers import Citation
from graphrag_desktop.explore.hierarchy import CommunityRow
from graphrag_desktop.explore.reports import FindingView, ReportView
from graphrag_desktop.explore.support import Support
from graphrag_desktop.ui.cited_text import CitedText
from graphrag_desktop.ui.colours import Rgb
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.inline_objects import Pill
from graphrag_desktop.ui.machine_notice import notice_block
from graphrag_desktop.ui.prose_blocks import Block, Piece, Placed, Run, caption, heading

COMMUNITY, ENTITY, SHOW_ALL = "community", "entity", "all"
"""Schemes of links: `community:12`, `entity:5`, `all:members`."""

_MOST_MEMBERS = 20
_MOST_NEIGHBOURS = 8
_GAP = "\N{EM SPACE}"


def report_blocks(
    view: ReportView, colours: Mapping[int, Rgb], *, opened: Collection[int] = (), shows_all: bool = False
) -> tuple[Block, ...]:
    """All of a report. `opened` are groups of citations shown in full, `shows_all` lists every member."""
    cited = CitedText(report_citations(view), opened)
    return (
        *_lineage(view),
        heading((Run(view.row.title),), "heading", above=0),
        _figures(view),
        Block(cited.pieces(view.summary), above=2),
        *_truncation(view),
        *_communities(view, colours),
        *(block for finding in view.findings for block in _finding(finding, cited)),
        *_rating(view),
        *_members(view, shows_all=shows_all),
        *_neighbours(view, colours),
        *([notice_block()] if view.engine else []),
    )


def report_citations(view: ReportView) -> tuple[Citation, ...]:
    """All citations of a report in the order in which its text shows them."""
    return (*view.summary_citations, *(each for finding in view.findings for each in finding.citations))


def community_pill(row: CommunityRow, colours: Mapping[int, Rgb], count: int | None = None) -> Placed:
    """A community as a button in the text, with its entities or another figure."""
    shown = row.entities if count is None else count
    return Placed(Pill(row.title, shown, "list-tree", colours.get(row.number)), f"{COMMUNITY}:{row.number}")


def figures_line(figures: list[tuple[str, str]]) -> Block:
    """One line of figures, each followed by what it counts."""
    pieces: list[Piece] = []
    for number, noun in figures:
        pieces.append(Run(number, weight=600, role="body"))
        pieces.append(Run(f"\N{NO-BREAK SPACE}{noun}".replace(" ", "\N{NO-BREAK SPACE}"), tone="text3", role="small"))
        pieces.append(Run(_GAP, role="small"))
    return Block(tuple(pieces[:-1]), role="body", below=8)


def _lineage(view: ReportView) -> Iterator[Block]:
    if not view.lineage:
        return
    pieces: list[Piece] = [Run(_tr("Part of "))]
    for row in view.lineage:
        pieces.append(Run(row.title, href=f"{COMMUNITY}:{row.number}"))
        pieces.append(Run(" › "))
    yield Block(tuple(pieces[:-1]), role="small", tone="text3", below=4)


def _figures(view: ReportView) -> Block:
    figures: list[tuple[str, str]] = []
    if view.engine and not view.row.is_unconnected:
        figures.append((QLocale().toString(view.row.rating, "f", 1), _tr("rating")))
    figures.append((figure(view.row.entities), _noun(view.row.entities, "entity", "entities")))
    if view.relationships:
        figures.append((figure(view.relationships), _noun(view.relationships, "relationship", "relationships")))
    if view.documents:
        figures.append((figure(view.documents), _noun(view.documents, "document", "documents")))
    return figures_line(figures)


def _truncation(view: ReportView) -> Iterator[Block]:
    if view.truncated:
        yield Block(
            (Run(_tr("Not everything in this community fitted what the report was written from.")),),
            role="small",
            tone="warn",
        )


def _communities(view: ReportView, colours: Mapping[int, Rgb]) -> Iterator[Block]:
    if not view.children:
        return
    words = counted(len(view.children), "Contains 1 community at C{level}", "Contains {n} communities at C{level}")
    yield caption(words.format(level=view.children[0].level), above=6, below=2)
    yield _pills(community_pill(child, colours) for child in view.children)


def support_run(support: Support) -> tuple[Run, ...]:
    """How many documents are behind something, to stand behind its name; a single one is a warning."""
    if support.documents == 0 or support.of < 2:
        return ()
    words = _tr("one source only") if support.is_single else counted(support.documents, "1 document", "{n} documents")
    return (Run(f"  {words}", weight=400, tone="warn" if support.is_single else "text3", role="small"),)


def _finding(finding: FindingView, cited: CitedText) -> Iterator[Block]:
    if finding.summary:
        yield heading((Run(finding.summary), *support_run(finding.support)), above=12)
    for paragraph in finding.explanation.split("\n"):
        if paragraph.strip():
            yield Block(cited.pieces(paragraph))


def _rating(view: ReportView) -> Iterator[Block]:
    if view.rating_explanation:
        rating = QLocale().toString(view.row.rating, "f", 1)
        words = _tr("Rating {rating}: {why}").format(rating=rating, why=view.rating_explanation)
        yield Block((Run(words),), role="small", tone="text3", above=4)


def _members(view: ReportView, *, shows_all: bool) -> Iterator[Block]:
    if view.row.is_unconnected or not view.members:
        return
    yield heading((Run(_tr("Members")), Run(f"\t{_tr('relationships')}", weight=400, tone="text3", role="caption")))
    shown = view.members if shows_all else view.members[:_MOST_MEMBERS]
    for member in shown:
        yield Block(
            (
                Run(member.title, href=f"{ENTITY}:{member.number}", tone="text"),
                Run(f"  {member.type}", tone="text3", role="small"),
                Run(f"\t{figure(member.degree)}", tone="text3", role="small"),
            ),
            role="body",
            below=3,
            has_figures=True,
        )
    if len(shown) < len(view.members):
        words = counted(len(view.members), "Show it", "Show all {n}")
        yield Block((Run(words, href=f"{SHOW_ALL}:members"),), role="small", above=2)


def _neighbours(view: ReportView, colours: Mapping[int, Rgb]) -> Iterator[Block]:
    shown = view.neighbours[:_MOST_NEIGHBOURS]
    if shown:
        yield heading((Run(_tr("Most connected with")),))
        yield _pills(community_pill(each.row, colours, each.relationships) for each in shown)


def _pills(pills: Iterator[Placed]) -> Block:
    return Block(tuple(pills), role="small", line=100, below=6)


def _noun(count: int, one: str, many: str) -> str:
    return counted(count, one, many)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Report", text)
