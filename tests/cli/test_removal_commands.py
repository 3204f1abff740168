"""Documents taken out of a project and let in again, and what changed, on the command line."""

import json
from pathlib import Path

import pytest

from graphrag_desktop.cli import run

TEXTS = {
    "council.txt": "The Harwick Council asked Norden Paper for figures. Edith Vane told the Harwick Council that Norden"
    " Paper pollutes the River Ouse. Norden Paper answered Edith Vane that the River Ouse was clean. ",
    "fair.txt": "The Spring Fair was held on Market Square. Hale Bakery sold loaves at the Spring Fair. Tom Hale opened"
    " Hale Bakery beside Market Square. Edith Vane thanked Tom Hale at the Spring Fair. ",
}


def told(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    """What a command printed as JSON."""
    status = 0
    try:
        status = run([*words, "--json"])
    except SystemExit as ended:
        status = int(ended.code or 0)
    assert status == 0, capsys.readouterr().err
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / name).write_text(text * 4, encoding="utf-8")
    return folder


def test_that_a_document_is_removed_stays_out_and_is_taken_back(
    papers: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = str(tmp_path / "papers.graphrag")
    first = told(capsys, "index", str(papers), "-p", project)
    assert first["change"] is None
    plan = told(capsys, "remove", project, "fair.txt", "--dry-run")
    assert plan["documents"] == ["fair.txt"]
    removed = told(capsys, "remove", project, "fair.txt")
    assert removed["documents"] == ["fair.txt"]
    info = told(capsys, "info", project)
    assert [each["paths"] for each in info["documents"]] == [["council.txt"]]  # type: ignore[attr-defined]
    assert [each["path"] for each in info["removed"]] == ["fair.txt"]  # type: ignore[attr-defined]
    again = told(capsys, "index", str(papers), "-p", project)
    assert (again["documents"], again["change"]) == (1, None)
    dry = told(capsys, "index", str(papers), "-p", project, "--dry-run")
    assert dry["new_documents"] == 0
    assert told(capsys, "take-back", project, "fair.txt") == {"documents": 1}
    dry = told(capsys, "index", str(papers), "-p", project, "--dry-run")
    assert dry["changes"]["new"] == ["fair.txt"]  # type: ignore[index]
    assert told(capsys, "index", str(papers), "-p", project)["documents"] == 2
    assert told(capsys, "check", project) == {"ok": True, "problems": []}


def test_that_an_erased_document_is_in_no_byte_and_its_path_in_no_list(
    papers: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = tmp_path / "papers.graphrag"
    told(capsys, "index", str(papers), "-p", str(project))
    found = told(capsys, "erase", str(project), "fair.txt")
    assert found["backups"] == []
    assert b"loaves" not in project.read_bytes()
    removed = told(capsys, "info", str(project))["removed"]
    assert isinstance(removed, list)
    assert [(each["path"], each["erased"]) for each in removed] == [("", True)]


def test_that_a_document_that_is_not_there_is_named(
    papers: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = str(tmp_path / "papers.graphrag")
    told(capsys, "index", str(papers), "-p", project)
    with pytest.raises(SystemExit):
        run(["remove", project, "nothing.txt"])
    assert "The project has no document “nothing.txt”." in capsys.readouterr().err


def test_that_what_changed_is_told_to_people(papers: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = str(tmp_path / "papers.graphrag")
    told(capsys, "index", str(papers), "-p", project)
    (papers / "fair.txt").rename(papers / "spring.txt")
    (papers / "new.txt").write_text("The Residents League wrote to Edith Vane. " * 4, encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        run(["index", str(papers), "-p", project, "--rebuild-communities"])
    assert not ended.value.code
    shown = capsys.readouterr().out
    assert "What changed (index version 2):" in shown
    assert "New: 1 (new.txt)" in shown
    assert "Renamed: 1 (fair.txt → spring.txt)" in shown
