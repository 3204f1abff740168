"""Index runs with a model on the scripted server that are killed at random moments, and gone on with.

python -m tests.killing FOLDER --kills 50 --seed 1      what came of it, as a line for each kill and a sum
"""

import argparse
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from graphrag_desktop.project import open_project
from graphrag_desktop.storage.check import find_problems
from tests.scripted_behaviour import CHAT, Asked, Script
from tests.scripted_server import ScriptedServer

_VOLATILE = {"runs", "facts", "usage", "sqlite_stat1", "sqlite_stat4"}
_LONGEST = 400.0


@dataclass(frozen=True, slots=True)
class Killed:
    """One run that was killed: after how many requests it was, how many were open then, and how many left no reply kept."""

    after: int
    in_flight: int
    unkept: int


@dataclass(frozen=True, slots=True)
class Killings:
    """What came of many: every kill, and what went wrong in words."""

    kills: tuple[Killed, ...]
    calls: int
    faults: tuple[str, ...]


class Killer:
    """Indexes a folder again and again, each time killed on the way, and compares what it comes to in the end."""

    def __init__(
        self,
        folder: Path,
        place: Path,
        *,
        at_once: int = 8,
        settings: Sequence[str] = (),
        tell: Callable[[Killed], object] = lambda killed: None,
    ) -> None:
        self._tell = tell
        self._folder = folder
        self._place = place
        self._stacks = place / "stacks.txt"
        self._at_once = at_once
        self._settings = settings
        self._faults: list[str] = []
        self._never = 0  # replies of a whole run that are of no use, asked for again in other words, and not kept

    def kill(self, kills: int, seed: int, latency: float = 0.01) -> Killings:
        """Kill so many runs; some projects are killed more than once before they are whole."""
        chance = random.Random(seed)
        done: list[Killed] = []
        with ScriptedServer(Script(latency=latency)) as server:
            whole = self._place / "whole.graphrag"
            self._finish(server, whole)
            calls = server.counts.calls
            self._never = sum(map(_is_work, server.counts.requests)) - kept(whole)
            expected = tables(whole)
            for number in range(kills):
                if len(done) >= kills:
                    break
                path = self._place / f"killed-{number}.graphrag"
                left = calls
                for _ in range(chance.choice((1, 1, 2, 3))):
                    if len(done) < kills:
                        killed = self._killed(server, path, chance.randint(0, left), chance.random() * 0.4)
                        left = max(1, left - killed.after)
                        done.append(killed)
                self._end(server, path, expected, f"project {number}, seed {seed}")
                path.unlink()
        return Killings(tuple(done), calls, tuple(self._faults))

    def _killed(self, server: ScriptedServer, path: Path, after: int, seconds: float) -> Killed:
        """Kill a run so many requests and then so many seconds after its start; then see what it had kept."""
        server.forget()
        kept_before = kept(path)
        process = self._started(server, path)
        reached = _until(lambda: server.counts.calls >= after or process.poll() is not None)
        if reached:
            threading.Event().wait(seconds)
        process.kill()
        in_flight = server.counts.open_now
        process.wait()
        _until(lambda: server.counts.open_now == 0)
        answered = [each for each in server.counts.requests if _is_work(each)]
        unkept = len(answered) - (kept(path) - kept_before)
        if unkept > 2 * self._at_once + self._never:  # in flight, or there and just being written
            self._faults.append(f"{path.name}: {unkept} replies were answered and not kept, {in_flight} in flight")
        killed = Killed(after, in_flight, unkept)
        self._tell(killed)
        return killed

    def _end(self, server: ScriptedServer, path: Path, expected: dict[str, list[str]], name: str) -> None:
        before = kept(path)
        server.forget()
        status = self._finish(server, path)
        fresh = kept(path) - before
        asked = sum(map(_is_work, server.counts.requests))
        if status:
            self._faults.append(f"{name}: exit status {status} in the end")
        if asked > fresh + self._never:
            self._faults.append(f"{name}: {asked - fresh} kept replies were asked for again")
        if (found := tables(path)) != expected:
            differing = [each for each in expected if found.get(each) != expected[each]]
            self._faults.append(f"{name}: another result in {differing}")
        with open_project(path, for_writing=False) as project:
            self._faults += [f"{name}: {each}" for each in find_problems(project.database)]

    def _finish(self, server: ScriptedServer, path: Path) -> int:
        """Let a run come to its end; one that does not is a fault that tells where each of its threads stands."""
        process = self._started(server, path)
        try:
            return process.wait(_LONGEST)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGABRT)  # has Python say where it is
            process.wait()
            self._faults.append(f"{path.name}: it never ended\n{self._stacks.read_text(encoding='utf-8')}")
            return process.returncode

    def _started(self, server: ScriptedServer, path: Path) -> "subprocess.Popen[bytes]":
        words = [
            "index", str(self._folder), "-p", str(path), "--engine", "model", "--base-url", server.base_url, "--model",
            "scripted-model", "--embedding-model", "scripted-embedding", "--set", f"concurrency={self._at_once}",
        ]  # fmt: skip
        for each in self._settings:
            words += ["--set", each]
        with self._stacks.open("wb") as told:
            program = [sys.executable, "-X", "faulthandler", "-m", "graphrag_desktop"]
            return subprocess.Popen([*program, *words], stdout=subprocess.DEVNULL, stderr=told)


def tables(path: Path) -> dict[str, list[str]]:
    """All that a project says, but for what counts runs and the order of the full-text index."""
    with closing(sqlite3.connect(path)) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: sorted(map(repr, connection.execute(f'SELECT * FROM "{name}"')))
            for name in names
            if name not in _VOLATILE and "_fts" not in name
        }


def kept(path: Path) -> int:
    """How many replies of models that write a project keeps, though it was not closed."""
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path)) as connection:
        try:
            return int(connection.execute("SELECT COUNT(*) FROM model_replies WHERE task <> 'embed'").fetchone()[0])
        except sqlite3.Error:
            return 0


def _is_work(asked: Asked) -> bool:
    return asked.path == CHAT


def _until(is_so: Callable[[], bool]) -> bool:
    end = time.monotonic() + _LONGEST
    while time.monotonic() < end:
        if is_so():
            return True
        time.sleep(0.002)
    return False


def _show(killed: Killed) -> None:
    sys.stdout.write(f"after {killed.after:>4} requests: {killed.in_flight} in flight, {killed.unkept} not kept\n")
    sys.stdout.flush()


def main() -> None:
    """Kill, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        found = Killer(chosen.folder, Path(place), tell=_show).kill(chosen.kills, chosen.seed)
    unkept = sum(each.unkept for each in found.kills)
    sys.stdout.write(
        f"{len(found.kills)} kills of a run of {found.calls} calls, seed {chosen.seed}: {unkept} replies lost in all,"
        f" at most {max(each.unkept for each in found.kills)} in one; {len(found.faults)} faults\n"
    )
    for fault in found.faults:
        sys.stdout.write(f"{fault}\n")
    raise SystemExit(bool(found.faults))


if __name__ == "__main__":
    main()
