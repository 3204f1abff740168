"""The files that a project was made from, as they lie there now: still the same, changed since, or gone."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from graphrag_desktop.domain.documents import INSIDE, Document
from graphrag_desktop.pipeline.files import identify
from graphrag_desktop.project import Project


class OriginalState(StrEnum):
    """How a file stands to the document that was made of it."""

    SAME = "unchanged since it was read"
    CHANGED = "changed since it was read"
    MISSING = "no longer in the folder"
    NO_FOLDER = "the folder is gone"


@dataclass(frozen=True, slots=True)
class Original:
    """Where a document came from. `path` is the file on disk (for a file inside another the outer one); None where it is gone."""

    state: OriginalState
    path: Path | None


def original_of(project: Project, document: Document) -> Original:
    """The file that a document was read from, looked at now; the first of its paths that is still the same, else that is there."""
    folder = project.folder
    if folder is None or not folder.is_dir():
        return Original(OriginalState.NO_FOLDER, None)
    changed: Path | None = None
    for path in document.paths:
        outer, _, inner = path.partition(INSIDE)
        file = folder / outer
        if not file.is_file():
            continue
        if inner or _is_same(file, document):
            return Original(OriginalState.SAME, file)
        changed = changed or file
    return Original(OriginalState.MISSING if changed is None else OriginalState.CHANGED, changed)


def _is_same(file: Path, document: Document) -> bool:
    """By size first: most changes show there, and a large file is not read for nothing."""
    try:
        return file.stat().st_size == document.size and identify(file)[0] == document.id
    except OSError:
        return False
