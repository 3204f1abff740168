"""An index run as a whole: going on, changing, stopping, breaking off, and what it refuses."""

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag_desktop.assets import resource
from graphrag_desktop.domain.errors import (
    Cancelled,
    GraphRagError,
    InputError,
    NoSpaceLeft,
    NothingToRead,
    ProjectReadOnly,
)
from graphrag_desktop.domain.events import Event, Stage, StageAdvanced, StageFinished
from graphrag_desktop.domain.index import RunSummary
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.run import build_index, discard_if_empty, start_project
from graphrag_desktop.project import open_project
from graphrag_desktop.storage import documents, graph
from graphrag_desktop.storage.check import find_problems

MILL = (
    "Anna Berg bought the old mill in Dunford in 1921. The mill stood empty for nine years. "
    "Anna Berg asked the Dunford Savings Bank for a loan, and the Dunford Savings Bank refused it. "
    "The council of Dunford praised Anna Berg for repairing the weir.\n"
)
BANK = (
    "The Dunford Savings Bank closed in March 1933. Karl Osten, its director, left Dunford in the same week. "
    "Karl Osten had lent the money of the Dunford Savings Bank to the railway. "
    "The railway never reached Dunford, and Anna Berg lost her deposit.\n"
)
WEIR = (
    "The weir at Dunford was repaired by Anna Berg and her brother Jonas Berg. "
    "Jonas Berg drew the plans of the weir. The river rose twice in 1934 and the weir held.\n"
)
NOT_COMPARED = {"runs", "facts", "paths", "sqlite_stat1", "sqlite_stat4"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three short documents on one town."""
    made = tmp_path / "town"
    made.mkdir()
    for name, text in (("mill.txt", MILL), ("bank.txt", BANK), ("weir.md", WEIR)):
        (made / name).write_text(text, encoding="utf-8")
    return made


def _index(path: Path, folder: Path, events: list[Event] | None = None) -> RunSummary:
    with start_project(path, folder) as project:
        return build_index(project, folder, RunControl(events.append if events is not None else lambda _: None))


def _tables(path: Path) -> dict[str, list[str]]:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: sorted(map(repr, connection.execute(f'SELECT * FROM "{name}"')))
            for name in names
            if name not in NOT_COMPARED
        }


def _problems(path: Path) -> tuple[str, ...]:
    with open_project(path, for_writing=False) as project:
        return find_problems(project.database)


def test_that_a_run_leaves_a_sound_project_with_levels_and_reports(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "town.graphrag"
    summary = _index(path, folder)
    assert summary.is_complete
    assert summary.counts.documents == 3
    assert summary.counts.reports == summary.counts.communities > 0
    assert _problems(path) == ()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["town", "town.graphrag"], (
        "one file and nothing beside it"
    )


def test_that_a_second_run_finds_everything_kept(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "town.graphrag"
    _index(path, folder)
    before = _tables(path)
    events: list[Event] = []
    summary = _index(path, folder, events)
    assert summary.readings_done == 0
    assert [each.stage for each in events if isinstance(each, StageFinished) and each.reused] == list(Stage)
    assert _tables(path) == before


def test_that_a_removed_document_leaves_nothing_of_itself_behind(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "town.graphrag"
    _index(path, folder)
    (folder / "bank.txt").unlink()
    _index(path, folder)
    assert _problems(path) == ()
    content = path.read_bytes()
    with open_project(path, for_writing=False) as project:
        assert len(documents.documents(project.database)) == 2
        assert "karl osten" not in {each.id for each in graph.entities(project.database)}
    assert "Karl Osten" not in str(_tables(path)), "not in any table or cache"
    assert content


def test_that_numbers_stay_with_what_stays(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "town.graphrag"
    _index(path, folder)
    with open_project(path, for_writing=False) as project:
        before = {each.id: each.number for each in graph.entities(project.database)}
    (folder / "ferry.txt").write_text("Zoe Lund ran the ferry at Dunford. Anna Berg sold Zoe Lund a boat.\n", "utf-8")
    _index(path, folder)
    with open_project(path, for_writing=False) as project:
        after = {each.id: each.number for each in graph.entities(project.database)}
    kept = before.keys() & after.keys()
    assert "anna berg" in kept
    assert {each: after[each] for each in kept} == {each: before[each] for each in kept}
    assert min(after[each] for each in after.keys() - before.keys()) > max(before.values())


def test_that_equal_files_are_one_document_with_two_paths(tmp_path: Path, folder: Path) -> None:
    (folder / "copy of mill.txt").write_text(MILL, encoding="utf-8")
    path = tmp_path / "town.graphrag"
    assert _index(path, folder).counts.documents == 3
    with open_project(path, for_writing=False) as project:
        paths = [each.paths for each in documents.documents(project.database)]
    assert ("copy of mill.txt", "mill.txt") in paths


def test_that_a_stop_keeps_what_was_read_and_the_next_run_goes_on(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "town.graphrag"
    stopped = RunControl()

    def stop_after_the_first_reading(happened: Event) -> None:
        if isinstance(happened, StageAdvanced) and happened.stage is Stage.EXTRACTION and happened.done:
            stopped.cancel()

    stopped.emit = stop_after_the_first_reading
    with start_project(path, folder) as project, pytest.raises(Cancelled):
        build_index(project, folder, stopped)
    summary = _index(path, folder)
    assert summary.readings_reused >= 1
    assert summary.readings_done + summary.readings_reused == 3
    whole = tmp_path / "whole.graphrag"
    _index(whole, folder)
    assert _tables(path) == _tables(whole)


def test_that_a_killed_run_ends_as_if_it_had_never_been_killed(tmp_path: Path) -> None:
    killed, whole = tmp_path / "killed.graphrag", tmp_path / "whole.graphrag"
    sample = resource("sample")
    run = [sys.executable, "-m", "graphrag_desktop", "index", str(sample), "-p", str(killed)]
    process = subprocess.Popen(run, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while process.poll() is None and time.monotonic() < deadline and not _kept(killed):
        pass
    kept = _kept(killed)
    process.send_signal(signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
    process.wait()
    summary = _index(killed, sample)
    assert summary.readings_reused >= kept
    _index(whole, sample)
    assert _tables(killed) == _tables(whole)
    assert _problems(killed) == ()


def test_that_an_empty_folder_and_one_without_text_are_refused_before_anything_is_made(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(NothingToRead, match="is empty"):
        start_project(tmp_path / "a.graphrag", empty)
    (empty / "picture.xyz").write_bytes(b"\x00\x01")
    with pytest.raises(NothingToRead, match="no document that can be read"):
        start_project(tmp_path / "a.graphrag", empty)
    with pytest.raises(InputError, match="does not exist"):
        start_project(tmp_path / "a.graphrag", tmp_path / "nowhere")
    assert not (tmp_path / "a.graphrag").exists()


def test_that_a_folder_of_blank_files_leaves_no_project_behind(tmp_path: Path) -> None:
    blank = tmp_path / "blank"
    blank.mkdir()
    (blank / "one.txt").write_text(" \n\t\n", encoding="utf-8")
    path = tmp_path / "a.graphrag"
    project = start_project(path, blank)
    with pytest.raises(NothingToRead, match=r"one\.txt"):
        build_index(project, blank, RunControl())
    discard_if_empty(project)
    assert not path.exists()


def test_that_one_word_is_enough_for_a_sound_project(tmp_path: Path) -> None:
    folder = tmp_path / "word"
    folder.mkdir()
    (folder / "one.txt").write_text("Dunford", encoding="utf-8")
    summary = _index(tmp_path / "a.graphrag", folder)
    assert summary.counts.documents == 1
    assert _problems(tmp_path / "a.graphrag") == ()


def test_that_a_project_of_another_folder_is_not_overwritten(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "town.graphrag"
    _index(path, folder)
    other = tmp_path / "other"
    other.mkdir()
    (other / "a.txt").write_text("Something else entirely.", encoding="utf-8")
    with pytest.raises(InputError, match="was made from"):
        start_project(path, other)


def test_that_a_project_inside_its_folder_is_refused(folder: Path) -> None:
    with pytest.raises(InputError, match="inside the folder"):
        start_project(folder / "town.graphrag", folder)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte, where this process may mount one."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("mounting a small disk needs an administrator")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=False)


@pytest.mark.skipif(sys.platform != "linux", reason="mounts a tmpfs")
def test_that_a_full_disk_is_said_and_what_is_kept_can_still_be_opened(small_disk: Path) -> None:
    path = small_disk / "town.graphrag"
    with start_project(path, resource("sample")) as project, pytest.raises(NoSpaceLeft, match="no space left"):
        build_index(project, resource("sample"), RunControl())
    assert _problems(path) == ()


@pytest.mark.skipif(sys.platform != "linux", reason="mounts a tmpfs")
def test_that_read_only_media_can_be_read_and_say_that_nothing_can_be_written(
    small_disk: Path, tmp_path: Path, folder: Path
) -> None:
    path = small_disk / "town.graphrag"
    _index(path, folder)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    before = path.read_bytes()
    with open_project(path) as project:
        assert "nothing can be written" in project.read_only_reason
        assert graph.counts(project.database).documents == 3
        with pytest.raises(ProjectReadOnly):
            build_index(project, folder, RunControl())
    assert path.read_bytes() == before
    assert sorted(each.name for each in small_disk.iterdir()) == ["town.graphrag"]


def test_that_a_bug_in_one_stage_is_not_taken_for_something_the_analyst_did(tmp_path: Path, folder: Path) -> None:
    with start_project(tmp_path / "a.graphrag", folder) as project:
        control = RunControl(_break)
        with pytest.raises(ZeroDivisionError):
            build_index(project, folder, control)
    assert issubclass(NoSpaceLeft, GraphRagError)
    assert _problems(tmp_path / "a.graphrag") == ()


def _break(happened: Event) -> None:
    if isinstance(happened, StageFinished) and happened.stage is Stage.GRAPH:
        raise ZeroDivisionError


def _kept(path: Path) -> int:
    try:
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            return int(connection.execute("SELECT COUNT(*) FROM extractions").fetchone()[0])
    except sqlite3.Error:
        return 0
