"""What the computer does to a run: drives that go, clocks that jump, shares without shared memory, a full disk, a pause."""

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import pytest

from graphrag_desktop.domain.errors import GraphRagError, InputError, NotAProject
from graphrag_desktop.domain.events import Event, Stage, StageAdvanced, StageFinished
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.saved_files import save_whole
from graphrag_desktop.pipeline.run import build_index, start_project
from graphrag_desktop.project import open_project
from graphrag_desktop.storage import documents, journal, replies
from graphrag_desktop.storage.check import find_problems
from graphrag_desktop.storage.database import create_database, open_database
from tests.faults import Disk, faulty
from tests.killing import tables
from tests.pipeline.model_projects import write_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_folder(tmp_path / "papers", documents=3, sentences=6)


def index(path: Path, folder: Path, control: RunControl | None = None) -> bool:
    with start_project(path, folder) as project:
        return build_index(project, folder, control or RunControl()).is_complete


@pytest.mark.parametrize("stage", [Stage.DOCUMENTS, Stage.TEXT_UNITS, Stage.GRAPH])
def test_that_a_drive_that_goes_away_in_a_run_takes_no_document_with_it(
    tmp_path: Path, folder: Path, stage: Stage
) -> None:
    path = tmp_path / "papers.graphrag"
    index(path, folder)
    before = tables(path)
    write_folder(folder, documents=5, sentences=6)

    def unplug(happened: Event) -> None:
        is_now = isinstance(happened, StageAdvanced | StageFinished) and happened.stage is stage
        if is_now and folder.exists():
            folder.rename(tmp_path / "elsewhere")

    try:
        index(path, folder, RunControl(unplug))
    except InputError:
        after = {name: rows for name, rows in tables(path).items() if name != "parsed"}
        assert after == {name: rows for name, rows in before.items() if name != "parsed"}
    with open_project(path) as project:
        assert find_problems(project.database) == ()
        assert len(documents.documents(project.database)) >= 3
    (tmp_path / "elsewhere").rename(folder)
    assert index(path, folder)
    with open_project(path) as project:
        assert len(documents.documents(project.database)) == 5


def test_that_a_clock_that_jumps_back_makes_no_run_shorter_than_nothing(tmp_path: Path) -> None:
    database = create_database(tmp_path / "a.graphrag")
    number = journal.start_run(database, "2026-03-01T12:00:00.000+00:00", "engine")
    journal.count_readings(database, number, done=10, reused=0)
    journal.end_run(database, number, "complete", "2026-03-01T09:00:00.000+00:00")
    assert replies.measured_usage(database, "engine").seconds == 0
    assert find_problems(database) == ()
    database.close()


