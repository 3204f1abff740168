"""From a folder to the documents of a project: found, told apart by content, parsed once, kept."""

import contextlib
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from graphrag_desktop.domain.documents import (
    REMOVED_REASON,
    Document,
    DocumentState,
    Member,
    ParsedDocument,
    SkippedFile,
)
from graphrag_desktop.domain.errors import InputError, NothingToRead
from graphrag_desktop.domain.events import Stage, StageAdvanced, StageFinished, StageStarted, Warned
from graphrag_desktop.domain.identity import DocumentId
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.chosen_codecs import ChosenCodec, chosen_codecs, codec_for
from graphrag_desktop.pipeline.documents import Outcome, Piece, WantedMember, parse_pieces
from graphrag_desktop.pipeline.files import find_files, identify, words
from graphrag_desktop.pipeline.formats.registry import format_of, parser_of
from graphrag_desktop.pipeline.left_out import split_patterns
from graphrag_desktop.pipeline.members import Allowance, Place, containers_among, make_pieces, why_not_read
from graphrag_desktop.project import Project
from graphrag_desktop.storage import documents as kept
from graphrag_desktop.storage.gone import removed_documents

_GROUP_SECONDS = 0.25
_GROUP_ROWS = 100
_SHOWN = 3
_WHAT_TO_DO = "Put documents into it (text, Markdown, PDF, Office, HTML, e-mail, ...), or name another folder."


@dataclass(frozen=True, slots=True)
class Collection:
    """The documents of a folder with their paths, in canonical order (by id), and the files that were not read.

    `unopened` counts files that are there and could not be opened now: what is kept of them is not gone from the folder.
    """

    documents: tuple[Document, ...]
    skipped: tuple[SkippedFile, ...]
    unopened: int = 0

    @property
    def readable(self) -> tuple[Document, ...]:
        """Those that have text."""
        return tuple(each for each in self.documents if each.has_text)


def check_folder(folder: Path, patterns: tuple[str, ...] = ()) -> None:
    """Raise where `folder` cannot be indexed at all, before anything is made for it."""
    try:
        if not folder.is_dir():
            what = "is a file" if folder.exists() else "does not exist"
            raise InputError(f"{folder} {what}.", "Name a folder that holds your documents.")
    except OSError as error:
        raise InputError(f"{folder} cannot be opened: {words(error)}.", "Name a folder that you may read.") from error
    listing = find_files(folder, patterns)
    if not listing.files:
        raise _nothing(folder, listing.skipped)


def gather_documents(project: Project, folder: Path, control: RunControl, trial: int = 0) -> Collection:
    """Find the folder's files, and the files inside them, parse what is not known yet, and say what became of each.

    A `trial` reads only so many files of those that can be read, small and large ones; the others are left for later.
    """
    patterns = split_patterns(project.settings.left_out)
    codecs = chosen_codecs(project.settings.codecs)
    listing = find_files(folder, patterns)
    if not listing.files:
        raise _nothing(folder, listing.skipped)
    control.emit(StageStarted(Stage.DOCUMENTS, len(listing.files)))
    gathering = _Gathering(project, folder, control, patterns, codecs)
    gathering.skipped += [*listing.skipped, *listing.left_out]
    chosen = sample_files(folder, listing.files, trial) if trial else listing.files
    for path in sorted(set(listing.files).difference(chosen)):
        gathering.leave_for_later(path)
    gathering.gather(chosen)
    if gathering.unopened:
        _require_files(folder, patterns)
    collection = gathering.collection()
    for each in collection.skipped:
        if each.state is not DocumentState.LEFT_OUT:
            control.emit(Warned(Stage.DOCUMENTS, each.path, each.reason))
    for document in collection.documents:
        if document.state is not DocumentState.READ:
            control.emit(Warned(Stage.DOCUMENTS, document.paths[0], document.reason))
    if not collection.readable:
        unread = (SkippedFile(each.paths[0], each.reason) for each in collection.documents if each.reason)
        raise _nothing(
            folder, [*(each for each in collection.skipped if each.state is not DocumentState.LEFT_OUT), *unread]
        )
    control.emit(StageFinished(Stage.DOCUMENTS, reused=not gathering.parsed))
    return collection


def kept_documents(project: Project) -> Collection:
    """The documents of the index as they are kept, without a look at the folder; nothing that is kept is gone from it."""
    documents = kept.documents(project.database)
    return Collection(
        tuple(sorted(documents, key=lambda each: each.id)),
        kept.not_read(project.database),
        unopened=len(documents),
    )


