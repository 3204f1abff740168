"""What the analyst keeps goes into the case file, can be written beside, moved, taken out, undone and exported."""

from pathlib import Path

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.case_file import CaseItem, CaseKind
from graphrag_desktop.project import open_project
from graphrag_desktop.storage.case_file import case_items
from graphrag_desktop.ui.window import MainWindow


def shown(window: MainWindow) -> list[CaseItem]:
    model = window.desk.case._model
    return list(model.records)


def waits_for(qtbot: QtBot, window: MainWindow, count: int) -> list[CaseItem]:
    qtbot.waitUntil(lambda: len(shown(window)) == count, timeout=10_000)
    return shown(window)


def do(window: MainWindow, name: str) -> None:
    window.commands[name].trigger()


def test_that_what_is_chosen_is_kept_and_comes_back_at_the_next_start(
    qtbot: QtBot, opened: MainWindow, mill_project: Path
) -> None:
    opened.navigation.go_to_community(1)
    do(opened, "keep_in_case")
    waits_for(qtbot, opened, 1)
    opened.navigation.go_to_entity(1)
    do(opened, "keep_in_case")
    items = waits_for(qtbot, opened, 2)

    assert [each.kind for each in items] == [CaseKind.REPORT, CaseKind.ENTITY]
    assert opened.desk.is_shown("case")
    opened.session.close()
    with open_project(mill_project, for_writing=False) as project:
        assert list(case_items(project.database)) == items


def test_that_keeping_and_taking_out_can_be_undone(qtbot: QtBot, opened: MainWindow) -> None:
    opened.navigation.go_to_community(1)
    do(opened, "keep_in_case")
    items = waits_for(qtbot, opened, 1)
    do(opened, "undo")
    waits_for(qtbot, opened, 0)
    do(opened, "redo")
    assert waits_for(qtbot, opened, 1) == items
    opened.desk.case.drop_wanted.emit(items[0].id)
    waits_for(qtbot, opened, 0)
    do(opened, "undo")
    assert waits_for(qtbot, opened, 1) == items


def test_that_a_note_is_kept_as_it_is_written(qtbot: QtBot, opened: MainWindow) -> None:
    do(opened, "write_note")
    waits_for(qtbot, opened, 1)
    note = opened.desk.case.findChild(QPlainTextEdit, "caseNote")
    assert note is not None
    note.setPlainText("See the filters.")
    qtbot.waitUntil(lambda: shown(opened)[0].note == "See the filters.", timeout=10_000)
    assert note.toPlainText() == "See the filters."
    do(opened, "undo")
    qtbot.waitUntil(lambda: shown(opened)[0].note == "", timeout=10_000)


def test_that_items_can_be_moved_and_moved_back(qtbot: QtBot, opened: MainWindow) -> None:
    for number in (1, 2):
        opened.navigation.go_to_entity(number)
        do(opened, "keep_in_case")
        waits_for(qtbot, opened, number)
    first, second = shown(opened)
    opened.desk.case.move_wanted.emit(second.id, 0)
    qtbot.waitUntil(lambda: shown(opened) == [second, first], timeout=10_000)
    do(opened, "undo")
    qtbot.waitUntil(lambda: shown(opened) == [first, second], timeout=10_000)


def test_that_the_map_is_kept_as_a_picture(qtbot: QtBot, opened: MainWindow) -> None:
    do(opened, "keep_view")
    (item,) = waits_for(qtbot, opened, 1)
    assert item.kind is CaseKind.VIEW
    assert not QImage.fromData(item.picture).isNull()


def test_that_the_case_file_is_written_where_it_is_wanted(qtbot: QtBot, opened: MainWindow, tmp_path: Path) -> None:
    opened.navigation.go_to_community(1)
    do(opened, "keep_in_case")
    waits_for(qtbot, opened, 1)
    opened.case.write(tmp_path / "case.docx")
    qtbot.waitUntil((tmp_path / "case.docx").exists, timeout=20_000)
    opened.case.write(tmp_path / "nowhere" / "case.md")
    qtbot.waitUntil(lambda: "cannot be written" in opened.desk.case._bar.text, timeout=10_000)


def test_that_nothing_to_keep_is_said(qtbot: QtBot, opened: MainWindow) -> None:
    opened.navigation.go_to_level(0)
    opened.navigation.clear()
    if opened.desk.ask.answer is None:
        do(opened, "keep_in_case")
        assert "Choose an entity" in opened.desk.case._bar.text
