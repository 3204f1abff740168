"""A theme, a small indexed project and a window on it, for the tests of the window and its parts."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from graphrag_desktop.assets import resource
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.run import build_index, start_project
from graphrag_desktop.ui.graph_canvas import GraphCanvas
from graphrag_desktop.ui.theme import ActiveTheme, Choice
from graphrag_desktop.ui.window import MainWindow
from tests.ui.mill import Mill, read_mill


@pytest.fixture(scope="session")
def indexed_sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped sample, indexed once by the built-in engine; copy it before changing it."""
    path = tmp_path_factory.mktemp("indexed") / "sample.graphrag"
    with start_project(path, resource("sample")) as project:
        build_index(project, resource("sample"), RunControl())
    return path


@pytest.fixture(scope="session")
def mill(tmp_path_factory: pytest.TempPathFactory) -> Mill:
    """All that panels show of a small project, without a window or a thread."""
    return read_mill(tmp_path_factory.mktemp("mill"))


@pytest.fixture(autouse=True)
def widgets_go_with_their_test() -> Iterator[None]:
    """Nothing shown is left for later tests, whose every style would be put on it too (two seconds for a window)."""
    yield
    application = QApplication.instance()
    if application is not None:
        application.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> Iterator[MainWindow]:
    """A window with nothing open; closed, with all its work, at the end."""
    shown = MainWindow(ActiveTheme(qapp, Choice.LIGHT))
    qtbot.addWidget(shown)
    shown.show()
    yield shown
    shown.close()


@pytest.fixture
def mill_project(mill: Mill, tmp_path: Path) -> Path:
    """A copy of the small project, to be opened and changed."""
    return Path(shutil.copy(mill.path, tmp_path / "mill.graphrag"))


@pytest.fixture
def opened(qtbot: QtBot, window: MainWindow, mill_project: Path) -> MainWindow:
    """A window on the small project, in which nothing moves by itself."""
    window.appearance.set_still(is_still=True)
    with qtbot.waitSignals([window.session.view_loaded, window.reading.library.tables_loaded], timeout=60_000):
        window.open_path(mill_project)
    return window


@pytest.fixture
def active(qapp: QApplication) -> Iterator[ActiveTheme]:
    """The light theme on the application, taken off again at the end."""
    theme = ActiveTheme(qapp, Choice.LIGHT)
    yield theme
    qapp.styleHints().colorSchemeChanged.disconnect(theme._system_changed)
    qapp.styleHints().setColorScheme(Qt.ColorScheme.Unknown)
    theme.deleteLater()
    qapp.setStyleSheet("")
    qapp.setPalette(QPalette())


@pytest.fixture
def canvas(active: ActiveTheme, qtbot: QtBot) -> Iterator[GraphCanvas]:
    """A map on the screen that does not fly."""
    canvas = GraphCanvas(active)
    canvas.is_animated = False
    canvas.resize(900, 700)
    qtbot.addWidget(canvas)
    with qtbot.waitExposed(canvas):
        canvas.show()
    yield canvas
    canvas.hide()
