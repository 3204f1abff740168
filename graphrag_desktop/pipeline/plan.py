"""What an index run would do, before it does anything."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from graphrag_desktop.domain.changes import DocumentChanges
from graphrag_desktop.domain.documents import INSIDE, REMOVED_REASON, DocumentState, SkippedFile
from graphrag_desktop.domain.events import Stage, StageAdvanced, StageStarted
from graphrag_desktop.domain.identity import DocumentId
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.pipeline.change_summary import document_changes
from graphrag_desktop.pipeline.chosen_codecs import chosen_codecs, codec_for
from graphrag_desktop.pipeline.collection import check_folder
from graphrag_desktop.pipeline.files import FolderListing, find_files, identify, words
from graphrag_desktop.pipeline.formats.registry import format_of, parser_of
from graphrag_desktop.pipeline.left_out import split_patterns
from graphrag_desktop.project import Project
from graphrag_desktop.storage.documents import KnownParse, known_parses, paths_of_all
from graphrag_desktop.storage.gone import removed_documents


class Verdict(StrEnum):
    """What a run would do with a file."""

    NEW = "to be read"
    KNOWN = "read before"
    NOT_READ = "could not be read"  # the same content, by the same reader: it would give nothing again
    DUPLICATE = "duplicate"
    SKIPPED = "skipped"
    LEFT_OUT = "left out"


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """A file of the folder: what it is, how large, and what would be done with it.

    `kind` is the name of its format, empty where it has none; `reason` is a sentence where it is not read for itself,
    or was not read in full. `state` is what became of it where it was read before, or where it is not looked at.
    `identity` is that of its content, empty where that was not read.
    """

    path: str
    kind: str
    size: int
    verdict: Verdict
    reason: str = ""
    state: DocumentState | None = None
    identity: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class IndexPlan:
    """The files of a folder by what would be done with them; `size` counts the bytes of each content once.

    `skipped` are those nothing is read from: for what they are, or because nothing could be read from them before. `changes` are
    the documents by what became of them since the last run; files inside files are not looked into for that.
    """

    folder: str
    files: int
    size: int
    new_documents: int
    known_documents: int
    skipped: tuple[SkippedFile, ...]
    planned: tuple[PlannedFile, ...] = ()
    changes: DocumentChanges = field(default_factory=DocumentChanges)


def plan_index(
    folder: Path, project: Project | None, control: RunControl | None = None, settings: Settings | None = None
) -> IndexPlan:
    """Look at the folder, and at the project if there is one; raises where nothing could be indexed.

    `settings` are those of the run, where they are not the project's own.
    """
    settings = settings or (Settings() if project is None else project.settings)
    patterns = split_patterns(settings.left_out)
    check_folder(folder, patterns)
    listing = find_files(folder, patterns)
    codecs = chosen_codecs(settings.codecs)
    parses = {} if project is None else known_parses(project.database)

    def known(path: str, identity: DocumentId) -> KnownParse | None:
        parse = parses.get(identity)
        return parse if parse is not None and parse.parser == parser_of(path, codec_for(path, codecs)) else None

    removed = frozenset(each.id for each in (() if project is None else removed_documents(project.database)))
    looked_at = _look_at(folder, listing, known, removed, control or RunControl())
    counted = [each for each in looked_at if each.verdict in {Verdict.NEW, Verdict.KNOWN}]
    unreadable = [
        SkippedFile(each.path, each.reason, each.state or DocumentState.UNREADABLE)
        for each in looked_at
        if each.verdict in {Verdict.SKIPPED, Verdict.NOT_READ}
    ]
    planned = [*looked_at, *_not_looked_at(listing)]
    return IndexPlan(
        folder=str(folder),
        files=len(listing.files),
        size=sum(each.size for each in counted),
        new_documents=sum(each.verdict is Verdict.NEW for each in counted),
        known_documents=sum(each.verdict is Verdict.KNOWN for each in counted),
        skipped=(*listing.skipped, *unreadable),
        planned=tuple(sorted(planned, key=lambda each: each.path)),
        changes=_changes(project, planned),
    )


def _changes(project: Project | None, planned: Iterable[PlannedFile]) -> DocumentChanges:
    """What became of the documents since the last run; nothing where there was none."""
    before = {} if project is None else paths_of_all(project.database)
    before = {path: identity for path, identity in before.items() if INSIDE not in path}
    after = {each.path: DocumentId(each.identity) for each in planned if each.identity}
    return document_changes(before, after) if before else DocumentChanges()


def _look_at(
    folder: Path,
    listing: FolderListing,
    known: Callable[[str, DocumentId], KnownParse | None],
    removed: Collection[DocumentId],
    control: RunControl,
) -> list[PlannedFile]:
    """The files that have a format of ours, told apart by content: of equal ones the first is read."""
    found: list[PlannedFile] = []
    first: dict[str, str] = {}
    control.emit(StageStarted(Stage.DOCUMENTS, len(listing.files)))
    for path in listing.files:
        control.checkpoint()
        form = format_of(path)
        kind = "" if form is None else form.name
        try:
            identity, size = identify(folder / path)
        except OSError as error:
            reason = f"The file cannot be read: {words(error)}."
            found.append(PlannedFile(path, kind, 0, Verdict.SKIPPED, reason))
            continue
        if identity in removed:
            found.append(PlannedFile(path, kind, size, Verdict.LEFT_OUT, REMOVED_REASON, DocumentState.LEFT_OUT))
        elif identity in first:
            reason = f"The same content as {first[identity]}."
            found.append(PlannedFile(path, kind, size, Verdict.DUPLICATE, reason, identity=identity))
        else:
            first[identity] = path
            found.append(replace(_planned(path, kind, size, known(path, identity)), identity=identity))
        control.emit(StageAdvanced(Stage.DOCUMENTS, len(found)))
    return found


def _planned(path: str, kind: str, size: int, parse: KnownParse | None) -> PlannedFile:
    """A file by what is known of its content."""
    if parse is None:
        return PlannedFile(path, kind, size, Verdict.NEW)
    is_read = parse.state in {DocumentState.READ, DocumentState.PARTLY_READ}
    reason = parse.reason or ("" if is_read else f"{parse.state.capitalize()}.")
    return PlannedFile(path, kind, size, Verdict.KNOWN if is_read else Verdict.NOT_READ, reason, parse.state)


def _not_looked_at(listing: FolderListing) -> list[PlannedFile]:
    return [
        PlannedFile(
            each.path,
            "",
            0,
            Verdict.LEFT_OUT if each.state is DocumentState.LEFT_OUT else Verdict.SKIPPED,
            each.reason,
            each.state,
        )
        for each in (*listing.skipped, *listing.left_out)
    ]
