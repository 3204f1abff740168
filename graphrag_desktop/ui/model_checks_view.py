"""What a test of models found out, line by line: a sign, what was looked at, and a sentence."""

from PySide6.QtCore import QCoreApplication, Qt, Slot
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from graphrag_desktop.domain.model_checks import Finding, Looked, ModelCheck
from graphrag_desktop.domain.model_choice import ModelPlace
from graphrag_desktop.ui.controls import Glyph
from graphrag_desktop.ui.panels import Words
from graphrag_desktop.ui.theme import ActiveTheme, Token

_SIGNS: dict[Finding, tuple[str, Token]] = {
    Finding.GOOD: ("circle-check", "ok"),
    Finding.LIMITED: ("triangle-alert", "warn"),
    Finding.BAD: ("circle-x", "danger"),
}
_NAMES = {
    Looked.SERVER: "Server",
    Looked.KEY: "Key",
    Looked.MODEL: "Model",
    Looked.JSON: "JSON",
    Looked.CONTEXT: "Context",
    Looked.VECTORS: "Vectors",
    Looked.SPEED: "Speed",
}


class ModelChecksView(QFrame):
    """Lines under the name of each model, as they come."""

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self.setProperty("surface", "well")
        self._theme = theme
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(14, 12, 14, 12)
        self._column.setSpacing(6)
        self._grids: dict[str, QGridLayout] = {}
        self._parts: list[QWidget] = []
        self._state = Words(theme, role="small", tone="2")
        self._column.addWidget(self._state)
        self.checks: list[ModelCheck] = []
        self._places: tuple[ModelPlace, ...] = ()
        self.hide()

    @Slot()
    def forget(self) -> None:
        """What was found out does not hold any more."""
        self._places = ()
        self.hide()

    def forget_others(self, places: tuple[ModelPlace, ...]) -> None:
        """What was found out of other models says nothing of these."""
        if self._places and _asked(places) != _asked(self._places):
            self.forget()

    def begin(self, places: tuple[ModelPlace, ...]) -> None:
        """A test of these models begins."""
        self._places = places
        for part in self._parts:
            part.hide()
            part.deleteLater()
        for grid in self._grids.values():
            self._column.removeItem(grid)
        self._parts, self._grids, self.checks = [], {}, []
        self._state.setText(
            self.tr("Testing … a few short requests and a long one are sent; none holds a word of yours.")
        )
        self._state.show()
        self.show()

    def add(self, check: ModelCheck) -> None:
        """Show one more line."""
        self.checks.append(check)
        grid = self._grid(check.model)
        row = grid.rowCount()
        name, token = _SIGNS[check.finding]
        sign = Glyph(self._theme, name, token, 14)
        about = Words(self._theme, about_words(check.about), role="small", tone="2", wraps=False)
        about.setSizePolicy(sign.sizePolicy())
        words = Words(self._theme, check.words, role="small", tone="danger" if check.finding is Finding.BAD else "")
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        words.setAccessibleName(f"{about.text()}: {check.words}")
        for at, part in enumerate((sign, about, words)):
            grid.addWidget(part, row, at, Qt.AlignmentFlag.AlignTop)
            self._parts.append(part)
            part.show()

    def end(self) -> None:
        """The test is over."""
        findings = {each.finding for each in self.checks}
        if Finding.BAD in findings:
            words = self.tr("Something stands in the way: see the red lines.")
        elif Finding.LIMITED in findings:
            words = self.tr("It can be used, with what the yellow lines say in mind.")
        else:
            words = self.tr("All is well.")
        self._state.setText(words)

    def fail(self, reason: str) -> None:
        """The test could not be made at all."""
        self._state.setText(reason)
        self.show()

    def _grid(self, model: str) -> QGridLayout:
        if model not in self._grids:
            grid = QGridLayout()
            grid.setHorizontalSpacing(8)
            grid.setVerticalSpacing(5)
            grid.setColumnStretch(2, 1)
            grid.setColumnMinimumWidth(1, 60)
            title = Words(self._theme, model, weight=600)
            grid.addWidget(title, 0, 0, 1, 3)
            self._parts.append(title)
            self._column.addLayout(grid)
            self._grids[model] = grid
        return self._grids[model]


def _asked(places: tuple[ModelPlace, ...]) -> list[tuple[str, str, str]]:
    """What a test depends on: prices are no part of it."""
    return [(each.base_url, each.model, each.api_version) for each in places]


def about_words(about: Looked) -> str:
    """What was looked at, in words."""
    return QCoreApplication.translate("ModelChecks", _NAMES[about])
