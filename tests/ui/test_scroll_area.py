"""Scrolling what wraps: a bar that can neither stay nor go ends no program."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from graphrag_desktop.ui.scroll_area import ScrollArea

WORDS = "A sentence of some length that is read in a narrow panel and so wraps into several lines. " * 6


class Restless(QWidget):
    """Wants another height the moment it has the one it wanted, as lines do that wrap with a bar and not without."""

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Qt asks for this."""
        return QSize(10, 210 if self.height() == 200 else 200)


def test_that_content_that_cannot_decide_ends_no_program(qtbot: QtBot) -> None:
    content = Restless()
    area = ScrollArea(content)
    qtbot.addWidget(area)
    area.resize(200, 100)
    with qtbot.waitExposed(area):
        area.show()
    area.resize(220, 120)
    assert content.height() in (200, 210)
    assert area.verticalScrollBar().isVisible(), "where it cannot decide the bar stays"


@pytest.mark.parametrize("height", [40, 120, 600])
def test_that_what_wraps_is_shown_whole_at_any_height(qtbot: QtBot, height: int) -> None:
    content = QWidget()
    column = QVBoxLayout(content)
    label = QLabel(WORDS, wordWrap=True)
    column.addWidget(label)
    area = ScrollArea(content, shows_through=True)
    qtbot.addWidget(area)
    with qtbot.waitExposed(area):
        area.show()
    for width in (120, 320, 121, 319):
        area.resize(width, height)
    qtbot.waitUntil(lambda: content.height() >= label.heightForWidth(label.width()))
    qtbot.waitUntil(lambda: content.width() == area.viewport().width())
