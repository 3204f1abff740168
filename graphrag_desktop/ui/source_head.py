"""The head of a document to be read: what it is, where its file is now, and what can be done with it."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu

from graphrag_desktop.domain.identity import Span
from graphrag_desktop.explore.originals import OriginalState
from graphrag_desktop.explore.page_pictures import has_pages_to_draw
from graphrag_desktop.ui.controls import Glyph, IconButton, ShortWords
from graphrag_desktop.ui.file_words import file_icon
from graphrag_desktop.ui.library import SourcePage
from graphrag_desktop.ui.theme import ActiveTheme

_MOST_NAMES = 40  # in the menu of a passage


class SourceHead(QFrame):
    """Names a document; `looks` and `names` are switches, `names_wanted` asks for a menu to be filled, `path_wanted`
    for a file or folder to be opened."""

    names_wanted = Signal(object)  # a QMenu
    path_wanted = Signal(object)  # a Path

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self.setProperty("surface", "bar")
        self._theme = theme
        self._page: SourcePage | None = None
        self._icon = Glyph(theme, "file-text", "text2")
        self._title = ShortWords(theme, role="body", weight=600)
        self._facts = ShortWords(theme, role="small", tone="3")
        self.looks = IconButton(theme, "scan-text", self.tr("Page as it looks"))
        self.names = IconButton(theme, "circle-dot", self.tr("Mark names"))
        for switch in (self.looks, self.names):
            switch.setCheckable(True)
        self._list = IconButton(theme, "list-tree", self.tr("Names in this passage"))
        self._list.setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        menu.aboutToShow.connect(lambda: self.names_wanted.emit(menu))
        self._list.setMenu(menu)
        self._open = IconButton(theme, "external-link", self.tr("Open in its own program"))
        self._open.clicked.connect(lambda: self._want_path(is_folder=False))
        self._folder = IconButton(theme, "folder-open", self.tr("Show in folder"))
        self._folder.clicked.connect(lambda: self._want_path(is_folder=True))
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 8, 6)
        row.setSpacing(6)
        buttons = (self.looks, self.names, self._list, self._open, self._folder)
        for widget in (self._icon, self._title, self._facts, *buttons):
            row.addWidget(widget)
        row.setStretch(1, 1)

    @property
    def shows_looks(self) -> bool:
        """Whether the page is wanted as it looks, and can be."""
        return self.looks.isChecked() and not self.looks.isHidden()

    def show_facts(self, *, is_shown: bool) -> None:
        """What gives way first where there is little room."""
        self._facts.setVisible(is_shown)

    def show_page(self, page: SourcePage) -> None:
        """Name another document."""
        self._page = page
        document, original = page.document, page.original
        path = (*document.paths, document.id)[0]
        self._icon.show_icon(file_icon(path), "text2")
        self._title.setText(path)
        facts = (document.language, document.codec, self._state_words(original.state))
        self._facts.setText(" · ".join(filter(None, facts)))
        is_same = original.state is OriginalState.SAME
        self.looks.setVisible(is_same and has_pages_to_draw(document) and bool(page.source.pages))
        gone = self.tr("The file is no longer in its folder.")
        for button in (self._open, self._folder):
            button.setEnabled(original.path is not None)
            button.setToolTip(gone if original.path is None else button.accessibleName())

    def _want_path(self, *, is_folder: bool) -> None:
        path = None if self._page is None else self._page.original.path
        if path is not None:
            self.path_wanted.emit(path.parent if is_folder else path)

    def _state_words(self, state: OriginalState) -> str:
        return {
            OriginalState.SAME: self.tr("unchanged since it was read"),
            OriginalState.CHANGED: self.tr("changed since it was read"),
            OriginalState.MISSING: self.tr("no longer in its folder"),
            OriginalState.NO_FOLDER: self.tr("the folder is gone"),
        }[state]


def fill_names(
    menu: QMenu, page: SourcePage, passage: Span | None, choose: Callable[[int], object], nothing: str
) -> None:
    """The names in the passage looked at, or in the whole document: what the mouse finds in the text, for the keyboard."""
    menu.clear()
    named_here = [n for n, span in page.source.mentions if passage is None or passage.overlaps(span)]
    for number in list(dict.fromkeys(named_here))[:_MOST_NAMES]:
        title = page.entities.get(number, str(number)).replace("&", "&&")
        menu.addAction(title).triggered.connect(lambda _=False, number=number: choose(number))
    if not named_here:
        menu.addAction(nothing).setEnabled(False)
