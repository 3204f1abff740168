"""Panels can be moved, hidden and put back, and each workspace has its own."""

from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QTabBar, QTextBrowser
from pytestqt.qtbot import QtBot

from graphrag_desktop.ui.docks import DockHeader
from graphrag_desktop.ui.memory import Memory
from graphrag_desktop.ui.theme import ActiveTheme, Choice
from graphrag_desktop.ui.window import MainWindow
from graphrag_desktop.ui.workspaces import (
    ACTIVITY,
    ASK,
    CASE,
    COMMUNITIES,
    DOCUMENTS,
    REPORT,
    SOURCE,
    WIDE,
    Workspace,
    usual_layout,
)


def settle(qtbot: QtBot) -> None:
    """Let what is due at once be done."""
    qtbot.wait(20)


def shown(window: MainWindow) -> set[str]:
    return {name for name in window.desk.docks.names if not window.desk.docks.dock(name).isHidden()}


def test_that_every_panel_has_a_name_of_its_own_and_can_be_hidden_and_shown(qtbot: QtBot, opened: MainWindow) -> None:
    docks = opened.findChildren(QDockWidget)
    assert len({each.objectName() for each in docks}) == len(docks) == len(opened.desk.docks.names)
    for name in opened.desk.docks.names:
        dock, toggle = opened.desk.docks.dock(name), opened.desk.docks.toggle(name)
        dock.show()
        toggle.trigger()
        assert dock.isHidden() and dock.widget() is not None
        toggle.trigger()
        assert not dock.isHidden()


def test_that_a_panel_can_float_and_be_put_back(qtbot: QtBot, opened: MainWindow) -> None:
    dock = opened.desk.docks.dock(REPORT)
    dock.setFloating(True)
    settle(qtbot)
    header = dock.titleBarWidget()
    assert isinstance(header, DockHeader) and header.height() > 0
    dock.setFloating(False)
    assert not dock.isFloating()


@pytest.mark.parametrize("width", [1024, WIDE + 100])
def test_that_each_workspace_shows_its_panels(qtbot: QtBot, opened: MainWindow, width: int) -> None:
    opened.resize(width, 700)
    for workspace in Workspace:
        opened.commands[f"workspace_{workspace.value}"].trigger()
        settle(qtbot)
        assert opened.desk.workspace is workspace
        assert opened.commands[f"workspace_{workspace.value}"].isChecked()
        layout = usual_layout(workspace, width)
        assert shown(opened) == layout.panels
        for group in (layout.left, layout.right, layout.under, layout.bottom):
            if group is not None:
                assert opened.desk.is_shown(group.panels[0]), f"{group.panels[0]} is not in front"
        assert (opened.width(), opened.height()) == (width, 700), f"the panels of {workspace} do not fit"


def test_that_the_reader_is_the_source_in_the_middle(qtbot: QtBot, opened: MainWindow) -> None:
    opened.desk.choose(Workspace.READ)
    settle(qtbot)
    assert opened.desk.page.isAncestorOf(opened.desk.source)
    assert opened.desk.source.isVisible() and not opened.desk.docks.toggle(SOURCE).isEnabled()
    opened.desk.choose(Workspace.EXPLORE)
    settle(qtbot)
    assert opened.desk.docks.dock(SOURCE).widget() is opened.desk.source
    assert opened.desk.docks.toggle(SOURCE).isEnabled()


def test_that_a_workspace_comes_back_as_it_was_left(qtbot: QtBot, opened: MainWindow) -> None:
    opened.desk.docks.toggle(ACTIVITY).trigger()
    opened.desk.docks.toggle(COMMUNITIES).trigger()
    left = shown(opened)
    opened.desk.choose(Workspace.ASK)
    opened.desk.choose(Workspace.EXPLORE)
    assert shown(opened) == left
    opened.commands["reset_layout"].trigger()
    assert shown(opened) == usual_layout(Workspace.EXPLORE, opened.width()).panels


def test_that_layout_and_workspace_come_back_at_the_next_start(
    qtbot: QtBot, qapp: QApplication, mill_project: Path, tmp_path: Path
) -> None:
    def start() -> MainWindow:
        window = MainWindow(ActiveTheme(qapp, Choice.LIGHT), Memory(tmp_path / "window.ini"))
        qtbot.addWidget(window)
        window.show()
        with qtbot.waitSignal(window.session.view_loaded):
            window.open_path(mill_project)
        qtbot.waitUntil(lambda: window.pages.is_desk)
        return window

    first = start()
    first.desk.choose(Workspace.ASK)
    first.desk.docks.toggle(DOCUMENTS).trigger()
    left = shown(first)
    assert DOCUMENTS not in left
    first.close()
    second = start()
    assert second.desk.workspace is Workspace.ASK
    assert shown(second) == left
    second.close()


