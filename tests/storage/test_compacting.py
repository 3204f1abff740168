"""Making a project smaller: what was deleted is gone, or it is said that it may not be."""

import contextlib
import sqlite3
from pathlib import Path

import pytest

from graphrag_desktop.domain.errors import ProjectInUse
from graphrag_desktop.storage import database
from graphrag_desktop.storage.database import open_database
from tests.projects import make_project


def test_that_what_is_deleted_is_not_said_to_be_gone_while_somebody_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = tmp_path / "mill.graphrag"
    make_project(closed).close()
    monkeypatch.setattr(database, "_PRAGMAS", ("foreign_keys = ON", "temp_store = MEMORY", "busy_timeout = 20"))
    with (
        contextlib.closing(open_database(closed)) as opened,
        contextlib.closing(sqlite3.connect(closed, isolation_level=None)) as other,
    ):
        other.execute("BEGIN")
        other.execute("SELECT COUNT(*) FROM facts").fetchone()
        with pytest.raises(ProjectInUse, match=r"may still stand in mill\.graphrag-wal"):
            opened.compact()
        other.execute("ROLLBACK")
        opened.compact()
        assert closed.with_name(f"{closed.name}-wal").stat().st_size == 0
