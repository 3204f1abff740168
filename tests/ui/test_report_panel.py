"""The report of a community, and an entity with what surrounds it."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.answers import Citation
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.explore.disagreements import ClaimMark
from graphrag_desktop.explore.entities import ClaimView
from graphrag_desktop.explore.records import RecordView
from graphrag_desktop.ui.citation_card import CitationCard
from graphrag_desktop.ui.entity_text import entity_citations
from graphrag_desktop.ui.library import EntityCard
from graphrag_desktop.ui.prose import Prose
from graphrag_desktop.ui.report_panel import ReportPanel
from graphrag_desktop.ui.theme import ActiveTheme
from tests.explore.test_disagreements import CLAIM
from tests.ui.mill import QUOTE, Mill, citation


@pytest.fixture
def panel(active: ActiveTheme, qtbot: QtBot) -> ReportPanel:
    shown = ReportPanel(active)
    shown.resize(420, 800)
    qtbot.addWidget(shown)
    with qtbot.waitExposed(shown):
        shown.show()
    return shown


def _text(panel: ReportPanel) -> Prose:
    found = panel.findChild(Prose, "reportView")
    assert isinstance(found, Prose)
    return found


def _labels(panel: ReportPanel) -> str:
    return " | ".join(each.text() for each in panel.findChildren(QLabel) if each.isVisible())


def test_that_an_empty_panel_says_what_goes_here(panel: ReportPanel) -> None:
    assert "Choose a community" in _labels(panel)


def test_that_a_report_shows_all_it_has(panel: ReportPanel, mill: Mill) -> None:
    view = mill.reports[1]
    panel.show_report(view)
    words = _text(panel).toPlainText()

    assert view.row.title in words and view.summary in words
    assert all(finding.summary in words for finding in view.findings)
    assert all(member.title in words for member in view.members)
    assert "Contains 2 communities at C1" in words
    assert "C0 community 1 · by hand" in _labels(panel)


def test_that_links_lead_to_communities_entities_and_above(panel: ReportPanel, mill: Mill, qtbot: QtBot) -> None:
    view = mill.reports[4]
    panel.show_report(view)
    with qtbot.waitSignal(panel.community_wanted) as up:
        _text(panel).link_followed.emit("community:1")
    with qtbot.waitSignal(panel.entity_wanted) as entity:
        _text(panel).link_followed.emit(f"entity:{view.members[0].number}")
    assert (up.args, entity.args) == ([1], [view.members[0].number])
    assert "Part of" in _text(panel).toPlainText()


def test_that_a_citation_is_told_with_its_evidence(panel: ReportPanel, mill: Mill, qtbot: QtBot) -> None:
    panel.show_report(mill.reports[4])
    with qtbot.waitSignal(panel.citation_wanted) as told:
        _text(panel).anchorClicked.emit("citation:0")
    assert told.args is not None and isinstance(told.args[0], Citation) and told.args[0].evidence


def test_that_resting_on_a_citation_shows_its_record(panel: ReportPanel, mill: Mill, qtbot: QtBot) -> None:
    panel.show_report(mill.reports[4])
    _text(panel).setFocus()
    with qtbot.waitSignal(panel.record_wanted) as told:
        while not _text(panel).textCursor().charFormat().anchorHref().startswith("citation"):
            qtbot.keyClick(_text(panel), Qt.Key.Key_Tab)
    assert told.args is not None
    (card,) = panel.window().findChildren(CitationCard)
    assert card.isVisible()
    panel.show_record(RecordView(told.args[0], "the record's name", ()))
    assert any("the record's name" in each.text() for each in card.findChildren(QLabel))
    qtbot.keyClick(_text(panel), Qt.Key.Key_Down)
    _text(panel).link_left.emit()
    assert not card.isVisible()


def test_that_a_missing_report_offers_to_be_written(panel: ReportPanel, mill: Mill, qtbot: QtBot) -> None:
    view = mill.reports[2]
    panel.show_report(replace(view, row=replace(view.row, has_report=False), engine=""))
    button = next(
        each for each in panel.findChildren(QPushButton) if each.text() == "Write it again" and each.isVisible()
    )
    with qtbot.waitSignal(panel.write_wanted):
        button.click()


def test_that_an_entity_shows_what_it_is_connected_with(panel: ReportPanel, mill: Mill, qtbot: QtBot) -> None:
    view = mill.views["River Ouse"]
    rows = tuple(mill.hierarchy.rows[number] for number in view.communities)
    panel.show_entity(EntityCard(view, rows))
    words = _text(panel).toPlainText()

    assert "River Ouse" in words and "the Ouse" in words
    assert all(each.entity.title in words for each in view.neighbours)
    with qtbot.waitSignal(panel.passages_wanted) as told:
        _text(panel).link_followed.emit(f"passages:{view.entity.number}")
    assert told.args == [view.entity.number]


def test_that_every_chip_of_an_entity_is_that_of_its_own_line(panel: ReportPanel, mill: Mill, qtbot: QtBot) -> None:
    claim = replace(CLAIM, quote=QUOTE)
    marked = ClaimView(claim, citation(kind=Kind.CLAIM, number=1), ClaimMark(1, is_contradicted=True))
    view = replace(mill.views["River Ouse"], claims=(marked,))
    panel.show_entity(EntityCard(view, ()))
    words = _text(panel).toPlainText()
    assert "POLLUTION · TRUE · 1998-05-01" in words
    assert "In a single document, contradicted: see Disagreements" in words
    shown = entity_citations(view)
    assert [(each.kind, each.number) for each in shown] == [
        (Kind.ENTITY, view.entity.number),
        (Kind.CLAIM, 1),
        *((Kind.RELATIONSHIP, each.relationship.number) for each in view.neighbours),
    ]
    for place, wanted in enumerate(shown):
        with qtbot.waitSignal(panel.citation_wanted) as told:
            _text(panel).link_followed.emit(f"citation:{place}")
        assert told.args == [wanted]
        assert wanted.evidence
    _text(panel).selectAll()
    copied = _text(panel).createMimeDataFromSelection().text()
    for each in view.neighbours:
        assert f"[Relationships: {each.relationship.number}]" in copied


def test_that_the_text_is_copied_with_its_citations(panel: ReportPanel, mill: Mill) -> None:
    panel.show_report(mill.reports[4])
    panel._copy.click()
    assert "[Sources: " in QGuiApplication.clipboard().text()


@pytest.mark.parametrize("title", ["長い題名" * 125, "اسم طويل جدا " * 40, "<b>&amp;</b>", "a\nb"])
def test_that_any_title_is_shown_as_it_is(panel: ReportPanel, mill: Mill, title: str) -> None:
    view = mill.reports[2]
    panel.show_report(replace(view, row=replace(view.row, title=title)))
    assert title.replace("\n", "") in _text(panel).toPlainText().replace("\n", "")


def test_that_a_failure_is_said_beside_what_was_there(panel: ReportPanel, mill: Mill) -> None:
    panel.show_report(mill.reports[2])
    panel.show_failure("The disk does not answer.", "Try again.")
    assert "The disk does not answer. Try again." in _labels(panel)
    assert mill.reports[2].row.title in _text(panel).toPlainText()
