"""What floats over the map: the line that says what is shown, and the buttons for its scale."""

from PySide6.QtCore import QSize, Qt, Signal, SignalInstance
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from graphrag_desktop.ui.graph_canvas_legend import Legend, LegendView
from graphrag_desktop.ui.theme import ActiveTheme


class Caption(QFrame):
    """What is shown and what the colours mean, on a raised sheet."""

    def __init__(self, active: ActiveTheme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("graphCaption")
        self.setProperty("surface", "raised")
        self._active = active
        self._icon = QLabel(self)
        self._text = QLabel(self, wordWrap=True)
        self._legend = LegendView(active, self)
        self._legend.hide()
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self._text, 0, Qt.AlignmentFlag.AlignTop)
        line.addStretch(1)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 12, 6)
        column.setSpacing(4)
        column.addWidget(self._legend)
        column.addLayout(line)
        self.dress()

    def dress(self) -> None:
        """Take the fonts and colours of the theme of the moment."""
        self._icon.setPixmap(self._active.icons.pixmap("info", "text3", 14))
        self._text.setFont(self._active.theme.font("caption", tabular=True))
        self._text.setProperty("tone", "2")

    def say(self, text: str, legend: Legend | None, widest: int) -> None:
        """Show another line, on two if it is wider than there is room for."""
        self._text.setText(text)
        self.setAccessibleName(text)
        self._legend.show_legend(legend)
        if not text:
            return
        metrics = self._text.fontMetrics()
        room = max(widest - 50, 120)
        wanted = metrics.horizontalAdvance(text) + 4
        while wanted > room:  # lines of about the same length look better than a full one and a word
            wanted = wanted // 2 + 24
        self._text.setMinimumHeight(0)  # else it is never lower again than it was on two lines
        self._text.setFixedSize(wanted, self._text.heightForWidth(wanted))
        self._column.invalidate()
        self._column.activate()
        self.resize(self._column.sizeHint())


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
