"""A document to be read: the quoted passage marked in its place, other cited passages softly, names on demand."""

from pathlib import Path, PurePosixPath

from PySide6.QtCore import QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QStackedWidget, QVBoxLayout, QWidget

from graphrag_desktop.domain.documents import DocumentState, page_at
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.domain.identity import Span
from graphrag_desktop.domain.page_pictures import PagePicture
from graphrag_desktop.explore.documents import FileRow
from graphrag_desktop.explore.originals import OriginalState
from graphrag_desktop.explore.page_pictures import WantedPage
from graphrag_desktop.ui.controls import IconButton, ShortWords
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.file_words import state_words
from graphrag_desktop.ui.library import SourcePage
from graphrag_desktop.ui.panel_states import Emptiness, StatefulPage
from graphrag_desktop.ui.panels import MessageBar, Offer, Sheet, Words, named
from graphrag_desktop.ui.reader import Marks, Reader
from graphrag_desktop.ui.source_head import SourceHead, fill_names
from graphrag_desktop.ui.source_pages import SourcePages
from graphrag_desktop.ui.theme import ActiveTheme

_WRAPPED = frozenset({".txt", ".md", ".markdown", ".eml", ".text"})
_WIDE = 620  # pixels from which buttons have words beside their icons


class SourcePanel(QWidget):
    """Shows the passages that a citation reaches, one at a time; `passage_wanted` asks for the document of another."""

    passage_wanted = Signal(object)  # an Evidence
    entity_wanted = Signal(int)
    index_wanted = Signal()  # the file changed: index again
    place_changed = Signal(str)  # the page at the top of the view, in words
    page_wanted = Signal(object)  # a WantedPage, to be drawn

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._passages: tuple[Evidence, ...] = ()
        self._at = 0
        self._cited: tuple[Evidence, ...] = ()
        self._page: SourcePage | None = None
        self._build()

    @property
    def passage(self) -> Evidence | None:
        """The passage that is looked at."""
        return self._passages[self._at] if self._passages else None

    def show_passages(self, passages: tuple[Evidence, ...]) -> None:
        """Show the first of some passages; its document is asked for, unless it is here already."""
        self._passages, self._at = passages, 0
        self._want()

    def show_source(self, page: SourcePage) -> None:
        """Show a document, at the passage that was asked for, unless another was meanwhile."""
        if page.passage is not None and page.passage not in self._passages[self._at : self._at + 1]:
            return
        if page.passage is None:
            self._passages = ()
        self._page = page
        self._bar.hide()
        if not page.document.has_text:
            self._say_unread(page.document.paths[0], page.document.state, page.document.reason)
            return
        self._states.show_content()
        self._say_original(page)
        path = page.document.paths[0] if page.document.paths else ""
        self._reader.show_text(
            page.source.text,
            page.source.pages,
            self._marks(),
            is_wrapped=PurePosixPath(path).suffix.lower() in _WRAPPED,
        )
        self._show_looks()
        self._say_place()

    def show_picture(self, wanted: WantedPage, picture: PagePicture) -> None:
        """A page that was wanted is drawn."""
        self._pages.show_picture(wanted, picture)
        if self._head.shows_looks and self._pages.is_drawn:
            self._views.setCurrentWidget(self._pages)

    def show_text_instead(self, reason: str) -> None:
        """A page cannot be drawn."""
        self._head.looks.setChecked(False)
        self._bar.tell(reason, "warn")

    def show_file(self, row: FileRow) -> None:
        """A file of which nothing was read: say why."""
        self._page = None
        self._say_unread(row.path, row.state, row.reason)

    def set_cited(self, passages: tuple[Evidence, ...]) -> None:
        """The passages that the answer or report in sight cites: marked softly wherever they come up."""
        self._cited = passages
        if self._page is not None:
            self._reader.show_marks(self._marks(), goes_there=False)

    def expect(self) -> None:
        """A document was asked for."""
        self._states.expect()

    def show_failure(self, reason: str, hint: str = "") -> None:
        """Say why a document cannot be shown."""
        self._states.show_content()
        self._bar.tell(f"{reason} {hint}".strip())

    def show_nothing(self) -> None:
        """Another project comes."""
        self._page, self._passages, self._cited = None, (), ()
        self._bar.hide()
        self._say_empty()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: what gives way first are the words of buttons."""
        super().resizeEvent(event)
        self._head.show_facts(is_shown=self.width() >= self._theme.theme.pixels(_WIDE))

    def take_focus(self) -> None:
        """Put the keyboard on the text."""
        (self._pages if self._views.currentWidget() is self._pages else self._reader).setFocus()

    def _build(self) -> None:
        sheet = Sheet(margin=1, spacing=0)
        self._bar = MessageBar(self._theme)
        self._reader = named(Reader(self._theme), "sourceView", self.tr("Source text"))
        self._reader.name_chosen.connect(self.entity_wanted)
        self._reader.place_changed.connect(self._say_page)
        content = QWidget()
        inner = QVBoxLayout(content)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        self._head = SourceHead(self._theme)
        self._head.looks.toggled.connect(self._show_looks)
        self._head.names.toggled.connect(self._names_toggled)
        self._head.names_wanted.connect(self._fill)
        self._head.path_wanted.connect(self._open_path)
        inner.addWidget(self._head)
        inner.addWidget(self._bar)
        inner.addSpacing(10)
        self._pages = named(SourcePages(self._theme), "pageView", self.tr("Page as it looks"))
        self._pages.page_wanted.connect(self.page_wanted)
        self._pages.place_changed.connect(self._say_page)
        self._views = QStackedWidget()
        self._views.addWidget(self._reader)
        self._views.addWidget(self._pages)
        inner.addWidget(self._views, 1)
        inner.addWidget(self._foot())
        self._states = StatefulPage(self._theme, content)
        sheet.column.addWidget(self._states)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(sheet)
        self._say_empty()

    def _foot(self) -> QFrame:
        self._walk = QFrame()
        self._walk.setProperty("surface", "foot")
        self._before = IconButton(self._theme, "chevron-left", self.tr("Previous passage"))
        self._after = IconButton(self._theme, "chevron-right", self.tr("Next passage"))
        self._before.clicked.connect(lambda: self._step(-1))
        self._after.clicked.connect(lambda: self._step(1))
        self._count = Words(self._theme, role="small", tone="2", wraps=False)
        self._count.setSizePolicy(self._before.sizePolicy())
        self._where = ShortWords(self._theme, role="caption", tone="3")
        row = QHBoxLayout(self._walk)
        row.setContentsMargins(10, 4, 12, 4)
        row.setSpacing(4)
        for widget in (self._before, self._count, self._after, self._where):
            row.addWidget(widget)
        row.setStretch(3, 1)
        return self._walk

    def _want(self) -> None:
        if not self._passages:
            return
        passage = self._passages[self._at]
        if self._page is not None and self._page.document.has_text and self._page.source.holds(passage):
            self._states.show_content()
            self._reader.show_marks(self._marks(), goes_there=True)
            self._show_looks()
            self._say_place()
        else:
            self.passage_wanted.emit(passage)

    @Slot()
    def _show_looks(self) -> None:
        """The page as it looks where that is wanted and can be, else its text."""
        is_drawn = self._head.shows_looks
        if is_drawn and self._page is not None:
            self._pages.show_source(self._page.source, self._marks())
        self._views.setCurrentWidget(self._pages if is_drawn and self._pages.is_drawn else self._reader)

    def _step(self, step: int) -> None:
        self._at = min(max(0, self._at + step), len(self._passages) - 1)
        self._want()

    def _marks(self) -> Marks:
        if self._page is None:
            return Marks()
        if self._page.source.is_kept:
            return Marks(Span(0, len(self._page.source.text)))
        document = self._page.document.id
        passage = self._passages[self._at] if self._passages else None
        cited = {each.span for each in (*self._passages, *self._cited) if each.document == document}
        names = self._page.source.mentions if self._head.names.isChecked() else ()
        here = None if passage is None or passage.document != document else passage.span
        return Marks(here, tuple(sorted(cited)), tuple(names))

    def _say_place(self) -> None:
        several = len(self._passages) > 1
        for widget in (self._before, self._after, self._count):
            widget.setVisible(several)
        self._before.setEnabled(self._at > 0)
        self._after.setEnabled(self._at < len(self._passages) - 1)
        which = self.tr("Passage {at} of {all}")
        self._count.setText(which.format(at=figure(self._at + 1), all=figure(len(self._passages))))
        self._say_page(self._passages[self._at].span.start if self._passages else 0)

    @Slot(int)
    def _say_page(self, position: int) -> None:
        pages = () if self._page is None else self._page.source.pages
        if self._page is not None and self._page.source.is_kept:
            passage = self.passage
            at = None if passage is None else passage.page
            self._where.setText("" if at is None else self.tr("page {n}").format(n=figure(at)))
            return
        number = page_at(pages, position)
        words = "" if number is None else self.tr("page {n} of {all}").format(n=figure(number), all=figure(len(pages)))
        if not words and self._page is not None and self._page.source.text:
            words = self.tr("{share} of the text").format(share=f"{position / len(self._page.source.text):.0%}")
        self._where.setText(words)
        self.place_changed.emit(words)

    def _say_original(self, page: SourcePage) -> None:
        self._head.show_page(page)
        if page.source.is_kept:
            words = self.tr(
                "This document is no longer in the project as it was. These are the words that were kept of it."
            )
            self._bar.tell(words, "warn")
            return
        if page.original.state is OriginalState.CHANGED:
            self._bar.tell(
                self.tr("The file was changed since it was read. This is its text as it was then."),
                "warn",
                offer=Offer(self.tr("Index again"), self.index_wanted.emit),
            )
        elif page.original.state is not OriginalState.SAME:
            self._bar.tell(self.tr("The file is no longer in its folder. This is its text as it was read."), "warn")

    def _say_unread(self, path: str, state: DocumentState, reason: str) -> None:
        title = f"{path}: {state_words(state)}"
        self._states.show_empty(Emptiness("file-x", title, reason or self.tr("Nothing was read from this file.")))

    def _say_empty(self) -> None:
        words = self.tr("Follow a citation, or choose a document, to read its words here.")
        self._states.show_empty(Emptiness("quote", self.tr("No passage chosen"), words))

    @Slot(bool)
    def _names_toggled(self) -> None:
        self._reader.show_marks(self._marks(), goes_there=False)

    def _fill(self, menu: QMenu) -> None:
        if self._page is not None:
            fill_names(menu, self._page, self._marks().passage, self.entity_wanted.emit, self.tr("No names here"))

    @Slot(object)
    def _open_path(self, path: Path) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self._bar.tell(self.tr("This system has no program that opens {path}.").format(path=path), "warn")