def test_that_a_share_without_shared_memory_is_written_with_a_plain_journal(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class OnAShare(sqlite3.Connection):
        def execute(self, sql: str, *parameters: object) -> sqlite3.Cursor:
            if sql == "PRAGMA journal_mode = WAL":
                raise sqlite3.OperationalError("disk I/O error")
            return super().execute(sql, *parameters)  # type: ignore[arg-type]

    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=OnAShare))
    path = tmp_path / "papers.graphrag"
    assert index(path, folder)
    with open_project(path) as project:
        with project.database.writing() as connection:
            assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "delete"
            assert connection.execute("PRAGMA synchronous").fetchone()[0] == 2
        assert find_problems(project.database) == ()


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_that_what_is_written_is_for_nobody_else(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "made" / "for it" / "papers.graphrag"
    run = partial(
        subprocess.run, env={**os.environ, "HOME": str(tmp_path)}, check=True, capture_output=True, umask=0o022
    )
    program = [sys.executable, "-m", "graphrag_desktop"]
    run([*program, "index", str(folder), "-p", str(path)])
    run([*program, "backup", str(path), str(path.parent / "copy.graphrag")])
    run([*program, "case", str(path), "-o", str(path.parent / "case.md")])
    written = [each for each in (tmp_path / "made").rglob("*") if each.is_file()]
    assert {each.name for each in written} == {"papers.graphrag", "copy.graphrag", "case.md"}
    assert {stat.S_IMODE(each.stat().st_mode) for each in written} == {0o600}
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_that_a_project_and_its_journals_are_private_wherever_they_are_made(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        database = create_database(tmp_path / "a.graphrag")
        journal.keep_fact(database, "folder", "somewhere")
        modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in tmp_path.iterdir()}
        database.close()
    finally:
        os.umask(before)
    assert {"a.graphrag", "a.graphrag-wal", "a.graphrag.lock"} <= modes.keys()
    assert set(modes.values()) == {0o600}


def test_that_a_full_disk_leaves_the_file_that_was_there(tmp_path: Path) -> None:
    path = tmp_path / "case.md"
    save_whole(path, b"the first")
    for number in (1, 2):
        with faulty(Disk(number)), pytest.raises(InputError, match="No space left"):
            save_whole(path, b"the second")
        assert path.read_bytes() == b"the first"
    assert [each.name for each in tmp_path.iterdir()] == ["case.md"]


def test_that_a_copy_never_replaces_what_is_no_project(tmp_path: Path) -> None:
    letter = tmp_path / "letter.docx"
    letter.write_bytes(b"Dear Sir,")
    database = create_database(tmp_path / "a.graphrag")
    with pytest.raises(NotAProject):
        database.save_copy(letter)
    database.close()
    assert letter.read_bytes() == b"Dear Sir,"


def test_that_a_commit_that_fails_leaves_no_transaction_open(tmp_path: Path) -> None:
    path = tmp_path / "a.graphrag"
    create_database(path).close()
    disk = Disk()
    with faulty(disk):
        database = open_database(path)
        disk.fail_at(disk.writes + 2)  # the commit of the next write
        with pytest.raises(GraphRagError, match="no space left"):
            journal.keep_fact(database, "folder", "one")
        assert journal.fact(database, "folder") is None
        journal.keep_fact(database, "folder", "two")
    assert journal.fact(database, "folder") == "two"
    database.close()


def test_that_a_long_pause_in_the_middle_changes_nothing(tmp_path: Path, folder: Path) -> None:
    whole, paused = tmp_path / "whole.graphrag", tmp_path / "paused.graphrag"
    index(whole, folder)
    control = RunControl()
    timers: list[threading.Timer] = []

    def hold(happened: Event) -> None:
        if isinstance(happened, StageFinished):
            control.hold()
            timers.append(threading.Timer(0.1, control.resume))
            timers[-1].start()

    control.emit = hold
    assert index(paused, folder, control)
    assert len(timers) > 3
    assert tables(paused) == tables(whole)


def test_that_two_processes_at_once_leave_one_sound_project(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "papers.graphrag"
    program = [sys.executable, "-m", "graphrag_desktop", "index", str(folder), "-p", str(path)]
    both = [subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for _ in range(2)]
    told = [each.communicate(timeout=200)[1].decode() for each in both]
    states = sorted(each.returncode for each in both)
    assert states in ([0, 0], [0, 1])
    assert states == [0, 0] or any("in another window or program" in each or "already" in each for each in told), told
    with open_project(path) as project:
        assert find_problems(project.database) == ()
        assert len(documents.documents(project.database)) == 3


def test_that_a_backup_is_the_project_as_it_is(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "papers.graphrag"
    index(path, folder)
    backups = tmp_path / "backups"
    backups.mkdir()
    program = [sys.executable, "-m", "graphrag_desktop", "backup", str(path)]
    with open_project(path):  # though a window has it open
        subprocess.run([*program, str(backups)], check=True, capture_output=True)
    (made,) = backups.iterdir()
    assert made.name.startswith("papers 2") and made.suffix == ".graphrag"
    assert tables(made) == tables(path)
    shutil.copy(path, tmp_path / "b.graphrag")
