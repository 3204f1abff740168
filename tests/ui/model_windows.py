"""Windows with models: a scripted server, no keychain, and what of the page of models tests look at."""

from collections.abc import Callable

from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QPushButton, QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from graphrag_desktop.ui.models_page import ModelsPage
from graphrag_desktop.ui.window import MainWindow
from tests.scripted_server import ScriptedServer


def port_of(server: ScriptedServer) -> int:
    """At which it listens."""
    return int(server.origin.rpartition(":")[2])


def page_of(window: MainWindow) -> ModelsPage:
    """The page of models, in front."""
    window.tools.show_models()
    assert window.tools._preferences is not None
    return window.tools._preferences.models


def words_in(widget: QWidget) -> str:
    """All words that are to be seen."""
    return "\n".join(each.text() for each in widget.findChildren(QLabel) if each.isVisibleTo(widget))


def button(widget: QWidget, name: str) -> QPushButton:
    """A button by its object name, or by what it is called."""
    for each in widget.findChildren(QPushButton):
        if name in {each.objectName(), each.accessibleName()} and each.isVisibleTo(widget):
            return each
    raise AssertionError(f"no button {name}")


def radio(widget: QWidget, name: str) -> QRadioButton:
    """A radio button by its object name."""
    found = widget.findChild(QRadioButton, name)
    assert isinstance(found, QRadioButton)
    return found


def field(widget: QWidget, name: str) -> QLineEdit:
    """A field by its object name."""
    found = widget.findChild(QLineEdit, name)
    assert isinstance(found, QLineEdit)
    return found


def box(widget: QWidget, name: str) -> QComboBox:
    """A choice by its object name."""
    found = widget.findChild(QComboBox, name)
    assert isinstance(found, QComboBox)
    return found


def switch(widget: QWidget, name: str) -> QCheckBox:
    """A switch by its object name."""
    found = widget.findChild(QCheckBox, name)
    assert isinstance(found, QCheckBox)
    return found


def found_on(qtbot: QtBot, window: MainWindow, server: ScriptedServer, name: str = "Ollama") -> None:
    """Have a window look this machine over where the server is."""
    qtbot.waitUntil(lambda: window.tools.models._search is None)  # the one that a window begins with
    window.tools.models.ports = ((name, port_of(server)),)
    with qtbot.waitSignal(window.tools.models.servers_found):
        window.tools.models.look_around()


def soon(qtbot: QtBot, holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    qtbot.waitUntil(holds, timeout=20_000)
