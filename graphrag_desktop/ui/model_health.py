"""Whether the models of the open project can be reached, as a dot in the status line shows it."""

from PySide6.QtCore import QObject, QTimer, Signal

from graphrag_desktop.domain.model_choice import ModelChoice
from graphrag_desktop.engines.model_servers import reach_local_servers
from graphrag_desktop.ui.project_view import ProjectView
from graphrag_desktop.ui.session import Session
from graphrag_desktop.ui.tasks import Task
from graphrag_desktop.ui.theme import Token

_EVERY_MILLISECONDS = 30_000


class ModelHealth(QObject):
    """Servers of this machine are asked every half minute; those elsewhere hear of us only when there is work for them."""

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._choice: ModelChoice | None = None
        self._task: Task | None = None
        self.dot: Token | None = None
        self.words = ""
        self._often = QTimer(self, interval=_EVERY_MILLISECONDS)
        self._often.timeout.connect(self.look)
        session.view_loaded.connect(self._view_loaded)
        session.project_closed.connect(lambda: self._follow(None))
        session.index_failed.connect(lambda *_: self.look())
        session.answer_failed.connect(lambda *_: self.look())

    def look(self) -> None:
        """Ask the servers of this machine whether they are there."""
        if self._choice is None or self._task is not None:
            return
        self._task = self._session.start(reach_local_servers, self._choice)
        self._task.result.connect(self._looked)
        self._task.finished.connect(self._ended)

    def _view_loaded(self, view: ProjectView) -> None:
        self._follow(view.models)

    def _follow(self, choice: ModelChoice | None) -> None:
        if choice == self._choice:
            return
        self._choice, self.dot, self.words = choice, None, ""
        if choice is None:
            self._often.stop()
        else:
            self._often.start()
            self.look()
        self.changed.emit()

    def _looked(self, trouble: str | None) -> None:
        """`None`: there is none of them on this machine."""
        if trouble is None:
            self.dot, self.words = None, self.tr("Asked only when there is work for it.")
        else:
            self.dot, self.words = ("danger", trouble) if trouble else ("ok", self.tr("The server answers."))
        self.changed.emit()

    def _ended(self) -> None:
        self._task = None
