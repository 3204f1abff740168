"""From a folder to the documents of a project: found, told apart by content, parsed once, kept."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from graphrag_desktop.domain.documents import Document, DocumentState, ParsedDocument, SkippedFile
from graphrag_desktop.domain.errors import InputError, NothingToRead
from graphrag_desktop.domain.events import Stage, StageAdvanced, StageFinished, StageStarted, Warned
from graphrag_desktop.domain.identity import DocumentId
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.documents import PARSER_VERSION, find_files, identify, parse_documents
from graphrag_desktop.project import Project
from graphrag_desktop.storage import documents as kept

_GROUP_SECONDS = 0.25
_GROUP_ROWS = 100
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Collection:
    """The documents of a folder with their paths, in canonical order (by id), and the files that were not read."""

    documents: tuple[Document, ...]
    skipped: tuple[SkippedFile, ...]

    @property
    def readable(self) -> tuple[Document, ...]:
        """Those that have text."""
        return tuple(each for each in self.documents if each.state is DocumentState.READ)


def check_folder(folder: Path) -> None:
    """Raise where `folder` cannot be indexed at all, before anything is made for it."""
    if not folder.is_dir():
        what = "is a file" if folder.exists() else "does not exist"
        raise InputError(f"{folder} {what}.", "Name a folder that holds your documents.")
    listing = find_files(folder)
    if not listing.files:
        raise _nothing(folder, listing.skipped)


def gather_documents(project: Project, folder: Path, control: RunControl) -> Collection:
    """Find the folder's files, parse those whose content is not known yet, and say what became of each."""
    listing = find_files(folder)
    if not listing.files:
        raise _nothing(folder, listing.skipped)
    control.emit(StageStarted(Stage.DOCUMENTS, len(listing.files)))
    skipped = list(listing.skipped)
    found = _identify_all(folder, listing.files, skipped, control)
    known = kept.parsed_ids(project.database, PARSER_VERSION)
    missing = {identity: path for path, identity in reversed(found.items()) if identity not in known}
    control.emit(StageAdvanced(Stage.DOCUMENTS, len(listing.files) - len(missing)))
    _parse_missing(project, folder, missing, found, skipped, control)
    collection = _collect(project, found, skipped)
    for each in skipped:
        control.emit(Warned(Stage.DOCUMENTS, each.path, each.reason))
    for document in collection.documents:
        if document.state is not DocumentState.READ:
            control.emit(Warned(Stage.DOCUMENTS, document.paths[0], document.reason))
    if not collection.readable:
        raise _nothing(folder, [*skipped, *(SkippedFile(each.paths[0], each.reason) for each in collection.documents)])
    control.emit(StageFinished(Stage.DOCUMENTS, reused=not missing))
    return collection


def _identify_all(
    folder: Path, files: Sequence[str], skipped: list[SkippedFile], control: RunControl
) -> dict[str, DocumentId]:
    found: dict[str, DocumentId] = {}
    for path in files:
        control.checkpoint()
        try:
            found[path], _ = identify(folder / path)
        except OSError as error:
            skipped.append(SkippedFile(path, f"The file cannot be read: {error.strerror or error}."))
    return found


def _parse_missing(
    project: Project,
    folder: Path,
    missing: Mapping[DocumentId, str],
    found: dict[str, DocumentId],
    skipped: list[SkippedFile],
    control: RunControl,
) -> None:
    """Parse and keep; `found` follows a file that changed since it was identified, `skipped` one that vanished."""
    group: list[ParsedDocument] = []
    since = time.monotonic()
    advanced = len(found) - len(missing)
    for path, parsed in parse_documents(folder, tuple(missing.values()), control, project.workers):
        advanced += 1
        control.emit(StageAdvanced(Stage.DOCUMENTS, advanced))
        if isinstance(parsed, SkippedFile):
            skipped.append(parsed)
            found.pop(path, None)
            continue
        found[path] = parsed.document.id
        group.append(parsed)
        if len(group) >= _GROUP_ROWS or time.monotonic() - since >= _GROUP_SECONDS:
            kept.keep_parsed(project.database, PARSER_VERSION, group)
            group, since = [], time.monotonic()
    kept.keep_parsed(project.database, PARSER_VERSION, group)


def _collect(project: Project, found: Mapping[str, DocumentId], skipped: Sequence[SkippedFile]) -> Collection:
    paths: dict[DocumentId, list[str]] = {}
    for path, identity in found.items():
        paths.setdefault(identity, []).append(path)
    known = kept.parsed_documents(project.database, sorted(paths))
    documents = tuple(replace(known[each], paths=tuple(sorted(paths[each]))) for each in sorted(paths) if each in known)
    return Collection(documents, tuple(sorted(skipped, key=lambda each: each.path)))


def _nothing(folder: Path, skipped: Sequence[SkippedFile]) -> NothingToRead:
    if not skipped:
        return NothingToRead(f"{folder} is empty.", "Put text files (.txt, .md) into it, or name another folder.")
    shown = "; ".join(f"{each.path}: {each.reason}" for each in skipped[:_SHOWN])
    more = f"; and {len(skipped) - _SHOWN} more" if len(skipped) > _SHOWN else ""
    return NothingToRead(
        f"{folder} holds no document that can be read. {shown}{more}",
        "Put text files (.txt, .md) into it, or name another folder.",
    )
