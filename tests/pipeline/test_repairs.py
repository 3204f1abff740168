"""Damage of every kind, and what repairing makes of it: the same project, or an honest word about what is missing."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from graphrag_desktop.domain.errors import NotAProject, ProjectDamaged, ProjectInUse
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.answers import answer_history
from graphrag_desktop.pipeline.repairs import problems_of, repair_project
from graphrag_desktop.pipeline.run import build_index, start_project
from graphrag_desktop.project import open_project
from graphrag_desktop.query.global_search import ask_global
from tests.killing import tables
from tests.pipeline.model_projects import write_folder

_PAGE = 4096


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of six short documents that was asked something."""
    place = tmp_path_factory.mktemp("whole")
    folder = write_folder(place / "papers", documents=6, sentences=12)
    path = place / "papers.graphrag"
    with start_project(path, folder) as project:
        build_index(project, folder, RunControl())
        ask_global(project, "What cargo was brought to Tal Harbour?", 0, RunControl())
    shutil.rmtree(folder)  # whatever is made anew is made of what is kept
    return path


@pytest.fixture
def project(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole, tmp_path / "papers.graphrag"))


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        for each in statements:
            connection.execute(each)


def without_search(path: Path) -> None:
    change(path, "DELETE FROM sentences_fts_data WHERE id > 10")


def without_an_index(path: Path) -> None:
    change(path, "DROP INDEX mentions_entity")


def without_sentences(path: Path) -> None:
    change(path, "DELETE FROM sentences WHERE number % 3 = 0")


def without_reports(path: Path) -> None:
    change(path, "DELETE FROM findings WHERE report % 2 = 0", "DELETE FROM reports")


def without_relationships(path: Path) -> None:
    change(path, "DELETE FROM relationships WHERE number > 2")


def with_torn_arrays(path: Path) -> None:
    change(path, "UPDATE vectors SET data = zeroblob(LENGTH(data))", "UPDATE canvas SET data = SUBSTR(data, 2)")


def without_readings(path: Path) -> None:
    change(path, "UPDATE extractions SET reading = x'00'", "DELETE FROM entities")


def without_a_table(path: Path) -> None:
    change(path, "DROP TABLE memberships")


def with_two_rows_of_one_key(path: Path) -> None:
    change(path, "UPDATE text_units SET tokens = 'many' WHERE number = 1")


def with_records_nobody_can_read(path: Path) -> None:
    change(
        path,
        "UPDATE considered SET record = '{'",
        "INSERT INTO changes VALUES (7, '2026-01-01', '{')",
        "INSERT INTO entity_edits VALUES (7, '{')",
        "INSERT INTO standing_questions VALUES ('q', 'Why?', 'no such way', 0, '', '2026-01-01', 'a', '')",
    )


DAMAGES: tuple[Callable[[Path], None], ...] = (
    without_search, without_an_index, without_sentences, without_reports, without_relationships, with_torn_arrays,
    without_readings, without_a_table, with_two_rows_of_one_key, with_records_nobody_can_read,
)  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_that_what_can_be_made_again_is_as_it_was(project: Path, whole: Path, damage: Callable[[Path], None]) -> None:
    damage(project)
    before = project.read_bytes()
    assert problems_of(project)
    repair = repair_project(project, RunControl())
    assert (problems_of(project), repair.failures) == ((), ())
    assert repair.damaged is not None and repair.damaged.read_bytes() == before
    found, expected = tables(project), tables(whole)
    for table in ("documents", "text_units", "sentences", "entities", "relationships", "reports", "answers", "parsed"):
        assert len(found[table]) == len(expected[table]), table
    assert {each.name for each in project.parent.iterdir()} == {project.name, repair.damaged.name}
    with open_project(project) as opened:
        assert ask_global(opened, "What cargo was brought to Tal Harbour?", 0, RunControl()).is_answered


@pytest.mark.parametrize("seed", range(6))
def test_that_pages_overwritten_at_random_cost_what_they_held_and_no_more(project: Path, seed: int) -> None:
    chance = random.Random(seed)
    content = bytearray(project.read_bytes())
    pages = chance.sample(range(1, len(content) // _PAGE), 1 + seed)
    for page in pages:
        content[page * _PAGE : (page + 1) * _PAGE] = chance.randbytes(_PAGE)
    project.write_bytes(bytes(content))
    if not problems_of(project):
        pytest.skip("only pages that hold nothing were hit")
    try:
        repair = repair_project(project, RunControl())
    except ProjectDamaged:  # the list of tables itself was hit, or every document
        assert project.read_bytes() == bytes(content)
        return
    assert problems_of(project) == ()
    assert repair.damaged is not None
    with open_project(project) as opened:
        answer_history(opened)


def test_that_a_file_that_is_cut_off_keeps_what_is_left(project: Path) -> None:
    content = project.read_bytes()
    project.write_bytes(content[: len(content) * 2 // 3 // _PAGE * _PAGE])
    try:
        repair_project(project, RunControl())
    except ProjectDamaged:
        assert project.stat().st_size < len(content)
    else:
        assert problems_of(project) == ()


def test_that_a_sound_project_is_left_as_it_is(project: Path) -> None:
    before = project.read_bytes()
    assert repair_project(project, RunControl()).problems == ()
    assert project.read_bytes() == before
    assert [each.name for each in project.parent.iterdir()] == [project.name]


def test_that_what_is_no_project_is_not_repaired(tmp_path: Path) -> None:
    letter = tmp_path / "letter.graphrag"
    letter.write_text("Dear Sir,", encoding="utf-8")
    with pytest.raises(NotAProject):
        repair_project(letter, RunControl())
    assert letter.read_text(encoding="utf-8") == "Dear Sir,"


def test_that_a_project_in_use_is_not_repaired(project: Path) -> None:
    without_search(project)
    with open_project(project), pytest.raises(ProjectInUse):
        repair_project(project, RunControl())


def test_that_compacting_gives_room_back_and_keeps_everything(project: Path) -> None:
    with open_project(project) as opened:
        before = tables(project)
        change(project, "CREATE TABLE much AS SELECT zeroblob(1000000)", "DROP TABLE much")
        grown, now = opened.compact()
    assert now < grown - 900_000
    assert tables(project) == before
    assert problems_of(project) == ()
