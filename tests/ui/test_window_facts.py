"""What the window says of itself is what is so: of the index, of the choice, of its own width."""

from dataclasses import replace
from pathlib import Path

from pytestqt.qtbot import QtBot

from graphrag_desktop.ui.window import MainWindow
from graphrag_desktop.ui.workspaces import ASK, REPORT, Workspace

_LONG = 60_000


def test_that_files_that_were_not_read_are_said_beside_the_index(opened: MainWindow) -> None:
    view = opened.session.view
    assert view is not None and view.unread == 1
    assert opened._status.words("index") == "Index up to date, 1 file not read"
    opened.session._view = replace(view, unread=0)
    opened.facts.tell()
    assert opened._status.words("index") == "Index up to date"


def test_that_only_what_was_chosen_is_said_to_be_selected(qtbot: QtBot, opened: MainWindow) -> None:
    assert opened._status.words("choice") == ""
    with qtbot.waitSignal(opened.session.report_loaded, timeout=_LONG):
        opened.navigation.go_to_community(1)
    assert opened._status.words("choice") == "1 community selected"
    opened.desk.map.canvas.choose_entities([0, 1])
    assert opened._status.words("choice") == "2 entities selected"


def test_that_a_report_does_not_cover_the_answer(qtbot: QtBot, opened: MainWindow) -> None:
    opened.resize(1280, 800)
    with qtbot.waitSignal(opened.session.answer_finished, timeout=_LONG):
        opened.ask("Who discharges waste water?", 0)
    assert opened.desk.workspace is Workspace.ASK
    with qtbot.waitSignal(opened.session.report_loaded, timeout=_LONG):
        opened.navigation.go_to_community(1)
    qtbot.waitUntil(lambda: opened.desk.is_shown(ASK) and opened.desk.is_shown(REPORT), timeout=_LONG)


def test_that_going_to_a_plan_leaves_the_window_as_wide_as_it_was(
    qtbot: QtBot, opened: MainWindow, tmp_path: Path
) -> None:
    folder = tmp_path / "letters"
    folder.mkdir()
    (folder / "a.txt").write_text("One letter.", encoding="utf-8")
    opened.resize(1280, 800)
    with qtbot.waitSignal(opened.reading.library.plan_loaded, timeout=_LONG):
        opened.open_path(folder)
    assert opened.width() == 1280
