"""How a project file is opened, refused, locked and left behind."""

import contextlib
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from graphrag_desktop.domain.errors import (
    NoSpaceLeft,
    NotAProject,
    ProjectDamaged,
    ProjectError,
    ProjectInUse,
    ProjectReadOnly,
    ProjectTooNew,
)
from graphrag_desktop.storage import journal
from graphrag_desktop.storage.database import create_database, open_database
from graphrag_desktop.storage.migrations import NEWEST
from graphrag_desktop.storage.project_file import APPLICATION_ID
from tests.projects import make_project

PROJECT_ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def closed(tmp_path: Path) -> Path:
    """A project with an index, closed."""
    with make_project(tmp_path / "mill.graphrag") as project:
        return project.path


def _everything_in(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir()}


def test_that_a_new_project_is_marked_as_ours(tmp_path: Path) -> None:
    create_database(tmp_path / "new.graphrag").close()

    header = (tmp_path / "new.graphrag").read_bytes()[:100]
    assert int.from_bytes(header[68:72], "big") == APPLICATION_ID
    assert int.from_bytes(header[60:64], "big") == NEWEST


def test_that_a_project_is_not_made_where_a_file_is(closed: Path) -> None:
    before = _everything_in(closed.parent)

    with pytest.raises(ProjectError, match="there already"):
        create_database(closed)

    assert _everything_in(closed.parent) == before


def test_that_nothing_is_left_where_no_project_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")

    with pytest.raises(ProjectReadOnly):
        create_database(tmp_path / "file" / "new.graphrag")

    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_that_a_closed_project_is_one_file_in_rollback_mode(closed: Path) -> None:
    assert [each.name for each in closed.parent.iterdir()] == [closed.name]
    assert closed.read_bytes()[18:20] == b"\x01\x01"  # file format versions: 1 is rollback, 2 write-ahead


def test_that_reading_and_closing_changes_no_byte(closed: Path) -> None:
    before = _everything_in(closed.parent)

    database = open_database(closed, for_writing=False)
    journal.settings(database)
    database.close()

    assert _everything_in(closed.parent) == before


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _text(path: Path) -> None:
    path.write_text("Dear reader, this is a letter and no project at all. " * 10, encoding="utf-8")


def _header_alone(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:40])


def _cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-4_096])


def _another_program(path: Path) -> None:
    path.unlink()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE bookmarks (address TEXT)")
    connection.execute("PRAGMA application_id = 42")
    connection.commit()
    connection.close()


def _newer(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[60:64] = (NEWEST + 1).to_bytes(4, "big")
    path.write_bytes(content)


def _overwritten(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[100:4_096] = bytes(3_996)
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("spoil", "error"),
    [
        (_empty, ProjectDamaged),
        (_text, NotAProject),
        (_header_alone, ProjectDamaged),
        (_cut_off, ProjectDamaged),
        (_another_program, NotAProject),
        (_newer, ProjectTooNew),
        (_overwritten, ProjectDamaged),
    ],
)
@pytest.mark.parametrize("for_writing", [True, False])
def test_that_what_cannot_be_used_is_refused_and_stays_as_it_is(
    closed: Path, spoil: Callable[[Path], None], error: type[ProjectError], *, for_writing: bool
) -> None:
    spoil(closed)
    before = _everything_in(closed.parent)

    with pytest.raises(error) as caught:
        open_database(closed, for_writing=for_writing)

    assert caught.value.hint
    assert _everything_in(closed.parent) == before


def test_that_a_missing_file_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(ProjectError, match="no project at"):
        open_database(tmp_path / "nowhere.graphrag")

    assert list(tmp_path.iterdir()) == []


def test_that_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProjectError):
        open_database(tmp_path)


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


def _endless_link(path: Path) -> None:
    path.symlink_to(path)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes, sockets and links as systems of the Unix kind have them")
@pytest.mark.parametrize("make", [_pipe, _socket, Path.mkdir, _endless_link])
def test_that_what_is_no_file_is_refused_and_never_waited_for(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / "strange.graphrag")

    with pytest.raises(ProjectError) as caught:
        open_database(tmp_path / "strange.graphrag")

    assert caught.value.hint
    assert [each.name for each in tmp_path.iterdir()] == ["strange.graphrag"]


def test_that_a_name_too_long_is_no_project_and_becomes_none(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 300 + ".graphrag")

    for use in (open_database, create_database):
        with pytest.raises(ProjectError) as caught:
            use(path)
        assert caught.value.hint

    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_that_a_project_has_one_writer_whatever_link_leads_to_it(closed: Path) -> None:
    link = closed.parent / "elsewhere" / "link.graphrag"
    link.parent.mkdir()
    link.symlink_to(closed)

    first, second = open_database(closed), open_database(link)
    assert not first.is_read_only
    assert "open in another window" in second.read_only_reason
    second.close()
    first.close()
    third = open_database(link)
    assert not third.is_read_only
    third.close()

    assert list(link.parent.iterdir()) == [link]


@pytest.mark.skipif(sys.platform != "linux", reason="only there is a name any bytes")
def test_that_a_path_need_not_be_valid_text(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"caf\xe9.graphrag")
    create_database(path).close()

    database = open_database(path)
    assert journal.index_version(database) == 0
    database.close()


def test_that_a_kept_setting_that_cannot_be_is_said_to_be_damage(closed: Path) -> None:
    with contextlib.closing(sqlite3.connect(closed)) as connection, connection:
        connection.execute("INSERT INTO settings VALUES ('unit_tokens', '-5')")

    database = open_database(closed)
    with pytest.raises(ProjectDamaged, match="unit_tokens"):
        journal.settings(database)
    database.close()