def test_that_a_layout_that_makes_no_sense_gives_the_usual_one(
    qtbot: QtBot, qapp: QApplication, mill_project: Path, tmp_path: Path
) -> None:
    memory = Memory(tmp_path / "window.ini")
    memory.keep("layout/explore", QByteArray(b"\x00no layout"))
    memory.keep("workspace", "nowhere")
    window = MainWindow(ActiveTheme(qapp, Choice.LIGHT), memory)
    qtbot.addWidget(window)
    window.show()
    with qtbot.waitSignal(window.session.view_loaded):
        window.open_path(mill_project)
    qtbot.waitUntil(lambda: window.pages.is_desk)
    assert shown(window) == usual_layout(Workspace.EXPLORE, window.width()).panels
    window.close()


def test_that_a_layout_nobody_changed_follows_the_width_of_the_window(qtbot: QtBot, opened: MainWindow) -> None:
    docks = opened.desk.docks
    opened.resize(1280, 800)
    settle(qtbot)
    assert set(opened.tabifiedDockWidgets(docks.dock(SOURCE))) == {docks.dock(REPORT), docks.dock(CASE)}
    opened.resize(WIDE + 50, 900)
    settle(qtbot)
    assert opened.tabifiedDockWidgets(docks.dock(SOURCE)) == []
    opened.resize(1280, 800)
    docks.toggle(ACTIVITY).trigger()
    settle(qtbot)
    opened.resize(WIDE + 50, 900)
    settle(qtbot)
    assert ACTIVITY not in shown(opened), "a layout that was changed stays as it is"


def test_that_the_keyboard_goes_round_all_panels_and_is_caught_in_none(qtbot: QtBot, opened: MainWindow) -> None:
    with qtbot.waitSignal(opened.session.report_loaded):
        opened.navigation.go_to_community(1)
    opened.desk.map.take_focus()
    seen: list[str] = []
    for _ in range(8):
        opened.commands["next_panel"].trigger()
        focused = QApplication.focusWidget()
        assert focused is not None
        seen += [name for name in opened.desk.docks.names if opened.desk.docks.dock(name).isAncestorOf(focused)]
    assert {COMMUNITIES, ASK, REPORT} <= set(seen)


def test_that_tab_passes_over_panels_that_lie_behind_others(qtbot: QtBot, opened: MainWindow) -> None:
    opened.activateWindow()
    settle(qtbot)
    opened.desk.communities.take_focus()
    for _ in range(40):
        focused = QApplication.focusWidget()
        assert focused is not None
        assert not opened.desk.docks.covers(focused), focused.accessibleName()
        qtbot.keyClick(focused, Qt.Key.Key_Tab)


def test_that_the_name_of_a_panel_that_lies_alone_is_not_covered(qtbot: QtBot, opened: MainWindow) -> None:
    opened.resize(1024, 800)
    settle(qtbot)
    opened.resize(WIDE + 100, 900)
    qtbot.wait(100)
    opened.desk.docks.dock(CASE).hide()
    settle(qtbot)
    for name in (REPORT, SOURCE):
        dock = opened.desk.docks.dock(name)
        header, panel = dock.titleBarWidget(), dock.widget()
        assert header.isVisible() and header.height() > 20
        assert header.geometry().bottom() < panel.geometry().top(), name


def test_that_no_panel_needs_more_room_than_a_small_window_has(qtbot: QtBot, opened: MainWindow) -> None:
    opened.appearance.set_scale(1.6)
    opened.resize(1024, 700)
    for workspace in Workspace:
        opened.desk.choose(workspace)
        settle(qtbot)
        assert (opened.width(), opened.height()) == (1024, 700), workspace


def test_that_no_bar_of_tabs_is_left_lying_about(qtbot: QtBot, opened: MainWindow) -> None:
    for workspace in (*Workspace, *Workspace):
        opened.desk.choose(workspace)
        settle(qtbot)
        bars = opened.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
        titles = [bar.tabText(place) for bar in bars if bar.isVisible() for place in range(bar.count())]
        assert len(titles) == len(set(titles)), titles


def test_that_a_report_keeps_its_text_when_its_dock_moves(qtbot: QtBot, opened: MainWindow) -> None:
    with qtbot.waitSignal(opened.session.report_loaded):
        opened.navigation.go_to_community(1)
    view = opened.findChild(QTextBrowser, "reportView")
    assert isinstance(view, QTextBrowser)
    text = view.toPlainText()
    opened.desk.choose(Workspace.ASK)
    assert view.toPlainText() == text
