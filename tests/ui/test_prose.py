"""Text to be read: its measure, its copies, its links by mouse and keyboard."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.ui.citation_states import CitationState
from graphrag_desktop.ui.inline_objects import Chip, Pill
from graphrag_desktop.ui.prose import Prose
from graphrag_desktop.ui.prose_blocks import Block, Placed, Run, heading
from graphrag_desktop.ui.theme import ActiveTheme

CHIP = Placed(Chip(Kind.REPORT, 12, CitationState.QUOTED), "citation:0")
OTHER = Placed(Chip(Kind.SOURCE, 3, CitationState.UNKNOWN), "citation:1")
BLOCKS = (heading((Run("A heading"),)), Block((Run("It is so.\N{NO-BREAK SPACE}"), CHIP, OTHER, Run(" And 𝄞 more."))))


@pytest.fixture
def prose(active: ActiveTheme, qtbot: QtBot) -> Prose:
    shown = Prose(active, 400)
    shown.resize(800, 400)
    qtbot.addWidget(shown)
    with qtbot.waitExposed(shown):
        shown.show()
    shown.show_blocks(BLOCKS)
    return shown


def test_that_a_copy_has_words_where_chips_are(prose: Prose) -> None:
    prose.selectAll()
    assert prose.createMimeDataFromSelection().text() == ("A heading\nIt is so. [Reports: 12] [Sources: 3] And 𝄞 more.")


def test_that_a_copy_of_a_part_has_only_that_part(prose: Prose) -> None:
    cursor = QTextCursor(prose.document())
    cursor.setPosition(len("A heading\nIt is so. "))
    cursor.movePosition(QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor)
    prose.setTextCursor(cursor)
    assert prose.createMimeDataFromSelection().text() == "[Reports: 12]"


def test_that_what_is_read_aloud_has_no_boxes(prose: Prose) -> None:
    assert "[Reports: 12]" in prose.accessibleDescription()
    assert "\N{OBJECT REPLACEMENT CHARACTER}" not in prose.accessibleDescription()


def test_that_no_line_is_longer_than_the_measure(prose: Prose) -> None:
    prose.show_blocks((Block((Run("word " * 400),)),))
    assert prose.viewport().width() <= 400


def test_that_lines_with_chips_are_no_higher_than_others(prose: Prose) -> None:
    prose.show_blocks((Block((Run("one"),)), Block((Run("two"), CHIP)), Block((Run("three"),))))
    layout = prose.document().documentLayout()
    heights = []
    block = prose.document().begin()
    while block.isValid():
        heights.append(round(layout.blockBoundingRect(block).height()))
        block = block.next()
    assert len(set(heights)) == 1


def test_that_the_keyboard_reaches_every_chip_and_follows_it(prose: Prose, qtbot: QtBot) -> None:
    prose.setFocus()
    qtbot.keyClick(prose, Qt.Key.Key_Tab)
    with qtbot.waitSignal(prose.link_followed) as first:
        qtbot.keyClick(prose, Qt.Key.Key_Return)
    qtbot.keyClick(prose, Qt.Key.Key_Tab)
    with qtbot.waitSignal(prose.link_followed) as second:
        qtbot.keyClick(prose, Qt.Key.Key_Return)
    assert (first.args, second.args) == (["citation:0"], ["citation:1"])


def test_that_resting_on_a_chip_is_told_with_its_place(prose: Prose, qtbot: QtBot) -> None:
    prose.setFocus()
    with qtbot.waitSignal(prose.link_rested) as told:
        qtbot.keyClick(prose, Qt.Key.Key_Tab)
    assert told.args is not None
    href, place = told.args
    assert href == "citation:0"
    assert prose.viewport().rect().contains(place.center())
    assert prose.anchorAt(place.center()) == "citation:0"


def test_that_leaving_a_chip_is_told(prose: Prose, qtbot: QtBot) -> None:
    prose.setFocus()
    qtbot.keyClick(prose, Qt.Key.Key_Tab)
    with qtbot.waitSignal(prose.link_left):
        qtbot.keyClick(prose, Qt.Key.Key_Tab)


def test_that_zoom_changes_the_text_and_not_its_place(prose: Prose, qtbot: QtBot) -> None:
    prose.show_blocks(tuple(Block((Run(f"Paragraph {n}. " * 20),)) for n in range(30)))
    before = prose.document().size().height()
    prose.zoom_by(2)
    assert prose.document().size().height() != before
    prose.zoom_by(-2)
    assert prose.document().size().height() == pytest.approx(before, abs=2)


def test_that_a_name_of_500_characters_fits_the_line(prose: Prose) -> None:
    prose.show_blocks((Block((Placed(Pill("名" * 500, 12, "list-tree"), "community:1"),)),))
    assert prose.document().idealWidth() <= prose.viewport().width() + 1


def test_that_a_new_theme_keeps_the_reader_s_place(prose: Prose, active: ActiveTheme) -> None:
    prose.show_blocks(tuple(Block((Run(f"Paragraph {n}. " * 20),)) for n in range(30)))
    prose.verticalScrollBar().setValue(300)
    active.set_scale(1.0)
    active.theme_changed.emit(active.theme)
    assert prose.verticalScrollBar().value() == 300


def test_that_a_click_follows_a_link(prose: Prose, qtbot: QtBot) -> None:
    prose.setFocus()
    with qtbot.waitSignal(prose.link_rested) as told:
        qtbot.keyClick(prose, Qt.Key.Key_Tab)
    assert told.args is not None
    place: QPoint = told.args[1].center()
    with qtbot.waitSignal(prose.link_followed) as followed:
        qtbot.mouseClick(prose.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert followed.args == ["citation:0"]


def test_that_a_text_is_read_from_its_top_by_eye_and_by_keyboard(prose: Prose) -> None:
    prose.resize(800, 120)
    prose.show_blocks(tuple(Block((Run(f"Paragraph {number} of many."),)) for number in range(20)))
    prose.ensureCursorVisible()
    assert prose.verticalScrollBar().value() == 0
