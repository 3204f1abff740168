"""What the program itself costs where a model reads and writes: `python -m tests.bench.models [CORPUS[@MILLISECONDS] ...]`.

The scripted server runs in a process of its own and answers after a fixed time; 25 calls at a time, text units of 600
tokens with 100 of overlap, one gleaning. The first run of a corpus makes the index, the second has nothing to do; of the
smallest corpus also one with another model, and one with the first model again. The floor is calls x latency / 25: what
remains is ours. Processor time is that of all threads and children of the run; the server's is told apart.

Run by hand or by `make bench` on an idle machine. It prints Markdown tables and nothing else.
"""

import itertools
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

_SHARED = Path(os.environ.get("GRAPHRAG_SHARED", Path(__file__).resolve().parents[3] / "shared"))
_USUAL = ("sotu_100k@50", "sotu_100k@500", "sotu_300k@50", "sotu_1m@50")
_AT_ONCE = 25


@dataclass(frozen=True, slots=True)
class Run:
    """One index run: seconds by the clock and of processors, peak memory in MB, calls, and seconds by stage."""

    name: str
    latency: float
    wall: float
    cpu: float
    server_cpu: float
    megabytes: float
    calls: int
    status: int
    at_once: int
    stages: dict[str, tuple[float, float]]

    @property
    def floor(self) -> float:
        """The seconds that the server's answers alone take."""
        return self.calls * self.latency / _AT_ONCE

    def row(self) -> str:
        """As a row of the table of runs."""
        cells = [
            self.name, f"{self.calls:,}", f"{self.wall:.1f}", f"{self.floor:.1f}",
            f"{self.wall / self.floor:.2f}" if self.calls > 100 else "", f"{self.cpu:.1f}",
            f"{1000 * self.cpu / self.calls:.2f}" if self.calls > 100 else "", f"{self.server_cpu:.1f}",
            f"{self.at_once}" if self.calls > 100 else "", f"{self.megabytes:.0f}", f"{self.status}",
        ]  # fmt: skip
        return f"| {' | '.join(cells)} |"


_HEAD = "run calls wall_s floor_s wall/floor CPU_s CPU_ms_a_call server_CPU_s at_once_(peak) peak_RSS_MB exit".split()


@contextmanager
def served(latency: float) -> Iterator[tuple[str, psutil.Process]]:
    """The scripted server in a process of its own: its address and the process."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.scripted_server", "--port", "0", "--latency", str(latency)],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip(), psutil.Process(process.pid)
    finally:
        process.terminate()
        process.wait()


def measured(name: str, corpus: str, project: Path, model: str, latency: float) -> Run:
    """One run in a process of its own, against a server of its own."""
    with served(latency) as (address, server):
        started = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, "-m", __spec__.name, "--one", corpus, str(project), address, model],
            stdout=subprocess.PIPE,
            text=True,
        )
        peak = [0.0]
        threading.Thread(target=_watch, args=(psutil.Process(process.pid), peak), daemon=True).start()
        assert process.stdout is not None
        told = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        wall = time.monotonic() - started
        with urllib.request.urlopen(address.removesuffix("/v1") + "/counts") as answer:
            counts = json.load(answer)
        server_cpu = sum(server.cpu_times()[:2])
    found = json.loads(told or '{"calls": 0, "stages": {}}')
    return Run(
        name, latency, wall, used.ru_utime + used.ru_stime, server_cpu, peak[0], found["calls"],
        os.waitstatus_to_exitcode(status), counts["open_most"], found["stages"],
    )  # fmt: skip


def run_one(corpus: str, project_path: str, address: str, model: str) -> int:
    """The run itself, in this process; prints its calls, and wall and processor seconds by stage."""
    from graphrag_desktop.domain.events import Event, StageStarted
    from graphrag_desktop.domain.model_choice import ModelChoice, ModelPlace
    from graphrag_desktop.domain.run_control import RunControl
    from graphrag_desktop.domain.settings import Settings
    from graphrag_desktop.pipeline.run import build_index, start_project

    began: list[tuple[str, float, float]] = [("start", time.monotonic(), time.process_time())]

    def note(happened: Event) -> None:
        if isinstance(happened, StageStarted):
            began.append((happened.stage.value, time.monotonic(), time.process_time()))

    folder = _SHARED / "corpora" / corpus / "input"
    with start_project(Path(project_path), folder) as project:
        vectors = ModelPlace(address, "scripted-embedding")
        project.keep_models(ModelChoice(ModelPlace(address, model), embeddings=vectors))
        wanted = {"concurrency": _AT_ONCE, "gleanings": 1, "unit_tokens": 600, "overlap_tokens": 100}
        project.keep_settings(Settings().changed(wanted))
        summary = build_index(project, folder, RunControl(note))
    began.append(("end", time.monotonic(), time.process_time()))
    stages: dict[str, tuple[float, float]] = {}
    for (stage, wall, cpu), (_, next_wall, next_cpu) in itertools.pairwise(began):
        before = stages.get(stage, (0.0, 0.0))
        stages[stage] = (before[0] + next_wall - wall, before[1] + next_cpu - cpu)
    print(json.dumps({"calls": summary.model_calls, "stages": stages}))
    return 0 if summary.is_complete else 4


def _watch(process: psutil.Process, peak: list[float]) -> None:
    while True:
        try:
            family = [process, *process.children(recursive=True)]
            used = sum(each.memory_info().rss for each in family) / 1e6
        except psutil.Error:
            return
        peak[0] = max(peak[0], used)
        time.sleep(0.1)


def _runs_of(corpus: str, latency: float, folder: Path, *, with_others: bool) -> Iterator[Run]:
    project = folder / f"{corpus}.graphrag"
    name = f"{corpus}, {1000 * latency:.0f} ms"
    yield measured(name, corpus, project, "scripted-model", latency)
    yield measured(f"{name}: again", corpus, project, "scripted-model", latency)
    if with_others:
        yield measured(f"{name}: another model", corpus, project, "other-model", latency)
        yield measured(f"{name}: the first again", corpus, project, "scripted-model", latency)


def main(wanted: Sequence[str]) -> None:
    """Print a table of the runs, and one of where the time of each first run goes."""
    print(f"| {' | '.join(word.replace('_', ' ') for word in _HEAD)} |\n|{'---|' * len(_HEAD)}", flush=True)
    firsts: list[Run] = []
    chosen = list(wanted or _USUAL)
    for each in chosen:
        corpus, _, milliseconds = each.partition("@")
        with tempfile.TemporaryDirectory() as folder:
            latency = float(milliseconds or 50) / 1000
            for run in _runs_of(corpus, latency, Path(folder), with_others=each == chosen[0]):
                print(run.row(), flush=True)
                if run.calls and ":" not in run.name:
                    firsts.append(run)
    names = list(dict.fromkeys(stage for run in firsts for stage in run.stages))
    print("\nWhere the time goes: seconds of wall / processor by stage.\n")
    print(f"| stage | {' | '.join(run.name for run in firsts)} |\n|{'---|' * (1 + len(firsts))}")
    for stage in names:
        cells = [run.stages.get(stage, (0.0, 0.0)) for run in firsts]
        print(f"| {stage} | {' | '.join(f'{wall:.2f} / {cpu:.2f}' for wall, cpu in cells)} |")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        sys.exit(run_one(*sys.argv[2:]))
    main(sys.argv[1:])
