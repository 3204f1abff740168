"""What an index run is to be made with, as the window orders it."""

from dataclasses import dataclass
from pathlib import Path

from graphrag_desktop.domain.entity_edits import EntityEdit
from graphrag_desktop.domain.identity import DocumentId
from graphrag_desktop.domain.index import RunSummary
from graphrag_desktop.domain.model_choice import ModelChoice
from graphrag_desktop.domain.passwords import NO_PASSWORDS, Passwords
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.pipeline.editing import change_edits
from graphrag_desktop.pipeline.removal import erase_documents, remove_documents
from graphrag_desktop.pipeline.run import build_index
from graphrag_desktop.project import Project


@dataclass(frozen=True, slots=True)
class Reader:
    """Who is to read: models, or with None the built-in engine."""

    models: ModelChoice | None = None


@dataclass(frozen=True, slots=True)
class TakenOut:
    """Documents that are to be taken out of the project, or erased; nothing is read then."""

    documents: tuple[DocumentId, ...]
    is_erased: bool


@dataclass(frozen=True, slots=True)
class IndexOrder:
    """Settings and reader are as the project has them where none are given. A trial reads so many documents, 0: all.

    Passwords are tried on files that ask for one, for as long as the project is open; without any those given before.
    All communities may be found anew. Where documents are to be taken out, or edits of entities are made or undone, that is
    all that is done: no document is looked at.
    """

    settings: Settings | None = None
    reader: Reader | None = None
    trial: int = 0
    passwords: Passwords = NO_PASSWORDS
    rebuild_communities: bool = False
    taken_out: TakenOut | None = None
    made: tuple[EntityEdit, ...] = ()
    undone: tuple[int, ...] = ()


def carry_out(project: Project, folder: Path, order: IndexOrder, control: RunControl) -> RunSummary:
    """Keep what is ordered, then index; or take documents out, or edit entities."""
    if order.taken_out is not None:
        work = erase_documents if order.taken_out.is_erased else remove_documents
        return work(project, order.taken_out.documents, control).run
    if order.settings is not None and order.settings != project.settings:
        project.keep_settings(order.settings)
    if order.reader is not None and order.reader.models != project.models:
        project.keep_models(order.reader.models)
    project.passwords = order.passwords or project.passwords
    if order.made or order.undone:
        return change_edits(project, order.made, order.undone, control).run
    return build_index(project, folder, control, order.trial, anew=order.rebuild_communities)
