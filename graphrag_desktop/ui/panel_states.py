"""What a panel shows in place of its content: what goes here, that something comes, or what failed and what to do."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, QTimer, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QStackedWidget, QVBoxLayout, QWidget

from graphrag_desktop.ui.controls import Button, Glyph
from graphrag_desktop.ui.panels import Words, row_of
from graphrag_desktop.ui.secrets import without_secrets
from graphrag_desktop.ui.theme import ActiveTheme

_PATIENCE_MILLISECONDS = 300  # what comes sooner needs no bones
_BONES = (0.40, 0.95, 0.88, 0.58)
_BONE_HEIGHT, _BONE_STEP = 9, 22
_WIDEST = 300
_NARROWEST = 80


@dataclass(frozen=True, slots=True)
class Emptiness:
    """What is missing here, why, and the one action that fills it."""

    icon: str
    title: str
    words: str
    act: str = ""
    icon_of_act: str = ""


class StatefulPage(QStackedWidget):
    """Content that may be missing, on its way, or broken."""

    def __init__(self, active: ActiveTheme, content: QWidget) -> None:
        super().__init__()
        self._active = active
        self._content = content
        self._empty = _EmptyPage(active)
        self._bones = _Bones(active)
        self._failure = _FailurePage(active)
        for page in (content, self._empty, self._bones, self._failure):
            self.addWidget(page)
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE_MILLISECONDS)
        self._patience.timeout.connect(self._patience_ended)

    def show_content(self) -> None:
        """Show what belongs here."""
        self._show(self._content)

    def show_empty(self, emptiness: Emptiness, act: Callable[[], object] | None = None) -> None:
        """Say what goes here, and offer what fills it."""
        self._empty.say(emptiness, act)
        self._show(self._empty)

    def expect(self) -> None:
        """Something was asked for: once that takes a moment, show its bones."""
        self._patience.start()

    def show_failure(self, title: str, words: str, act: str, do: Callable[[], object], details: str = "") -> None:
        """Say what failed, why, and offer one way out."""
        self._failure.say(title, words, details)
        self._failure.offer(act, do)
        self._show(self._failure)

    def _show(self, page: QWidget) -> None:
        self._patience.stop()
        self.setCurrentWidget(page)

    @Slot()
    def _patience_ended(self) -> None:
        self.setCurrentWidget(self._bones)


class _EmptyPage(QWidget):
    """Icon, what is missing, one sentence, one button."""

    def __init__(self, active: ActiveTheme) -> None:
        super().__init__()
        self._active = active
        self._act: Callable[[], object] | None = None
        self._icon = Glyph(active, "info", "text3", 24)
        self._title = Words(active, role="body", weight=600)
        self._words = Words(active, role="body", tone="2")
        self._button = Button(active, "", icon="plus")
        self._button.clicked.connect(self._act_clicked)
        for words in (self._title, self._words):
            words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(6)
        column.addStretch(2)
        for widget in (self._icon, self._title, self._words, self._button):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        active.theme_changed.connect(self._fit)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: words are as wide as the page lets them be, up to a readable measure."""
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Qt asks for this: words measured where there was more room do not keep a panel from becoming narrow."""
        return QSize(_NARROWEST + 32, super().minimumSizeHint().height())

    def say(self, emptiness: Emptiness, act: Callable[[], object] | None) -> None:
        self._act = act
        self._icon.show_icon(emptiness.icon, "text3")
        self._title.setText(emptiness.title)
        self._words.setText(emptiness.words)
        self._button.setVisible(act is not None)
        if act is not None:
            self._button.say(emptiness.act, emptiness.icon_of_act)
        self._fit()

    def _fit(self) -> None:
        width = min(self._active.theme.pixels(_WIDEST), max(_NARROWEST, self.width() - 32))
        for words in (self._title, self._words):  # a layout that centres a label does not ask how high it is
            words.setFixedSize(width, max(0, words.heightForWidth(width)))

    def _act_clicked(self) -> None:
        if self._act is not None:
            self._act()


class _Bones(QWidget):
    """Bars where lines of text will be; they do not move."""

    def __init__(self, active: ActiveTheme) -> None:
        super().__init__()
        self._active = active
        self.setAccessibleName(self.tr("Being read"))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        theme = self._active.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("pressed"))
        height, side = theme.pixels(_BONE_HEIGHT), theme.pixels(18)
        for place, share in enumerate(_BONES):
            top = side + place * theme.pixels(_BONE_STEP)
            painter.drawRoundedRect(side, top, round((self.width() - 2 * side) * share), height, 4, 4)


class _FailurePage(QWidget):
    """What failed, why, one button, and details to be copied."""

    def __init__(self, active: ActiveTheme) -> None:
        super().__init__()
        self._do: Callable[[], object] | None = None
        self._title = Words(active, role="body", weight=600)
        self._words = Words(active, role="body", tone="2")
        self._button = Button(active, "", icon="rotate-ccw")
        self._button.clicked.connect(self._button_clicked)
        self._more = Button(active, self.tr("Details"), kind="quiet")
        self._more.setCheckable(True)
        self._details = QPlainTextEdit(readOnly=True, tabChangesFocus=True)
        self._details.setAccessibleName(self.tr("Details"))
        self._details.setFrameShape(QFrame.Shape.NoFrame)
        self._details.hide()
        self._more.toggled.connect(self._details.setVisible)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        head = row_of(Glyph(active, "circle-alert", "danger"), self._title)
        head.setStretch(1, 1)
        column.addLayout(head)
        column.addWidget(self._words)
        buttons = row_of(self._button, self._more)
        buttons.addStretch(1)
        column.addLayout(buttons)
        column.addWidget(self._details, 1)
        column.addStretch(1)

    def say(self, title: str, words: str, details: str) -> None:
        self._title.setText(title)
        self._words.setText(words)
        self._more.setChecked(False)
        self._more.setVisible(bool(details))
        self._details.setPlainText(without_secrets(details))

    def offer(self, act: str, do: Callable[[], object]) -> None:
        self._do = do
        self._button.say(act)

    def _button_clicked(self) -> None:
        if self._do is not None:
            self._do()
