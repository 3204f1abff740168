"""The map with its level slider; what is picked on it is told by number."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from graphrag_desktop.domain.answers import LevelEstimate
from graphrag_desktop.ui.graph_canvas import GraphCanvas
from graphrag_desktop.ui.graph_picture import GraphPicture
from graphrag_desktop.ui.level_slider import LevelSlider
from graphrag_desktop.ui.panels import Sheet
from graphrag_desktop.ui.theme import ActiveTheme


class MapPanel(QWidget):
    """Canvas and slider, kept at the same level; `level_chosen` tells a change that the analyst made."""

    community_chosen = Signal(int)
    community_opened = Signal(int)
    entity_chosen = Signal(int)
    level_chosen = Signal(int)

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._is_first = True
        self._build()

    def show_project(self, picture: GraphPicture, estimates: tuple[LevelEstimate, ...]) -> None:
        """Show a project's map; the level stays where it still exists."""
        self._slider.show_estimates(estimates)
        self._canvas.show_picture(picture)
        if self._is_first and len(picture.entity_numbers):
            self._is_first = False
            self._canvas.fit()

    def forget_view(self) -> None:
        """Another project comes: its map is to be seen whole."""
        self._is_first = True

    def set_level(self, level: int) -> None:
        """Show the communities of a level without telling anyone."""
        self._slider.set_level(level)
        self._canvas.set_level(level)

    def mark_community(self, number: int) -> None:
        """Have a community stand out."""
        self._canvas.select_community(number)

    def mark_entity(self, number: int) -> None:
        """Have an entity and its neighbours stand out."""
        self._canvas.select_entity(number)

    def open_community(self, number: int) -> None:
        """Have a community fill the view."""
        self._canvas.open_community(number)

    def fit(self) -> None:
        """Show the whole map."""
        self._canvas.fit()

    def _build(self) -> None:
        sheet = Sheet(margin=1, spacing=0)
        self._canvas = GraphCanvas(self._theme)
        self._slider = LevelSlider(self._theme)
        self._canvas.community_selected.connect(self.community_chosen)
        self._canvas.community_opened.connect(self.community_opened)
        self._canvas.entity_selected.connect(self.entity_chosen)
        self._canvas.level_wanted.connect(self._level_wanted)
        self._slider.level_chosen.connect(self._level_wanted)
        sheet.column.addWidget(self._canvas, 1)
        foot = QVBoxLayout()
        foot.setContentsMargins(16, 6, 16, 8)
        foot.addWidget(self._slider)
        sheet.column.addLayout(foot)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(sheet)

    def _level_wanted(self, level: int) -> None:
        self.set_level(level)
        self.level_chosen.emit(level)
