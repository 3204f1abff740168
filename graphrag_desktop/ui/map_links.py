"""What the map asks of the open project: ways between entities, sentences of a relationship, pictures to save, pins to keep."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QFileDialog

from graphrag_desktop.domain.arrays import StoredArray
from graphrag_desktop.domain.errors import GraphRagError, error_words
from graphrag_desktop.domain.events import EntitiesMoved, Event
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.paths import Way, Ways, find_ways
from graphrag_desktop.explore.trail import relationship_trail
from graphrag_desktop.pipeline.pins import keep_pins
from graphrag_desktop.project import Project
from graphrag_desktop.ui.graph_canvas_arrangement import Arrangement, complete
from graphrag_desktop.ui.graph_canvas_export import FINEST, save_picture
from graphrag_desktop.ui.graph_canvas_sieve import Sieve
from graphrag_desktop.ui.notices import Notice
from graphrag_desktop.ui.path_card import PathCard
from graphrag_desktop.ui.project_view import ProjectView
from graphrag_desktop.ui.window_parts import WindowParts
from graphrag_desktop.ui.workspaces import SOURCE

_KEEP_MILLISECONDS = 1_000  # after a change of pins
_MOST_SETTLING = 20_000  # entities: more cannot be moved often enough to be seen settling


class MapLinks(QObject):
    """Connects the map of a desk with the project behind it."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.desk)
        self._parts = parts
        self._canvas = parts.desk.map.canvas
        self._card = PathCard(parts.theme, self._canvas)
        self._canvas.float_over(self._card)
        self._wanted = (0, 0)  # the two entities whose ways were asked for last
        self._pins: frozenset[int] = frozenset()
        self._keep = QTimer(self, singleShot=True, interval=_KEEP_MILLISECONDS)
        self._keep.timeout.connect(self._keep_pins)
        canvas, session = self._canvas, parts.session
        canvas.paths_wanted.connect(self._find_ways)
        canvas.relationship_selected.connect(self._read_relationship)
        canvas.picture_wanted.connect(self.save_picture)
        canvas.sieve_changed.connect(self._sieve_changed)
        self._card.way_chosen.connect(self._show_way)
        self._card.passage_wanted.connect(self._show_passage)
        self._card.closed.connect(canvas.clear_selection)
        session.index_progressed.connect(self._went_on)
        session.view_loaded.connect(self._view_loaded)
        session.project_changed.connect(self._project_changed)

    @Slot()
    def save_picture(self) -> None:
        """Ask where to, and save the map as it is seen."""
        kinds = {
            self.tr("PNG, {times} × as fine as the screen (*.png)").format(times=times): times for times in (2, 1, 3, 4)
        }
        filters = [*kinds, self.tr("SVG (*.svg)"), self.tr("PDF (*.pdf)")]
        title = self.tr("Save the map as a picture")
        chosen, kind = QFileDialog.getSaveFileName(self._parts.window, title, "map.png", ";;".join(filters))
        if not chosen:
            return
        suffix = ".png" if kind in kinds else ".svg" if kind == filters[-2] else ".pdf"
        path = Path(chosen) if Path(chosen).suffix else Path(chosen + suffix)
        try:
            save_picture(self._canvas, path, self.stamp(), min(kinds.get(kind, 2), FINEST))
        except GraphRagError as error:
            self._parts.notices.tell(Notice(error.words, tone="danger", matter="picture"))

    def stamp(self) -> str:
        """Whose map it is, to be written below a picture of it."""
        view = self._parts.session.view
        return "GraphRAG Desktop" if view is None else f"{view.name} · GraphRAG Desktop"

    @Slot(int, int)
    def _find_ways(self, start: int, end: int) -> None:
        hidden = self._canvas.sieve.hidden
        self._wanted = start, end
        task = self._parts.session.read(find_ways, start, end, hidden)
        if task is not None:
            task.result.connect(self._ways_found)
            task.failed.connect(self._failed)

    @Slot(object)
    def _ways_found(self, ways: Ways) -> None:
        scene = self._canvas.graph_map.scene
        places = [scene.entity(number) for number in self._wanted]
        titles = ["" if place is None else scene.titles[place] for place in places]
        self._card.show_ways(ways, (titles[0], titles[1]))

    @Slot(object)
    def _show_way(self, way: Way) -> None:
        self._canvas.show_path(way.entities, way.relationships)

    @Slot(object)
    def _show_passage(self, passage: Evidence) -> None:
        self._parts.desk.source.show_passages((passage,))
        self._parts.desk.show(SOURCE)

    @Slot(int)
    def _read_relationship(self, number: int) -> None:
        task = self._parts.session.read(_relationship_sentences, number)
        if task is not None:
            task.result.connect(self._sentences_read)
            task.failed.connect(self._failed)

    @Slot(object)
    def _sentences_read(self, passages: tuple[Evidence, ...]) -> None:
        self._parts.desk.source.show_passages(passages)
        self._parts.desk.show(SOURCE)

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        words = error_words(error)
        self._parts.notices.tell(Notice(words, tone="danger", matter="map"))

    @Slot(object)
    def _went_on(self, happened: Event) -> None:
        if isinstance(happened, EntitiesMoved) and happened.numbers.shape[0] <= _MOST_SETTLING:
            numbers, places = _values(happened.numbers), _values(happened.places).reshape(-1, 2)
            self._canvas.move_entities(numbers.astype(np.int64), places)

    @Slot(object)
    def _view_loaded(self, view: ProjectView) -> None:
        task = self._parts.session.read(_complete, view.arrangement)
        if task is not None:
            task.result.connect(self._completed)
        if view.pins != self._pins:
            self._pins = view.pins
            self._canvas.set_pinned(tuple(view.pins))

    @Slot(object)
    def _completed(self, is_more: object) -> None:
        if is_more:
            self._canvas.changed()

    def _project_changed(self) -> None:
        self._card.hide()
        self._canvas.history.clear()
        self._canvas.start_anew()
        self._pins = frozenset()

    @Slot(object)
    def _sieve_changed(self, sieve: Sieve) -> None:
        if sieve.pinned != self._pins and self._parts.session.is_changeable:
            self._pins = sieve.pinned
            self._keep.start()

    def _keep_pins(self) -> None:
        self._parts.session.read(_keep_pinned, self._pins)


def _relationship_sentences(project: Project, number: int, control: RunControl) -> tuple[Evidence, ...]:
    control.checkpoint()
    return relationship_trail(project, number)


def _complete(_: Project, arrangement: Arrangement, control: RunControl) -> bool:
    """All of a huge map, while its overview is looked at; whether there is more to be seen now."""
    control.checkpoint()
    return complete(arrangement)


def _keep_pinned(project: Project, numbers: frozenset[int], control: RunControl) -> None:
    control.checkpoint()
    keep_pins(project, numbers)


def _values(stored: StoredArray) -> NDArray[np.float64]:
    return np.frombuffer(stored.data, np.dtype(stored.dtype)).astype(np.float64)
