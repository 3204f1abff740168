"""Taking a document out of the project, or letting it in again: what it will do is said before it is done."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from graphrag_desktop.domain.documents import REMOVED_REASON
from graphrag_desktop.explore.documents import FileRow
from graphrag_desktop.pipeline.removal import RemovalPlan
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.panels import MessageBar, Offer, named
from graphrag_desktop.ui.theme import ActiveTheme


class RemovalBar(QWidget):
    """Says above the documents what removing or erasing one will do; nothing happens before that is taken up."""

    plan_wanted = Signal(object, bool)  # a FileRow, and whether it is to be erased
    removal_wanted = Signal(object, bool)  # the same, once it is certain
    return_wanted = Signal(object)  # the FileRow of what is to be let in again

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._bar = named(MessageBar(theme), "removalBar")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._bar)
        self.is_changeable = False

    @property
    def text(self) -> str:
        """What it says; empty while it says nothing."""
        return "" if self._bar.isHidden() else self._bar.text

    def fill(self, menu: QMenu, row: FileRow) -> None:
        """Add to the menu of a file what can be done here."""
        if row.reason == REMOVED_REASON:
            back = menu.addAction(self.tr("Let it in again"))
            back.setEnabled(self.is_changeable)
            back.triggered.connect(lambda: self.return_wanted.emit(row))
            return
        menu.addSeparator()
        for words, is_erased in (
            (self.tr("Remove from the project…"), False),
            (self.tr("Erase from the project…"), True),
        ):
            action = menu.addAction(words)
            action.setEnabled(self.is_changeable and row.document is not None)
            action.triggered.connect(lambda _=False, is_erased=is_erased: self.plan_wanted.emit(row, is_erased))

    def tell_plan(self, row: FileRow, plan: RemovalPlan, *, is_erased: bool) -> None:
        """Say what it will do, and offer to do it."""
        if plan.is_last:
            self._bar.tell(self.tr("Nothing that can be read would be left. Delete the project file instead."), "warn")
            return
        parts = [
            self.tr("{path} goes").format(path=row.path),
            counted(plan.text_units, "1 text unit", "{n} text units"),
            counted(plan.entities_going, "1 entity that nothing else names", "{n} entities that nothing else names"),
            counted(plan.reports, "1 report to look at again", "{n} reports to look at again"),
        ]
        if is_erased:
            quoting = counted(plan.answers, "1 kept answer quotes it", "{n} kept answers quote it")
            end = self.tr(
                "{quoting}: its words are taken out of them too, and out of the case file. This cannot be undone."
                " Backups of the project are not touched."
            ).format(quoting=quoting)
            offer = self.tr("Erase it")
        else:
            end = self.tr("Kept answers keep the words they cite. It stays out until you let it in again.")
            offer = self.tr("Remove it")
        words = f"{' · '.join(parts)}. {end}"
        self._bar.tell(words, "warn", offer=Offer(offer, lambda: self.removal_wanted.emit(row, is_erased)))

    def tell(self, words: str, tone: str = "danger") -> None:
        """Say what came of it."""
        self._bar.tell(words, "ok" if tone == "ok" else "danger")

    def show_nothing(self) -> None:
        """Another project, or none."""
        self._bar.hide()
