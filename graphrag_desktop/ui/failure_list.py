"""What failed, by kind; of the one chosen, the whole reason and what the model wrote instead of what it was asked for."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout

from graphrag_desktop.domain.events import Stage
from graphrag_desktop.domain.index import Failure
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.panels import named
from graphrag_desktop.ui.stage_row import stage_name
from graphrag_desktop.ui.theme import ActiveTheme

_MOST_OF_A_KIND = 500
_ROWS, _ROW_HEIGHT, _REPLY_HEIGHT = 8, 26, 130
_FAILURE = Qt.ItemDataRole.UserRole


class FailureList(QFrame):
    """A row for each kind, and below it its failures."""

    chosen = Signal(object)  # a Failure

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._tree = named(QTreeWidget(), "failureList", self.tr("What failed"))
        self._tree.setHeaderHidden(True)
        self._tree.setVerticalScrollMode(QTreeWidget.ScrollMode.ScrollPerPixel)
        self._tree.itemExpanded.connect(self._fit)
        self._tree.itemCollapsed.connect(self._fit)
        self._tree.currentItemChanged.connect(lambda item, _: self._chosen(item))
        self._reply = named(
            QPlainTextEdit(readOnly=True, tabChangesFocus=True), "failedReply", self.tr("Reason and reply")
        )
        self._reply.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self._tree)
        column.addWidget(self._reply)
        theme.theme_changed.connect(self._dress)
        self._dress()
        self.hide()

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds in sight, with their numbers."""
        items = (self._tree.topLevelItem(at) for at in range(self._tree.topLevelItemCount()))
        return tuple(each.text(0) for each in items if each is not None)

    @property
    def reply(self) -> str:
        """What is shown of the failure chosen."""
        return self._reply.toPlainText()

    def show_failures(self, failures: Sequence[Failure]) -> None:
        """Show these, the kinds with the most first."""
        self._tree.clear()
        self._reply.hide()
        kinds: dict[tuple[str, str], list[Failure]] = {}
        for each in failures:
            kinds.setdefault((each.stage, _kind(each.reason)), []).append(each)
        for (stage, kind), found in sorted(kinds.items(), key=lambda each: -len(each[1])):
            number = counted(len(found), "1", "{n}")
            top = QTreeWidgetItem([f"{kind} ({number}) · {_stage_words(stage)}"])  # what matters most is cut off last
            top.setToolTip(0, found[0].reason)
            top.setData(0, _FAILURE, found[0])
            self._tree.addTopLevelItem(top)
            for each in found[:_MOST_OF_A_KIND]:
                row = QTreeWidgetItem([each.item])
                row.setData(0, _FAILURE, each)
                top.addChild(row)
        if len(kinds) == 1 and self._tree.topLevelItemCount():
            self._tree.expandAll()
        self.setVisible(bool(failures))
        self._fit()

    def choose(self, item: str) -> None:
        """Choose a failure by what failed."""
        found = self._tree.findItems(item, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive)
        if found:
            self._tree.setCurrentItem(found[0])

    def _chosen(self, item: QTreeWidgetItem | None) -> None:
        failure = None if item is None else item.data(0, _FAILURE)
        self._reply.setVisible(failure is not None)
        if not isinstance(failure, Failure):
            return
        reply = self.tr("The model wrote:\n{reply}").format(reply=failure.reply) if failure.reply else ""
        self._reply.setPlainText("\n\n".join(each for each in (failure.reason, reply) if each))
        self.chosen.emit(failure)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # overrides Qt's
        """Lines are broken anew."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As high as what it shows, but not too high."""
        self._tree.doItemsLayout()
        scale = self._theme.theme.pixels
        lowest = max((self._tree.visualItemRect(each).bottom() for each in self._last_items()), default=0)
        top = self._tree.verticalScrollBar().value()
        self._tree.setFixedHeight(scale(10) + max(scale(_ROW_HEIGHT), min(lowest + top, scale(_ROW_HEIGHT * _ROWS))))

    def _last_items(self) -> Iterator[QTreeWidgetItem]:
        """Those of which one is the lowest."""
        tops = (self._tree.topLevelItem(at) for at in range(self._tree.topLevelItemCount()))
        for top in tops:
            if top is not None:
                yield top
                lowest = top.child(min(top.childCount(), _ROWS) - 1) if top.isExpanded() else None
                if lowest is not None:
                    yield lowest

    def _dress(self) -> None:
        self._tree.setFont(self._theme.theme.font("small"))
        self._reply.setFont(self._theme.theme.font("small"))
        self._reply.setFixedHeight(self._theme.theme.pixels(_REPLY_HEIGHT))


def _kind(reason: str) -> str:
    """The first sentence of a reason without its figures, which differ from one failure to the next."""
    first = reason.partition(". ")[0].strip().rstrip(".")
    return first if len(first) <= 90 else f"{first[:88]}…"


def _stage_words(stage: str) -> str:
    known = {each.value: each for each in Stage}
    return stage_name(known[stage]) if stage in known else stage
