"""The files inside files of a folder: listed level by level within limits, those not known yet handed out to be parsed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from graphrag_desktop.domain.documents import INSIDE, DocumentState, Member, SkippedFile
from graphrag_desktop.domain.identity import DocumentId
from graphrag_desktop.pipeline.documents import Piece, WantedMember
from graphrag_desktop.pipeline.formats.containers import MOST_DEPTH, holds_files
from graphrag_desktop.pipeline.formats.registry import refusal
from graphrag_desktop.pipeline.left_out import why_left_out

MOST_FILES = 20_000
MOST_BYTES = 2 * 2**30
"""Within one file of the folder, all that lies in it unpacked, however deep: a bomb is full at the first of the two."""

_PIECE_FILES = 64
_PIECE_BYTES = 8 * 2**20
_PIECES = 16  # of an archive of very many files: each piece reads the whole list of them again


@dataclass(frozen=True, slots=True)
class Place:
    """Where a container lies: the file of the folder, the places on the way in, and its path as it is shown."""

    file: str
    way: tuple[int, ...]
    path: str

    def inside(self, number: int, member: Member) -> "Place":
        """Where one of its members lies."""
        return Place(self.file, (*self.way, number), f"{self.path}{INSIDE}{member.name}")


class Allowance:
    """How much of each file of the folder may still be unpacked."""

    def __init__(self) -> None:
        self._files: dict[str, int] = {}
        self._bytes: dict[str, int] = {}

    def take(self, file: str, size: int) -> bool:
        """Whether one more file of this size may be unpacked out of `file`; if so, it is counted."""
        files, taken = self._files.get(file, 0) + 1, self._bytes.get(file, 0) + size
        if files > MOST_FILES or taken > MOST_BYTES:
            return False
        self._files[file], self._bytes[file] = files, taken
        return True


def why_not_read(place: Place, member: Member, patterns: tuple[str, ...], allowance: Allowance) -> SkippedFile | None:
    """A member that is not to be read, with the reason; None where it is."""
    path = f"{place.path}{INSIDE}{member.name}"
    if reason := why_left_out(member.name, patterns):
        return SkippedFile(path, reason, DocumentState.LEFT_OUT)
    if reason := refusal(member.name):
        return SkippedFile(path, reason, DocumentState.UNSUPPORTED)
    if len(place.way) >= MOST_DEPTH and holds_files(member.name):
        return SkippedFile(path, f"Files within files are opened {MOST_DEPTH} deep at most. Unpack it into the folder.")
    if not allowance.take(place.file, member.size):
        return SkippedFile(
            path,
            f"Of one file no more than {MOST_FILES:,} files and {MOST_BYTES // 2**20:,} MB are unpacked."
            " Unpack it into the folder.",
        )
    return None


def make_pieces(place: Place, wanted: Sequence[WantedMember], members: Sequence[Member]) -> Iterator[Piece]:
    """The members that are to be parsed in groups that are worth a task."""
    most = max(_PIECE_FILES, len(wanted) // _PIECES)
    group: list[WantedMember] = []
    size = 0
    for each in wanted:
        more = members[each.place].size
        if group and (len(group) >= most or size + more > _PIECE_BYTES):
            yield Piece(place.file, way=place.way, members=tuple(group))
            group, size = [], 0
        group.append(each)
        size += more
    if group:
        yield Piece(place.file, way=place.way, members=tuple(group))


def containers_among(found: Mapping[str, DocumentId]) -> list[Place]:
    """The files of the folder that may hold files, by path."""
    return [Place(path, (), path) for path in sorted(found) if holds_files(path)]
