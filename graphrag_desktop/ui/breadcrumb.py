"""Where the analyst is, from the project down to what is chosen; each community with a menu of those beside it."""

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QIcon, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QMenu, QSizePolicy, QToolButton, QWidget

from graphrag_desktop.explore.hierarchy import CommunityRow, HierarchyView
from graphrag_desktop.ui.colours import Rgb
from graphrag_desktop.ui.controls import Glyph, IconButton
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.panels import tab_through
from graphrag_desktop.ui.theme import ActiveTheme

_HEIGHT = 34
_WIDEST, _NARROWEST = 260, 44
_MOST_SIBLINGS = 60  # a menu that does not fit the screen serves nobody; the tree has them all
_DOT = 10
_ARROW = 16


@dataclass(frozen=True, slots=True)
class _Crumb:
    """One step: its words, and the community it stands for (0: the overview, None: nothing to go to)."""

    words: str
    number: int | None
    siblings: tuple[CommunityRow, ...] = ()


class Breadcrumb(QWidget):
    """Back, forward and the way down. Where there is too little room the middle of each name goes."""

    back_wanted = Signal()
    forward_wanted = Signal()
    overview_wanted = Signal()
    community_wanted = Signal(int)

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._colours: Mapping[int, Rgb] = {}
        self._crumbs: tuple[_Crumb, ...] = ()
        self._steps: list[tuple[_Crumb, Glyph, QToolButton]] = []
        self._build()
        theme.theme_changed.connect(self._rebuild)

    def show_place(self, project: str, view: HierarchyView | None, community: int | None, last: str = "") -> None:
        """Show a place: a community of a hierarchy, or none; `last` is what is chosen in it, such as an entity."""
        crumbs = [_Crumb(project, 0)] if project else []
        if view is not None and community is not None and community in view.rows:
            for row in view.lineage(community):
                crumbs.append(_Crumb(row.title, row.number, _siblings(view, row)))
        if last:
            crumbs.append(_Crumb(last, None))
        self._crumbs = tuple(crumbs)
        self._rebuild()

    def set_history(self, *, has_past: bool, has_future: bool) -> None:
        """Whether there is a view to go back or forward to."""
        self._back.setEnabled(has_past)
        self._forward.setEnabled(has_future)

    def set_colours(self, colours: Mapping[int, Rgb]) -> None:
        """The colour of each community, for the menus."""
        self._colours = colours

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Qt asks for this: any width will do."""
        return QSize(120, self._theme.theme.pixels(_HEIGHT))

    def _build(self) -> None:
        self.setAccessibleName(self.tr("Where you are"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._back = IconButton(self._theme, "arrow-left", self.tr("Back"))
        self._forward = IconButton(self._theme, "arrow-right", self.tr("Forward"))
        self._back.say(self.tr("Back"), self.tr("Back, with the same view of the map (Alt+Left)"))
        self._forward.say(self.tr("Forward"), self.tr("Forward (Alt+Right)"))
        self._back.clicked.connect(self.back_wanted)
        self._forward.clicked.connect(self.forward_wanted)
        self._way = QHBoxLayout()
        self._way.setContentsMargins(0, 0, 0, 0)
        self._way.setSpacing(0)
        row = QHBoxLayout(self)
        row.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)  # it may be narrower than its names
        row.setContentsMargins(2, 0, 2, 4)
        row.setSpacing(0)
        row.addWidget(self._back)
        row.addWidget(self._forward)
        row.addLayout(self._way)
        row.addStretch(1)
        self.set_history(has_past=False, has_future=False)

    def _rebuild(self) -> None:
        for _, *widgets in self._steps:
            for widget in widgets:
                self._way.removeWidget(widget)
                widget.hide()
                widget.deleteLater()
        self._steps = []
        steps: list[tuple[_Crumb, Glyph, QToolButton]] = []  # whole at once: showing one of them resizes this widget
        for place, crumb in enumerate(self._crumbs):
            arrow = Glyph(self._theme, "chevron-right", "text3", 14)
            button = self._button(crumb, is_last=place == len(self._crumbs) - 1)
            steps.append((crumb, arrow, button))
            self._way.addWidget(arrow)
            self._way.addWidget(button)
        self._steps = steps
        tab_through(self._forward, *(button for _, _, button in steps))
        self._fit()

    def _button(self, crumb: _Crumb, *, is_last: bool) -> QToolButton:
        button = QToolButton()
        button.setProperty("crumb", "last" if is_last else "true")
        button.setFont(self._theme.theme.font("body", 600 if is_last else 400))
        button.setToolTip(crumb.words)
        button.setAccessibleName(crumb.words)
        number = crumb.number
        if number == 0:
            button.clicked.connect(self.overview_wanted)
        elif number is not None:
            button.clicked.connect(lambda: self.community_wanted.emit(number))
        if len(crumb.siblings) > 1:
            menu = QMenu(button)
            menu.aboutToShow.connect(lambda: self._fill(menu, crumb))
            button.setMenu(menu)
            button.setPopupMode(QToolButton.ToolButtonPopupMode.DelayedPopup)
            button.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            button.customContextMenuRequested.connect(lambda _: button.showMenu())
            button.setToolTip(self.tr("{title}\nHold, or press Down, for those beside it").format(title=crumb.words))
        return button

    def _fill(self, menu: QMenu, crumb: _Crumb) -> None:
        """The communities beside one, the largest first."""
        menu.clear()
        for row in crumb.siblings[:_MOST_SIBLINGS]:
            words = f"{row.title}\t{figure(row.entities)}".replace("&", "&&")
            action = menu.addAction(self._dot(row.number), words)
            action.setCheckable(row.number == crumb.number)
            action.setChecked(row.number == crumb.number)
            action.triggered.connect(lambda _=False, number=row.number: self.community_wanted.emit(number))

    def _dot(self, number: int) -> QIcon:
        size = _DOT * 2
        pixmap = QPixmap(size, size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(
            QColor(*self._colours[number]) if number in self._colours else self._theme.theme.colour("text3")
        )
        painter.drawRoundedRect(0, 0, size, size, 6, 6)
        painter.end()
        pixmap.setDevicePixelRatio(2)
        return QIcon(pixmap)

    def _fit(self) -> None:
        """Share the room there is: what was chosen last keeps its name longest, what is furthest above goes first."""
        scale = self._theme.theme.pixels
        arrow = scale(_ARROW)
        room = self.width() - self._back.width() - self._forward.width() - 12
        shown = min(len(self._steps), max(1, room // (scale(_NARROWEST) + arrow)))
        hidden = len(self._steps) - shown
        room -= arrow * (shown - 1)
        wanted = [
            min(scale(_WIDEST), QFontMetrics(button.font()).horizontalAdvance(crumb.words) + 14)
            for crumb, _, button in self._steps
        ]
        for place in range(hidden, len(wanted)):
            excess = sum(wanted[hidden:]) - room
            if excess <= 0:
                break
            wanted[place] = max(scale(_NARROWEST), wanted[place] - excess)
        for place, ((crumb, chevron, button), width) in enumerate(zip(self._steps, wanted, strict=True)):
            words = crumb.words.replace("\n", " ")
            text = QFontMetrics(button.font()).elidedText(words, Qt.TextElideMode.ElideRight, width - 12)
            button.setText(text.replace("&", "&&"))
            button.setFixedWidth(width)
            button.setVisible(place >= hidden)
            chevron.setVisible(place > hidden)


def _siblings(view: HierarchyView, row: CommunityRow) -> tuple[CommunityRow, ...]:
    if row.parent is None:
        return tuple(each for each in view.at(0) if not each.is_unconnected)
    return tuple(view.rows[child] for child in view.rows[row.parent].children)
