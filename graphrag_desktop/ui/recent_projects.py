"""The projects opened lately, the latest first; those that are gone stay until they are taken off the list."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from graphrag_desktop.ui.memory import Memory

MOST = 10

_NAME = "recent/projects"


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
