"""What each way of asking takes: `python -m tests.bench.asking [CORPUS] [--model PROJECT] [--builtin PROJECT]`.

Two tables of a corpus, by default `sotu_1m`: with the scripted server, in a process of its own and without latency, the
calls, the tokens and our own time of a question whose project is open; and from a cold process, wall and processor seconds
of the command `ask`, with the server and with the built-in engine. Then building a context with 50,000 relationships
(planted), in processor milliseconds. Projects that are there already can be named, and are left as they are.

Run by hand or by `make bench` on an idle machine. It prints Markdown tables and nothing else.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.domain.model_choice import ModelChoice, ModelPlace
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.pipeline.run import build_index
from graphrag_desktop.project import Project, create_project, open_project
from graphrag_desktop.query.associative_search import consider_associative
from graphrag_desktop.query.local_search import consider_local
from graphrag_desktop.query.modes import MODES, search_for
from tests.bench.models import served
from tests.bench.planted_index import busiest, planted_project

_SHARED = Path(os.environ.get("GRAPHRAG_SHARED", Path(__file__).resolve().parents[3] / "shared"))
_FIRST = "Which treaty with Great Britain was signed?"
_QUESTION = "How should large corporations and monopolies be regulated?"
_COLD = "What did the presidents say about the Panama Canal?"
_PLANTED = (20_000, 50_000)


def indexed(corpus: str, path: Path, address: str | None) -> None:
    """Index a corpus with the built-in engine, or with the scripted server at an address."""
    with create_project(path) as project:
        if address is not None:
            _reach(project, address)
            wanted = {"concurrency": 25, "gleanings": 1, "unit_tokens": 600, "overlap_tokens": 100}
            project.keep_settings(Settings().changed(wanted))
        build_index(project, _SHARED / "corpora" / corpus / "input", RunControl())


def _reach(project: Project, address: str) -> None:
    place = ModelPlace(address, "scripted-model", prompt_price=1.0, completion_price=2.0)
    project.keep_models(ModelChoice(place, embeddings=ModelPlace(address, "scripted-embedding")))


@contextmanager
def _copy(given: Path | None, make: Callable[[Path], None]) -> Iterator[Path]:
    """A project to be asked: made here, or a copy of the one given."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "asked.graphrag"
        if given is None:
            make(path)
        else:
            shutil.copy(given, path)
        yield path


def print_warm(path: Path, title: str) -> None:
    """Calls, tokens and time of each way, the project open and its vectors made."""
    print(f"\n{title}: a question, the project open\n")
    print("| mode | calls | prompt tokens | completion tokens | wall s | our CPU s |\n|---|---|---|---|---|---|")
    with open_project(path) as project:
        for mode in (each.mode for each in MODES):
            search = search_for(project, mode)
            search.run(_FIRST, RunControl())  # what is made once for all questions
            wall, cpu = time.monotonic(), time.process_time()
            answer = search.run(_QUESTION, RunControl())
            wall, cpu = time.monotonic() - wall, time.process_time() - cpu
            cells = [
                mode.value, f"{answer.model_calls:,}", f"{answer.prompt_tokens:,}", f"{answer.completion_tokens:,}",
                f"{wall:.2f}", f"{cpu:.2f}",
            ]  # fmt: skip
            print(f"| {' | '.join(cells)} |", flush=True)


def print_cold(path: Path, title: str) -> None:
    """Wall and processor seconds of the command in a process of its own."""
    print(f"\n{title}: a question from a cold process\n")
    print("| mode | wall s | CPU s | answered |\n|---|---|---|---|")
    for mode in (each.mode for each in MODES):
        command = [sys.executable, "-m", "graphrag_desktop", "ask", str(path), _COLD, "--mode", mode.value, "--json"]
        began = time.monotonic()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert process.stdout is not None
        told = process.stdout.read()
        _, _, used = os.wait4(process.pid, 0)
        wall, cpu = time.monotonic() - began, used.ru_utime + used.ru_stime
        answered = json.loads(told).get("answered") if told else None
        print(f"| {mode.value} | {wall:.2f} | {cpu:.2f} | {answered} |", flush=True)


def print_contexts(project: Project, name: str, title: str) -> None:
    """Processor milliseconds of building one context: the median and the most of some questions."""
    print(f"\n{title}: building a context\n\n| mode | median ms | most ms |\n|---|---|---|")
    asked = [
        f"{ask} {name}?" for ask in ("What is told of", "Whom paid", "Who was visited by", "Who joined", "Where is")
    ]
    for mode, consider in ((Mode.LOCAL, consider_local), (Mode.ASSOCIATIVE, consider_associative)):
        consider(project, f"Who is {name}?", RunControl())
        taken = []
        for question in asked:
            began = time.process_time()
            consider(project, question, RunControl())
            taken.append(1000 * (time.process_time() - began))
        print(f"| {mode.value} | {statistics.median(taken):.0f} | {max(taken):.0f} |", flush=True)


def main(arguments: Sequence[str]) -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", nargs="?", default="sotu_1m")
    parser.add_argument("--model", type=Path, help="a project of it that the scripted server read")
    parser.add_argument("--builtin", type=Path, help="a project of it that the built-in engine read")
    parser.add_argument("--planted", type=Path, help="a planted project")
    options = parser.parse_args(arguments)
    corpus = options.corpus
    with served(0.0) as (address, _), _copy(options.model, lambda path: indexed(corpus, path, address)) as path:
        with open_project(path) as project:
            _reach(project, address)
        print_warm(path, f"{corpus}, scripted server")
        print_cold(path, f"{corpus}, scripted server")
    with _copy(options.builtin, lambda path: indexed(corpus, path, None)) as path:
        print_warm(path, f"{corpus}, built-in engine")
        print_cold(path, f"{corpus}, built-in engine")
        with open_project(path) as project:
            print_contexts(project, "Roosevelt", f"{corpus}, built-in engine")
    with (
        _copy(options.planted, lambda path: planted_project(path, *_PLANTED).close()) as path,
        open_project(path) as project,
    ):
        print_contexts(project, busiest(project), f"{_PLANTED[0]:,} entities, {_PLANTED[1]:,} relationships, planted")


if __name__ == "__main__":
    main(sys.argv[1:])
