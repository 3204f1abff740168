"""The first page: what the program does, the ways in, what was open before, and who will read the documents."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QEnterEvent, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QMenu,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from graphrag_desktop.domain.model_choice import ModelChoice
from graphrag_desktop.ui.controls import Button, Dot, Glyph, ShortWords
from graphrag_desktop.ui.counted import counted, moment
from graphrag_desktop.ui.emblem import Emblem
from graphrag_desktop.ui.found_servers import FoundServers
from graphrag_desktop.ui.model_words import goes_away, leaving_words_of, reader_words
from graphrag_desktop.ui.panels import MessageBar, Sheet, Words, named, row_of
from graphrag_desktop.ui.recent_projects import RecentProject
from graphrag_desktop.ui.scroll_area import ScrollArea
from graphrag_desktop.ui.theme import ActiveTheme

_LEFT, _RIGHT, _GAP = 560, 500, 72
_EMBLEM = 300


class WelcomePanel(QWidget):
    """Offers the sample, a folder, a project, and those opened before."""

    folder_wanted = Signal()
    project_wanted = Signal()
    sample_wanted = Signal()
    recent_wanted = Signal(str)
    recent_forgotten = Signal(str)
    recent_cleared = Signal()
    models_wanted = Signal()

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._rows: list[RecentRow] = []
        self._build()
        self.show_reader(None)
        self.show_recent(())

    def show_failure(self, reason: str, hint: str) -> None:
        """Say why something could not be opened."""
        self._bar.tell(f"{reason} {hint}".strip())

    def clear_failure(self) -> None:
        """Take the message away."""
        self._bar.hide()

    def show_reader(self, choice: ModelChoice | None) -> None:
        """Show who will read the next folder, and what of it will leave this machine."""
        if choice is None:
            self._reader.setText(self.tr("Built-in engine"))
            self._readiness.setText(self.tr("ready, no model and no network"))
            leaving = self.tr("Your documents stay on this machine. Nothing is sent anywhere. No telemetry.")
            is_away = False
        else:
            self._reader.setText(reader_words(choice))
            self._readiness.setText(self.tr("chosen for new projects"))
            is_away = goes_away(choice)
            leaving = self.tr("{leaving} No telemetry.").format(leaving=leaving_words_of(choice))
        self._leaving.setText(leaving)
        self._shield.show_icon("globe" if is_away else "shield-check", "warn" if is_away else "ok")
        self._reader_sign.show_icon("cpu" if choice is None else "server", "text2")

    def show_recent(self, projects: Sequence[RecentProject]) -> None:
        """Show the projects opened before; those whose file is gone can only be taken off."""
        for row in self._rows:
            self._recent.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = []
        for project in projects:
            row = RecentRow(self._theme, project)
            if not project.is_missing:
                row.clicked.connect(lambda _=False, path=str(project.path): self.recent_wanted.emit(path))
            row.forgotten.connect(self.recent_forgotten)
            self._recent.addWidget(row)
            self._rows.append(row)
            row.show()  # now, not when the loop of events comes round
        self._recent_head.setVisible(bool(projects))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: where there is no room for two columns the picture goes."""
        super().resizeEvent(event)
        scale = self._theme.theme.pixels
        has_both = event.size().width() >= scale(_LEFT + _RIGHT + _GAP // 2 + 64)
        self._right.setVisible(has_both)
        self._left.setFixedWidth(min(scale(_LEFT), max(200, event.size().width() - 64)))
        self._right.setFixedWidth(scale(_RIGHT))
        is_roomy = event.size().width() >= scale(_LEFT + _RIGHT + _GAP + 64)
        self._columns.setSpacing(scale(_GAP if is_roomy else _GAP // 2))
        self._emblem.setFixedHeight(scale(_EMBLEM))

    def _build(self) -> None:
        page = QWidget()
        page.setProperty("surface", "page")
        self._left, self._right = self._build_left(), self._build_right()
        self._columns = QHBoxLayout(page)
        self._columns.setContentsMargins(24, 48, 24, 24)
        self._columns.addStretch(1)
        self._columns.addWidget(self._left)
        self._columns.addWidget(self._right)
        self._columns.addStretch(1)
        sheet = Sheet(margin=1)
        sheet.column.addWidget(ScrollArea(page, shows_through=True))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(sheet)

    def _build_left(self) -> QWidget:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(
            Words(self._theme, self.tr("Open a folder of documents\nand see what it is about"), role="hero", weight=600)
        )
        words = self.tr(
            "GraphRAG Desktop maps people, places and events, writes a report on each topic, and answers questions with"
            " the passages behind every sentence."
        )
        column.addWidget(Words(self._theme, words, role="title", tone="2"))
        self._bar = MessageBar(self._theme)
        column.addWidget(self._bar)
        column.addSpacing(6)
        sample = named(
            Way(
                self._theme,
                "play",
                self.tr("Open the sample case"),
                self.tr(
                    "A harbour, a tender and its land deals: invented documents, with a finished answer. Nothing to set up."
                ),
                is_primary=True,
            ),
            "sampleButton",
        )
        folder = named(
            Way(
                self._theme,
                "folder-open",
                self.tr("Open a folder"),
                self.tr("Drop it here, or choose one. You see a plan before anything is read."),
            ),
            "indexButton",
        )
        project = Way(
            self._theme, "archive", self.tr("Open a project"), self.tr("A .graphrag file from you or a colleague.")
        )
        for way, wanted in ((sample, self.sample_wanted), (folder, self.folder_wanted), (project, self.project_wanted)):
            way.clicked.connect(lambda _=False, wanted=wanted: wanted.emit())
            column.addWidget(way)
        column.addSpacing(6)
        self._recent_head = QWidget()
        clear = Button(
            self._theme, self.tr("Clear"), kind="quiet", tip=self.tr("Take all off this list; no file is touched")
        )
        clear.clicked.connect(self.recent_cleared)
        head = QHBoxLayout(self._recent_head)
        head.setContentsMargins(0, 0, 0, 0)
        head.addWidget(Words(self._theme, self.tr("Recent"), role="small", tone="3", weight=500), 1)
        head.addWidget(clear)
        column.addWidget(self._recent_head)
        self._recent = QVBoxLayout()
        self._recent.setSpacing(2)
        column.addLayout(self._recent)
        column.addStretch(1)
        return left

    def _build_right(self) -> QWidget:
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(14)
        picture = _card()
        self._emblem = Emblem(self._theme)
        inner = QVBoxLayout(picture)
        inner.setContentsMargins(16, 12, 16, 12)
        inner.addWidget(self._emblem)
        column.addWidget(picture)
        column.addWidget(self._build_readers())
        self._shield = Glyph(self._theme, "shield-check", "ok", 18)
        self._leaving = Words(self._theme, role="small", tone="2")
        line = row_of(self._shield, self._leaving, spacing=10)
        line.setStretch(1, 1)
        column.addLayout(line)
        column.addStretch(1)
        return right

    def _build_readers(self) -> QFrame:
        card = _card()
        inner = QVBoxLayout(card)
        inner.setContentsMargins(20, 14, 20, 14)
        inner.setSpacing(10)
        inner.addWidget(Words(self._theme, self.tr("Who reads the documents"), role="title", weight=600))
        dot = Dot(self._theme, 7)
        dot.show_colour(self._theme.theme.rgb("ok"))
        self._theme.theme_changed.connect(lambda theme: dot.show_colour(theme.rgb("ok")))
        self._readiness = Words(self._theme, role="small", tone="2")
        state = row_of(dot, self._readiness, spacing=6)
        state.setStretch(1, 1)
        words = QVBoxLayout()
        words.setSpacing(2)
        self._reader = Words(self._theme, weight=500)
        words.addWidget(self._reader)
        words.addLayout(state)
        self._reader_sign = Glyph(self._theme, "cpu", "text2", 18)
        line = QHBoxLayout()
        line.setSpacing(12)
        line.addWidget(self._reader_sign)
        line.addLayout(words, 1)
        inner.addLayout(line)
        self.servers = FoundServers(self._theme, is_short=True)
        inner.addWidget(self.servers)
        more = Button(self._theme, self.tr("Choose models"), kind="quiet")
        more.clicked.connect(self.models_wanted)
        inner.addWidget(more, 0, Qt.AlignmentFlag.AlignLeft)
        return card


class Way(QAbstractButton):
    """A large button with an icon, a title and a sentence."""

    def __init__(self, active: ActiveTheme, icon: str, title: str, words: str, *, is_primary: bool = False) -> None:
        super().__init__()
        self._active, self._is_primary = active, is_primary
        self.setText(title)
        self.setAccessibleName(title)
        self.setAccessibleDescription(words)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        column = QVBoxLayout()
        column.setSpacing(2)
        column.addWidget(Words(active, title, role="title", weight=600))
        column.addWidget(Words(active, words, tone="2"))
        row = QHBoxLayout(self)
        row.setContentsMargins(18, 14, 16, 14)
        row.setSpacing(16)
        row.addWidget(Glyph(active, icon, "accent" if is_primary else "text2", 20))
        row.addLayout(column, 1)
        row.addWidget(Glyph(active, "chevron-right", "text3"))
        for part in self.findChildren(QWidget):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Qt asks for this: a button does not ask its layout by itself."""
        layout = self.layout()
        return super().sizeHint() if layout is None else layout.sizeHint()

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's name
        """Qt asks for this."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """Qt asks for this."""
        layout = self.layout()
        return -1 if layout is None else layout.heightForWidth(width)

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        super().leaveEvent(event)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: Enter does what the space bar does."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        theme = self._active.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_hot = self.underMouse() or self.isDown()
        painter.setBrush(theme.colour("accent_soft" if self._is_primary else "hover" if is_hot else "sheet"))
        has_ring = self.hasFocus()
        pen = QPen(
            theme.colour("focus" if has_ring else "accent" if self._is_primary else "line"), 2 if has_ring else 1
        )
        painter.setPen(pen)
        inset = 1.0 if has_ring else 0.5
        painter.drawRoundedRect(self.rect().toRectF().adjusted(inset, inset, -inset, -inset), 8, 8)


class RecentRow(QAbstractButton):
    """A project opened before: its name, when, and how much it holds."""

    forgotten = Signal(str)

    def __init__(self, active: ActiveTheme, project: RecentProject) -> None:
        super().__init__()
        self._active, self._project = active, project
        known = [moment(project.opened)]
        known += [counted(project.documents, "1 document", "{n} documents")] if project.documents else []
        facts = self.tr("file not found") if project.is_missing else ", ".join(known)
        self.setText(project.name)
        self.setAccessibleName(f"{project.name}, {facts}")
        self.setToolTip(str(project.path))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 5, 6, 5)
        row.setSpacing(10)
        row.addWidget(Glyph(active, "file-x" if project.is_missing else "database", "text2"))
        tone = "3" if project.is_missing else ""
        row.addWidget(ShortWords(active, project.name, weight=500, tone=tone), 1)
        label = Words(active, facts, role="small", tone="3", wraps=False)
        label.setSizePolicy(label.sizePolicy().Policy.Fixed, label.sizePolicy().Policy.Preferred)
        row.addWidget(label)
        for part in self.findChildren(QWidget):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Qt asks for this."""
        layout = self.layout()
        return super().sizeHint() if layout is None else layout.sizeHint()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this, for the menu key too."""
        menu = QMenu(self)
        take_off = menu.addAction(self.tr("Take off this list"))
        take_off.triggered.connect(lambda _: self.forgotten.emit(str(self._project.path)))
        menu.popup(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: Enter opens, Delete takes off the list."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() == Qt.Key.Key_Delete:
            self.forgotten.emit(str(self._project.path))
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        theme = self._active.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("hover"))
            painter.drawRoundedRect(self.rect(), 5, 5)
        if self.hasFocus():
            painter.setPen(QPen(theme.colour("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 5, 5)


def _card() -> QFrame:
    card = QFrame()
    card.setProperty("surface", "card")
    return card
