"""The sample case: read once, with a word about it; after that it opens like any other project."""

from pathlib import Path

from PySide6.QtCore import QObject, Slot

from graphrag_desktop.assets import resource
from graphrag_desktop.ui.library_links import LibraryLinks
from graphrag_desktop.ui.notices import Notice
from graphrag_desktop.ui.project_view import ProjectView
from graphrag_desktop.ui.window_parts import WindowParts

_MATTER = "sample"


class SampleLinks(QObject):
    """Opens the sample, reads it where that was never done to the end, and says so while it goes on."""

    def __init__(self, parts: WindowParts, reading: LibraryLinks) -> None:
        super().__init__(parts.window)
        self._parts, self._reading = parts, reading
        self._expected: Path | None = None  # a project that may have to be read to its end
        session = parts.session
        session.view_loaded.connect(self._view_loaded)
        session.index_started.connect(self._index_started)
        session.opening_failed.connect(self._opening_failed)
        for ended in (session.index_finished, session.index_stopped, session.index_failed, session.project_closed):
            ended.connect(lambda *_: parts.notices.withdraw(_MATTER))

    def open(self, path: Path) -> None:
        """Open the project at `path`, or make it of the sample's documents."""
        if path.exists():
            self._expected = path
            self._parts.session.open_project(path)
        else:
            self._parts.session.index_folder(resource("sample"), path)

    @Slot(object)
    def _view_loaded(self, view: ProjectView) -> None:
        expected, self._expected = self._expected, None
        session = self._parts.session
        if expected != view.path or session.is_indexing or not session.is_changeable:
            return
        sample, folder = resource("sample").resolve(), session.folder
        if folder is not None and folder != sample and folder.is_dir():  # somebody's own folder of that name
            self.open(view.path.with_stem(f"{view.path.stem} case"))
        elif folder != sample or view.is_empty or view.was_broken_off:
            session.index_folder(resource("sample"), view.path)
        else:
            self._reading.answer_sample()

    @Slot(str)
    def _index_started(self, folder: str) -> None:
        if Path(folder) == resource("sample"):
            words = self.tr(
                "The documents of the sample are read now and their map is made: about a minute, this one time. Look"
                " around meanwhile; the answer to a first question comes by itself."
            )
            self._parts.notices.tell(Notice(words, "ok", matter=_MATTER))

    def _opening_failed(self, *_: str) -> None:
        self._expected = None
