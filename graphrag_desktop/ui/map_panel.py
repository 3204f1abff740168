"""The map with its level slider; what is picked on it is told by number."""

import math

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from graphrag_desktop.domain.answers import LevelEstimate, Use
from graphrag_desktop.explore.inspection import Subgraph
from graphrag_desktop.ui.answer_heat import AnswerHeat
from graphrag_desktop.ui.graph_canvas import GraphCanvas
from graphrag_desktop.ui.graph_canvas_arrangement import Arrangement
from graphrag_desktop.ui.graph_canvas_heat import Heat
from graphrag_desktop.ui.level_slider import LevelSlider
from graphrag_desktop.ui.map_controls import MapControls
from graphrag_desktop.ui.panels import Sheet
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.use_words import short_use, use_words
from graphrag_desktop.ui.view_history import Bounds

_SAME = 1e-6


class MapPanel(QWidget):
    """Canvas and slider, kept at the same level; `level_chosen` tells a change that the analyst made."""

    community_chosen = Signal(int)
    community_opened = Signal(int)
    entity_chosen = Signal(int)
    level_chosen = Signal(int)
    choice_cleared = Signal()
    search_wanted = Signal()

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._is_first = True
        self._subgraph: Subgraph | None = None
        self._build()

    @property
    def canvas(self) -> GraphCanvas:
        """The map itself."""
        return self._canvas

    def show_project(self, arrangement: Arrangement, estimates: tuple[LevelEstimate, ...]) -> None:
        """Show a project's map; the level stays where it still exists."""
        self._slider.show_estimates(estimates)
        self._canvas.show_arrangement(arrangement)
        self._controls.show_kinds(tuple(arrangement.scene.kind_names))
        if self._is_first and arrangement.scene.count:
            self._is_first = False
            self._canvas.fit()

    def show_subgraph(self, subgraph: Subgraph | None) -> None:
        """Draw the part of the graph that an answer is made from: the nearer to the question, the stronger its colour."""
        before, self._subgraph = self._subgraph, subgraph
        if subgraph is not None:
            self._canvas.set_heat(_subgraph_heat(subgraph))
            self._canvas.show_part(tuple(subgraph.entities), tuple(subgraph.relationships))
        elif before is not None:
            self._canvas.set_heat(None)
            self._canvas.clear_selection()
        self._controls.show_colours(self._canvas.colour_by, has_heat=self._canvas.has_heat)

    def show_heat(self, heat: AnswerHeat | None) -> None:
        """Colour by what an answer made of each report instead of by communities, or by communities again."""
        values = None if heat is None else Heat(
            self.tr("Score each report got for this question"),
            {number: float(score) for number, score in heat.scores.items()},
            used=heat.used,
            unknown=use_words(None),
            ring=use_words(Use.CITED),
            dashed=heat.dropped,
            broken_ring=use_words(Use.DROPPED),
            notes={number: short_use(use) for number, use in heat.uses.items()},
        )  # fmt: skip
        if heat is None and self._subgraph is not None:
            return  # it stands for the scores of an answer that has none
        self._canvas.set_heat(values)
        self._controls.show_colours(self._canvas.colour_by, has_heat=heat is not None)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        super().resizeEvent(event)
        self._controls.adapt(event.size().width())

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

    def clear_choice(self) -> None:
        """Have nothing stand out."""
        self._canvas.clear_selection()

    def take_focus(self) -> None:
        """Put the keyboard on the map."""
        self._canvas.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def set_animated(self, *, is_animated: bool) -> None:
        """Let the camera fly, or cut."""
        self._canvas.is_animated = is_animated

    @property
    def bounds(self) -> Bounds | None:
        """What is seen of the map, for `look_at`; None while all of it is."""
        camera, fit = self._canvas.camera, self._canvas.fit_scale
        left, bottom, right, top = self._canvas.graph_map.scene.core
        margin = fit * max((right - left) / camera.width, (top - bottom) / camera.height)  # what `go_to` leaves around
        half_width, half_height = (side / camera.scale / 2 for side in (camera.width, camera.height))
        x, y = camera.left + half_width, camera.top - half_height
        is_whole = math.isclose(camera.scale, fit, rel_tol=_SAME) and all(
            abs(one - other) * camera.scale < 1 for one, other in ((x, (left + right) / 2), (y, (bottom + top) / 2))
        )
        if is_whole:
            return None
        return x - half_width * margin, y - half_height * margin, x + half_width * margin, y + half_height * margin

    def look_at(self, bounds: Bounds | None) -> None:
        """See a part of the map again, as `bounds` told it."""
        if bounds is None:
            self._canvas.fit()
        else:
            self._canvas.go_to(bounds)

    def _build(self) -> None:
        sheet = Sheet(margin=1, spacing=0)
        self._canvas = GraphCanvas(self._theme)
        self._slider = LevelSlider(self._theme)
        self._canvas.community_selected.connect(self.community_chosen)
        self._canvas.community_opened.connect(self.community_opened)
        self._canvas.entity_selected.connect(self.entity_chosen)
        self._canvas.level_wanted.connect(self._level_wanted)
        self._canvas.selection_cleared.connect(self.choice_cleared)
        self._slider.level_chosen.connect(self._level_wanted)
        search = QShortcut(QKeySequence("/"), self._canvas, context=Qt.ShortcutContext.WidgetShortcut)
        search.activated.connect(self.search_wanted)
        sheet.column.addWidget(self._canvas, 1)
        self._controls = MapControls(self._theme)
        self._controls.filters_wanted.connect(self._canvas.set_filters)
        self._controls.colours_wanted.connect(self._canvas.set_colour_by)
        self._canvas.sieve_changed.connect(lambda sieve: self._controls.show_filters(sieve.filters))
        self._canvas.colours_changed.connect(
            lambda: self._controls.show_colours(self._canvas.colour_by, has_heat=self._canvas.has_heat)
        )
        foot = QHBoxLayout()
        foot.setContentsMargins(16, 6, 16, 8)
        foot.setSpacing(16)
        foot.addWidget(self._slider, 1)
        foot.addWidget(self._controls, 0, Qt.AlignmentFlag.AlignVCenter)
        sheet.column.addLayout(foot)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(sheet)

    def _level_wanted(self, level: int) -> None:
        self.set_level(level)
        self.level_chosen.emit(level)


def _subgraph_heat(subgraph: Subgraph) -> Heat:
    nearest = sorted(subgraph.entities, key=lambda number: -subgraph.entities[number])
    return Heat(
        QCoreApplication.translate("MapPanel", "α: how near it lies to the question (a proxy, from vectors)"),
        entities=subgraph.entities,
        most=1.0,
        unknown=QCoreApplication.translate("MapPanel", "not sent"),
        is_opacity=True,
        places={number: subgraph.places[number] for number in nearest if number in subgraph.places},
    )
