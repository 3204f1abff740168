"""What was skipped and what failed in a run, one line each, as high as it needs to be."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QListWidget

from graphrag_desktop.ui.theme import ActiveTheme

_MOST = 500
_MOST_SEEN, _LINE = 6, 34


class WarningList(QListWidget):
    """Hidden while there is nothing to say; beyond some hundreds it says where the rest is listed."""

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._told = 0
        self.setObjectName("warningList")
        self.setAccessibleName(self.tr("Skipped and failed"))
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        theme.theme_changed.connect(self._dress)
        self._dress()

    def warn(self, text: str) -> None:
        """One more."""
        self._told += 1
        self.show()
        if self._told <= _MOST:
            self.addItem(text)
        elif self._told == _MOST + 1:
            self.addItem(self.tr("… and more; “graphrag-desktop info” lists them all."))
        self._fit()

    def forget(self) -> None:
        """Another run, another project."""
        self._told = 0
        self.clear()
        self.hide()

    @Slot()
    def _dress(self) -> None:
        self.setFont(self._theme.theme.font("small"))
        self._fit()

    def _fit(self) -> None:
        lines = sum(self.sizeHintForRow(at) for at in range(min(self.count(), _MOST_SEEN)))
        scale = self._theme.theme.pixels
        self.setFixedHeight(max(scale(8 + _LINE), min(lines + scale(8), scale(8 + _LINE * _MOST_SEEN))))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # overrides Qt's
        """Lines are broken anew."""
        super().resizeEvent(event)
        self._fit()
