"""Whether `check` finds each fault planted in a sound project, in a project that can be written and one that cannot."""

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag_desktop.storage.check import find_problems
from graphrag_desktop.storage.database import Database, open_database
from tests.projects import make_project


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with make_project(tmp_path_factory.mktemp("sound") / "mill.graphrag") as project:
        return project.path


@pytest.fixture
def path(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sound, tmp_path / "mill.graphrag"))


def _plant(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()


def _opened(path: Path, *, for_writing: bool) -> Iterator[Database]:
    database = open_database(path, for_writing=for_writing)
    yield database
    database.close()


@pytest.mark.parametrize("for_writing", [True, False])
def test_that_a_sound_project_has_no_problems(path: Path, *, for_writing: bool) -> None:
    for database in _opened(path, for_writing=for_writing):
        assert find_problems(database) == ()


_FAULTS = {
    "a page beyond its text": ('UPDATE pages SET "end" = 100000 WHERE number = 2', "pages lie within"),
    "a text unit beyond its text": ('UPDATE text_units SET "end" = 100000 WHERE number = 1', "text units lie within"),
    "a text without its end": ("UPDATE parsed SET text = SUBSTR(text, 1, 10)", "have the length they say"),
    "a sentence moved": ('UPDATE sentences SET start = start + 1 WHERE number = 3', "words of their documents"),
    "a sentence in a unit that is not there": ("UPDATE sentences SET source = 99 WHERE number = 3", "text units' documents"),
    "a mention outside its sentence": ('UPDATE mentions SET "end" = 100000 WHERE sentence = 2', "mentions lie within"),
    "a mention of nothing": ("UPDATE mentions SET entity = 99 WHERE sentence = 2 AND entity = 1", "mentions name entities"),
    "an alias of nothing": ("UPDATE aliases SET entity = 99", "aliases belong"),
    "a relationship with itself": ("UPDATE relationships SET target = source WHERE number = 1", "two different entities"),
    "a degree too high": ("UPDATE entities SET degree = degree + 1 WHERE number = 1", "degrees count"),
    "an entity on no level": ("DELETE FROM memberships WHERE entity = 1 AND level = 1", "exactly one community"),
    "no level at all": ("DELETE FROM memberships", "entities have communities"),
    "a membership in nothing": ("UPDATE memberships SET community = 99 WHERE entity = 1", "memberships name"),
    "a community across two parents": (
        "UPDATE memberships SET community = 4 WHERE level = 1 AND community = 2", "lies within one community of the level"),
    "a community under the wrong parent": ("UPDATE communities SET parent = 2 WHERE number = 4", "part of its parent"),
    "a sentence that speaks of nothing": ("UPDATE homes SET community = 99", "sentences speak of communities"),
    "a report of nothing": ("INSERT INTO reports SELECT 99, key, title, summary, summary_sentences, rating,"
                            " rating_explanation, tokens, truncated, engine FROM reports WHERE number = 1",
                            "reports belong to communities"),
    "a finding of no report": ("UPDATE findings SET report = 98 WHERE report = 2", "findings belong"),
    "a report that quotes nothing": ("UPDATE findings SET sentences = '[999]' WHERE report = 2", "reports quote sentences"),
    "a path to nothing": ("UPDATE paths SET document = 'x' WHERE path = 'fair.txt'", "paths belong"),
    "a sentence that cannot be searched": ("DELETE FROM sentences_fts_docsize WHERE id = 5", "full-text index has the sentences"),
    "a sentence found by words it has not": ("UPDATE sentences SET terms = 'zebra'", "full-text index agrees"),
    "a vector of nothing": ("DELETE FROM sentences WHERE number = 16", "“sentence numbers” stands for"),
    "a position of nothing": ("UPDATE canvas SET data = zeroblob(LENGTH(data)) WHERE name = 'entity numbers'",
                              "“entity numbers” stands for"),
    "a position too few": ("UPDATE canvas SET shape = '[9, 2]', data = zeroblob(72) WHERE name = 'positions'", "has a position"),
    "an array cut off": ("UPDATE canvas SET data = zeroblob(7) WHERE name = 'pairs'", "has the size it says"),
}  # fmt: skip


@pytest.mark.parametrize("fault", _FAULTS)
@pytest.mark.parametrize("for_writing", [True, False])
def test_that_each_planted_fault_is_found(path: Path, fault: str, *, for_writing: bool) -> None:
    statement, words = _FAULTS[fault]
    _plant(path, "PRAGMA foreign_keys = OFF", statement)

    for database in _opened(path, for_writing=for_writing):
        problems = find_problems(database)

    assert any(words in problem for problem in problems), problems


@pytest.mark.parametrize("for_writing", [True, False])
def test_that_words_in_the_index_that_no_sentence_has_are_found(path: Path, *, for_writing: bool) -> None:
    _plant(
        path,
        "INSERT INTO sentences_fts (sentences_fts, rowid, terms) SELECT 'delete', number, terms FROM sentences WHERE number = 1",
        "INSERT INTO sentences_fts (rowid, terms) SELECT number, terms || ' zebra' FROM sentences WHERE number = 1",
    )

    for database in _opened(path, for_writing=for_writing):
        assert find_problems(database) == ("It does not hold that the full-text index agrees with the sentences.",)


def test_that_checking_changes_no_byte(path: Path) -> None:
    before = path.read_bytes()

    for database in _opened(path, for_writing=False):
        find_problems(database)

    assert path.read_bytes() == before


def test_that_a_problem_in_many_places_is_told_with_a_few_of_them(path: Path) -> None:
    _plant(path, "UPDATE entities SET degree = degree + 1")

    for database in _opened(path, for_writing=False):
        (problem,) = find_problems(database)

    assert problem.endswith("1, 2, 3, 4, 5 and 5 more.")


def test_that_a_damaged_page_is_a_problem_and_no_crash(path: Path) -> None:
    content = bytearray(path.read_bytes())
    for offset in range(len(content) // 4_096 * 3 // 4 * 4_096, len(content), 4_096):
        content[offset : offset + 2_048] = b"\xff" * 2_048
    path.write_bytes(content)

    for database in _opened(path, for_writing=False):
        problems = find_problems(database)

    assert problems
    assert all("damaged" in problem for problem in problems)
