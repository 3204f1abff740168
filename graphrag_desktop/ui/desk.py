"""What lies on the desk: the map or the reader in the middle, the panels around it, in one of four workspaces."""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from graphrag_desktop.ui.action_set import ChoiceMenu
from graphrag_desktop.ui.actions import ASK as ASK_MENU
from graphrag_desktop.ui.actions import EDIT, INDEX
from graphrag_desktop.ui.activity_panel import ActivityPanel
from graphrag_desktop.ui.ask_panel import AskPanel
from graphrag_desktop.ui.breadcrumb import Breadcrumb
from graphrag_desktop.ui.case_panel import CasePanel
from graphrag_desktop.ui.community_panel import CommunityPanel
from graphrag_desktop.ui.compare_panel import ComparePanel
from graphrag_desktop.ui.disagreement_panel import DisagreementPanel
from graphrag_desktop.ui.docks import Docks, Panel
from graphrag_desktop.ui.document_panel import DocumentPanel
from graphrag_desktop.ui.duplicate_panel import DuplicatePanel
from graphrag_desktop.ui.entity_panel import EntityPanel
from graphrag_desktop.ui.map_panel import MapPanel
from graphrag_desktop.ui.memory import Memory
from graphrag_desktop.ui.report_panel import ReportPanel
from graphrag_desktop.ui.source_panel import SourcePanel
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.timeline_panel import TimelinePanel
from graphrag_desktop.ui.workspaces import (
    ACTIVITY,
    ASK,
    CASE,
    COMMUNITIES,
    DISAGREEMENTS,
    DOCUMENTS,
    DUPLICATES,
    ENTITIES,
    MIDDLING,
    REPORT,
    SOURCE,
    TIMELINE,
    WIDE,
    Workspace,
    usual_layout,
)

_LEAST_MAP = (260, 160)
_WORKSPACE, _LAYOUT = "workspace", "layout"  # names in the memory


