"""Drawing the window into a picture, without any display."""

from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.domain.errors import GraphRagError
from graphrag_desktop.project import default_path
from graphrag_desktop.ui.shown import Page, Shown
from graphrag_desktop.ui.theme import ActiveTheme, Choice
from graphrag_desktop.ui.window import MainWindow
from graphrag_desktop.ui.workspaces import ASK, CONTEXT, DISAGREEMENTS, DUPLICATES, HISTORY, SOURCE, TIMELINE, Workspace

_LONGEST_SECONDS = 120
_STILL_MILLISECONDS = 900  # flights of the camera and pending drawing are over by then
_BESIDE = {  # their commands
    Page.PREFERENCES: "preferences",
    Page.SHORTCUTS: "show_shortcuts",
    Page.GUIDE: "show_guide",
    Page.ABOUT: "about",
}


def save_picture(application: QApplication, path: Path, out: Path, shown: Shown) -> None:
    """Draw the window on a project, as it looks when everything asked for has come, and save it as a picture.

    It looks as it comes: what the analyst's own window remembers does not show. A folder in place of a project shows
    what indexing it would mean.
    """
    window = MainWindow(ActiveTheme(application, Choice(shown.theme)))
    try:
        window.appearance.set_still(is_still=True)
        window.resize(*shown.size)
        window.show()
        if path.is_dir():
            _show_plan(window, path, default_path(path))
        else:
            _open(window, path)
            _choose(window, shown)
            _turn_to(window, shown)
        _let_settle()
        window.notices.withdraw("fonts")  # about this computer, not about the project
        if not _pictured(window, shown).grab().save(str(out)):
            raise GraphRagError(f"The picture cannot be saved at {out}.", "Name a file that ends in .png.")
    finally:
        window.close()


def _open(window: MainWindow, project: Path) -> None:
    window.open_path(project)
    _wait_for(window, window.session.view_loaded)
    _let_settle()


def _choose(window: MainWindow, shown: Shown) -> None:
    """Do what an analyst would do to see it."""
    go, library = window.navigation, window.reading.library
    if shown.workspace is not None:
        window.desk.choose(Workspace(shown.workspace))
    if shown.level is not None:
        go.go_to_level(shown.level)
    if shown.community is not None:
        go.go_to_community(shown.community)
        _wait_for(window, window.session.report_loaded)
    if shown.question and shown.page is not Page.COMPARE:
        window.ask(shown.question, go.level, Mode(shown.mode))
        _wait_for(window, window.session.answer_finished)
    if shown.entity is not None:
        go.go_to_entity(shown.entity)
        _wait_for(window, library.entity_loaded)
    if shown.document is not None:
        row = window.desk.documents.file_named(shown.document)
        if row is None or row.document is None:
            raise GraphRagError(f"No document of this project has “{shown.document}” in its name.", "Look at its list.")
        go.go_to_document(row.document.id)
        _wait_for(window, library.source_loaded)
    if shown.workspace is not None:
        window.desk.choose(Workspace(shown.workspace))  # a question changes it


def _turn_to(window: MainWindow, shown: Shown) -> None:
    """Bring to the front what is to be seen."""
    folder, project = window.session.folder, window.session.project_path
    if shown.panel in (HISTORY, CONTEXT) and shown.workspace is None:
        window.desk.choose(Workspace.ASK)  # elsewhere there is room for the question only
    if shown.panel == DUPLICATES:  # with the room that it has when it is asked for
        window.merging.show()
        _wait_for(window, window.merging.loaded)
    elif shown.panel is not None:
        window.desk.show(ASK if shown.panel in (HISTORY, CONTEXT) else shown.panel)
    if shown.panel in (TIMELINE, DISAGREEMENTS):  # read when they are seen first
        _wait_for(window, (window.time if shown.panel == TIMELINE else window.disagreements).loaded)
    if shown.panel == HISTORY:
        window.desk.ask.turn_to_history()
    if shown.panel == CONTEXT:
        _show_context(window)
    if shown.panel == SOURCE and shown.question:
        _follow_first_citation(window)
    if shown.page is Page.WELCOME:
        window.session.close_project()
    elif shown.page is Page.PLAN and folder is not None and project is not None:
        _show_plan(window, folder, project)
    elif shown.page is Page.COMPARE:
        _compare(window, shown.question)
    elif shown.page is Page.PALETTE:
        window.tools.open_palette(shown.typed)
    elif shown.page is not None:
        window.commands[_BESIDE[shown.page]].trigger()


def _follow_first_citation(window: MainWindow) -> None:
    answer = window.desk.ask.answer
    cited = None if answer is None else next((each for each in answer.citations if each.evidence), None)
    if cited is not None:
        window.desk.ask.citation_wanted.emit(cited)


def _show_context(window: MainWindow) -> None:
    """Of the answer that is open; it is read when it is seen first."""
    window.context.turn_to()
    if window.desk.ask.answer is not None and window.context.sheet.inspection is None:
        _wait_for(window, window.context.inspected)


def _compare(window: MainWindow, question: str | None) -> None:
    window.compare.show()
    if question:
        panel = window.desk.compare
        panel.set_question(question)
        panel.compare()
        _wait_for(window, window.compare.compared)


def _show_plan(window: MainWindow, folder: Path, project: Path) -> None:
    window.plan.look_at(folder, project)
    _wait_for(window, window.reading.library.plan_loaded)


def _pictured(window: MainWindow, shown: Shown) -> QWidget:
    if shown.page in _BESIDE:
        return next(each for each in window.tools.beside() if each.isVisible())
    return window


def _wait_for(window: MainWindow, happened: object) -> None:
    """Run the window until a signal comes; raise what failed instead."""
    loop = QEventLoop()
    failed: list[tuple[str, ...]] = []

    def told(*words: str) -> None:
        failed.append(words)
        loop.quit()

    session, library = window.session, window.reading.library
    failures = (
        session.opening_failed,
        session.answer_failed,
        session.reading_failed,
        library.failed,
        library.plan_failed,
    )
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
