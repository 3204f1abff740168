"""What an index run would do, before it does anything."""

from dataclasses import dataclass
from pathlib import Path

from graphrag_desktop.domain.documents import SkippedFile
from graphrag_desktop.pipeline.collection import check_folder
from graphrag_desktop.pipeline.documents import PARSER_VERSION, find_files, identify
from graphrag_desktop.project import Project
from graphrag_desktop.storage.documents import parsed_ids


@dataclass(frozen=True, slots=True)
class IndexPlan:
    """The files of a folder by what would be done with them; `size` counts their bytes."""

    folder: str
    files: int
    size: int
    new_documents: int
    known_documents: int
    skipped: tuple[SkippedFile, ...]


def plan_index(folder: Path, project: Project | None) -> IndexPlan:
    """Look at the folder, and at the project if there is one; raises where nothing could be indexed."""
    check_folder(folder)
    listing = find_files(folder)
    known = frozenset() if project is None else parsed_ids(project.database, PARSER_VERSION)
    skipped = list(listing.skipped)
    sizes: dict[str, int] = {}
    for path in listing.files:
        try:
            identity, sizes[path] = identify(folder / path)
        except OSError as error:
            skipped.append(SkippedFile(path, f"The file cannot be read: {error.strerror or error}."))
            continue
        sizes[identity] = sizes.pop(path)
    return IndexPlan(
        folder=str(folder),
        files=len(listing.files),
        size=sum(sizes.values()),
        new_documents=sum(1 for each in sizes if each not in known),
        known_documents=sum(1 for each in sizes if each in known),
        skipped=tuple(skipped),
    )
