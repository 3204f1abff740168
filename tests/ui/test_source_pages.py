"""Pages are shown as they look, at their passage, turned and drawn anew; where that fails the text is shown."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.documents import Document, DocumentState, ParsedDocument, page_at
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.domain.identity import Span
from graphrag_desktop.domain.page_pictures import PagePicture, SoughtWords
from graphrag_desktop.domain.passwords import NO_PASSWORDS
from graphrag_desktop.explore.documents import SourceView
from graphrag_desktop.explore.originals import Original, OriginalState
from graphrag_desktop.explore.page_pictures import WantedPage
from graphrag_desktop.pipeline.documents import parse_file
from graphrag_desktop.pipeline.formats.pdf_pictures import draw_page
from graphrag_desktop.ui.library import SourcePage
from graphrag_desktop.ui.source_panel import SourcePanel
from graphrag_desktop.ui.theme import ActiveTheme

WORDS = "The word processor didn't just change workplaces"


@pytest.fixture(scope="module")
def path(shared: Path) -> Path:
    return shared / "fixtures" / "real" / "docling_multi_page.pdf"


@pytest.fixture(scope="module")
def parsed(path: Path) -> ParsedDocument:
    return parse_file(path)


@pytest.fixture
def panel(active: ActiveTheme, qtbot: QtBot, path: Path) -> SourcePanel:
    shown = SourcePanel(active)
    shown.resize(800, 500)
    qtbot.addWidget(shown)

    def draw(wanted: WantedPage) -> None:
        shown.show_picture(wanted, drawn(path, wanted))

    shown.page_wanted.connect(draw)
    with qtbot.waitExposed(shown):
        shown.show()
    return shown


def drawn(path: Path, wanted: WantedPage) -> PagePicture:
    page = wanted.page.span
    sought = [
        SoughtWords(wanted.text[each.start : each.end], (each.start - page.start) / (page.end - page.start))
        for each in wanted.passages
    ]
    return draw_page(path.read_bytes(), NO_PASSWORDS, wanted.page.number, wanted.width, sought)


def source(parsed: ParsedDocument, path: Path, *, passage: Evidence | None = None, name: str = "a.pdf") -> SourcePage:
    document = Document(parsed.document.id, (name,), DocumentState.READ, characters=len(parsed.text))
    view = SourceView(document, parsed.text, parsed.pages, (), ())
    return SourcePage(view, Original(OriginalState.SAME, path), passage, {})


def quoted(parsed: ParsedDocument) -> Evidence:
    start = parsed.text.index(WORDS)
    return Evidence(parsed.document.id, "a.pdf", page_at(parsed.pages, start), Span(start, start + len(WORDS)), WORDS)


def wheel(steps: int) -> QWheelEvent:
    is_inverted = False
    return QWheelEvent(
        QPointF(5, 5), QPointF(5, 5), QPoint(), QPoint(0, steps), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, is_inverted,
    )  # fmt: skip


def marked_pixels(panel: SourcePanel) -> int:
    image = panel._pages.viewport().grab().toImage()
    mark = panel._theme.theme.colour("mark_line")
    return sum(
        image.pixelColor(x, y).saturation() > 60 and abs(image.pixelColor(x, y).hue() - mark.hue()) < 25
        for x in range(0, image.width(), 2)
        for y in range(0, image.height(), 2)
    )


def test_that_a_passage_is_marked_on_its_page_and_in_sight(
    panel: SourcePanel, parsed: ParsedDocument, path: Path
) -> None:
    passage = quoted(parsed)
    panel.show_passages((passage,))
    panel.show_source(source(parsed, path, passage=passage))
    assert panel._views.currentWidget() is panel._reader

    panel._head.looks.click()

    assert panel._views.currentWidget() is panel._pages
    assert marked_pixels(panel) > 100
    assert f"page {passage.page} of {len(parsed.pages)}" in panel._where.text()


def test_that_pages_are_turned_at_their_ends(
    panel: SourcePanel, parsed: ParsedDocument, path: Path, qtbot: QtBot
) -> None:
    panel.show_source(source(parsed, path))
    panel._head.looks.click()
    bar = panel._pages.verticalScrollBar()
    bar.setValue(bar.maximum())

    with qtbot.waitSignal(panel.page_wanted):
        panel._pages.wheelEvent(wheel(-120))

    assert "page 2 of" in panel._where.text()


def test_that_a_larger_page_is_drawn_anew(panel: SourcePanel, parsed: ParsedDocument, path: Path, qtbot: QtBot) -> None:
    panel.show_source(source(parsed, path))
    panel._head.looks.click()
    before = panel._pages._image.width()

    with qtbot.waitSignal(panel.page_wanted):
        panel._pages.zoom_by(3)

    assert panel._pages._image.width() > before


def test_that_what_has_no_pages_to_draw_offers_none(panel: SourcePanel, parsed: ParsedDocument, path: Path) -> None:
    panel.show_source(source(parsed, path, name="a.docx"))
    assert not panel._head.looks.isVisible()
    panel.show_source(source(parsed, path))
    assert panel._head.looks.isVisible()


def test_that_the_text_is_shown_where_a_page_cannot_be(panel: SourcePanel, parsed: ParsedDocument, path: Path) -> None:
    panel.show_source(source(parsed, path))
    panel._head.looks.click()
    panel.show_text_instead("Page 1 cannot be drawn. Its text is shown instead.")
    assert panel._views.currentWidget() is panel._reader
    assert "cannot be drawn" in panel._bar.text
