"""That a program made something, and that it may be wrong, is said wherever it is shown and wherever it goes."""

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from graphrag_desktop.cli_answers import answer_text
from graphrag_desktop.cli_results import report_text
from graphrag_desktop.domain.answers import MADE_BY_PROGRAM
from graphrag_desktop.domain.case_file import CaseItem, CaseKind
from graphrag_desktop.explore.case_export import make_paper
from graphrag_desktop.explore.case_writers import markdown, web_page, word_document
from graphrag_desktop.explore.comparison import compare_answers
from graphrag_desktop.ui.answer_markdown import answer_markdown
from graphrag_desktop.ui.ask_panel import AskPanel
from graphrag_desktop.ui.case_panel import CasePanel
from graphrag_desktop.ui.comparison_text import comparison_blocks
from graphrag_desktop.ui.library import EntityCard
from graphrag_desktop.ui.machine_notice import machine_notice
from graphrag_desktop.ui.prose import Prose
from graphrag_desktop.ui.prose_blocks import plain_text
from graphrag_desktop.ui.report_panel import ReportPanel
from graphrag_desktop.ui.theme import ActiveTheme
from tests.ui.mill import Mill, answer


def _item(kind: CaseKind) -> CaseItem:
    return CaseItem("i1", kind, "A title", "Some words.", "2025-03-01T10:00:00.000+00:00")


def test_that_it_stands_below_answers_reports_entities_and_comparisons(
    active: ActiveTheme, qtbot: QtBot, mill: Mill
) -> None:
    asked, read = AskPanel(active), ReportPanel(active)
    for panel in (asked, read):
        qtbot.addWidget(panel)
    asked.show_answer(answer())
    view = asked.findChild(Prose, "answerView")
    assert isinstance(view, Prose)
    assert machine_notice() in view.toPlainText()
    text = read.findChild(Prose, "reportView")
    assert isinstance(text, Prose)
    read.show_report(mill.reports[4])
    assert machine_notice() in text.toPlainText()
    read._copy.click()
    assert machine_notice() in QGuiApplication.clipboard().text()
    read.show_entity(EntityCard(mill.views["River Ouse"], ()))
    assert machine_notice() in text.toPlainText()
    assert machine_notice() in plain_text(comparison_blocks(compare_answers(answer(), answer("a2"))))


@pytest.mark.parametrize(
    ("kind", "is_made"), [(CaseKind.ANSWER, True), (CaseKind.REPORT, True), (CaseKind.ENTITY, True), (CaseKind.NOTE, False)]
)  # fmt: skip
def test_that_it_stands_below_what_was_kept_of_them_and_not_below_a_note(
    active: ActiveTheme, qtbot: QtBot, kind: CaseKind, *, is_made: bool
) -> None:
    panel = CasePanel(active)
    qtbot.addWidget(panel)
    panel.show_items((_item(kind),), "i1")
    assert (machine_notice() in panel._prose.toPlainText()) is is_made


def test_that_it_goes_with_every_export(mill: Mill) -> None:
    paper = make_paper("A case", "today", [_item(CaseKind.ANSWER)])
    assert "may be wrong" in markdown(paper).replace("\n> ", " ")
    assert "may be wrong" in web_page(paper)
    from io import BytesIO

    from docx import Document

    words = "\n".join(each.text for each in Document(BytesIO(word_document(paper))).paragraphs)
    assert "may be wrong" in words
    assert f"> {machine_notice()}" in answer_markdown(answer())
    assert answer_text(answer()).endswith(MADE_BY_PROGRAM)
    assert report_text(mill.reports[4]).endswith(MADE_BY_PROGRAM)
