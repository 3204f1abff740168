"""What stands below everything that a program made, on the screen and in what leaves it."""

from PySide6.QtCore import QCoreApplication

from graphrag_desktop.domain.answers import MADE_BY_PROGRAM
from graphrag_desktop.ui.prose_blocks import Block, caption


def machine_notice() -> str:
    """The notice in the language of the window."""
    return QCoreApplication.translate("Notice", MADE_BY_PROGRAM)


def notice_block() -> Block:
    """The same as the last line of a text."""
    return caption(machine_notice(), above=10)
