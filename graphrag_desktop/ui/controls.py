"""Small controls that panels share: icons, buttons with icons, words that are shortened where they do not fit."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from graphrag_desktop.ui.colours import Rgb
from graphrag_desktop.ui.panels import Words
from graphrag_desktop.ui.theme import ActiveTheme, Role, Token

_BUTTON = 28
_ICON = 16


class Glyph(QLabel):
    """An icon that says nothing by itself; what stands beside it does."""

    def __init__(self, active: ActiveTheme, name: str, token: Token = "text2", size: int = _ICON) -> None:  # noqa: S107
        super().__init__()
        self._active, self._name, self._token, self._size = active, name, token, size
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._dress()
        active.theme_changed.connect(self._dress)

    def show_icon(self, name: str, token: Token) -> None:
        """Show another icon."""
        self._name, self._token = name, token
        self._dress()

    def _dress(self) -> None:
        size = self._active.theme.pixels(self._size)
        self.setPixmap(self._active.icons.pixmap(self._name, self._token, size))


class Dot(QWidget):
    """The colour of a community, or of a state."""

    def __init__(self, active: ActiveTheme, size: int = 10) -> None:
        super().__init__()
        self._active, self._size = active, size
        self._colour: Rgb | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_colour(self, colour: Rgb | None) -> None:
        """Show a colour; none is as for what has none."""
        self._colour = colour
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Qt asks for this."""
        size = self._active.theme.pixels(self._size)
        return QSize(size, size)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        colour = self._active.theme.colour("text3")
        if self._colour is not None:
            colour.setRgb(*self._colour)
        painter.setBrush(colour)
        painter.drawRoundedRect(self.rect(), 3, 3)


class IconButton(QToolButton):
    """A button that is an icon alone; its words are its tooltip and what is spoken. With `shows_words` they stand beside it."""

    def __init__(self, active: ActiveTheme, icon: str, words: str, *, shows_words: bool = False) -> None:
        super().__init__()
        self._active, self._icon, self._shows_words = active, icon, shows_words
        if shows_words:
            self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        else:
            self.setProperty("only", "true")
        self.say(words)
        self._dress()
        active.theme_changed.connect(self._dress)

    def say(self, words: str, tip: str = "") -> None:
        """Call it something else."""
        if self._shows_words:
            self.setText(f" {words}")
        self.setToolTip(tip or words)
        self.setAccessibleName(words)

    def show_icon(self, name: str) -> None:
        """Show another icon."""
        self._icon = name
        self._dress()

    def _dress(self) -> None:
        theme = self._active.theme
        self.setIcon(self._active.icons.icon(self._icon, "text2", theme.pixels(_ICON)))
        self.setIconSize(QSize(theme.pixels(_ICON), theme.pixels(_ICON)))
        self.setFont(theme.font("small", 500))
        if not self._shows_words:
            side = max(24, theme.pixels(_BUTTON))
            self.setFixedSize(side, side)


class Button(QPushButton):
    """A button with words, and an icon where that helps; primary, quiet, danger or plain."""

    def __init__(self, active: ActiveTheme, words: str, *, icon: str = "", kind: str = "", tip: str = "") -> None:
        super().__init__(f" {words}" if icon else words)
        self._active, self._icon, self._kind = active, icon, kind
        self._has_icon = bool(icon)
        self.setAccessibleName(words)
        if kind:
            self.setProperty("kind", kind)
        if tip:
            self.setToolTip(tip)
            self.setAccessibleDescription(tip)
        self._dress()
        active.theme_changed.connect(self._dress)

    def say(self, words: str, icon: str = "") -> None:
        """Call it something else."""
        self._icon = icon or self._icon
        self.setText(f" {words}" if self._has_icon else words)
        self.setAccessibleName(words)
        self._dress()

    def _dress(self) -> None:
        theme = self._active.theme
        self.setFont(theme.font("body", 500))
        if self._icon:
            inks: dict[str, Token] = {"primary": "on_accent", "danger": "danger"}
            size = theme.pixels(_ICON)
            self.setIcon(self._active.icons.icon(self._icon, inks.get(self._kind, "text2"), size))
            self.setIconSize(QSize(size, size))


class ShortWords(Words):
    """One line of words, shortened where it does not fit; the tooltip has them all."""

    def __init__(
        self,
        theme: ActiveTheme,
        text: str = "",
        *,
        role: Role = "body",
        tone: str = "",
        weight: int = 400,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(theme, text, role=role, tone=tone, weight=weight, wraps=False)
        self._elide = elide
        self.setMinimumWidth(24)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Qt asks for this: any width will do."""
        return QSize(24, super().minimumSizeHint().height())

    def event(self, event: QEvent) -> bool:
        """Qt calls this: the tooltip is there only where something is missing."""
        if event.type() is QEvent.Type.ToolTip and self._shown() == self.text():
            return True
        return super().event(event)

    def setText(self, text: str) -> None:  # noqa: N802 - Qt's name
        """Qt's: say something else."""
        super().setText(text)
        self.setToolTip(text)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setPen(self.palette().windowText().color())
        painter.drawText(self.contentsRect(), int(self.alignment() | Qt.AlignmentFlag.AlignVCenter), self._shown())

    def _shown(self) -> str:
        text = self.text().replace("\n", " ")
        return QFontMetricsF(self.font()).elidedText(text, self._elide, self.contentsRect().width() + 1)
