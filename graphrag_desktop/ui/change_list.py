"""What the last change of the folder did to the project: documents, entities, communities and reports, each a click away."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QTreeWidget, QTreeWidgetItem, QVBoxLayout

from graphrag_desktop.domain.changes import ChangedThing, ChangeSummary
from graphrag_desktop.domain.communities import WORTH_REBUILDING
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.panels import MessageBar, Offer, Words, named
from graphrag_desktop.ui.theme import ActiveTheme

_MOST_OF_A_KIND = 500
_ROWS, _LEAST_ROW = 10, 15
_NUMBER = Qt.ItemDataRole.UserRole
_IS_ENTITY = Qt.ItemDataRole.UserRole + 1


class ChangeList(QFrame):
    """A row for each kind of change, and below it what changed; hidden where there is nothing to tell.

    `entity_wanted` and `community_wanted` tell the number of what was opened.
    """

    entity_wanted = Signal(int)
    community_wanted = Signal(int)
    rebuild_wanted = Signal()

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: ChangeSummary | None = None
        self._title = Words(theme, weight=600)
        self._kept = Words(theme, role="small", tone="2")
        self._tree = named(QTreeWidget(), "changeList", self.tr("What changed"))
        self._tree.setHeaderHidden(True)
        self._tree.setVerticalScrollMode(QTreeWidget.ScrollMode.ScrollPerPixel)
        self._tree.itemExpanded.connect(self._fit)
        self._tree.itemCollapsed.connect(self._fit)
        self._tree.itemActivated.connect(lambda item, _: self._opened(item))
        self._tree.itemClicked.connect(lambda item, _: self._opened(item))
        self._bar = named(MessageBar(theme), "rebuildBar")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for widget in (self._bar, self._title, self._tree, self._kept):
            column.addWidget(widget)
        theme.theme_changed.connect(self._dress)
        self._dress()
        self.hide()

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds in sight, with their numbers."""
        return tuple(each.text(0) for each in self._tops())

    def show_change(self, change: ChangeSummary | None, gain: float = 0.0) -> None:
        """Show what changed last, and whether finding all communities anew would gain something.

        What was called by name after a run stays so while it is the same change: the names of what is gone are not kept.
        """
        is_same = change is not None and self._shown is not None and change.version == self._shown.version
        if not (is_same and _has_names(self._shown)):
            self._shown = change
            self._fill(change)
        self._say_gain(gain)
        self._title.setVisible(self._shown is not None)
        self._kept.setVisible(self._shown is not None)
        self._tree.setVisible(self._shown is not None)
        self.setVisible(self._shown is not None or gain > WORTH_REBUILDING)

    def show_nothing(self) -> None:
        """Another project, or none."""
        self._shown = None
        self.show_change(None)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # overrides Qt's
        """Lines are broken anew."""
        super().resizeEvent(event)
        self._fit()

    def _fill(self, change: ChangeSummary | None) -> None:
        self._tree.clear()
        if change is None:
            return
        self._title.setText(self.tr("What changed in version {n} of the index").format(n=figure(change.version)))
        communities = counted(change.communities_kept, "1 community", "{n} communities")
        reports = counted(change.reports_kept, "1 report", "{n} reports")
        self._kept.setText(
            self.tr("Kept as they were: {communities}, {reports}").format(communities=communities, reports=reports)
        )
        documents = change.documents
        for words, paths in (
            (self.tr("New documents"), documents.new),
            (self.tr("Edited documents"), documents.edited),
            (self.tr("Renamed documents"), [f"{each.before} → {each.after}" for each in documents.renamed]),
            (self.tr("Moved documents"), [f"{each.before} → {each.after}" for each in documents.moved]),
            (self.tr("Removed documents"), documents.removed),
        ):
            self._add(words, [QTreeWidgetItem([path]) for path in paths[:_MOST_OF_A_KIND]], len(paths))
        for words, things, is_entity in (
            (self.tr("Entities that appeared"), change.entities_appeared, True),
            (self.tr("Entities that vanished"), change.entities_vanished, True),
            (self.tr("Entities in another community"), change.entities_moved, True),
            (self.tr("Communities that appeared"), change.communities_appeared, False),
            (self.tr("Communities that vanished"), change.communities_vanished, False),
            (self.tr("Communities with other members"), change.communities_changed, False),
            (self.tr("Reports written anew"), change.reports_written, False),
        ):
            self._add(words, self._rows(things, is_entity=is_entity), len(things))

    def _add(self, words: str, rows: Sequence[QTreeWidgetItem], count: int) -> None:
        if count:
            top = QTreeWidgetItem([f"{words} ({figure(count)})"])
            top.addChildren(list(rows))
            self._tree.addTopLevelItem(top)

    def _rows(self, things: Sequence[ChangedThing], *, is_entity: bool) -> list[QTreeWidgetItem]:
        rows = []
        for each in things[:_MOST_OF_A_KIND]:
            row = QTreeWidgetItem([each.title or self.tr("Number {n}, gone").format(n=figure(each.number))])
            row.setData(0, _NUMBER, each.number)
            row.setData(0, _IS_ENTITY, is_entity)
            rows.append(row)
        return rows

    def _opened(self, item: QTreeWidgetItem) -> None:
        number = item.data(0, _NUMBER)
        if number is None:
            return
        signal = self.entity_wanted if item.data(0, _IS_ENTITY) else self.community_wanted
        signal.emit(int(number))

    def _say_gain(self, gain: float) -> None:
        if gain <= WORTH_REBUILDING:
            self._bar.hide()
            return
        words = self.tr(
            "The communities have been gone on with through so many changes that finding them all anew would fit the"
            " connections clearly better (modularity +{gain})."
        ).format(gain=f"{gain:.3f}")
        self._bar.tell(words, "warn", offer=Offer(self.tr("Rebuild communities"), self.rebuild_wanted.emit))

    def _tops(self) -> Iterator[QTreeWidgetItem]:
        for at in range(self._tree.topLevelItemCount()):
            top = self._tree.topLevelItem(at)
            if top is not None:
                yield top

    def _fit(self) -> None:
        """As high as what it shows, but not too high."""
        scale = self._theme.theme.pixels
        rows = sum(1 + (top.childCount() if top.isExpanded() else 0) for top in self._tops())
        height = max(self._tree.sizeHintForRow(0), scale(_LEAST_ROW))
        self._tree.setFixedHeight(scale(10) + height * max(1, min(rows, _ROWS)))

    def _dress(self) -> None:
        self._tree.setFont(self._theme.theme.font("small"))
        self._fit()


def _has_names(change: ChangeSummary | None) -> bool:
    return change is not None and any(each.title for each in change.entities_vanished)
