"""Starting the window, and drawing it into a picture without any display."""

import sys
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from graphrag_desktop.domain.errors import GraphRagError
from graphrag_desktop.ui.bug_catcher import BugCatcher
from graphrag_desktop.ui.crash_watch import CrashWatch, past_crashes
from graphrag_desktop.ui.interrupts import Interrupts
from graphrag_desktop.ui.logs import log_folder, log_messages_of_qt, start_log
from graphrag_desktop.ui.memory import Memory, usual_file
from graphrag_desktop.ui.theme import ActiveTheme, Choice
from graphrag_desktop.ui.window import MainWindow
from graphrag_desktop.ui.window_icon import window_icon

_LONGEST_SECONDS = 120
_STILL_MILLISECONDS = 900  # flights of the camera and pending drawing are over by then


def open_window(path: Path | None, *, is_safe: bool = False) -> int:
    """Open the window on a folder, a project or nothing; returns the exit status when it is closed.

    `is_safe` starts it as it comes: nothing remembered is used or changed, and nothing moves by itself.
    """
    application = _application()
    folder = log_folder()
    start_log(folder)
    crashes = past_crashes(folder)
    watch, bugs, interrupts = CrashWatch(folder), BugCatcher(application), Interrupts(application)
    bugs.start()
    memory = Memory.forgetful() if is_safe else Memory(usual_file())
    window = MainWindow(ActiveTheme(application), memory)
    bugs.caught.connect(window.tools.tell_bug)
    window.session.view_loaded.connect(lambda view: watch.note_project(view.path))
    window.session.project_closed.connect(lambda: watch.note_project(None))
    if is_safe:
        window.start_safely()
    window.show()
    if crashes:
        window.tools.recover(crashes[-1], is_asked=path is not None)
    if path is not None:
        QTimer.singleShot(0, lambda: window.open_path(path))  # the window is painted first
    try:
        return application.exec()
    finally:
        window.close()  # where it is not closed already
        bugs.stop()
        interrupts.stop()
        watch.end()


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
    """Draw the window on a project, as it looks when everything asked for has come, and save it as a picture.

    It looks as it comes: what the analyst's own window remembers does not show.
    """
    window = MainWindow(ActiveTheme(_application(), Choice(theme)))
    try:
        window.appearance.set_still(is_still=True)
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
        window.notices.withdraw("fonts")  # about this computer, not about the project
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
    application.setDesktopFileName("graphrag-desktop")
    application.setWindowIcon(window_icon())
    log_messages_of_qt()
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
    loop = QEventLoop()
    QTimer.singleShot(_STILL_MILLISECONDS, loop, loop.quit)
    loop.exec()
