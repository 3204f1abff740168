"""The projects opened lately, the latest first; those that are gone stay until they are taken off the list."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from graphrag_desktop.project import SUFFIX
from graphrag_desktop.ui.memory import Memory

MOST = 10

_NAME = "recent/projects"
_SEEN = "recent/seen"  # names of files in the usual folder: what was taken off the list does not come back


@dataclass(frozen=True, slots=True)
class RecentProject:
    """A project opened before; `opened` is a moment in ISO 8601, `documents` what it held then."""

    path: Path
    name: str
    opened: str
    documents: int
    is_missing: bool


class RecentProjects:
    """Kept in the memory of the window."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def all(self) -> tuple[RecentProject, ...]:
        """The latest first. Looks for every file, so on a disk that sleeps it may take a while."""
        return tuple(each for each in map(_recalled, self._memory.names(_NAME)) if each is not None)

    def add(self, path: Path, documents: int) -> None:
        """A project was opened."""
        opened = datetime.now(UTC).isoformat(timespec="seconds")
        fresh = RecentProject(path.absolute(), path.stem, opened, documents, is_missing=False)
        self._keep([fresh, *(each for each in self.all() if each.path != fresh.path)][:MOST])

    def find_made(self, folder: Path) -> None:
        """Add the projects of a folder that were not there before: made on the command line, or by a colleague."""
        try:
            found = {each.name: each for each in folder.glob(f"*{SUFFIX}")}
            moments = {name: datetime.fromtimestamp(each.stat().st_mtime, UTC) for name, each in found.items()}
        except OSError:
            return
        seen, known = set(self._memory.names(_SEEN)), self.all()
        made = [
            RecentProject(
                found[name].absolute(), found[name].stem, at.isoformat(timespec="seconds"), 0, is_missing=False
            )
            for name, at in moments.items()
            if name not in seen and all(each.path != found[name].absolute() for each in known)
        ]
        self._memory.keep_names(_SEEN, sorted(found))
        if made:
            self._keep(sorted([*known, *made], key=lambda each: each.opened, reverse=True)[:MOST])

    def put_back(self, projects: Sequence[RecentProject]) -> None:
        """Have the list as it was, with what was opened since."""
        before = {each.path for each in projects}
        self._keep([*(each for each in self.all() if each.path not in before), *projects][:MOST])

    def forget(self, path: Path) -> None:
        """Take a project off the list; its file stays."""
        self._keep([each for each in self.all() if each.path != path])

    def clear(self) -> None:
        """Take all off the list."""
        self._keep([])

    def _keep(self, projects: Sequence[RecentProject]) -> None:
        self._memory.keep_names(_NAME, [json.dumps({**asdict(each), "path": str(each.path)}) for each in projects])


def _recalled(text: str) -> RecentProject | None:
    """None for what is damaged: a list of conveniences is not worth a complaint."""
    try:
        kept = json.loads(text)
        path = Path(kept["path"])
        return RecentProject(path, str(kept["name"]), str(kept["opened"]), int(kept["documents"]), not path.exists())
    except (ValueError, KeyError, TypeError, OSError):
        return None
