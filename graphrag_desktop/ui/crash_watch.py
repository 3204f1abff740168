"""How the program learns that it ended badly: a mark while it runs, and what Python knows of a crash of the process."""

import contextlib
import faulthandler
import json
import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout

from graphrag_desktop.ui.logs import end_of_log
from graphrag_desktop.ui.secrets import without_secrets

_MARK = "running-{}.json"
_FAULTS = "faults-{}.txt"


@dataclass(frozen=True, slots=True)
class Crash:
    """A start of the program that never came to its end; `report` can be copied into a letter."""

    started: str
    project: Path | None
    report: str


class CrashWatch:
    """Holds the mark of this process; the lock beside it is given back by the system however the process ends."""

    def __init__(self, folder: Path) -> None:
        self._mark = folder / _MARK.format(os.getpid())
        self._started = datetime.now(UTC).isoformat(timespec="seconds")
        self._lock = _lock_of(self._mark)
        self._lock.acquire(timeout=0)
        self._faults_path = folder / _FAULTS.format(os.getpid())
        self._faults = self._faults_path.open("w", encoding="utf-8")
        faulthandler.enable(self._faults)
        self.note_project(None)

    def note_project(self, project: Path | None) -> None:
        """Say which project is open now."""
        kept = {"started": self._started, "project": None if project is None else str(project)}
        with contextlib.suppress(OSError):
            self._mark.write_text(json.dumps(kept), encoding="utf-8")

    def end(self) -> None:
        """The program ends as it should."""
        faulthandler.disable()
        self._faults.close()
        _remove(self._mark, self._faults_path)
        self._lock.release()
        _remove(Path(self._lock.lock_file))


def past_crashes(folder: Path) -> tuple[Crash, ...]:
    """The starts that ended badly, told once: their marks are taken away. Those that still run are left alone."""
    found = []
    for mark in sorted(folder.glob(_MARK.format("*"))):
        lock = _lock_of(mark)
        try:
            lock.acquire(timeout=0)
        except (Timeout, OSError):
            continue
        faults = mark.with_name(_FAULTS.format(mark.stem.removeprefix("running-")))
        found.append(_crash(mark, faults, folder))
        _remove(mark, faults)
        lock.release()
        _remove(Path(lock.lock_file))
    return tuple(found)


def _crash(mark: Path, faults: Path, folder: Path) -> Crash:
    started, project = "", None
    with contextlib.suppress(OSError, ValueError, AttributeError):
        kept = json.loads(mark.read_text(encoding="utf-8"))
        started, project = str(kept.get("started", "")), kept.get("project")
    stack = ""
    with contextlib.suppress(OSError):
        stack = faults.read_text(encoding="utf-8", errors="replace").strip()
    parts = (f"Started: {started}", stack, end_of_log(folder))
    return Crash(
        started,
        Path(project) if isinstance(project, str) else None,
        without_secrets("\n\n".join(p for p in parts if p)),
    )


def _lock_of(mark: Path) -> FileLock:
    return FileLock(mark.with_suffix(".lock"), thread_local=False, is_singleton=False)


def _remove(*paths: Path) -> None:
    for path in paths:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
