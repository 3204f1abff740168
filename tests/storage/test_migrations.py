"""How a project of an older version becomes one of this version."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from graphrag_desktop.domain.errors import ProjectReadOnly
from graphrag_desktop.storage import database as databases
from graphrag_desktop.storage import journal, migrations
from graphrag_desktop.storage.database import create_database, open_database
from tests.projects import make_project

_Migration = Callable[[sqlite3.Connection], None]


def _add_colours(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE colours (name TEXT PRIMARY KEY)")
    connection.execute("INSERT INTO colours VALUES ('red')")


def _fail_half_way(connection: sqlite3.Connection) -> None:
    _add_colours(connection)
    connection.execute("INSERT INTO no_such_table VALUES (1)")


def _a_version_later(monkeypatch: pytest.MonkeyPatch, migration: _Migration) -> None:
    """As if the next version of the program had come, with one more migration."""
    monkeypatch.setattr(migrations, "_MIGRATIONS", (*migrations._MIGRATIONS, migration))
    monkeypatch.setattr(databases, "NEWEST", migrations.NEWEST + 1)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    with make_project(tmp_path / "mill.graphrag") as project:
        return project.path


def test_that_an_older_project_is_brought_up_to_date_beside_its_backup(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _a_version_later(monkeypatch, _add_colours)

    database = open_database(old)
    with database.reading() as connection:
        assert connection.execute("SELECT name FROM colours").fetchall() == [("red",)]
        assert connection.execute("PRAGMA user_version").fetchone() == (migrations.NEWEST + 1,)
    assert journal.index_version(database) == 1
    database.close()

    backup = old.with_name(f"{old.name}.v{migrations.NEWEST}.backup")
    assert sorted(each.name for each in old.parent.iterdir()) == [old.name, backup.name]
    monkeypatch.undo()
    kept = open_database(backup, for_writing=False)
    assert journal.index_version(kept) == 1
    kept.close()


def test_that_a_migration_that_fails_leaves_the_project_as_it_was(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _a_version_later(monkeypatch, _fail_half_way)

    with pytest.raises(Exception, match="no_such_table"):
        open_database(old)

    monkeypatch.undo()
    database = open_database(old)
    assert not database.is_read_only
    with database.reading() as connection:
        assert connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'colours'").fetchall() == []
    database.close()


def test_that_an_older_project_is_not_changed_to_be_read(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _a_version_later(monkeypatch, _add_colours)
    before = old.read_bytes()

    with pytest.raises(ProjectReadOnly, match="older version"):
        open_database(old, for_writing=False)

    assert old.read_bytes() == before


def test_that_a_new_project_has_every_table_of_the_design(tmp_path: Path) -> None:
    database = create_database(tmp_path / "new.graphrag")
    with database.reading() as connection:
        found = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    database.close()

    assert found >= {
        "documents", "pages", "sentences", "sentences_fts", "text_units", "extractions", "entities", "aliases",
        "relationships", "mentions", "communities", "memberships", "reports", "findings", "vectors", "canvas", "runs",
        "failures", "answers", "contexts", "sent_texts",
    }  # fmt: skip
