"""Texts that leave the window as files."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from graphrag_desktop.ui.controls import IconButton
from graphrag_desktop.ui.window import MainWindow
from tests.ui.mill import Mill

_LONG = 60_000


def test_that_an_answer_is_saved_where_the_analyst_says(
    qtbot: QtBot, opened: MainWindow, mill: Mill, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = str(tmp_path / "answer")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (chosen, ""))
    with qtbot.waitSignal(opened.session.answer_finished, timeout=_LONG):
        opened.ask("Who discharges waste water?", 0)
    save = next(each for each in opened.desk.ask.findChildren(IconButton) if each.accessibleName() == "Save")
    save.click()
    saved = (tmp_path / "answer.md").read_text(encoding="utf-8")
    assert saved.startswith("# Who discharges waste water?")
    assert any("answer.md" in text for text in opened.notices.texts)


def test_that_a_place_that_cannot_be_written_is_said(opened: MainWindow, tmp_path: Path) -> None:
    opened.files.save_text_at(tmp_path / "no such folder" / "answer.md", "words")
    assert any("cannot be written" in text for text in opened.notices.texts)
