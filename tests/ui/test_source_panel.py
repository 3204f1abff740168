"""A document to be read, with its passages and names."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QTextCursor
from PySide6.QtWidgets import QLabel, QTextBrowser, QToolButton
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.documents import Document, DocumentState
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.domain.identity import DocumentId, Span
from graphrag_desktop.explore.documents import FileRow, SourceView
from graphrag_desktop.explore.originals import Original, OriginalState
from graphrag_desktop.ui.library import SourcePage
from graphrag_desktop.ui.reader import Marks, Reader
from graphrag_desktop.ui.source_panel import SourcePanel
from graphrag_desktop.ui.theme import ActiveTheme

TEXT = "A first line.\nThe 𝄞 river is brown.\n\nThe mill stands beside the river.\n" + "More words here.\n" * 3_000
ID = DocumentId("d1")


def _passage(words: str) -> Evidence:
    start = TEXT.index(words)
    return Evidence(ID, "river.txt", None, Span(start, start + len(words)), words)


BROWN, MILL = _passage("The 𝄞 river is brown."), _passage("The mill stands beside the river.")


def _page(
    passage: Evidence | None, state: OriginalState = OriginalState.SAME, path: Path | None = Path("/x/river.txt")
) -> SourcePage:
    document = Document(ID, ("river.txt",), DocumentState.READ, codec="utf-8", characters=len(TEXT))
    start = TEXT.index("mill")
    view = SourceView(document, TEXT, (), (), ((7, Span(start, start + 4)),))
    return SourcePage(view, Original(state, path), passage, {7: "Mill & sons"})


@pytest.fixture
def panel(active: ActiveTheme, qtbot: QtBot) -> SourcePanel:
    shown = SourcePanel(active)
    shown.resize(700, 500)
    qtbot.addWidget(shown)
    with qtbot.waitExposed(shown):
        shown.show()
    return shown


def _reader(panel: SourcePanel) -> Reader:
    found = panel.findChild(QTextBrowser, "sourceView")
    assert isinstance(found, Reader)
    return found


def _marked(panel: SourcePanel) -> list[str]:
    return [each.cursor.selectedText() for each in _reader(panel).extraSelections()]


def _labels(panel: SourcePanel) -> list[str]:
    return [each.text() for each in panel.findChildren(QLabel) if each.isVisible()]


def _button(panel: SourcePanel, name: str) -> QToolButton:
    return next(each for each in panel.findChildren(QToolButton) if each.accessibleName() == name)


def test_that_a_passage_is_marked_where_it_stands(panel: SourcePanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.passage_wanted) as told:
        panel.show_passages((BROWN, MILL))
    assert told.args == [BROWN]
    panel.show_source(_page(BROWN))
    assert BROWN.quote in _marked(panel) and MILL.quote in _marked(panel)
    assert _marked(panel)[-1] == BROWN.quote, "the passage looked at lies on top"
    assert "Passage 1 of 2" in _labels(panel)


def test_that_the_next_passage_of_the_same_document_is_there_at_once(panel: SourcePanel, qtbot: QtBot) -> None:
    panel.show_passages((BROWN, MILL))
    panel.show_source(_page(BROWN))
    with qtbot.assertNotEmitted(panel.passage_wanted):
        _button(panel, "Next passage").click()
    assert _marked(panel)[-1] == MILL.quote
    assert "Passage 2 of 2" in _labels(panel)
    assert not _button(panel, "Next passage").isEnabled()


def test_that_a_document_asked_for_earlier_does_not_come_in_between(panel: SourcePanel) -> None:
    panel.show_passages((MILL,))
    panel.show_source(_page(BROWN))
    assert "No passage chosen" in _labels(panel)


def test_that_only_what_is_near_is_laid_out_and_the_rest_comes_with_scrolling(panel: SourcePanel, qtbot: QtBot) -> None:
    panel.show_passages((BROWN,))
    panel.show_source(_page(BROWN))
    reader = _reader(panel)
    laid_out = len(reader.toPlainText())
    assert laid_out < len(TEXT)
    reader.verticalScrollBar().setValue(reader.verticalScrollBar().maximum())
    qtbot.waitUntil(lambda: len(reader.toPlainText()) > laid_out)
    assert TEXT.startswith(reader.toPlainText()[:1000])


def test_that_a_passage_deep_in_a_document_is_found_and_what_is_before_it_comes(
    active: ActiveTheme, qtbot: QtBot
) -> None:
    reader = Reader(active)
    reader.resize(700, 400)
    qtbot.addWidget(reader)
    with qtbot.waitExposed(reader):
        reader.show()
    text = "Line one.\n" * 4_000 + "The place 𝄞 itself.\n" + "Line two.\n" * 4_000
    start = text.index("The place")
    reader.show_text(text, (), Marks(Span(start, start + 18)))
    assert reader.extraSelections()[0].cursor.selectedText() == "The place 𝄞 itself"
    before = reader.toPlainText().count("Line one.")
    reader.verticalScrollBar().setValue(0)
    qtbot.waitUntil(lambda: reader.toPlainText().count("Line one.") > before)
    assert reader.extraSelections()[0].cursor.selectedText() == "The place 𝄞 itself"


def test_that_lines_of_a_wrapped_text_are_joined_without_moving_a_word(active: ActiveTheme, qtbot: QtBot) -> None:
    reader = Reader(active)
    qtbot.addWidget(reader)
    line = "word " * 12 + "end"
    text = f"{line}\n{line}\n\n{line}\n- item\n"
    reader.show_text(text, (), Marks(), is_wrapped=True)
    assert reader.toPlainText() == f"{line} {line}\n\n{line}\n- item\n"


def test_that_names_are_marked_on_demand_and_lead_to_their_entities(panel: SourcePanel, qtbot: QtBot) -> None:
    panel.show_source(_page(None))
    assert _marked(panel) == []
    _button(panel, "Mark names").click()
    assert _marked(panel) == ["mill"]
    marked = _reader(panel).extraSelections()
    cursor = QTextCursor(marked[0].cursor)
    cursor.setPosition(cursor.selectionStart() + 1)
    place: QPoint = _reader(panel).cursorRect(cursor).center()
    with qtbot.waitSignal(panel.entity_wanted) as told:
        qtbot.mouseClick(_reader(panel).viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert told.args == [7]


def test_that_names_are_reached_without_a_mouse(panel: SourcePanel, qtbot: QtBot) -> None:
    panel.show_source(_page(None))
    menu = _button(panel, "Names in this passage").menu()
    assert menu is not None
    menu.aboutToShow.emit()
    assert [each.text() for each in menu.actions()] == ["Mill && sons"]
    with qtbot.waitSignal(panel.entity_wanted) as told:
        menu.actions()[0].trigger()
    assert told.args == [7]


@pytest.mark.parametrize(
    ("state", "path", "words"),
    [
        (OriginalState.CHANGED, Path("/x/river.txt"), "changed since it was read"),
        (OriginalState.MISSING, None, "no longer in its folder"),
        (OriginalState.NO_FOLDER, None, "no longer in its folder"),
    ],
)
def test_that_a_file_that_changed_or_went_is_said_plainly(
    panel: SourcePanel, state: OriginalState, path: Path | None, words: str
) -> None:
    panel.show_source(_page(None, state, path))
    assert any(words in each for each in _labels(panel))
    assert _button(panel, "Open in its own program").isEnabled() is (path is not None)
    assert TEXT[:100] in _reader(panel).toPlainText()


def test_that_the_original_opens_and_its_folder(panel: SourcePanel, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url) is None)  # type: ignore[func-returns-value]
    panel.show_source(_page(None))
    _button(panel, "Open in its own program").click()
    _button(panel, "Show in folder").click()
    assert [each.path() for each in opened] == ["/x/river.txt", "/x"]


def test_that_a_file_that_was_not_read_says_why(panel: SourcePanel) -> None:
    panel.show_file(FileRow("secret.pdf", DocumentState.NEEDS_PASSWORD, "It is encrypted."))
    assert any("secret.pdf" in each for each in _labels(panel)) and "It is encrypted." in _labels(panel)


def test_that_passages_of_an_answer_are_marked_softly(panel: SourcePanel) -> None:
    panel.show_source(_page(None))
    panel.set_cited((MILL, replace(BROWN, document=DocumentId("other"))))
    assert _marked(panel) == [MILL.quote]
