"""The report of a community, with links to the communities in it, its names, and the words behind every sentence."""

from PySide6.QtCore import QUrl, Signal
from PySide6.QtWidgets import QTextBrowser, QVBoxLayout, QWidget

from graphrag_desktop.domain.answers import Citation
from graphrag_desktop.explore.reports import ReportView
from graphrag_desktop.ui.panels import MessageBar, Sheet, named
from graphrag_desktop.ui.rendering import CITATION, COMMUNITY, ENTITY, report_citations, report_html
from graphrag_desktop.ui.theme import ActiveTheme


class ReportPanel(QWidget):
    """Shows one report; its links are told as the number of a community, of an entity, or as a citation."""

    community_wanted = Signal(int)
    entity_wanted = Signal(int)
    citation_wanted = Signal(object)

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._report: ReportView | None = None
        self._citations: tuple[Citation, ...] = ()
        self._build()
        theme.theme_changed.connect(self._draw)

    def show_report(self, view: ReportView) -> None:
        """Show another report, from its top."""
        self._report, self._citations = view, report_citations(view)
        self._bar.hide()
        self._draw()

    def show_nothing(self) -> None:
        """Say what goes here."""
        self._report = None
        self._draw()

    def show_failure(self, reason: str) -> None:
        """Say why a report cannot be shown."""
        self._bar.tell(reason)

    def _build(self) -> None:
        sheet = Sheet(margin=14)
        self._bar = MessageBar(self._theme)
        self._text = named(QTextBrowser(openLinks=False), "reportView", self.tr("Community report"))
        self._text.anchorClicked.connect(self._link_clicked)
        sheet.column.addWidget(self._bar)
        sheet.column.addWidget(self._text)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(sheet)
        self._draw()

    def _draw(self) -> None:
        if self._report is None:
            self._text.setHtml(
                f"<p style='color:{self._theme.theme.hex('text3')}'>"
                + self.tr("Choose a community in the tree or on the map to read its report.")
                + "</p>"
            )
            return
        self._text.setHtml(report_html(self._report, self._theme.theme))

    def _link_clicked(self, url: QUrl) -> None:
        number = int(url.path()) if url.path().isdigit() else -1
        if url.scheme() == COMMUNITY:
            self.community_wanted.emit(number)
        elif url.scheme() == ENTITY:
            self.entity_wanted.emit(number)
        elif url.scheme() == CITATION and 0 <= number < len(self._citations):
            self.citation_wanted.emit(self._citations[number])
