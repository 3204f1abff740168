"""Asking about what is chosen: the tree, the tables, the map and the timeline give what the next question is restricted to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractItemView, QApplication, QMenu, QTableView, QTreeView, QWidget

from graphrag_desktop.domain.answers import LevelEstimate, Mode
from graphrag_desktop.domain.asking import QuestionEstimate
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.errors import error_words
from graphrag_desktop.domain.graph import Entity
from graphrag_desktop.domain.restriction import EVERYTHING, Restriction, Selected, SelectedKind
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.documents import FileRow
from graphrag_desktop.project import Project
from graphrag_desktop.query.levels import estimate_levels
from graphrag_desktop.query.modes import estimate_modes
from graphrag_desktop.query.restricting import restricted
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.notices import Notice
from graphrag_desktop.ui.record_table import RECORD_ROLE
from graphrag_desktop.ui.window_parts import WindowParts
from graphrag_desktop.ui.workspaces import ASK

_MATTER = "restriction"


@dataclass(frozen=True, slots=True)
class InsideCosts:
    """How much lies inside of a restriction, and what asking of it takes."""

    restriction: Restriction
    text_units: int
    levels: tuple[LevelEstimate, ...]
    modes: Mapping[Mode, QuestionEstimate]


class RestrictingLinks(QObject):
    """Connects what is chosen on the desk with the question pane."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.desk)
        self._parts, self._panel = parts, parts.desk.ask
        self._panel.head.restriction_changed.connect(self._restriction_changed)
        parts.session.view_loaded.connect(lambda _: self._view_loaded())

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """What it carries out, by the names of the commands."""
        return {"ask_about_selection": self.ask_about_selection}

    def offer(self, action: QAction) -> None:
        """Put the command into the menus of the lists, the map and the timeline."""
        desk = self._parts.desk
        desk.map.canvas.keyboard.offers = (action,)
        self._add_menu(_view_of(desk.communities, QTreeView), (action,))
        of_type = QAction(self.tr("Ask about all of its type"), self)
        of_type.triggered.connect(self._ask_about_type)
        self._add_menu(_view_of(desk.entities, QTableView), (action, of_type))
        desk.documents.menu_filled.connect(lambda menu: menu.addAction(action))
        desk.timeline.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        desk.timeline.addAction(action)

    def ask_about_selection(self) -> None:
        """Restrict the next question to what is chosen where the keyboard is, beside what it is restricted to already."""
        chosen = self.selection()
        if chosen.is_empty:
            words = self.tr("Nothing is chosen: choose an entity, a community, a document or a time first.")
            self._parts.notices.tell(Notice(words, matter=_MATTER))
            return
        self._parts.notices.withdraw(_MATTER)
        self._parts.desk.show(ASK)
        self._restrict(self._panel.head.restriction.with_more(chosen))

    def selection(self) -> Restriction:
        """What is chosen in the panel that has the keyboard; elsewhere what the window is at."""
        desk, focused = self._parts.desk, QApplication.focusWidget()
        for panel, chosen in (
            (desk.timeline, self._time),
            (desk.documents, self._documents),
            (desk.entities, self._entities),
            (desk.communities, self._community),
            (desk.map, self._on_map),
        ):
            if focused is not None and panel.isAncestorOf(focused):
                found = chosen()
                if not found.is_empty:
                    return found
        return self._place()

    def _time(self) -> Restriction:
        stretch = self._parts.desk.timeline.range
        if stretch is None:
            return EVERYTHING
        first, last = (date.fromordinal(each).isoformat() for each in stretch)
        return Restriction(since=first, until=last)

    def _documents(self) -> Restriction:
        rows = _chosen_records(_view_of(self._parts.desk.documents, QTableView))
        files = [each for each in rows if isinstance(each, FileRow) and each.document is not None]
        return Restriction(tuple(Selected(SelectedKind.DOCUMENT, each.path, each.path) for each in files))

    def _entities(self) -> Restriction:
        rows = _chosen_records(_view_of(self._parts.desk.entities, QTableView))
        entities = [each for each in rows if isinstance(each, Entity)]
        return Restriction(tuple(Selected(SelectedKind.ENTITY, str(each.number), each.title) for each in entities))

    def _community(self) -> Restriction:
        row = self._parts.navigation.community
        if row is None:
            return EVERYTHING
        return Restriction((Selected(SelectedKind.COMMUNITY, str(row.number), row.title or str(row.number)),))

    def _on_map(self) -> Restriction:
        canvas = self._parts.desk.map.canvas
        scene = canvas.graph_map.scene
        places = [(number, scene.entity(number)) for number in canvas.chosen_entities]
        if self._parts.navigation.place.entity is None and self._parts.navigation.community is not None:
            return self._community()
        return Restriction(
            tuple(
                Selected(SelectedKind.ENTITY, str(number), scene.titles[place])
                for number, place in places
                if place is not None
            )
        )

    def _place(self) -> Restriction:
        place = self._parts.navigation.place
        if place.entity is not None:
            scene = self._parts.desk.map.canvas.graph_map.scene
            at = scene.entity(place.entity)
            if at is not None:
                return Restriction((Selected(SelectedKind.ENTITY, str(place.entity), scene.titles[at]),))
        return self._community()

    def _ask_about_type(self) -> None:
        rows = _chosen_records(_view_of(self._parts.desk.entities, QTableView))
        types = dict.fromkeys(each.type for each in rows if isinstance(each, Entity))
        if types:
            self._parts.desk.show(ASK)
            chosen = Restriction(tuple(Selected(SelectedKind.TYPE, each, each) for each in types))
            self._restrict(self._panel.head.restriction.with_more(chosen))

    def _restrict(self, restriction: Restriction) -> None:
        self._panel.head.restrict(restriction)
        self._panel.take_focus()

    def _view_loaded(self) -> None:
        if not self._panel.head.restriction.is_empty:
            self._restriction_changed(self._panel.head.restriction)

    def _restriction_changed(self, restriction: Restriction) -> None:
        view = self._parts.session.view
        if restriction.is_empty:
            if view is not None:
                self._panel.head.show_costs(view.estimates, view.modes)
            return
        task = self._parts.session.read(_costs_inside, restriction)
        if task is not None:
            task.result.connect(self._costs_read)
            task.failed.connect(lambda error: self._failed(restriction, error))

    def _costs_read(self, found: InsideCosts) -> None:
        if found.restriction == self._panel.head.restriction:
            self._panel.head.show_costs(found.levels, found.modes)
            self._panel.head.bar.tell(counted(found.text_units, "1 text unit lies inside", "{n} text units lie inside"))

    def _failed(self, restriction: Restriction, error: Exception) -> None:
        if restriction == self._panel.head.restriction:
            self._panel.head.bar.tell(error_words(error), is_trouble=True)

    def _add_menu(self, view: QAbstractItemView, actions: tuple[QAction, ...]) -> None:
        def popup(place: QPoint) -> None:
            menu = QMenu(view)
            menu.addActions(list(actions))
            menu.popup(view.viewport().mapToGlobal(place))

        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(popup)


def _view_of(panel: QWidget, kind: type[QAbstractItemView]) -> QAbstractItemView:
    found = panel.findChild(kind)
    assert isinstance(found, QAbstractItemView)
    return found


def _chosen_records(view: QAbstractItemView) -> list[object]:
    return [index.data(RECORD_ROLE) for index in view.selectionModel().selectedRows(0)]


def _costs_inside(project: Project, restriction: Restriction, control: RunControl) -> InsideCosts:
    control.checkpoint()
    inside = restricted(project, restriction)
    control.checkpoint()
    units = 0 if inside.scope is None else len(inside.scope.inside[Kind.SOURCE])
    return InsideCosts(restriction, units, estimate_levels(inside), estimate_modes(inside))
