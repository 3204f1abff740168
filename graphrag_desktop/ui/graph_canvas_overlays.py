"""What floats over the map: the line that says what is shown, and the buttons for its scale."""

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal, SignalInstance
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.graph_canvas_emphasis import Emphasis
from graphrag_desktop.ui.graph_canvas_frame import Shown
from graphrag_desktop.ui.graph_canvas_scene import GraphScene
from graphrag_desktop.ui.theme import ActiveTheme


def caption(scene: GraphScene, shown: Shown, emphasis: Emphasis | None) -> str:
    """What of the graph is to be seen, in words that are true of the last frame."""
    if not scene.entities:
        return _tr("No entities yet")
    sees_all = shown.in_view == scene.count
    sentence = _entities(scene, shown) + (_relationships(scene, shown) if sees_all else _tr(" in view"))
    is_thinned = sees_all and shown.relationships is not None and shown.relationships < len(scene.pairs)
    if shown.entities < shown.in_view or is_thinned:
        sentence += _tr(", zoom in for more")
    if scene.unplaced:
        sentence += _tr(". {count} have no place yet").format(count=figure(scene.unplaced))
    if emphasis is not None and len(emphasis.lines) < emphasis.total:
        part, whole = figure(len(emphasis.lines)), figure(emphasis.total)
        sentence += _tr(". {part} of {whole} relationships of the selection").format(part=part, whole=whole)
    return sentence


class Caption(QFrame):
    """One line on a raised sheet."""

    def __init__(self, active: ActiveTheme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("graphCaption")
        self.setProperty("surface", "raised")
        self._active = active
        self._icon = QLabel(self)
        self._text = QLabel(self)
        line = QHBoxLayout(self)
        line.setContentsMargins(10, 6, 12, 6)
        line.setSpacing(6)
        line.addWidget(self._icon)
        line.addWidget(self._text)
        self.dress()

    def dress(self) -> None:
        """Take the fonts and colours of the theme of the moment."""
        self._icon.setPixmap(self._active.icons.pixmap("info", "text3", 14))
        self._text.setFont(self._active.theme.font("caption", tabular=True))
        self._text.setProperty("tone", "2")
        self.adjustSize()

    def say(self, text: str) -> None:
        """Show another line."""
        self._text.setText(text)
        self.setAccessibleName(text)
        self.adjustSize()


class ScaleButtons(QFrame):
    """Nearer, further, all of it."""

    nearer = Signal()
    further = Signal()
    whole = Signal()

    def __init__(self, active: ActiveTheme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("graphScale")
        self.setProperty("surface", "raised")
        self._active = active
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        self._buttons = [
            self._button("plus", self.tr("Zoom in"), "+", self.nearer),
            self._button("minus", self.tr("Zoom out"), "−", self.further),
            self._button("maximize", self.tr("Fit the map"), "F", self.whole),
        ]
        for _, button in self._buttons:
            column.addWidget(button)
        self.dress()

    def dress(self) -> None:
        """Take the icons of the theme of the moment."""
        for icon, button in self._buttons:
            button.setIcon(self._active.icons.icon(icon))
        self.adjustSize()

    def _button(self, icon: str, name: str, key: str, pressed: SignalInstance) -> tuple[str, QToolButton]:
        button = QToolButton(self)
        button.setToolTip(f"{name}  {key}")
        button.setAccessibleName(name)
        button.setIconSize(QSize(16, 16))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the map has a key for each
        button.setProperty("only", "true")
        button.setFixedSize(28, 28)
        button.clicked.connect(pressed)
        return icon, button


def _entities(scene: GraphScene, shown: Shown) -> str:
    whole = figure(scene.entities)
    if shown.entities == scene.entities:
        return _tr("1 entity") if scene.entities == 1 else _tr("All {count} entities").format(count=whole)
    return _tr("{part} of {whole} entities").format(part=figure(shown.entities), whole=whole)


def _relationships(scene: GraphScene, shown: Shown) -> str:
    if shown.relationships is None or not scene.relationships:
        return ""
    if shown.relationships == scene.relationships:
        if scene.relationships == 1:
            return _tr(" and 1 relationship")
        return _tr(" and {count} relationships").format(count=figure(scene.relationships))
    part, whole = figure(shown.relationships), figure(scene.relationships)
    return _tr(", {part} of {whole} relationships").format(part=part, whole=whole)


def _tr(text: str) -> str:
    return QCoreApplication.translate("GraphCanvas", text)
