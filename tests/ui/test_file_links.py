"""Single files looked into, their encoding chosen and passwords given: in the window, from the folder to the text."""

import shutil
from pathlib import Path

from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QPushButton, QTableView
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.documents import DocumentState
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.documents import files_view
from graphrag_desktop.pipeline.run import build_index, start_project
from graphrag_desktop.project import open_project
from graphrag_desktop.storage.documents import text_of
from graphrag_desktop.ui.panels import MessageBar
from graphrag_desktop.ui.window import MainWindow
from tests.conftest import PROJECT_ROOT

DATA = PROJECT_ROOT / "tests" / "data" / "documents"


def make_folder(place: Path) -> Path:
    folder = place / "letters"
    folder.mkdir()
    for name in ("gb18030_short.txt", "agile_pw.docx"):
        shutil.copy(DATA / name, folder)
    (folder / "good.txt").write_text("Alice Johnson met Ruth Adler at the harbour.", encoding="utf-8")
    return folder


def choose_row(table: QTableView, path: str) -> None:
    model = table.model()
    table.selectRow(next(row for row in range(model.rowCount()) if model.index(row, 0).data() == path))


def press(window: object, words: str) -> None:
    next(each for each in window.findChildren(QPushButton) if each.accessibleName() == words).click()  # type: ignore[attr-defined]


def give(qtbot: QtBot, window: MainWindow, word: str) -> None:
    field = window.findChild(QLineEdit, "passwordField")
    qtbot.keyClicks(field, word)
    button = window.findChild(QPushButton, "tryPasswordsButton")
    assert isinstance(button, QPushButton)
    button.click()


def preview_text(window: MainWindow) -> str:
    found = window.findChild(QPlainTextEdit, "previewText")
    return found.toPlainText() if isinstance(found, QPlainTextEdit) else ""


def test_that_a_file_is_looked_into_before_and_read_as_was_chosen(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    folder, path = make_folder(tmp_path), tmp_path / "letters.graphrag"
    plan = window.pages.plan
    with qtbot.waitSignal(window.reading.library.plan_loaded):
        window.plan.look_at(folder, path)
    table = plan.findChild(QTableView, "planTable")
    assert isinstance(table, QTableView)
    choose_row(table, "gb18030_short.txt")
    press(plan, "Look inside")
    qtbot.waitUntil(lambda: preview_text(window) == "人工智能与知识图谱", timeout=60_000)
    choice = window.findChild(QComboBox, "encodingChoice")
    assert isinstance(choice, QComboBox)
    choice.setCurrentIndex(choice.findData("cp949"))
    choice.activated.emit(choice.currentIndex())
    qtbot.waitUntil(lambda: preview_text(window) not in {"", "人工智能与知识图谱"}, timeout=60_000)
    read = preview_text(window)
    use = window.findChild(QPushButton, "useEncodingButton")
    assert isinstance(use, QPushButton)
    use.click()
    press(plan, "Passwords")
    give(qtbot, window, "pw")
    choose_row(table, "agile_pw.docx")
    press(plan, "Look inside")
    qtbot.waitUntil(lambda: preview_text(window) == "A secret letter.", timeout=60_000)
    with qtbot.waitSignal(window.session.index_finished, timeout=120_000):
        press(plan, "Start indexing")
    window.close()
    with open_project(path, for_writing=False) as project:
        rows = {each.path: each for each in files_view(project)}
        texts = {each.path: text_of(project.database, each.document.id) for each in rows.values() if each.document}
    assert texts["gb18030_short.txt"] == read and rows["gb18030_short.txt"].document is not None
    assert texts["agile_pw.docx"] == "A secret letter."


def test_that_a_locked_file_is_read_once_its_password_is_given(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    folder, path = make_folder(tmp_path), tmp_path / "letters.graphrag"
    with start_project(path, folder) as project:
        build_index(project, folder, RunControl())
    with qtbot.waitSignal(window.reading.library.tables_loaded):
        window.open_path(path)
    documents = window.desk.documents
    bars = [each for each in documents.findChildren(MessageBar) if each.text == "1 file needs a password."]
    next(each for each in bars[0].findChildren(QPushButton) if each.text() == "Give a password").click()
    with qtbot.waitSignal(window.session.index_finished, timeout=120_000):
        give(qtbot, window, "pw")
    with qtbot.waitSignal(window.reading.library.tables_loaded):
        window.reading.library.load_tables()
    assert not any(each.isVisible() for each in bars)
    window.close()
    with open_project(path, for_writing=False) as project:
        assert {each.state for each in files_view(project)} == {DocumentState.READ}
