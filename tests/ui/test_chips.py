"""Every chip of an answer leads to the words it shows; what an answer or a document says is shown, and nothing of it is fetched."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QTextBrowser
from pytestqt.qtbot import QtBot

from graphrag_desktop.assets import resource
from graphrag_desktop.domain.answers import Answer, Citation, CitationStatus
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.domain.identity import DocumentId, Span
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.project import open_project
from graphrag_desktop.query.global_search import ask_global
from graphrag_desktop.ui.ask_panel import AskPanel
from graphrag_desktop.ui.reader import Marks, Reader
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.window import MainWindow
from tests.listening import Listener, listening
from tests.ui.mill import answer
from tests.ui.model_windows import soon

_QUESTIONS = ("Who is accused of what?", "What happened to the oyster beds?")


@pytest.fixture
def listener() -> Iterator[Listener]:
    with listening() as found:
        yield found


def _marked(window: MainWindow) -> list[str]:
    reader = window.desk.source.findChild(QTextBrowser, "sourceView")
    assert isinstance(reader, Reader)
    return [" ".join(each.cursor.selectedText().split()) for each in reader.extraSelections()]


def _leads_to_words(window: MainWindow, place: int, citation: Citation) -> bool:
    passage = window.desk.source.passage
    words = " ".join(citation.evidence[0].quote.split())
    return passage == citation.evidence[0] and words in _marked(window) and window.desk.source.isVisible()


@pytest.mark.parametrize("level", [0, 9])
def test_that_one_click_leads_from_every_chip_to_its_words(
    qtbot: QtBot, window: MainWindow, indexed_sample: Path, tmp_path: Path, level: int
) -> None:
    copy = Path(shutil.copy(indexed_sample, tmp_path / f"{resource('sample').name}.graphrag"))
    with open_project(copy) as project:
        answers = [ask_global(project, each, level, RunControl()) for each in _QUESTIONS]
    window.appearance.set_still(is_still=True)
    window.session.open_project(copy)
    soon(qtbot, lambda: window.desk.ask.answer is not None)

    for each in answers:
        window.desk.ask.show_answer(each)
        assert each.citations
        for place, citation in enumerate(each.citations):
            window.desk.ask._sheet._text_view.link_followed.emit(f"citation:{place}")
            soon(qtbot, lambda place=place, citation=citation: _leads_to_words(window, place, citation))  # type: ignore[misc]


def test_that_markup_in_an_answer_and_in_a_quote_is_shown_and_fetches_nothing(
    qtbot: QtBot, active: ActiveTheme, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[object] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    forged = (
        f'<img src="{listener.home}/a.png"> <b>bold</b> <script>fetch("{listener.home}/b")</script>'
        f" ![picture]({listener.home}/c.png) [here]({listener.home}/d) [there](javascript:alert(1)) {listener.home}/e"
    )
    evidence = Evidence(DocumentId("d1"), f"<img src='{listener.home}/f.png'>.txt", None, Span(0, len(forged)), forged)
    cited = Citation(forged, Kind.SOURCE, 1, CitationStatus.OK, (evidence,))
    panel, reader = AskPanel(active), Reader(active)
    for widget in (panel, reader):
        qtbot.addWidget(widget)
        widget.resize(700, 600)
        with qtbot.waitExposed(widget):
            widget.show()
    shown: Answer = answer("a1", f"- {forged} [Data: Sources (1)]", cited)

    panel.show_answer(shown)
    view = panel._sheet._text_view
    view.link_rested.emit("citation:0", QRect(10, 10, 20, 20))
    reader.show_text(forged, (), Marks(Span(0, 10)), is_wrapped=True)
    qtbot.waitUntil(lambda: forged in reader.toPlainText())
    panel.grab()
    reader.grab()

    plain = view.toPlainText()
    assert "<script>" in plain
    assert f'<img src="{listener.home}/a.png">' in plain
    card = panel._sheet._guide.card
    assert card is not None
    card.grab()
    for href in (f"{listener.home}/d", "javascript:alert(1)", "file:///etc/passwd"):
        view.link_followed.emit(href)
    assert listener.called == []
    assert opened == []
