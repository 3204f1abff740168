"""What is chosen, to be read: the report of a community, or an entity with all that surrounds it."""

from collections.abc import Mapping

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from graphrag_desktop.domain.answers import Citation
from graphrag_desktop.explore.records import RecordView
from graphrag_desktop.explore.reports import ReportView
from graphrag_desktop.ui.citation_card import CitationGuide
from graphrag_desktop.ui.cited_text import MORE
from graphrag_desktop.ui.colours import Rgb
from graphrag_desktop.ui.controls import Dot, IconButton, ShortWords
from graphrag_desktop.ui.entity_text import PASSAGES, entity_blocks, entity_citations
from graphrag_desktop.ui.library import EntityCard
from graphrag_desktop.ui.panel_states import Emptiness, StatefulPage
from graphrag_desktop.ui.panels import MessageBar, Offer, Sheet, named, row_of
from graphrag_desktop.ui.prose import Prose
from graphrag_desktop.ui.prose_blocks import Block, plain_text
from graphrag_desktop.ui.report_text import COMMUNITY, ENTITY, SHOW_ALL, report_blocks, report_citations
from graphrag_desktop.ui.theme import ActiveTheme

_MEASURE = 420  # pixels: some 62 characters


class ReportPanel(QWidget):
    """Shows one report or entity; its links are told as the number of a community, of an entity, or as a citation."""

    community_wanted = Signal(int)
    entity_wanted = Signal(int)
    passages_wanted = Signal(int)  # of an entity
    citation_wanted = Signal(object)
    record_wanted = Signal(object)  # the citation whose card is shown
    write_wanted = Signal()  # a report that is missing

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: ReportView | EntityCard | None = None
        self._citations: tuple[Citation, ...] = ()
        self._colours: Mapping[int, Rgb] = {}
        self._opened: set[int] = set()
        self._shows_all = False
        self._build()

    def show_report(self, view: ReportView) -> None:
        """Show another report, from its top."""
        self._citations = report_citations(view)
        self._show(view)
        if not view.row.has_report and not view.row.is_unconnected:
            self._bar.tell(
                self.tr("This report was not written."),
                "warn",
                offer=Offer(self.tr("Write it again"), self.write_wanted.emit),
            )

    def show_entity(self, card: EntityCard) -> None:
        """Show an entity."""
        self._citations = entity_citations(card.view)
        self._show(card)

    def show_nothing(self) -> None:
        """Say what goes here."""
        self._shown = None
        self._draw()

    def expect(self) -> None:
        """Something else was chosen and is being read."""
        self._page.expect()

    def show_failure(self, reason: str, hint: str = "") -> None:
        """Say why something cannot be shown."""
        if self._shown is None:
            self._page.show_content()
        self._bar.tell(f"{reason} {hint}".strip())

    def set_colours(self, colours: Mapping[int, Rgb]) -> None:
        """The colour of each community."""
        self._colours = colours
        self._draw(keeps_place=True)

    def show_record(self, record: RecordView) -> None:
        """Complete the card of a citation."""
        self._guide.show_record(record)

    def take_focus(self) -> None:
        """Put the keyboard on the text."""
        self._text.setFocus()

    def _build(self) -> None:
        sheet = Sheet(margin=1, spacing=0)
        self._dot = Dot(self._theme)
        self._place = ShortWords(self._theme, role="caption", tone="3")
        self._copy = IconButton(self._theme, "copy", self.tr("Copy the text with its citations"))
        self._copy.clicked.connect(self._copy_clicked)
        head = row_of(self._dot, self._place, self._copy, spacing=7)
        head.setStretch(1, 1)
        head.setContentsMargins(18, 8, 8, 4)
        self._bar = MessageBar(self._theme)
        self._text = named(Prose(self._theme, _MEASURE), "reportView", self.tr("Community report"))
        self._text.link_followed.connect(self._link_followed)
        self._guide = CitationGuide(self._theme, self._text)
        self._guide.citation_followed.connect(self.citation_wanted)
        self._guide.record_wanted.connect(self.record_wanted)
        content = QWidget()
        inner = QVBoxLayout(content)
        inner.setContentsMargins(0, 0, 0, 8)
        inner.setSpacing(0)
        inner.addLayout(head)
        inner.addWidget(self._text, 1)
        self._page = StatefulPage(self._theme, content)
        sheet.column.addWidget(self._bar)
        sheet.column.addWidget(self._page, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(sheet)
        self._draw()

    def _show(self, shown: ReportView | EntityCard) -> None:
        self._shown = shown
        self._opened.clear()
        self._shows_all = False
        self._bar.hide()
        self._draw()

    def _draw(self, *, keeps_place: bool = False) -> None:
        if self._shown is None:
            words = self.tr("Choose a community in the tree or on the map to read its report.")
            self._page.show_empty(Emptiness("file-text", self.tr("Nothing chosen"), words))
            return
        self._page.show_content()
        self._guide.set_citations(self._citations)
        self._text.show_blocks(self._blocks(), keeps_place=keeps_place)
        if isinstance(self._shown, EntityCard):
            entity = self._shown.view.entity
            homes = self._shown.communities
            self._dot.show_colour(self._colours.get(homes[-1].number) if homes else None)
            self._place.setText(self.tr("Entity {n} · {kind}").format(n=entity.number, kind=entity.type))
        else:
            row = self._shown.row
            self._dot.show_colour(self._colours.get(row.number))
            self._place.setText(self._place_words(self._shown))

    def _place_words(self, view: ReportView) -> str:
        place = self.tr("C{level} community {number}").format(level=view.row.level, number=view.row.number)
        if not view.engine:
            return place
        return self.tr("{place} · {engine}, extracted, no model").format(place=place, engine=view.engine)

    def _blocks(self) -> tuple[Block, ...]:
        if isinstance(self._shown, EntityCard):
            return entity_blocks(self._shown.view, self._shown.communities, self._colours, shows_all=self._shows_all)
        if self._shown is None:
            return ()
        return report_blocks(self._shown, self._colours, opened=self._opened, shows_all=self._shows_all)

    @Slot(str)
    def _link_followed(self, href: str) -> None:
        scheme, _, place = href.partition(":")
        if scheme == COMMUNITY:
            self.community_wanted.emit(int(place))
        elif scheme == ENTITY:
            self.entity_wanted.emit(int(place))
        elif scheme == PASSAGES:
            self.passages_wanted.emit(int(place))
        elif scheme == SHOW_ALL:
            self._shows_all = True
            self._draw(keeps_place=True)
        elif scheme == MORE:
            self._opened.add(int(place))
            self._draw(keeps_place=True)

    @Slot()
    def _copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(plain_text(self._blocks()))
