"""How long an index, a second run and a question take, and how much memory: `python -m tests.bench.index [CORPUS ...]`.

Run by hand or by `make bench` on an idle machine; figures are wall seconds of whole processes, memory is the peak of all
processes of a run together.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import psutil

_SHARED = Path(os.environ.get("GRAPHRAG_SHARED", Path(__file__).resolve().parents[3] / "shared"))
_QUESTION = "How should large corporations and monopolies be regulated?"


@dataclass(frozen=True, slots=True)
class Measured:
    """One command: wall seconds, peak memory of all its processes in MB, exit status, standard output."""

    seconds: float
    megabytes: float
    status: int
    output: str


def measure(*arguments: str) -> Measured:
    """Run the command line once and watch its memory."""
    started = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "graphrag_desktop", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    peak = [0.0]
    watcher = threading.Thread(target=_watch, args=(psutil.Process(process.pid), peak), daemon=True)
    watcher.start()
    output, _ = process.communicate()
    return Measured(time.monotonic() - started, peak[0], process.returncode, output)


def _watch(process: psutil.Process, peak: list[float]) -> None:
    while True:
        try:
            family = [process, *process.children(recursive=True)]
            used = sum(each.memory_info().rss for each in family) / 1e6
        except psutil.Error:
            return
        peak[0] = max(peak[0], used)
        time.sleep(0.1)


def main(corpora: list[str]) -> None:
    """Print a table of figures for each corpus."""
    for corpus in corpora or ["sotu_100k", "sotu_1m"]:
        with tempfile.TemporaryDirectory() as folder:
            project = str(Path(folder) / f"{corpus}.graphrag")
            source = str(_SHARED / "corpora" / corpus / "input")
            first = measure("index", source, "-p", project, "--json")
            print(f"{corpus}: index {first.seconds:.1f} s, peak {first.megabytes:.0f} MB, exit {first.status}")
            print(f"  {_short(first.output)}")
            second = measure("index", source, "-p", project, "--json")
            print(
                f"  again {second.seconds:.1f} s, exit {second.status}; file {Path(project).stat().st_size / 1e6:.0f} MB"
            )
            checked = measure("check", project, "--json")
            print(f"  check {checked.seconds:.1f} s, exit {checked.status}: {checked.output.strip()[:300]}")
            for level in ("0", "9"):
                asked = measure("ask", project, _QUESTION, "--level", level, "--json")
                print(
                    f"  ask at level {level}: {asked.seconds:.2f} s, peak {asked.megabytes:.0f} MB, exit {asked.status}"
                )


def _short(output: str) -> str:
    found = json.loads(output) if output.strip().startswith("{") else {}
    return json.dumps({name: value for name, value in found.items() if name not in {"skipped", "failures"}})


if __name__ == "__main__":
    main(sys.argv[1:])
