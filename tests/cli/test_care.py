"""A project file that is repaired, made smaller and backed up from the command line."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from graphrag_desktop.cli import run
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.repairs import problems_of
from graphrag_desktop.pipeline.run import build_index, start_project
from tests.pipeline.model_projects import write_folder


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = write_folder(tmp_path / "papers", documents=2, sentences=4)
    path = tmp_path / "papers.graphrag"
    with start_project(path, folder) as made:
        build_index(made, folder, RunControl())
    return path


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, object]]:
    with pytest.raises(SystemExit) as ended:
        run([*words, "--json"])
    return int(ended.value.code or 0), json.loads(capsys.readouterr().out)


def test_that_a_damaged_project_is_repaired_and_told(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(project, isolation_level=None)) as connection:
        connection.execute("DELETE FROM mentions")
        connection.execute("UPDATE vectors SET data = zeroblob(8)")
    status, repair = told(capsys, "repair", str(project))
    assert (status, repair["failures"], repair["rebuilt"]) == (0, [], True)
    assert Path(str(repair["damaged"])).exists()
    assert problems_of(project) == ()
    status, again = told(capsys, "repair", str(project))
    assert (status, again["problems"], again["damaged"]) == (0, [], None)


def test_that_a_project_is_made_smaller_and_backed_up(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, sizes = told(capsys, "compact", str(project))
    assert status == 0
    assert sizes["bytes_after"] == project.stat().st_size <= int(str(sizes["bytes_before"]))
    status, backup = told(capsys, "backup", str(project), str(tmp_path / "copy.graphrag"))
    assert status == 0
    assert problems_of(Path(str(backup["backup"]))) == ()
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Sir,", encoding="utf-8")
    status, refused = told(capsys, "backup", str(project), str(letter))
    assert status == 1 and "not a GraphRAG Desktop project" in str(refused["error"])
    assert letter.read_text(encoding="utf-8") == "Dear Sir,"
