"""Starting the window, and drawing it into a picture without any display."""

import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from graphrag_desktop.domain.errors import GraphRagError
from graphrag_desktop.ui import window_picture
from graphrag_desktop.ui.bug_catcher import BugCatcher
from graphrag_desktop.ui.crash_watch import CrashWatch, past_crashes
from graphrag_desktop.ui.interrupts import Interrupts
from graphrag_desktop.ui.logs import log_folder, log_messages_of_qt, start_log
from graphrag_desktop.ui.memory import Memory, usual_file
from graphrag_desktop.ui.other_starts import OtherStarts, hand_over
from graphrag_desktop.ui.shown import Shown
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.window import MainWindow
from graphrag_desktop.ui.window_icon import window_icon


def open_window(path: Path | None, *, is_safe: bool = False) -> int:
    """Open the window on a folder, a project or nothing; returns the exit status when it is closed.

    Where a window has the project open already, or none, that one comes forward and this start ends.
    `is_safe` starts it as it comes: nothing remembered is used or changed, and nothing moves by itself.
    """
    application = _application()
    if not is_safe and hand_over(path):
        return 0
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
    starts = OtherStarts(window, lambda: window.pages.is_idle)
    starts.path_wanted.connect(window.open_path)
    window.session.view_loaded.connect(lambda view: starts.note_project(view.path))
    window.session.project_closed.connect(lambda: starts.note_project(None))
    if is_safe:
        window.start_safely()
    else:
        window.files.find_made()
    window.show()
    if crashes:
        window.tools.recover(crashes[-1], is_asked=path is not None)
    if path is not None:
        QTimer.singleShot(0, lambda: window.open_path(path))  # the window is painted first
    try:
        return application.exec()
    finally:
        window.close()  # where it is not closed already
        starts.close()
        bugs.stop()
        interrupts.stop()
        watch.end()


def save_picture(path: Path, out: Path, shown: Shown) -> None:
    """Draw the window on a project, and save it as a picture; see `window_picture`."""
    window_picture.save_picture(_application(), path, out, shown)


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
