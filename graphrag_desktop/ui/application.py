"""Starting the window, and drawing it into a picture without any display."""

import sys
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from graphrag_desktop.domain.errors import GraphRagError
from graphrag_desktop.ui.theme import ActiveTheme, Choice
from graphrag_desktop.ui.window import MainWindow

_LONGEST_SECONDS = 120


def open_window(path: Path | None) -> int:
    """Open the window on a folder, a project or nothing; returns the exit status when it is closed."""
    application = _application()
    window = MainWindow(ActiveTheme(application))
    window.show()
    if path is not None:
        QTimer.singleShot(0, lambda: window.open_path(path))  # the window is painted first
    return application.exec()


def save_picture(  # noqa: PLR0913 - one picture, described in one place
    project: Path,
    out: Path,
    *,
    level: int | None = None,
    theme: str = "light",
    size: tuple[int, int] = (1600, 1000),
    community: int | None = None,
    question: str | None = None,
) -> None:
    """Draw the window on a project, as it looks when everything asked for has come, and save it as a picture."""
    window = MainWindow(ActiveTheme(_application(), Choice(theme)))
    try:
        window.resize(*size)
        window.show()
        window.open_path(project)
        _wait_for(window, window.session.view_loaded)
        _let_settle()
        if level is not None:
            window.navigation.go_to_level(level)
        if community is not None:
            window.navigation.go_to_community(community)
            _wait_for(window, window.session.report_loaded)
        if question:
            window.ask(question, window.navigation.level)
            _wait_for(window, window.session.answer_finished)
        _let_settle()
        if not window.grab().save(str(out)):
            raise GraphRagError(f"The picture cannot be saved at {out}.", "Name a file that ends in .png.")
    finally:
        window.close()


def _application() -> QApplication:
    application = QApplication.instance() or QApplication(sys.argv[:1])
    if not isinstance(application, QApplication):
        raise GraphRagError("A program without windows is running already.", "Start GraphRAG Desktop by itself.")
    application.setApplicationName("GraphRAG Desktop")
    application.setOrganizationName("GraphRAG Desktop")
    return application


def _wait_for(window: MainWindow, happened: object) -> None:
    """Run the window until a signal comes; raise what failed instead."""
    loop = QEventLoop()
    failed: list[tuple[str, ...]] = []

    def told(*words: str) -> None:
        failed.append(words)
        loop.quit()

    session = window.session
    failures = (session.opening_failed, session.answer_failed, session.reading_failed)
    happened.connect(loop.quit)  # type: ignore[attr-defined]
    for signal in failures:
        signal.connect(told)
    QTimer.singleShot(_LONGEST_SECONDS * 1000, loop, loop.quit)
    loop.exec()
    happened.disconnect(loop.quit)  # type: ignore[attr-defined]
    for signal in failures:
        signal.disconnect(told)
    if failed:
        raise GraphRagError(*failed[0][:2])


def _let_settle() -> None:
    """Let flights of the camera and pending drawing end."""
    loop = QEventLoop()
    QTimer.singleShot(900, loop, loop.quit)
    loop.exec()
