"""What is kept in the case file, by whom it is shown and where it is written to."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QBuffer, QIODevice, QObject, Slot
from PySide6.QtWidgets import QFileDialog

from graphrag_desktop.domain.answers import Answer
from graphrag_desktop.domain.case_file import CaseItem
from graphrag_desktop.domain.errors import error_words
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore import case_file
from graphrag_desktop.explore.case_file import DroppedItem
from graphrag_desktop.project import Project
from graphrag_desktop.ui.edits import Edits
from graphrag_desktop.ui.graph_canvas_export import pixels_of
from graphrag_desktop.ui.library import Library
from graphrag_desktop.ui.tasks import Task
from graphrag_desktop.ui.window_parts import WindowParts
from graphrag_desktop.ui.workspaces import ASK, CASE, REPORT, SOURCE

Items = tuple[CaseItem, ...]


class CaseLinks(QObject):
    """Connects the case file's panel with the project; every change can be undone."""

    def __init__(self, parts: WindowParts, library: Library, edits: Edits) -> None:
        super().__init__(parts.desk)
        self._parts, self._edits = parts, edits
        self._panel = parts.desk.case
        self._task: Task | None = None
        self._panel.note_wanted.connect(self._write_note)
        self._panel.export_wanted.connect(self.export)
        self._panel.drop_wanted.connect(self._drop)
        self._panel.move_wanted.connect(self._move)
        self._panel.note_written.connect(self._note_written)
        self._panel.passages_wanted.connect(self._show_passages)
        self._panel.record_wanted.connect(library.load_record)
        library.record_loaded.connect(self._panel.show_record)
        parts.session.view_loaded.connect(lambda _: self._load())
        parts.session.project_closed.connect(lambda: self._panel.show_items(()))

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """What it carries out, by the names of the commands."""
        return {
            "keep_in_case": self.keep_what_is_seen,
            "keep_view": self.keep_view,
            "write_note": self._write_note,
            "export_case": self.export,
        }

    def keep_what_is_seen(self) -> None:
        """Keep what the analyst is looking at: the answer, the passage, the entity or the report in front."""
        desk, place = self._parts.desk, self._parts.navigation.place
        focused = self._panel_in_front()
        if focused == SOURCE and desk.source.passage is not None:
            self._keep(_quote, desk.source.passage)
        elif focused == ASK and desk.ask.answer is not None:
            self._keep(_answer, desk.ask.answer)
        elif place.entity is not None:
            self._keep(_entity, place.entity)
        elif place.community is not None:
            self._keep(_report, place.community)
        elif desk.ask.answer is not None:
            self._keep(_answer, desk.ask.answer)
        else:
            self._panel.tell_failure(self.tr("Choose an entity, a community, an answer or a passage first."))
            desk.show(CASE)

    def keep_view(self) -> None:
        """Keep the map as it is seen."""
        navigation = self._parts.navigation
        community = navigation.community
        name = self.tr("Map at C{level}").format(level=navigation.level)
        title = name if community is None else f"{name}: {community.title}"
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        view = self._parts.session.view
        pixels_of(self._parts.desk.map.canvas, "" if view is None else view.name, 2).save(buffer, "PNG")  # type: ignore[call-overload]  # takes words, whatever is declared
        self._keep(_view, title, bytes(buffer.data().data()))

    def export(self) -> None:
        """Ask where to, and write the case file."""
        path = self._parts.session.project_path
        if path is None:
            return
        kinds = [self.tr("Word document (*.docx)"), self.tr("Web page (*.html)"), self.tr("Markdown (*.md)")]
        chosen, kind = QFileDialog.getSaveFileName(
            self._parts.window, self.tr("Export the case file"), str(path.with_suffix(".docx")), ";;".join(kinds)
        )
        if not chosen:
            return
        suffix = (".docx", ".html", ".md")[kinds.index(kind)] if kind in kinds else ".docx"
        self.write(Path(chosen) if Path(chosen).suffix else Path(chosen + suffix))

    def write(self, path: Path) -> None:
        """Write the case file there."""
        self._panel.write_note()
        task = self._parts.session.read(_write, path)
        if task is not None:
            task.result.connect(
                lambda _: self._panel.tell(self.tr("The case file was written to {path}.").format(path=path))
            )
            task.failed.connect(self._failed)

    def _panel_in_front(self) -> str:
        """Where the keyboard is, of the panels that hold something to be kept."""
        desk = self._parts.desk
        focused = self._parts.window.focusWidget()
        for name, panel in ((SOURCE, desk.source), (ASK, desk.ask), (REPORT, desk.report)):
            if focused is not None and panel.isAncestorOf(focused):
                return name
        return ""

    def _keep(self, make: Callable[..., tuple[CaseItem, Items]], *arguments: object) -> None:
        def kept(made: tuple[CaseItem, Items]) -> None:
            item, items = made
            self._panel.show_items(items, item.id)
            self._parts.desk.show(CASE)
            self._edits.note(
                self.tr("Keep in the case file"),
                lambda: self._do(_dropped, item.id),
                lambda: self._do(_kept, item, None),
            )

        self._do(make, *arguments, told=kept)

    @Slot()
    def _write_note(self) -> None:
        self._keep(_note, "")
        self._panel.write_here()

    @Slot(str)
    def _drop(self, identity: str) -> None:
        def dropped(made: tuple[DroppedItem, Items]) -> None:
            gone, items = made
            self._panel.show_items(items)
            self._edits.note(
                self.tr("Take out of the case file"),
                lambda: self._do(_kept, gone.item, gone.place),
                lambda: self._do(_dropped, identity),
            )

        self._do(_dropped_item, identity, told=dropped)

    @Slot(str, int)
    def _move(self, identity: str, place: int) -> None:
        def moved(made: tuple[int, Items]) -> None:
            before, items = made
            self._panel.show_items(items, identity)
            self._edits.note(
                self.tr("Move in the case file"),
                lambda: self._do(_moved, identity, before),
                lambda: self._do(_moved, identity, place),
            )

        self._do(_moved_item, identity, place, told=moved)

    @Slot(str, str)
    def _note_written(self, identity: str, words: str) -> None:
        def written(made: tuple[str, Items]) -> None:
            before, items = made
            self._panel.take_items(items)
            self._edits.note(
                self.tr("Write a note"),
                lambda: self._do(_noted, identity, before),
                lambda: self._do(_noted, identity, words),
            )

        self._do(_noted_item, identity, words, told=written)

    @Slot(object)
    def _show_passages(self, passages: Sequence[Evidence]) -> None:
        self._parts.desk.source.show_passages(tuple(passages))
        self._parts.desk.show(SOURCE)

    def _load(self) -> None:
        self._do(_items)

    def _do(
        self, function: Callable[..., object], *arguments: object, told: Callable[[Any], None] | None = None
    ) -> None:
        """Carry something out on the project; without `told` it gives the items, which are shown."""
        task = self._parts.session.read(function, *arguments)
        if task is not None:
            task.result.connect(told or self._panel.show_items)
            task.failed.connect(self._failed)

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        words = error_words(error)
        self._panel.tell_failure(words)
        self._parts.desk.show(CASE)


