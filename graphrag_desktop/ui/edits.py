"""What can be undone, wherever in the window it was done: one Undo and one Redo, which name the deed."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoGroup, QUndoStack
from shiboken6 import Shiboken

from graphrag_desktop.explore.answers import ForgottenAnswer
from graphrag_desktop.ui.library import Library


class Edits(QObject):
    """Deeds of several parts of the window; Undo takes back the latest of the part in which something was done last."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._group = QUndoGroup(self)
        self._own = QUndoStack(self)
        self.follow(self._own)
        for signal in (
            self._group.canUndoChanged,
            self._group.canRedoChanged,
            self._group.undoTextChanged,
            self._group.redoTextChanged,
        ):
            signal.connect(self.changed)

    @property
    def undo_words(self) -> str:
        """What Undo would take back; empty where there is nothing."""
        return self._group.undoText() if self._group.canUndo() else ""

    @property
    def redo_words(self) -> str:
        """What Redo would do again."""
        return self._group.redoText() if self._group.canRedo() else ""

    @property
    def can_undo(self) -> bool:
        """Whether anything can be taken back."""
        return self._group.canUndo()

    @property
    def can_redo(self) -> bool:
        """Whether anything can be done again."""
        return self._group.canRedo()

    def follow(self, stack: QUndoStack) -> None:
        """Count the deeds of another part of the window in."""
        self._group.addStack(stack)
        stack.indexChanged.connect(lambda _: self._something_done(stack))

    def note(self, words: str, undo: Callable[[], object], redo: Callable[[], object]) -> None:
        """Something was done, which the one undoes and the other does again."""
        self._own.push(_Deed(words, undo, redo))

    def undo(self) -> None:
        """Take the latest deed back."""
        self._group.undo()

    def redo(self) -> None:
        """Do it again."""
        self._group.redo()

    def forget(self) -> None:
        """Another project comes: nothing of the one before can be undone."""
        for stack in self._group.stacks():
            stack.clear()

    def _something_done(self, stack: QUndoStack) -> None:
        if Shiboken.isValid(self._group):  # a stack empties itself when the window goes, and says so
            self._group.setActiveStack(stack)


class AnswerEdits(QObject):
    """Makes taking an answer out of the history something that can be undone."""

    def __init__(self, edits: Edits, library: Library) -> None:
        super().__init__(edits)
        self._edits, self._library = edits, library
        self._done_again: set[str] = set()
        library.answer_forgotten.connect(self._forgotten)

    def _forgotten(self, forgotten: ForgottenAnswer) -> None:
        identity = forgotten.answer.id
        if identity in self._done_again:
            self._done_again.discard(identity)
            return
        self._edits.note(
            self.tr("Delete an answer"),
            lambda: self._library.restore_answer(forgotten),
            lambda: self._forget_again(identity),
        )

    def _forget_again(self, identity: str) -> None:
        self._done_again.add(identity)
        self._library.forget_answer(identity)


class _Deed(QUndoCommand):
    """Done already when it is pushed, which Qt does not know."""

    def __init__(self, words: str, undo: Callable[[], object], redo: Callable[[], object]) -> None:
        super().__init__(words)
        self._undo, self._redo = undo, redo
        self._is_done = True

    def undo(self) -> None:
        """Qt calls this."""
        self._is_done = False
        self._undo()

    def redo(self) -> None:
        """Qt calls this, also when it is pushed."""
        if not self._is_done:
            self._is_done = True
            self._redo()
