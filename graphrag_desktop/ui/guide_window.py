"""The user guide beside the window: its contents, a page, a search through all pages, and back and forward."""

from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QVBoxLayout, QWidget

from graphrag_desktop.ui.controls import IconButton
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.dialogs import SideWindow
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.filter_field import FilterField
from graphrag_desktop.ui.guide_pages import FIRST_PAGE, guide_pages
from graphrag_desktop.ui.guide_view import GuideView
from graphrag_desktop.ui.panels import Sheet, Words, named, row_of
from graphrag_desktop.ui.theme import ActiveTheme

_SIZE = (1000, 720)
_CONTENTS_WIDTH, _ROW = 232, 30


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the reader is or was: a page, a heading of it, and how far it was scrolled."""

    page: str
    anchor: str = ""
    scrolled: int = 0


class GuideWindow(SideWindow):
    """Opens on the first page; Ctrl+F searches, Enter goes from place to place, Alt+Left and Alt+Right back and forward."""

    def __init__(self, parent: QWidget, theme: ActiveTheme) -> None:
        super().__init__(parent, theme, "guideWindow", self.tr("User guide"))
        self._pages = {each.name: each for each in guide_pages()}
        self._at = _Place(FIRST_PAGE)
        self._past: list[_Place] = []
        self._future: list[_Place] = []
        self._build()
        self._keys()
        self.resize(*_SIZE)
        self._show(self._at)

    @property
    def page(self) -> str:
        """The name of the page that is shown."""
        return self._at.page

    def present(self) -> None:
        """Show it in front, with the keyboard on the page."""
        super().present()
        self._view.setFocus(Qt.FocusReason.ActiveWindowFocusReason)

    def open_page(self, name: str, anchor: str = "") -> None:
        """Show another page, or another place of this one; the way back is kept. A name that is none shows the first."""
        wanted = _Place(name if name in self._pages else FIRST_PAGE, anchor)
        if wanted.page == self._at.page and not anchor:
            return
        self._past.append(self._here())
        self._future.clear()
        self._show(wanted)

    def _build(self) -> None:
        self._back = IconButton(self.theme, "arrow-left", self.tr("Back"))
        self._forward = IconButton(self.theme, "arrow-right", self.tr("Forward"))
        self._back.clicked.connect(self._go_back)
        self._forward.clicked.connect(self._go_forward)
        self._field = FilterField(self.theme, self.tr("Search the guide"), "search")
        self._field.words_changed.connect(self._words_changed)
        self._field.left_downwards.connect(self._next_hit)
        self._found = Words(self.theme, role="small", tone="2", wraps=False)
        self._contents = named(QListWidget(), "guideContents", self.tr("Contents"))
        self._contents.setProperty("list", "contents")
        self._contents.setFixedWidth(self.theme.theme.pixels(_CONTENTS_WIDTH))
        self._contents.addItems([each.title for each in self._pages.values()])
        for row in range(self._contents.count()):
            self._contents.item(row).setSizeHint(QSize(0, self.theme.theme.pixels(_ROW)))
        self._contents.currentRowChanged.connect(self._row_changed)
        self._view = named(GuideView(self.theme), "guideView", self.tr("Page of the guide"))
        self._view.page_wanted.connect(self._link_followed)
        head = row_of(self._back, self._forward, self._field, self._found)
        head.setStretch(2, 3)
        head.setStretch(3, 2)
        left, right = Sheet(margin=8), Sheet(margin=1)
        left.column.addWidget(self._contents)
        right.column.addWidget(self._view)
        middle = QHBoxLayout()
        middle.setSpacing(8)
        middle.addWidget(left)
        middle.addWidget(right, 1)
        column: QVBoxLayout = self.column
        column.addLayout(head)
        column.addLayout(middle, 1)

    def _keys(self) -> None:
        for keys, act in (
            ("Ctrl+F", self._search_wanted),
            ("Alt+Left", self._go_back),
            ("Alt+Right", self._go_forward),
            ("F3", self._next_hit),
            ("Shift+F3", self._last_hit),
        ):
            QShortcut(QKeySequence(keys), self, act)

    def _here(self) -> _Place:
        return _Place(self._at.page, "", self._view.verticalScrollBar().value())

    def _show(self, place: _Place) -> None:
        self._at = place
        self._view.show_page(self._pages[place.page], place.anchor, place=place.scrolled)
        self._contents.blockSignals(True)  # noqa: FBT003 - Qt's
        self._contents.setCurrentRow(list(self._pages).index(place.page))
        self._contents.blockSignals(False)  # noqa: FBT003 - Qt's
        self._back.setEnabled(bool(self._past))
        self._forward.setEnabled(bool(self._future))
        self._tell_found()

    @Slot()
    def _go_back(self) -> None:
        if self._past:
            self._future.append(self._here())
            self._show(self._past.pop())

    @Slot()
    def _go_forward(self) -> None:
        if self._future:
            self._past.append(self._here())
            self._show(self._future.pop())

    @Slot(int)
    def _row_changed(self, row: int) -> None:
        if row >= 0:
            self.open_page(list(self._pages)[row])

    @Slot(str, str)
    def _link_followed(self, name: str, anchor: str) -> None:
        self.open_page(name or self._at.page, anchor)

    @Slot()
    def _search_wanted(self) -> None:
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._field.selectAll()

    @Slot(str)
    def _words_changed(self, words: str) -> None:
        self._view.find_words(words)
        for row, page in enumerate(self._pages.values()):
            hits = page.text.casefold().count(words.casefold()) if words else 0
            self._contents.item(row).setText(f"{page.title}  ({figure(hits)})" if hits else page.title)
        self._tell_found()

    @Slot()
    def _next_hit(self) -> None:
        self._go_to_hit(1)

    @Slot()
    def _last_hit(self) -> None:
        self._go_to_hit(-1)

    def _go_to_hit(self, step: int) -> None:
        """On this page, else on the following one that has the words."""
        words, names = self._field.text(), list(self._pages)
        if words and not self._view.go_to_hit(step):
            at = names.index(self._at.page)
            around = (names[(at + step * offset) % len(names)] for offset in range(1, len(names) + 1))
            following = next((each for each in around if words.casefold() in self._pages[each].text.casefold()), None)
            if following is not None:
                self.open_page(following)
                self._view.find_words(words)
                self._view.go_to_hit(step)
        self._tell_found()

    def _tell_found(self) -> None:
        if not self._field.text():
            self._found.setText("")
            return
        at, count = self._view.hit
        if at:
            self._found.setText(self.tr("{n} of {all} on this page").format(n=figure(at), all=figure(count)))
        else:
            words = counted(count, self.tr("1 place on this page"), "{n} places on this page")
            self._found.setText(words if count else self.tr("Not on this page"))
