"""The window under a hand that knows nothing: whatever is clicked and typed, nothing breaks."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMessageLogContext, QtMsgType, QUrl, qInstallMessageHandler
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from graphrag_desktop.assets import resource
from graphrag_desktop.project import open_project
from graphrag_desktop.storage.check import find_problems
from graphrag_desktop.ui.window import MainWindow
from tests.ui.monkey import Monkey

_OF_THE_PLATFORM = ("This plugin does not support",)  # offscreen has no stacking of windows
_TIMES = 1_000


@pytest.fixture
def said_by_qt() -> Iterator[list[str]]:
    """All that Qt complains about."""
    said: list[str] = []

    def hear(kind: QtMsgType, _: QMessageLogContext, words: str) -> None:
        if kind is not QtMsgType.QtDebugMsg and not words.startswith(_OF_THE_PLATFORM):
            said.append(words)

    before = qInstallMessageHandler(hear)
    yield said
    qInstallMessageHandler(before)


@pytest.fixture(autouse=True)
def no_way_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Dialogs of the system are answered with Cancel, other programs are not started; the sample is two letters."""
    for name in ("getExistingDirectory", "getOpenFileName", "getSaveFileName"):
        answer: object = "" if name == "getExistingDirectory" else ("", "")
        monkeypatch.setattr(QFileDialog, name, lambda *_, answer=answer, **__: answer)

    def open_url(_: QUrl) -> bool:
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    folder = tmp_path / "letters"
    folder.mkdir()
    for name in ("05-courier-land-deals.md", "06-savings-bank-memo.txt"):
        shutil.copy(resource("sample") / name, folder)
    monkeypatch.setattr("graphrag_desktop.ui.project_files.resource", lambda *_: folder)
    monkeypatch.setattr("graphrag_desktop.ui.window.default_path", lambda found: tmp_path / f"{found.name}.graphrag")


@pytest.mark.parametrize("seed", [5])
def test_that_nothing_breaks_whatever_is_clicked_and_typed(
    qtbot: QtBot, opened: MainWindow, mill_project: Path, said_by_qt: list[str], seed: int
) -> None:
    with qtbot.captureExceptions() as broken:
        Monkey(opened, mill_project, seed).play(_TIMES)
    opened.close()
    assert broken == []
    assert said_by_qt == []
    for path in mill_project.parent.glob("*.graphrag"):
        with open_project(path, for_writing=False) as project:
            assert find_problems(project.database) == ()
