"""The panel of disagreements and the project behind it: compared when it is seen first, in the background."""

from PySide6.QtCore import QObject, Signal, Slot

from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.explore.disagreements import Disagreements, disagreements
from graphrag_desktop.ui.panel_reading import PanelReading
from graphrag_desktop.ui.window_parts import WindowParts
from graphrag_desktop.ui.workspaces import DISAGREEMENTS, SOURCE


class DisagreementLinks(QObject):
    """Compares the claims and sentences of the open project for the panel of a desk."""

    loaded = Signal()

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.desk)
        self._parts = parts
        self._panel = parts.desk.disagreements
        self._reading = PanelReading(parts.session, disagreements, self)
        self._reading.began.connect(self._panel.expect)
        self._reading.done.connect(self._loaded)
        self._reading.failed.connect(self._panel.show_failure)
        self._panel.wanted.connect(self._reading.begin)
        self._panel.passage_wanted.connect(self._show_passage)
        parts.session.view_loaded.connect(lambda _: self._view_loaded())
        parts.session.project_changed.connect(self._forget)
        parts.session.project_closed.connect(self._forget)

    def show(self) -> None:
        """Bring the panel to the front, with the keyboard."""
        self._parts.desk.show(DISAGREEMENTS)
        self._panel.take_focus()

    def _loaded(self, found: Disagreements) -> None:
        self._panel.show_disagreements(found)
        self.loaded.emit()

    def _view_loaded(self) -> None:
        self._forget()
        if self._parts.desk.is_shown(DISAGREEMENTS):
            self._reading.begin()

    def _forget(self) -> None:
        self._reading.give_up()
        self._panel.show_nothing()

    @Slot(object)
    def _show_passage(self, passage: Evidence) -> None:
        self._parts.desk.source.show_passages((passage,))
        self._parts.desk.show(SOURCE)