def test_that_a_second_opener_reads_only_and_is_told(closed: Path) -> None:
    first = open_database(closed)
    second = open_database(closed)

    assert not first.is_read_only
    assert "open in another" in second.read_only_reason
    journal.keep_fact(first, "folder", "/here")
    assert journal.fact(second, "folder") == "/here"
    with pytest.raises(ProjectReadOnly):
        journal.keep_fact(second, "folder", "/there")
    second.close()
    first.close()


def test_that_a_second_process_reads_only(closed: Path) -> None:
    first = open_database(closed)
    program = (
        "import sys; from pathlib import Path; from graphrag_desktop.storage.database import open_database\n"
        "database = open_database(Path(sys.argv[1])); print(database.read_only_reason); database.close()"
    )

    told = subprocess.run(
        [sys.executable, "-c", program, str(closed)], capture_output=True, text=True, check=True, cwd=PROJECT_ROOT
    )
    first.close()

    assert "open in another" in told.stdout


def test_that_the_lock_of_a_process_that_died_is_no_lock(closed: Path) -> None:
    program = (
        "import os, sys; from pathlib import Path; from graphrag_desktop.storage import database, journal\n"
        "opened = database.open_database(Path(sys.argv[1])); journal.keep_fact(opened, 'folder', '/here'); os._exit(9)"
    )
    died = subprocess.run([sys.executable, "-c", program, str(closed)], check=False, cwd=PROJECT_ROOT)
    assert died.returncode == 9
    assert len(list(closed.parent.iterdir())) > 1  # its journal and its lock file are still there

    database = open_database(closed)

    assert not database.is_read_only
    assert journal.fact(database, "folder") == "/here"
    database.close()
    assert [each.name for each in closed.parent.iterdir()] == [closed.name]


def test_that_a_project_in_a_folder_without_write_permission_is_read_and_unchanged(closed: Path) -> None:
    before = _everything_in(closed.parent)
    closed.parent.chmod(0o555)
    closed.chmod(0o444)
    try:
        database = open_database(closed)
        assert "nothing can be written" in database.read_only_reason
        assert journal.index_version(database) == 1
        database.close()
        assert _everything_in(closed.parent) == before
    finally:
        closed.parent.chmod(0o755)
        closed.chmod(0o644)


def test_that_an_unclosed_project_without_write_permission_is_refused(closed: Path) -> None:
    closed.with_name(closed.name + "-wal").write_bytes(b"unfinished")
    closed.chmod(0o444)
    before = _everything_in(closed.parent)

    with pytest.raises(ProjectReadOnly, match="not closed properly"):
        open_database(closed)

    assert _everything_in(closed.parent) == before


def test_that_a_transaction_is_kept_whole_or_not_at_all(closed: Path) -> None:
    database = open_database(closed)

    def change_and_fail() -> None:
        with database.writing() as connection:
            connection.execute("INSERT INTO facts VALUES ('first', 'half')")
            connection.execute("DELETE FROM findings")
            raise RuntimeError("half way")

    with pytest.raises(RuntimeError, match="half way"):
        change_and_fail()

    with database.reading() as connection:
        assert connection.execute("SELECT COUNT(*) FROM facts WHERE name = 'first'").fetchone() == (0,)
        assert connection.execute("SELECT COUNT(*) > 0 FROM findings").fetchone() == (1,)
    database.close()


def test_that_a_view_does_not_change_while_it_is_read(closed: Path) -> None:
    database = open_database(closed)
    with database.reading() as connection:
        before = connection.execute("SELECT COUNT(*) FROM facts").fetchone()
        writer = threading.Thread(target=journal.keep_fact, args=(database, "new", "fact"))
        writer.start()
        writer.join()
        assert connection.execute("SELECT COUNT(*) FROM facts").fetchone() == before
    assert journal.fact(database, "new") == "fact"
    database.close()


def test_that_a_reader_cannot_write(closed: Path) -> None:
    database = open_database(closed)
    with pytest.raises(ProjectReadOnly), database.reading() as connection:
        connection.execute("INSERT INTO facts VALUES ('sneaked', 'in')")
    database.close()


def test_that_a_project_written_by_another_program_is_said_to_be_in_use(closed: Path) -> None:
    database = open_database(closed)
    with database.writing() as connection:
        connection.execute("PRAGMA busy_timeout = 1")  # else it waits its turn for seconds
    other = sqlite3.connect(closed, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(ProjectInUse), database.writing() as connection:
        connection.execute("SELECT 1")
    other.execute("ROLLBACK")
    other.close()
    database.close()


def test_that_a_full_disk_is_named(closed: Path) -> None:
    database = open_database(closed)
    with database.writing() as connection:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")  # as if the disk ended here

    with pytest.raises(NoSpaceLeft, match="no space left"):
        journal.keep_fact(database, "long", "x" * 1_000_000)
    assert journal.fact(database, "long") is None
    database.close()


def test_that_signs_in_a_path_are_only_signs(closed: Path) -> None:
    odd = closed.with_name("a b#c?d%20é.graphrag")
    shutil.copy(closed, odd)

    database = open_database(odd)
    assert journal.index_version(database) == 1
    database.close()

    assert sorted(each.name for each in closed.parent.iterdir()) == sorted([closed.name, odd.name])


@pytest.mark.skipif(sys.platform == "win32", reason="handles are counted otherwise there")
def test_that_threads_that_ended_leave_no_open_reader(closed: Path) -> None:
    process = psutil.Process()
    database = open_database(closed)

    def read_in_a_thread() -> int:
        reader = threading.Thread(target=journal.settings, args=(database,))
        reader.start()
        reader.join()
        return int(process.num_fds())

    first = read_in_a_thread()
    assert max(read_in_a_thread() for _ in range(20)) <= first
    database.close()
