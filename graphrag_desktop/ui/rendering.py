"""Reports and answers as rich text: every word escaped, every link one of ours, so that no document can inject any."""

import html
import re
from collections.abc import Sequence

from graphrag_desktop.domain.answers import Citation, CitationStatus
from graphrag_desktop.domain.citations import CitationGroup, parse_citations
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.explore.reports import ReportView
from graphrag_desktop.ui.theme import Role, Theme

COMMUNITY = "community"
CITATION = "citation"
ENTITY = "entity"
"""The schemes of our links: `community:12`, `citation:3` (a place in a list of citations), `entity:5`."""

_LABELS = {
    Kind.REPORT: "Report",
    Kind.ENTITY: "Entity",
    Kind.RELATIONSHIP: "Relationship",
    Kind.CLAIM: "Claim",
    Kind.SOURCE: "Source",
}
_TOKENS = {CitationStatus.OK: "accent", CitationStatus.NOT_IN_CONTEXT: "warn", CitationStatus.UNKNOWN: "danger"}
_MARKS = {
    CitationStatus.OK: "",
    CitationStatus.NOT_IN_CONTEXT: " (not in context)",
    CitationStatus.UNKNOWN: " (unknown)",
}
_MOST_MEMBERS = 24


class CitedText:
    """Turns text with citations into HTML, giving each cited record its link in order.

    `citations` are those of the whole text, in the order in which they stand; without them (an answer still being
    written) they are shown as words.
    """

    def __init__(self, theme: Theme, citations: Sequence[Citation]) -> None:
        self._theme = theme
        self._citations = citations
        self._next = 0

    def html(self, text: str) -> str:
        """One paragraph or list item."""
        pieces: list[str] = []
        position = 0
        for group in parse_citations(text):
            pieces.append(html.escape(text[position : group.span.start].rstrip()))
            pieces.append(self._links(group))
            position = group.span.end
        pieces.append(html.escape(text[position:]))
        return _emphasis("".join(pieces))

    def _links(self, group: CitationGroup) -> str:
        links = [self._link(ref.kind, number) for ref in group.refs for number in ref.ids]
        return f"&nbsp;<span style='font-size:{self._theme.points('caption'):.1f}pt'>{' · '.join(links)}</span>"

    def _link(self, kind: Kind, number: int) -> str:
        label = f"{_LABELS.get(kind, 'Record')} {number}".replace(" ", "&nbsp;")
        place = self._next
        self._next += 1
        if place >= len(self._citations):
            return f"<span style='color:{self._theme.hex('text3')}'>{label}</span>"
        status = self._citations[place].status
        colour = self._theme.hex(_TOKENS[status])  # type: ignore[arg-type]
        if status is CitationStatus.UNKNOWN:  # opens nothing, so that it never leads to a wrong place
            return f"<span style='color:{colour}'>{label}{_MARKS[status]}</span>"
        return f"<a href='{CITATION}:{place}' style='color:{colour};text-decoration:none'>{label}{_MARKS[status]}</a>"


def report_html(view: ReportView, theme: Theme) -> str:
    """A report with its place, its sub-communities as links, its findings and members."""
    cited = CitedText(theme, report_citations(view))
    parts = [_place(view, theme), _heading(html.escape(view.row.title), theme, "heading"), _figures(view, theme)]
    parts.append(f"<p>{cited.html(view.summary)}</p>")
    if view.children:
        parts.append(
            f"<p style='color:{theme.hex('text3')}'>Contains {_count(len(view.children), 'community', 'communities')}</p>"
        )
        parts.append(
            "<p>"
            + "<br>".join(_community_link(child.number, child.title, child.entities, theme) for child in view.children)
            + "</p>"
        )
    for finding in view.findings:
        parts.append(_heading(html.escape(finding.summary), theme))
        parts.append(f"<p>{cited.html(finding.explanation)}</p>")
    parts.append(_members(view, theme))
    return _page("".join(part for part in parts if part), theme)


def report_citations(view: ReportView) -> tuple[Citation, ...]:
    """All citations of a report in the order in which its text shows them."""
    return (*view.summary_citations, *(each for finding in view.findings for each in finding.citations))


