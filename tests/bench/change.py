"""What a change of the folder costs and keeps: `python -m tests.bench.change [CORPUS] [--built-in] [--alone] [--in FOLDER]`.

A corpus is indexed; then one of its documents is edited (a tenth of its text), one removed, one added, each from the state
after the change before. For each change: the calls to the scripted server (latency 0) as a share of those of the first run,
the share of communities that keep number and report, what differs from an index of the same folder made from scratch, and the
modularity of every level beside that of the index from scratch; `--alone` makes none of those. With `--in FOLDER` what is finished is kept there, and a
bench that was stopped goes on. Run by hand; it prints Markdown.
"""

import argparse
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from graphrag_desktop.domain.graph import KnowledgeGraph
from graphrag_desktop.domain.index import RunSummary
from graphrag_desktop.domain.model_choice import ModelChoice, ModelPlace
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.pipeline.communities import level_modularities
from graphrag_desktop.pipeline.run import build_index, start_project
from graphrag_desktop.project import Project
from graphrag_desktop.storage import communities, graph, journal
from graphrag_desktop.storage.replies import usage_in_all
from tests.bench.models import _SHARED, served

_AT_ONCE = 25


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a project holds that a change may alter."""

    entities: frozenset[tuple[object, ...]]
    relationships: frozenset[tuple[object, ...]]
    reports: dict[int, str]
    modularities: tuple[float, ...]
    communities: tuple[int, ...]


def snapshot(project: Project) -> Snapshot:
    """The project as it is now."""
    database = project.database
    entities, relationships = graph.entities(database), graph.relationships(database)
    hierarchy = communities.hierarchy(database)
    return Snapshot(
        frozenset(
            (each.id, each.title, each.type, each.description, each.count, each.documents, each.degree)
            for each in entities
        ),
        frozenset(
            (each.source, each.target, each.description, each.count, each.clustering_weight) for each in relationships
        ),
        communities.report_keys(database),
        level_modularities(KnowledgeGraph(tuple(entities), tuple(relationships)), hierarchy),
        tuple(sum(not each.is_unconnected for each in hierarchy.at(level)) for level in range(len(hierarchy.levels))),
    )


def edit_tenth(path: Path) -> None:
    """Put other words in place of a tenth of a file's text, from its middle."""
    text = path.read_text(encoding="utf-8")
    start = len(text) // 2
    stretch = text[start : start + len(text) // 10]
    sentences = [f"In other words, {each.strip()}" for each in stretch.split(". ")]
    path.write_text(f"{text[:start]}{'. '.join(reversed(sentences))}{text[start + len(stretch) :]}", encoding="utf-8")


class Bench:
    """A copy of a corpus and its project, indexed again after each change."""

    def __init__(self, corpus: str, place: Path, address: str, *, is_alone: bool = False) -> None:
        self.address = address
        self.is_alone = is_alone
        self.place = place
        self.folder = place / "input"
        self.path = place / "changing.graphrag"
        if not self.folder.exists():
            shutil.copytree(_SHARED / "corpora" / corpus / "input", self.folder)
        source = _SHARED / "corpora" / corpus / "input"
        files = [self.folder / each.relative_to(source) for each in sorted(source.rglob("*")) if each.is_file()]
        by_size = sorted(files, key=lambda each: (source / each.relative_to(self.folder)).stat().st_size)
        middle = len(by_size) // 2
        self.edited, self.removed, self.added = by_size[middle], by_size[middle - 1], by_size[middle + 1]
        self.kept_back = place / self.added.name

    @contextmanager
    def opened(self, path: Path) -> Iterator[Project]:
        """A project of the folder, with the models of the bench."""
        with start_project(path, self.folder) as project:
            if self.address:
                vectors = ModelPlace(self.address, "scripted-embedding")
                project.keep_models(ModelChoice(ModelPlace(self.address, "scripted-model"), embeddings=vectors))
                wanted = {"concurrency": _AT_ONCE, "gleanings": 1, "unit_tokens": 600, "overlap_tokens": 100}
                project.keep_settings(Settings().changed(wanted))
            yield project

    def index(self, path: Path) -> tuple[RunSummary, Snapshot, int]:
        """Index the folder as it is; the last figure counts all calls that the project ever made."""
        with self.opened(path) as project:
            summary = build_index(project, self.folder, RunControl())
            return summary, snapshot(project), sum(each.calls for each in usage_in_all(project.database))

    def from_scratch(self, name: str) -> Snapshot:
        """An index of the folder as it is, in a project of its own."""
        scratch = self.place / f"{name}.graphrag"
        _, fresh, _ = self.index(scratch)
        scratch.unlink()
        return fresh

    def change(self, name: str, do: Callable[[], object], first_calls: int) -> None:
        """Make a change and print its row, beside an index made from scratch."""
        with self.opened(self.path) as project:
            before = snapshot(project)
        do()
        started = time.monotonic()
        summary, after, _ = self.index(self.path)
        seconds = time.monotonic() - started
        fresh = after if self.is_alone else self.from_scratch(name)
        kept = sum(after.reports.get(number) == key for number, key in before.reports.items())
        share = f"{summary.model_calls / first_calls:.2%}" if first_calls else "-"
        differing = len(after.entities ^ fresh.entities), len(after.relationships ^ fresh.relationships)
        tasks = ", ".join(f"{each.task} {each.calls:,}" for each in summary.usage if each.calls)
        print(
            f"| {name} | {summary.model_calls:,} ({share}) | {kept:,} of {len(before.reports):,}"
            f" ({kept / max(1, len(before.reports)):.1%}) | {differing[0]} / {differing[1]}"
            f" | {_levels(after)} | {_levels(fresh)} | {summary.rebuild_gain:.4f} | {seconds:.1f} | {tasks} |",
            flush=True,
        )


def _levels(found: Snapshot) -> str:
    return " ".join(f"{value:.3f}" for value in found.modularities)


def run(corpus: str, place: Path, address: str, *, is_alone: bool) -> None:
    """Print the table of a corpus."""
    bench = Bench(corpus, place, address, is_alone=is_alone)
    if not bench.kept_back.exists():
        bench.added.rename(bench.kept_back)
    started = time.monotonic()
    summary, first, calls = bench.index(bench.path)
    print(
        f"{corpus}, {summary.engine}: first run {calls:,} calls, {time.monotonic() - started:.1f} s,"
        f" {summary.counts.entities:,} entities, {summary.counts.relationships:,} relationships,"
        f" communities by level {first.communities}, {len(first.reports):,} reports\n",
        flush=True,
    )
    print(
        "| change | calls | reports kept | entities / relationships that differ | modularity by level | from scratch"
        " | gain | seconds | calls by task |\n|---|---|---|---|---|---|---|---|---|"
    )
    bench.change("edited", lambda: edit_tenth(bench.edited), calls)
    bench.change("removed", bench.removed.unlink, calls)
    bench.change("added", lambda: bench.kept_back.rename(bench.added), calls)
    with bench.opened(bench.path) as project:
        print(f"\nIndex version {journal.index_version(project.database)}.")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", nargs="?", default="sotu_1m")
    parser.add_argument("--built-in", action="store_true")
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--in", dest="place", type=Path)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = chosen.place or Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        with nullcontext(("", None)) if chosen.built_in else served(0) as (address, _):
            run(chosen.corpus, place, address, is_alone=chosen.alone)


if __name__ == "__main__":
    main()
