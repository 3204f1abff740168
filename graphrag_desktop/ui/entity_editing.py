"""Edits of entities on their way: priced, ordered one after the other while a run goes on, carried out, undone."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from graphrag_desktop.domain.entity_edits import EditKind, EntityEdit
from graphrag_desktop.domain.errors import error_words
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.edit_orders import kept_edits
from graphrag_desktop.pipeline.editing import EditPrice, price_edits
from graphrag_desktop.project import Project
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.edits import Edits
from graphrag_desktop.ui.figures import short_figure
from graphrag_desktop.ui.index_order import IndexOrder
from graphrag_desktop.ui.model_words import money
from graphrag_desktop.ui.panels import Offer, Tone
from graphrag_desktop.ui.session import Session

Ordering = Callable[[Project], EntityEdit]
Telling = Callable[[str, Tone, Offer | None], None]


class EntityEditing(QObject):
    """Carries edits out as runs of the session: there is one at a time, it shows its progress and can be stopped.

    What is ordered meanwhile waits, and is carried out all at once.
    """

    ordered = Signal(object)  # an EntityEdit, to be carried out now
    carried_out = Signal(bool)  # whether something was undone
    given_up = Signal()  # stopped or failed: nothing was changed

    def __init__(self, session: Session, edits: Edits, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._edits = session, edits
        self._made: list[EntityEdit] = []
        self._undone: list[int] = []
        self._known: set[int] = set()  # numbers of edits that undo knows of
        self._is_going = self._undoes = False
        session.index_finished.connect(lambda _: self._run_over(is_done=True))
        session.index_stopped.connect(lambda: self._run_over(is_done=False))
        session.index_failed.connect(lambda *_: self._run_over(is_done=False))
        session.project_changed.connect(self._forget)
        session.project_closed.connect(self._forget)

    @property
    def is_waiting(self) -> bool:
        """Whether edits are being carried out, or wait to be."""
        return bool(self._is_going or self._made or self._undone)

    def order(self, make: Ordering, tell: Telling) -> None:
        """Have an edit made; `tell` hears what it takes, with an offer where that costs anything, or why it cannot be."""
        task = self._session.read(_priced, make)
        if task is not None:
            task.result.connect(lambda found: self._weigh(found[0], found[1], tell))
            task.failed.connect(lambda error: tell(error_words(error), "danger", None))

    def _weigh(self, edit: EntityEdit, price: EditPrice, tell: Telling) -> None:
        if price.is_free:
            self._do(edit)
        else:
            tell(self._price_words(edit, price), "warn", Offer(self._deed(edit), lambda: self._do(edit)))

    def _do(self, edit: EntityEdit) -> None:
        self._made.append(edit)
        self.ordered.emit(edit)
        self._go_on()

    def _undo(self, edit: EntityEdit) -> None:
        if edit in self._made:  # done again, and not yet carried out
            self._made.remove(edit)
        else:
            self._undone.append(edit.number)
        self._go_on()

    def _redo(self, edit: EntityEdit) -> None:
        if edit.number in self._undone:
            self._undone.remove(edit.number)
        else:
            self._made.append(edit)
        self._go_on()

    def _go_on(self) -> None:
        path = self._session.project_path
        if path is None or self._session.is_indexing or not (self._made or self._undone):
            return
        order = IndexOrder(made=tuple(self._made), undone=tuple(self._undone))
        self._is_going, self._undoes = True, bool(self._undone)
        self._made, self._undone = [], []
        self._session.index_folder(self._session.folder or path.parent, path, order)

    def _run_over(self, *, is_done: bool) -> None:
        was_going, self._is_going = self._is_going, False
        was_undone, self._undoes = self._undoes, False
        if was_going and is_done:
            task = self._session.read(_kept)
            if task is not None:
                task.result.connect(self._note)
            self.carried_out.emit(was_undone)
        elif was_going:
            self.given_up.emit()
        if self._made or self._undone:
            later = self._session.read(_wait_a_moment)  # the run is over once its last signal was told
            if later is not None:
                later.finished.connect(self._go_on)

    @Slot(object)
    def _note(self, log: tuple[EntityEdit, ...]) -> None:
        for each in log:
            if each.number not in self._known:
                self._edits.note(self._deed(each), partial(self._undo, each), partial(self._redo, each))
        self._known.update(each.number for each in log)

    def _forget(self) -> None:
        self._made, self._undone, self._is_going = [], [], False
        self._known = set()
        task = self._session.read(_kept)
        if task is not None:  # what was edited before is not of this session
            task.result.connect(lambda log: self._known.update(each.number for each in log))

    def _deed(self, edit: EntityEdit) -> str:
        return {
            EditKind.MERGE: self.tr("Merge entities"),
            EditKind.SPLIT: self.tr("Split an entity"),
            EditKind.RENAME: self.tr("Rename an entity"),
            EditKind.RETYPE: self.tr("Change the type of an entity"),
            EditKind.DELETE: self.tr("Delete an entity"),
        }[edit.kind]

    def _price_words(self, edit: EntityEdit, price: EditPrice) -> str:
        task = price.descriptions
        tokens = short_figure(round(task.prompt_tokens.high + task.completion_tokens.high))
        asked = counted(round(task.calls.high), "1 description", "{n} descriptions")
        words = self.tr("The model is asked for {asked}: about {n} tokens").format(asked=asked, n=tokens)
        if price.money is not None:
            words = self.tr("{words}, at most {money}").format(words=words, money=money(price.money.high))
        if not price.reports:
            return f"{words}."
        reports = counted(price.reports, "1 report is", "{n} reports are")
        return self.tr("{words}. {reports} written again by the next index run.").format(words=words, reports=reports)


def _priced(project: Project, make: Ordering, control: RunControl) -> tuple[EntityEdit, EditPrice]:
    edit = make(project)
    return edit, price_edits(project, [edit], control)


def _kept(project: Project, control: RunControl) -> tuple[EntityEdit, ...]:
    control.checkpoint()
    return kept_edits(project)[0]


def _wait_a_moment(_: Project, control: RunControl) -> None:
    control.checkpoint()