def answer_html(text: str, citations: Sequence[Citation], theme: Theme) -> str:
    """An answer: headings, list items and paragraphs of Markdown, nothing else of it."""
    cited = CitedText(theme, citations)
    lines: list[str] = []
    is_list = False
    for line in text.split("\n"):
        item = re.match(r"\s*[-*] (.*)", line)
        if is_list and not item:
            lines.append("</ul>")
        if item and not is_list:
            lines.append("<ul>")
        is_list = item is not None
        if item:
            lines.append(f"<li>{cited.html(item[1])}</li>")
        elif heading := re.match(r"#{1,6} (.*)", line):
            lines.append(_heading(cited.html(heading[1]), theme))
        elif line.strip():
            lines.append(f"<p>{cited.html(line)}</p>")
    if is_list:
        lines.append("</ul>")
    return _page("".join(lines), theme)


def _place(view: ReportView, theme: Theme) -> str:
    trail = [
        f"<a href='{COMMUNITY}:{row.number}' style='color:{theme.hex('accent')};text-decoration:none'>C{row.level} {html.escape(_shortened(row.title))}</a>"
        for row in view.lineage
    ]
    here = f"C{view.row.level} community {view.row.number}"
    author = f" · {html.escape(view.engine)}, extracted, no model" if view.engine else ""
    return f"<p style='color:{theme.hex('text3')};font-size:{theme.points('small'):.1f}pt'>{' › '.join([*trail, here])}{author}</p>"


def _figures(view: ReportView, theme: Theme) -> str:
    figures = [_count(view.row.entities, "entity", "entities")]
    if view.engine:
        figures.insert(0, f"Rating {view.row.rating:.1f}: {html.escape(view.rating_explanation)}")
    if view.truncated:
        figures.append("not everything fitted what it was written from")
    return f"<p style='color:{theme.hex('text2')};font-size:{theme.points('small'):.1f}pt'>{' · '.join(figures)}</p>"


def _members(view: ReportView, theme: Theme) -> str:
    if not view.members:
        return ""
    shown = [
        f"<a href='{ENTITY}:{each.number}' style='color:{theme.hex('text')};text-decoration:none'>{html.escape(each.title)}</a>"
        f" <span style='color:{theme.hex('text3')}'>likely {html.escape(each.type)}</span>"
        for each in view.members[:_MOST_MEMBERS]
    ]
    more = len(view.members) - _MOST_MEMBERS
    rest = f" and {more:,} more" if more > 0 else ""
    return _heading("Names and concepts", theme) + f"<p>{' · '.join(shown)}{rest}</p>"


def _heading(escaped: str, theme: Theme, role: Role = "title") -> str:
    """A paragraph of its own size: Qt makes its own headings larger still than any size they are given."""
    above = 2 if role == "heading" else 14
    style = f"font-size:{theme.points(role):.1f}pt;font-weight:600;margin:{above}px 0 4px 0"
    return f"<p style='{style}'>{escaped}</p>"


def _community_link(number: int, title: str, entities: int, theme: Theme) -> str:
    return (
        f"<a href='{COMMUNITY}:{number}' style='color:{theme.hex('accent')};text-decoration:none'>{html.escape(title)}</a>"
        f" <span style='color:{theme.hex('text3')}'>{entities:,}</span>"
    )


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _shortened(title: str, most: int = 40) -> str:
    return title if len(title) <= most else title[: most - 1].rstrip() + "…"


def _emphasis(escaped: str) -> str:
    return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escaped)


def _page(body: str, theme: Theme) -> str:
    """Sizes and colours go into the text itself: a text browser takes none from the application's style sheet."""
    style = (
        f"body{{color:{theme.hex('text')};font-size:{theme.points('read'):.1f}pt}}"
        "p{margin:0 0 8px 0;line-height:124%}ul{margin:0 0 8px 0;-qt-list-indent:0}"
        "li{margin:0 0 6px 14px;line-height:124%}"
    )
    return f"<html><head><style>{style}</style></head><body>{body}</body></html>"