class Desk(QObject):
    """All panels of a window and where they lie. Each workspace comes back as it was left."""

    workspace_changed = Signal(str)

    def __init__(self, window: QMainWindow, theme: ActiveTheme, memory: Memory) -> None:
        super().__init__(window)
        self._window, self._memory = window, memory
        self._workspace = Workspace.EXPLORE
        self._is_out = False
        self._structure: tuple[tuple[str, ...], ...] = ()  # as it came; empty for one that was restored
        self._form = ""  # which form of the usual layout it has: wide, narrow or least, mirrored or not
        self.communities = CommunityPanel(theme)
        self.entities = EntityPanel(theme)
        self.documents = DocumentPanel(theme)
        self.breadcrumb = Breadcrumb(theme)
        self.map = MapPanel(theme)
        self.report = ReportPanel(theme)
        self.source = SourcePanel(theme)
        self.ask = AskPanel(theme)
        self.compare = ComparePanel(theme)  # a page of its own, beside the desk
        self.activity = ActivityPanel(theme)
        self.case = CasePanel(theme)
        self.timeline = TimelinePanel(theme)
        self.disagreements = DisagreementPanel(theme)
        self.duplicates = DuplicatePanel(theme)
        self.docks = Docks(
            window,
            theme,
            (
                Panel(COMMUNITIES, self.tr("Communities"), self.communities),
                Panel(ENTITIES, self.tr("Entities"), self.entities),
                Panel(DOCUMENTS, self.tr("Documents"), self.documents),
                Panel(REPORT, self.tr("Report"), self.report),
                Panel(SOURCE, self.tr("Source"), self.source),
                Panel(ASK, self.tr("Ask"), self.ask),
                Panel(ACTIVITY, self.tr("Activity"), self.activity),
                Panel(CASE, self.tr("Case file"), self.case),
                Panel(TIMELINE, self.tr("Timeline"), self.timeline),
                Panel(DISAGREEMENTS, self.tr("Disagreements"), self.disagreements),
                Panel(DUPLICATES, self.tr("Duplicates"), self.duplicates),
            ),
        )
        self.page = QWidget()
        self._centre = QStackedWidget()
        self._centre.addWidget(self.map)
        self.map.setMinimumSize(*_LEAST_MAP)  # it adapts; the window must not grow with it
        column = QVBoxLayout(self.page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.breadcrumb)
        column.addWidget(self._centre, 1)

    @property
    def choice_menus(self) -> tuple[ChoiceMenu, ...]:
        """What the panels' own menus offer, for the menus of the window."""
        return (
            ChoiceMenu("chosenFile", INDEX, self.tr("Chosen &file"), self.documents.fill),
            ChoiceMenu("chosenItem", EDIT, self.tr("Chosen item of the case f&ile"), self.case.fill),
            ChoiceMenu("chosenQuestion", ASK_MENU, self.tr("&Chosen question of the history"), self.ask.history.fill),
        )

    @property
    def workspace(self) -> Workspace:
        """The one that is chosen."""
        return self._workspace

    def bring_out(self) -> None:
        """Lay the panels around the middle, as they were left."""
        if not self._is_out:
            self._is_out = True
            self._lay_out()

    def put_away(self) -> None:
        """Have only the middle: there is nothing to work on."""
        if self._is_out:
            self._keep()
            self._is_out = False
            self._take_source_back()
            self.docks.hide_all()

    def choose(self, workspace: Workspace) -> None:
        """Change to a workspace; the one before is kept as it is."""
        if workspace is not self._workspace:
            if self._is_out:
                self._keep()
            self._workspace = workspace
            if self._is_out:
                self._lay_out()
        self.workspace_changed.emit(workspace.value)

    def reset(self) -> None:
        """Have the workspace as it came."""
        self._memory.forget(self._layout_name)
        self._lay_out()

    def forget(self) -> None:
        """Have all workspaces as they came."""
        self._memory.forget(_LAYOUT)
        if self._is_out:
            self._lay_out()

    def show(self, name: str) -> None:
        """Bring a panel to the front, wherever it is."""
        if name == SOURCE and self._is_reading:
            self._centre.setCurrentWidget(self.source)
        else:
            self.docks.show(name)

    def is_shown(self, name: str) -> bool:
        """Whether a panel can be seen."""
        return self.docks.is_shown(name)

    def follow_width(self, width: int) -> None:
        """The window has another width: a layout nobody changed takes the form that suits it."""
        if self._is_out and self._form and self._form != _form(width) and self.docks.structure() == self._structure:
            self._arrange()

    def recall(self) -> None:
        """Choose the workspace that was chosen last time."""
        self._workspace = Workspace(
            self._memory.choice(_WORKSPACE, [each.value for each in Workspace], Workspace.EXPLORE.value)
        )
        self.workspace_changed.emit(self._workspace.value)

    def remember(self) -> None:
        """Keep how the panels lie for the next start."""
        if self._is_out:
            self._keep()
        self._memory.keep(_WORKSPACE, self._workspace.value)

    def focus_next(self, *, is_backward: bool = False) -> None:
        """Put the keyboard into the next panel, the middle counting as one."""
        panels = (self.docks.dock(name).widget() for name in self.docks.names)
        stops = [
            each for each in (self._centre.currentWidget(), *panels) if each and not each.visibleRegion().isEmpty()
        ]
        focused = QApplication.focusWidget()
        at = next((place for place, stop in enumerate(stops) if focused and stop.isAncestorOf(focused)), -1)
        step = -1 if is_backward else 1
        for offset in range(1, len(stops) + 1):
            if focus_into(stops[(at + step * offset) % len(stops)]):
                return

    def find_in_list(self) -> None:
        """Put the keyboard into the filter of the list in front; of the communities where there is none."""
        lists = (COMMUNITIES, ENTITIES, DOCUMENTS)
        name = next((each for each in lists if self.is_shown(each)), COMMUNITIES)
        self.show(name)
        widget = self.docks.dock(name).widget()
        field = None if widget is None else widget.findChild(QLineEdit)
        if field is not None:
            field.setFocus(Qt.FocusReason.ShortcutFocusReason)
            field.selectAll()

    @property
    def _is_reading(self) -> bool:
        return self._centre.indexOf(self.source) >= 0

    @property
    def _layout_name(self) -> str:
        return f"{_LAYOUT}/{self._workspace.value}"

    def _keep(self) -> None:
        is_usual = bool(self._form) and self.docks.structure() == self._structure
        self._memory.keep(self._layout_name, self.docks.state())
        self._memory.keep(f"{self._layout_name}_form", self._form if is_usual else "")

    def _lay_out(self) -> None:
        focused = QApplication.focusWidget()
        self._window.setUpdatesEnabled(False)
        try:
            self._place_source()
            state, form = self._memory.state(self._layout_name), self._memory.text(f"{self._layout_name}_form")
            is_fitting = not form or form == _form(self._window.width())
            if not state.isEmpty() and is_fitting and self.docks.restore(state):
                self._form, self._structure = form, self.docks.structure()
            else:
                self._arrange()
        finally:
            self._window.setUpdatesEnabled(True)
        self._give_back_keyboard(focused)

    def _give_back_keyboard(self, focused: QWidget | None) -> None:
        """Docks that are moved lose the keyboard, and Qt gives it to whatever comes first in the window."""
        if focused is None:
            return
        if focused.isVisible():
            focused.setFocus(Qt.FocusReason.OtherFocusReason)
        elif any(self.docks.dock(name).isAncestorOf(focused) for name in self.docks.names):
            front = usual_layout(self._workspace, self._window.width()).left.panels[0]
            panel = self.docks.dock(front).widget()
            if panel is not None:
                focus_into(panel)

    def _arrange(self) -> None:
        width = self._window.width()
        self.docks.arrange(usual_layout(self._workspace, width))
        self._form, self._structure = _form(width), self.docks.structure()

    def _place_source(self) -> None:
        """The reader is the source panel in the middle; elsewhere it has a dock."""
        is_reader = usual_layout(self._workspace, self._window.width()).is_reader
        if is_reader and not self._is_reading:
            self._centre.addWidget(self.source)
            self._centre.setCurrentWidget(self.source)
        elif not is_reader:
            self._take_source_back()
        self.docks.toggle(SOURCE).setEnabled(not is_reader)

    def _take_source_back(self) -> None:
        if self._is_reading:
            self._centre.removeWidget(self.source)
            self.docks.dock(SOURCE).setWidget(self.source)
            self.source.show()
            self._centre.setCurrentWidget(self.map)


def _form(width: int) -> str:
    size = "wide" if width >= WIDE else "narrow" if width >= MIDDLING else "least"
    is_mirrored = QApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft
    return f"{size}, mirrored" if is_mirrored else size


def focus_into(widget: QWidget) -> bool:
    """Put the keyboard on the first part of a panel that takes it."""
    for each in (widget, *widget.findChildren(QWidget)):
        takes_keys = each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.focusProxy() is None
        if takes_keys and each.isEnabled() and each.isVisible():
            each.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return True
    return False