def sample_files(folder: Path, files: Sequence[str], count: int) -> tuple[str, ...]:
    """So many of the files that have a format of ours, spread evenly over their sizes; all where there are no more."""
    sizes: dict[str, int] = {}
    for path in files:
        with contextlib.suppress(OSError):
            if format_of(path) is not None:
                sizes[path] = (folder / path).stat().st_size
    by_size = sorted((path for path, size in sizes.items() if size), key=lambda path: (sizes[path], path))
    if len(by_size) <= count:
        return tuple(files) if len(by_size) < count else tuple(sorted(by_size))
    places = [(2 * at + 1) * len(by_size) // (2 * count) for at in range(count)]
    return tuple(sorted(by_size[at] for at in places))


class _Gathering:
    """One walk through a folder: which paths hold which documents, and which files were not read."""

    def __init__(
        self,
        project: Project,
        folder: Path,
        control: RunControl,
        patterns: tuple[str, ...],
        codecs: tuple[ChosenCodec, ...],
    ) -> None:
        self._project = project
        self._folder = folder
        self._control = control
        self._patterns = patterns
        self._codecs = codecs
        self._known = kept.known_parses(project.database)
        self._removed = {each.id for each in removed_documents(project.database)}
        self._settled: set[DocumentId] = set()  # what this walk parsed, or found parsed by its reader's newest version
        self._group: dict[str, list[ParsedDocument]] = {}
        self._group_size = 0
        self._since = time.monotonic()
        self.found: dict[str, DocumentId] = {}
        self.skipped: list[SkippedFile] = []
        self.parsed = 0
        self.unopened = 0

    def gather(self, files: Sequence[str]) -> None:
        """Find the document of each file, then of what the files hold, level by level."""
        stale = self._identify(files)
        done = len(files) - len(stale)
        self._control.emit(StageAdvanced(Stage.DOCUMENTS, done))
        for piece, outcomes in self._parse([Piece(path, codec_for(path, self._codecs)) for path in stale]):
            self._settle(piece.path, outcomes[0])
            done += 1
            self._control.emit(StageAdvanced(Stage.DOCUMENTS, done))
        self._flush()
        places = containers_among(self.found)
        allowance = Allowance()
        while places:
            places = self._gather_within(places, allowance)

    def leave_for_later(self, path: str) -> None:
        """Note a file that a trial does not read; what is kept of it stays."""
        self.skipped.append(SkippedFile(path, "Left for after the trial.", DocumentState.LEFT_OUT))
        self.unopened += 1

    def collection(self) -> Collection:
        """What was found, in canonical order."""
        paths: dict[DocumentId, list[str]] = {}
        for path, identity in list(self.found.items()):
            if identity in self._removed:  # inside a file that was not looked into before
                del self.found[path]
                self._keep_out(path)
        for path, identity in self.found.items():
            paths.setdefault(identity, []).append(path)
        known = kept.parsed_documents(self._project.database, sorted(paths))
        documents = (replace(known[each], paths=tuple(sorted(paths[each]))) for each in sorted(paths) if each in known)
        skipped = tuple(sorted(self.skipped, key=lambda each: each.path))
        return Collection(tuple(documents), skipped, self.unopened)

    def _identify(self, files: Sequence[str]) -> list[str]:
        """Note each file's identity; returns a path for each content that is to be parsed."""
        stale: list[str] = []
        for path in files:
            self._control.checkpoint()
            try:
                identity, _ = identify(self._folder / path)
            except OSError as error:
                self.skipped.append(SkippedFile(path, f"The file cannot be read: {words(error)}."))
                self.unopened += 1
                continue
            if identity in self._removed:
                self._keep_out(path)
                continue
            self.found[path] = identity
            if not self._is_current(identity, path):
                stale.append(path)
                self._settled.add(identity)
        return stale

    def _is_current(self, identity: DocumentId, path: str) -> bool:
        """Whether content was parsed by the newest version of the reader that its first path asks for."""
        if identity in self._settled:
            return True
        known = self._known.get(identity)
        if known is None or known.parser != self._parser(path):
            return False
        if known.state is DocumentState.NEEDS_PASSWORD and self._project.passwords:
            return False
        self._settled.add(identity)
        return True

    def _gather_within(self, places: Sequence[Place], allowance: Allowance) -> list[Place]:
        """Find the documents of the members of containers; returns those members that are containers themselves."""
        members: dict[Place, tuple[Member, ...]] = {}
        pieces: list[Piece] = []
        place_of: dict[tuple[str, tuple[int, ...]], Place] = {}
        for place in places:
            members[place] = kept.members_of(self._project.database, self.found[place.path])
            place_of[place.file, place.way] = place
            pieces += make_pieces(place, self._unknown(place, members[place], allowance), members[place])
        for piece, outcomes in self._parse(pieces):
            place = place_of[piece.path, piece.way]
            documents: dict[int, DocumentId] = {}
            for wanted, outcome in zip(piece.members, outcomes, strict=True):
                settled = self._settle(place.inside(wanted.place, members[place][wanted.place]).path, outcome)
                if settled is not None:
                    documents[wanted.place] = settled
            self._flush()
            kept.keep_members(self._project.database, self.found[place.path], documents)
        return self._containers(members)

    def _unknown(self, place: Place, members: Sequence[Member], allowance: Allowance) -> list[WantedMember]:
        """The members whose bytes must be read; what is known of the others is noted."""
        unknown: list[WantedMember] = []
        for number, member in enumerate(members):
            path = place.inside(number, member).path
            skipped = why_not_read(place, member, self._patterns, allowance)
            if skipped is not None:
                self.skipped.append(skipped)
            elif member.document in self._removed:
                self._keep_out(path)
            elif member.document is not None and self._is_current(member.document, path):
                self.found[path] = member.document
            else:
                unknown.append(WantedMember(number, member.name, codec_for(path, self._codecs)))
        return unknown

    def _keep_out(self, path: str) -> None:
        """Note a file whose document the analyst took out."""
        self.skipped.append(SkippedFile(path, REMOVED_REASON, DocumentState.LEFT_OUT))

    def _containers(self, members: dict[Place, tuple[Member, ...]]) -> list[Place]:
        inside = {place.inside(number, each) for place, own in members.items() for number, each in enumerate(own)}
        shown = {each.path for each in containers_among(self.found)}
        return sorted((each for each in inside if each.path in shown), key=lambda each: each.path)

    def _parse(self, pieces: Sequence[Piece]) -> Iterable[tuple[Piece, tuple[Outcome, ...]]]:
        project = self._project
        return parse_pieces(self._folder, pieces, self._control, project.workers, project.passwords)

    def _settle(self, path: str, outcome: Outcome) -> DocumentId | None:
        """Keep what parsing a path gave; a file that changed since it was identified is what it is now."""
        if isinstance(outcome, SkippedFile):
            failed = self.found.get(path)
            copies = [other for other, identity in self.found.items() if identity == failed] if failed else [path]
            for each in copies:
                self.skipped.append(replace(outcome, path=each))
                self.found.pop(each, None)
            return None
        identity = outcome.document.id
        self.found[path] = identity
        self._settled.add(identity)
        self.parsed += 1
        self._group.setdefault(self._parser(path), []).append(outcome)
        self._group_size += 1
        if self._group_size >= _GROUP_ROWS or time.monotonic() - self._since >= _GROUP_SECONDS:
            self._flush()
        return identity

    def _parser(self, path: str) -> str:
        return parser_of(path, codec_for(path, self._codecs))

    def _flush(self) -> None:
        for parser, group in self._group.items():
            kept.keep_parsed(self._project.database, parser, group)
        self._group, self._group_size, self._since = {}, 0, time.monotonic()


def _require_files(folder: Path, patterns: tuple[str, ...]) -> None:
    """Raise where the folder itself went away while it was read, as a drive that is unplugged: its documents did not."""
    try:
        is_there = bool(find_files(folder, patterns).files)
    except InputError:
        is_there = False
    if not is_there:
        raise InputError(
            f"{folder} went away while it was read. Nothing was changed.",
            "See that its drive is there, and run it again.",
        )


def _nothing(folder: Path, skipped: Sequence[SkippedFile]) -> NothingToRead:
    if not skipped:
        return NothingToRead(f"{folder} is empty.", _WHAT_TO_DO)
    shown = "; ".join(f"{each.path}: {each.reason}" for each in skipped[:_SHOWN])
    more = f"; and {len(skipped) - _SHOWN} more" if len(skipped) > _SHOWN else ""
    return NothingToRead(f"{folder} holds no document that can be read. {shown}{more}", _WHAT_TO_DO)
