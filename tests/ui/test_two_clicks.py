"""From every sentence of an answer on the sample to the highlighted words: one click on its chip."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from graphrag_desktop.assets import SAMPLE_QUESTION
from graphrag_desktop.domain.answers import CitationStatus
from graphrag_desktop.ui.prose import Prose
from graphrag_desktop.ui.window import MainWindow
from graphrag_desktop.ui.workspaces import ASK

_LONG = 120_000


@pytest.mark.parametrize("level", [0, 9])
def test_that_every_chip_of_an_answer_leads_to_its_words_marked_in_the_document(
    window: MainWindow, qtbot: QtBot, indexed_sample: Path, tmp_path: Path, level: int
) -> None:
    window.appearance.set_still(is_still=True)
    window.resize(1600, 1000)
    with qtbot.waitSignal(window.session.view_loaded, timeout=_LONG):
        window.open_path(Path(shutil.copy(indexed_sample, tmp_path / "sample.graphrag")))
    with qtbot.waitSignal(window.session.answer_finished, timeout=_LONG):
        window.ask(SAMPLE_QUESTION, level)
    answer = window.desk.ask.answer
    assert answer is not None
    assert answer.citations
    view = window.desk.ask.findChild(Prose, "answerView")
    assert isinstance(view, Prose)
    source = window.desk.source
    for place, citation in enumerate(answer.citations):
        assert citation.status is CitationStatus.OK
        assert citation.evidence
        _click_chip(qtbot, window, view, place)
        qtbot.waitUntil(lambda first=citation.evidence[0]: _shown(window) == first, timeout=_LONG)  # type: ignore[misc]
        marks = source._marks()
        assert marks.passage == citation.evidence[0].span
        page = source._page
        assert page is not None
        assert page.source.text[marks.passage.start : marks.passage.end] == citation.evidence[0].quote


def _shown(window: MainWindow) -> object:
    """The passage that is shown, once its document is."""
    source = window.desk.source
    is_there = source.passage is not None and source._page is not None
    return source.passage if is_there and source._page.document.id == source.passage.document else None  # type: ignore[union-attr]


def _click_chip(qtbot: QtBot, window: MainWindow, view: Prose, place: int) -> None:
    """Scroll to the chip as an analyst would, and click it."""
    window.desk.show(ASK)
    document, href = view.document(), f"citation:{place}"
    block = document.begin()
    while block.isValid():
        fragments = block.begin()
        while not fragments.atEnd():
            fragment = fragments.fragment()
            if fragment.charFormat().anchorHref() == href:
                cursor = QTextCursor(document)
                cursor.setPosition(fragment.position())
                view.setTextCursor(cursor)
                view.ensureCursorVisible()
                at = view.cursorRect(cursor)
                qtbot.mouseClick(
                    view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(at.right() + 6, at.center().y())
                )
                return
            fragments += 1
        block = block.next()
    raise AssertionError(f"no chip {place}: it may be folded away")
