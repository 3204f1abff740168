"""What the list of documents and the summary of changes offer, carried out on the open project off the window's thread."""

from PySide6.QtCore import QObject

from graphrag_desktop.domain.errors import error_words
from graphrag_desktop.domain.identity import DocumentId
from graphrag_desktop.domain.index import RunSummary
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.documents import FileRow
from graphrag_desktop.pipeline.removal import RemovalPlan, plan_removal
from graphrag_desktop.pipeline.taking_back import take_back
from graphrag_desktop.project import Project
from graphrag_desktop.ui.desk import Desk
from graphrag_desktop.ui.index_order import IndexOrder, TakenOut
from graphrag_desktop.ui.navigation import Navigation
from graphrag_desktop.ui.project_view import ProjectView
from graphrag_desktop.ui.session import Session


class RemovalLinks(QObject):
    """Takes documents out and lets them in again; shows what changed, and has communities found anew."""

    def __init__(self, desk: Desk, session: Session, navigation: Navigation) -> None:
        super().__init__(desk)
        self._session = session
        self._bar, self._changes = desk.documents.removal, desk.activity.changes
        self._bar.plan_wanted.connect(self._plan)
        self._bar.removal_wanted.connect(self._take_out)
        self._bar.return_wanted.connect(self._take_back)
        self._changes.entity_wanted.connect(navigation.go_to_entity)
        self._changes.community_wanted.connect(navigation.go_to_community)
        self._changes.rebuild_wanted.connect(self.rebuild)
        session.view_loaded.connect(self._view_loaded)
        session.project_closed.connect(self._project_closed)
        session.index_finished.connect(self._index_finished)

    def rebuild(self) -> None:
        """Find all communities anew."""
        self._order(IndexOrder(rebuild_communities=True))

    def _plan(self, row: FileRow, is_erased: bool) -> None:  # noqa: FBT001  # a signal carries it
        if row.document is None:
            return
        task = self._session.read(_plan_removal, row.document.id)
        if task is not None:
            task.result.connect(lambda plan: self._bar.tell_plan(row, plan, is_erased=is_erased))
            task.failed.connect(lambda error: self._bar.tell(error_words(error)))

    def _take_out(self, row: FileRow, is_erased: bool) -> None:  # noqa: FBT001  # a signal carries it
        if self._session.is_indexing:
            self._bar.tell(self.tr("An index run is going on. Wait for it, or stop it."))
        elif row.document is not None:
            self._bar.show_nothing()
            self._order(IndexOrder(taken_out=TakenOut((row.document.id,), is_erased)))

    def _take_back(self, row: FileRow) -> None:
        if self._session.is_indexing:
            self._bar.tell(self.tr("An index run is going on. Wait for it, or stop it."))
            return
        task = self._session.read(_let_in, row.path)
        if task is not None:
            task.result.connect(lambda _: self._order(IndexOrder()))
            task.failed.connect(lambda error: self._bar.tell(error_words(error)))

    def _order(self, order: IndexOrder) -> None:
        folder, path = self._session.folder, self._session.project_path
        if folder is not None and path is not None:
            self._session.index_folder(folder, path, order)

    def _view_loaded(self, view: ProjectView) -> None:
        self._bar.is_changeable = not view.read_only_reason
        self._changes.show_change(view.change, view.rebuild_gain)

    def _index_finished(self, summary: RunSummary) -> None:
        if summary.change is not None:
            self._changes.show_change(summary.change, summary.rebuild_gain)

    def _project_closed(self) -> None:
        self._bar.show_nothing()
        self._changes.show_nothing()


def _plan_removal(project: Project, identity: DocumentId, control: RunControl) -> RemovalPlan:
    control.checkpoint()
    return plan_removal(project, (identity,))


def _let_in(project: Project, path: str, control: RunControl) -> int:
    control.checkpoint()
    return take_back(project, (path,))
