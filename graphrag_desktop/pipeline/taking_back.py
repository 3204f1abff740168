"""Letting documents in again that the analyst took out of a project."""

from collections.abc import Sequence

from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.domain.identity import DocumentId
from graphrag_desktop.pipeline.files import identify
from graphrag_desktop.project import Project
from graphrag_desktop.storage import gone

_SHORTEST_ID = 6


def take_back(project: Project, names: Sequence[str]) -> int:
    """Let in again what was taken out under these paths or ids; returns how many documents. The next run reads them.

    Of an erased document not even the path is kept: its file in the folder tells which one it was. Raises `InputError`,
    naming it, where something was not taken out.
    """
    removed = gone.removed_documents(project.database)
    by_path = {each.path: each.id for each in removed if each.path}
    found: dict[DocumentId, None] = {}
    for name in names:
        known = by_path.get(name) or _by_content(project, name)
        hits = [each.id for each in removed if each.id == known]
        hits = hits or [each.id for each in removed if len(name) >= _SHORTEST_ID and each.id.startswith(name.lower())]
        if len(hits) != 1:
            raise InputError(
                f"“{name}” was not taken out of the project.",
                "Name the path it had in the folder; “graphrag-desktop info” lists what was taken out.",
            )
        found[hits[0]] = None
    return gone.take_back(project.database, found)


def _by_content(project: Project, path: str) -> DocumentId | None:
    """What the file at a path of the folder is now, None where there is none to be read."""
    folder = project.folder
    if folder is None:
        return None
    try:
        return identify(folder / path)[0]
    except (OSError, ValueError):
        return None