def _items(project: Project, control: RunControl) -> Items:
    control.checkpoint()
    return case_file.case_items(project)


def _kept(project: Project, item: CaseItem, place: int | None, _: RunControl) -> Items:
    case_file.keep_item(project, item, place)
    return case_file.case_items(project)


def _dropped(project: Project, identity: str, _: RunControl) -> Items:
    case_file.drop_item(project, identity)
    return case_file.case_items(project)


def _dropped_item(project: Project, identity: str, _: RunControl) -> tuple[DroppedItem, Items]:
    return case_file.drop_item(project, identity), case_file.case_items(project)


def _moved(project: Project, identity: str, place: int, _: RunControl) -> Items:
    case_file.move_item(project, identity, place)
    return case_file.case_items(project)


def _moved_item(project: Project, identity: str, place: int, control: RunControl) -> tuple[int, Items]:
    before = next((at for at, each in enumerate(case_file.case_items(project)) if each.id == identity), 0)
    return before, _moved(project, identity, place, control)


def _noted(project: Project, identity: str, words: str, _: RunControl) -> Items:
    case_file.write_note(project, identity, words)
    return case_file.case_items(project)


def _noted_item(project: Project, identity: str, words: str, _: RunControl) -> tuple[str, Items]:
    return case_file.write_note(project, identity, words), case_file.case_items(project)


def _added(project: Project, item: CaseItem) -> tuple[CaseItem, Items]:
    return case_file.keep_item(project, item), case_file.case_items(project)


def _quote(project: Project, passage: Evidence, _: RunControl) -> tuple[CaseItem, Items]:
    return _added(project, case_file.quote_item(project, passage))


def _answer(project: Project, answer: Answer, _: RunControl) -> tuple[CaseItem, Items]:
    return _added(project, case_file.answer_item(project, answer))


def _entity(project: Project, number: int, _: RunControl) -> tuple[CaseItem, Items]:
    return _added(project, case_file.entity_item(project, number))


def _report(project: Project, number: int, _: RunControl) -> tuple[CaseItem, Items]:
    return _added(project, case_file.report_item(project, number))


def _view(project: Project, title: str, picture: bytes, _: RunControl) -> tuple[CaseItem, Items]:
    return _added(project, case_file.view_item(project, title, picture))


def _note(project: Project, words: str, _: RunControl) -> tuple[CaseItem, Items]:
    return _added(project, case_file.note_item(project, words))


def _write(project: Project, path: Path, _: RunControl) -> None:
    case_file.write_case(project, path)
