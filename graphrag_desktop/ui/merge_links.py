"""The workbench of duplicates, the window that edits an entity, and the map's own ways there, with the project behind them."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, Signal, Slot

from graphrag_desktop.domain.entity_edits import EditKind, EntityEdit
from graphrag_desktop.domain.errors import error_words
from graphrag_desktop.domain.graph import Entity
from graphrag_desktop.domain.identity import DocumentId
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.duplicate_pairs import EditableEntity, PairView, editable_entity, pair_view
from graphrag_desktop.explore.duplicates import Suggestion, find_duplicates
from graphrag_desktop.pipeline.edit_orders import (
    delete_order,
    merge_order,
    rename_order,
    retype_order,
    split_order,
    tell_apart,
)
from graphrag_desktop.project import Project
from graphrag_desktop.ui.edits import Edits
from graphrag_desktop.ui.entity_edit_window import EntityEditWindow
from graphrag_desktop.ui.entity_editing import EntityEditing, Ordering, Telling
from graphrag_desktop.ui.library import Library
from graphrag_desktop.ui.notices import Notice
from graphrag_desktop.ui.panel_reading import PanelReading
from graphrag_desktop.ui.panels import Offer, Tone
from graphrag_desktop.ui.window_parts import WindowParts
from graphrag_desktop.ui.workspaces import DUPLICATES, SOURCE

_MATTER = "edit"
_WIDTH = 600  # of the workbench, in which two texts stand side by side


class MergeLinks(QObject):
    """Connects what edits entities; every edit can be undone where everything else is."""

    loaded = Signal()  # what was found is to be seen, with the sides of its first pair

    def __init__(self, parts: WindowParts, library: Library, edits: Edits) -> None:
        super().__init__(parts.desk)
        self._parts, self._edits = parts, edits
        self._panel = parts.desk.duplicates
        self._window: EntityEditWindow | None = None
        self._entities: Sequence[Entity] = ()
        self.editing = EntityEditing(parts.session, edits, self)
        self._reading = PanelReading(parts.session, find_duplicates, self)
        self._reading.began.connect(self._panel.expect)
        self._reading.done.connect(self._found)
        self._reading.failed.connect(self._panel.show_failure)
        self._connect(library)

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """What it carries out, by the names of the commands."""
        return {
            "show_duplicates": self.show,
            "merge_pair": self._panel.merge,
            "tell_pair_apart": self._panel.tell_apart,
            "decide_pair_later": self._panel.decide_later,
            "edit_entity": self._edit_chosen,
        }

    def show(self) -> None:
        """Bring the workbench to the front, with the keyboard."""
        self._parts.desk.show(DUPLICATES)
        self._parts.desk.docks.widen(DUPLICATES, _WIDTH)
        self._panel.take_focus()

    def edit(self, number: int) -> None:
        """Show the window that edits an entity."""
        self._read(self._show_entity, editable_entity, number)

    def _connect(self, library: Library) -> None:
        panel, parts = self._panel, self._parts
        canvas, desk = parts.desk.map.canvas, parts.desk
        panel.wanted.connect(self._reading.begin)
        panel.pair_chosen.connect(self._pair_chosen)
        panel.merge_wanted.connect(lambda pair: self._merge(pair.one.number, pair.other.number, panel.tell))
        panel.apart_wanted.connect(self._tell_apart)
        panel.entity_wanted.connect(parts.navigation.go_to_entity)
        panel.citation_wanted.connect(self._show_passages)
        panel.record_wanted.connect(library.load_record)
        library.record_loaded.connect(panel.show_record)
        library.tables_loaded.connect(self._tables_loaded)
        canvas.edit_wanted.connect(self.edit)
        canvas.merge_wanted.connect(lambda one, other: self._merge(one, other, self._notice))
        desk.entities.edit_wanted.connect(self.edit)
        self.editing.ordered.connect(self._ordered)
        self.editing.carried_out.connect(self._carried_out)
        self.editing.given_up.connect(self._given_up)
        parts.session.project_changed.connect(self._forget)
        parts.session.project_closed.connect(self._forget)

    @Slot(object)
    def _found(self, found: Sequence[Suggestion]) -> None:
        self._panel.show_suggestions(found)
        if not found:
            self.loaded.emit()

    def _forget(self) -> None:
        self._reading.give_up()
        self._panel.show_nothing()
        if self._window is not None:
            self._window.close()

    @Slot(object)
    def _pair_chosen(self, pair: Suggestion) -> None:
        self._read(self._show_pair, pair_view, pair.one.number, pair.other.number)

    @Slot(object)
    def _show_pair(self, view: PairView) -> None:
        self._panel.show_pair(view)
        self.loaded.emit()

    def _merge(self, one: int, other: int, tell: Telling) -> None:
        self.editing.order(lambda project: merge_order(project, one, other), tell)

    @Slot(object)
    def _tell_apart(self, pair: Suggestion) -> None:
        numbers = pair.one.number, pair.other.number

        def told(_: object) -> None:
            self._panel.take_away(numbers, is_merged=False)
            self._edits.note(
                self.tr("Tell entities apart"),
                lambda: self._read(lambda _: self._look_again(), _told_apart, *numbers, False),  # noqa: FBT003
                lambda: self._read(lambda _: self._look_again(), _told_apart, *numbers, True),  # noqa: FBT003
            )

        self._read(told, _told_apart, *numbers, True)  # noqa: FBT003

    @Slot(object)
    def _ordered(self, edit: EntityEdit) -> None:
        """It is certain now: the next pair can be looked at while this one is carried out."""
        if edit.kind is EditKind.MERGE:
            numbers = tuple(each.number for each in self._entities if each.id in {edit.entity, edit.other})
            if len(numbers) == 2:
                self._panel.take_away((numbers[0], numbers[1]), is_merged=True)
        words = self.tr("{edit} The index is brought up to date.").format(edit=edit.words)
        self._panel.tell(words, "ok")
        if self._window is not None and self._window.isVisible():
            self._window.tell(words, "ok")

    @Slot(bool)
    def _carried_out(self, was_undone: bool) -> None:  # noqa: FBT001 - a signal's argument
        if was_undone:
            self._look_again()
        if self._window is not None and self._window.isVisible() and self._window.entity is not None:
            self._read(self._show_entity, editable_entity, self._window.entity.number)

    def _given_up(self) -> None:
        self._panel.tell(self.tr("The edit was not carried out: nothing was changed."), "warn")
        self._look_again()

    def _look_again(self) -> None:
        self._reading.give_up()
        self._reading.begin()

    def _edit_chosen(self) -> None:
        chosen = self._parts.desk.map.canvas.chosen_entities
        number = chosen[0] if chosen else self._parts.navigation.place.entity
        if number is not None:
            self.edit(number)
        else:
            self._notice(self.tr("Choose an entity in the table or on the map first."), "warn", None)

    @Slot(object)
    def _show_entity(self, shown: EditableEntity) -> None:
        if self._window is None:
            self._window = EntityEditWindow(self._parts.window, self._parts.theme)
            self._connect_window(self._window)
        was_visible = self._window.isVisible()
        self._window.show_entity(shown, self._entities)
        if not was_visible:
            self._window.present()

    def _connect_window(self, window: EntityEditWindow) -> None:
        def order(make: Ordering) -> None:
            self.editing.order(make, window.tell)

        window.rename_wanted.connect(lambda number, title: order(lambda project: rename_order(project, number, title)))
        window.retype_wanted.connect(lambda number, kind: order(lambda project: retype_order(project, number, kind)))
        window.merge_wanted.connect(lambda one, other: order(lambda project: merge_order(project, one, other)))
        window.delete_wanted.connect(lambda number: order(lambda project: delete_order(project, number)))
        window.split_wanted.connect(lambda *wanted: order(lambda project: _split(project, *wanted)))

    @Slot(object, object)
    def _tables_loaded(self, entities: object, _: object) -> None:
        self._entities = entities  # type: ignore[assignment]  # a signal carries objects

    @Slot(object)
    def _show_passages(self, citation: object) -> None:
        self._parts.desk.source.show_passages(citation.evidence)  # type: ignore[attr-defined]
        self._parts.desk.show(SOURCE)

    def _notice(self, words: str, tone: Tone, offer: Offer | None) -> None:
        self._parts.notices.tell(Notice(words, tone, offer, matter=_MATTER))

    def _read(self, told: Callable[..., object], function: Callable[..., object], *arguments: object) -> None:
        task = self._parts.session.read(function, *arguments)
        if task is not None:
            task.result.connect(told)
            task.failed.connect(lambda error: self._panel.tell(error_words(error), "danger"))


def _told_apart(project: Project, one: int, other: int, is_so: bool, control: RunControl) -> None:  # noqa: FBT001
    control.checkpoint()
    tell_apart(project, one, other, is_so=is_so)


def _split(
    project: Project, number: int, title: str, names: Sequence[str], documents: Sequence[DocumentId]
) -> EntityEdit:
    return split_order(project, number, title, names, documents)
