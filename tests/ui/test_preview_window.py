"""What would be read from a file, in which encoding."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QComboBox, QLabel, QPlainTextEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.preview import FilePreview, preview_file
from graphrag_desktop.ui.encodings import encoding_place, offered_encodings
from graphrag_desktop.ui.panels import MessageBar
from graphrag_desktop.ui.preview_window import PreviewWindow
from graphrag_desktop.ui.theme import ActiveTheme
from tests.conftest import PROJECT_ROOT

DATA = PROJECT_ROOT / "tests" / "data" / "documents"


@pytest.fixture
def shown(active: ActiveTheme, qtbot: QtBot) -> Iterator[PreviewWindow]:
    parent = QWidget()
    qtbot.addWidget(parent)
    window = PreviewWindow(parent, active)
    window.present()
    yield window
    window.close()


def preview(name: str, codec: str = "") -> FilePreview:
    return preview_file(DATA, name, codec, RunControl())


def text(window: PreviewWindow) -> str:
    found = window.findChild(QPlainTextEdit, "previewText")
    assert isinstance(found, QPlainTextEdit)
    return found.toPlainText()


def choice(window: PreviewWindow) -> QComboBox:
    found = window.findChild(QComboBox, "encodingChoice")
    assert isinstance(found, QComboBox)
    return found


def button(window: PreviewWindow) -> QPushButton:
    found = window.findChild(QPushButton, "useEncodingButton")
    assert isinstance(found, QPushButton)
    return found


def labels(window: PreviewWindow) -> list[str]:
    return [each.text() for each in window.findChildren(QLabel) if each.isVisible()]


def test_that_a_file_is_shown_as_it_would_be_read(shown: PreviewWindow) -> None:
    shown.expect("gb18030_short.txt", "")
    shown.show_preview(preview("gb18030_short.txt"))
    assert text(shown) == "人工智能与知识图谱"
    assert any(
        each.startswith("read · gb18030, guessed, ") and each.endswith("zh · 9 characters") for each in labels(shown)
    )
    assert choice(shown).currentData() == "" and not button(shown).isEnabled()


def test_that_another_encoding_can_be_tried_and_chosen(shown: PreviewWindow, qtbot: QtBot) -> None:
    shown.expect("gb18030_short.txt", "")
    shown.show_preview(preview("gb18030_short.txt"))
    with qtbot.waitSignal(shown.codec_tried) as tried:
        choice(shown).setCurrentIndex(choice(shown).findData("cp949"))
        choice(shown).activated.emit(choice(shown).currentIndex())
    assert tried.args == ["gb18030_short.txt", "cp949"]
    shown.show_preview(preview("gb18030_short.txt", "cp949"))
    assert text(shown) != "人工智能与知识图谱" and choice(shown).currentData() == "cp949"
    with qtbot.waitSignal(shown.codec_chosen) as chosen:
        button(shown).click()
    assert chosen.args == ["gb18030_short.txt", "cp949"]
    assert not button(shown).isEnabled()


def test_that_a_locked_file_offers_to_take_its_password(shown: PreviewWindow, qtbot: QtBot) -> None:
    shown.expect("agile_pw.docx", "")
    shown.show_preview(preview("agile_pw.docx"))
    bar = shown.findChild(MessageBar)
    assert isinstance(bar, MessageBar)
    assert bar.text.startswith("The DOCX document is protected by a password.")
    assert not choice(shown).isVisible()
    with qtbot.waitSignal(shown.password_wanted):
        next(each for each in bar.findChildren(QPushButton) if each.text() == "Give a password").click()


def test_that_pages_have_their_numbers(shown: PreviewWindow, shared: Path) -> None:
    found = preview_file(shared / "fixtures" / "real", "markitdown_test.pptx", "", RunControl())
    shown.expect("markitdown_test.pptx", "")
    shown.show_preview(found)
    assert text(shown).startswith("— 1 —\n") and "\n\n— 2 —\n" in text(shown)


def test_that_what_comes_too_late_is_not_shown(shown: PreviewWindow) -> None:
    shown.expect("endoftext.md", "")
    shown.show_preview(preview("gb18030_short.txt"))
    assert text(shown) == ""


def test_that_every_encoding_offered_is_one() -> None:
    for place, (codec, words) in enumerate(offered_encodings()):
        assert "a".encode(codec) and words
        assert encoding_place(codec) == place
    assert offered_encodings("cp037")[-1] == ("cp037", "cp037")
