"""What can be undone on the map: hiding, pinning, filters. Each step keeps the whole state before and after, and what was
chosen before."""

from collections.abc import Callable

from PySide6.QtGui import QUndoCommand

from graphrag_desktop.ui.graph_canvas_sieve import Sieve


class SieveChange(QUndoCommand):
    """From one sieve to another; undone, the map shows exactly what it showed. `choose_again` has stand out what did."""

    def __init__(
        self,
        words: str,
        before: Sieve,
        after: Sieve,
        show: Callable[[Sieve], None],
        choose_again: Callable[[], None],
    ) -> None:
        super().__init__(words)
        self._before, self._after = before, after
        self._show, self._choose_again = show, choose_again

    def redo(self) -> None:
        """Qt calls this, also when it is pushed."""
        self._show(self._after)

    def undo(self) -> None:
        """Qt calls this."""
        self._show(self._before)
        self._choose_again()
