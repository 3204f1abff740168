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
                            " rating_explanation, tokens, truncated, engine, origin FROM reports WHERE number = 1",
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
    "a document of no path": ("DELETE FROM paths WHERE path = 'fair.txt'", "documents lie at a path"),
    "a state that there is not": ("UPDATE parsed SET state = 'eaten'", "states of documents are known"),
    "a file of two states": ("INSERT INTO skipped VALUES ('fair.txt', 'Too long.', 'unreadable')", "a file has one state"),
    "a page within another": ("UPDATE pages SET start = 0 WHERE number = 2", "pages follow one another"),
    "a page left out": ("UPDATE pages SET number = 3 WHERE number = 2", "pages follow one another"),
    "a text unit of no length": ("UPDATE text_units SET tokens = 0 WHERE number = 1", "text units lie within"),
    "a text without text units": ("DELETE FROM text_units", "text units cover the text"),
    "a text half covered": ("UPDATE text_units SET start = start + 5 WHERE start > 0", "text units cover the text"),
    "text units of what was not read": ("UPDATE parsed SET state = 'unreadable'", "no others have any"),
    "an entity counted wrongly": ("UPDATE entities SET count = count + 1 WHERE number = 2", "count the sentences and documents"),
    "documents counted wrongly": ("UPDATE entities SET documents = 9 WHERE number = 2", "count the sentences and documents"),
    "an entity under a name of no form": ("UPDATE entities SET id = 'HALE  BAKERY' WHERE id = 'hale bakery'", "in normal form"),
    "a relationship found nowhere": ("UPDATE relationships SET count = 0 WHERE number = 1", "a count and a weight"),
    "a relationship that repels": ("UPDATE relationships SET clustering_weight = -1 WHERE number = 1", "a count and a weight"),
    "a type of nothing": ("INSERT INTO alternate_types VALUES (99, 'person', 1)", "alternate_types to entities"),
    "a level left out": ("UPDATE memberships SET level = 2 WHERE level = 1", "levels are counted from 0"),
    "a community on another level": ("UPDATE communities SET level = 2 WHERE number = 4", "stands on its own level"),
    "a community in itself": ("UPDATE communities SET parent = 4 WHERE number = 4", "part of its parent"),
    "a community of other entities": (
        "UPDATE memberships SET community = 2 WHERE level = 0 AND entity IN (SELECT entity FROM memberships WHERE community = 3)",
        "the entities that they were kept with"),
    "a community that changes on its way down": (
        "UPDATE memberships SET community = 2 WHERE level = 1 AND community = 3", "stands on every deeper level"),
    "a community of one part": ("DELETE FROM communities WHERE number = 5", "splits has at least two parts"),
    "an unconnected entity with relationships": ("UPDATE communities SET is_unconnected = 1 WHERE number = 2", "single entities"),
    "a sentence of a community that splits": ("UPDATE OR IGNORE homes SET community = 1 WHERE community = 4", "do not split"),
    "a rating beyond the scale": ("UPDATE reports SET rating = 11 WHERE number = 2", "a rating from 0 to 10"),
    "a report of no length": ("UPDATE reports SET tokens = 0 WHERE number = 2", "a title, a length"),
    "a finding left out": ("DELETE FROM findings WHERE position = 0", "findings of a report are counted"),
    "a report whose quotations cannot be read": ("UPDATE reports SET summary_sentences = '[1,'", "reports quote sentences"),
    "a number that would be given twice": ("UPDATE sequences SET following = 2 WHERE kind = 'entity'", "numbers are given once"),
    "a kind without a next number": ("DELETE FROM sequences WHERE kind = 'source'", "numbers are given once"),
    "an index of no version": ("DELETE FROM facts WHERE name = 'index version'", "an index has a version"),
    "an index of a strange version": ("UPDATE facts SET value = 'nine' WHERE name = 'index version'", "an index has a version"),
    "a weight of no community": ("INSERT INTO clusterings VALUES (99, 1.0, 0.0)", "communities were clustered with"),
    "a community without its weight": ("INSERT INTO clusterings VALUES (1, 1.0, 0.0)", "communities were clustered with"),
    "a document that was taken out": ("INSERT INTO removed SELECT id, 'fair.txt', '', 0 FROM documents LIMIT 1", "taken out"),
    "a change that cannot be told": ("INSERT INTO changes VALUES (1, '', '{')", "can be told again"),
    "a run that never ended": ("UPDATE runs SET ended = NULL", "runs ended as runs end"),
    "a failure of no stage": ("INSERT INTO failures VALUES ('x', 'y', 'z', '')", "failures are of stages"),
    "a setting out of its range": ("INSERT INTO settings VALUES ('unit_tokens', '-5')", "within their ranges"),
    "a setting that cannot be read": ("INSERT INTO settings VALUES ('unit_tokens', '[6')", "settings can be read"),
    "a reading that is none": ("INSERT INTO extractions VALUES ('k', 'by hand', X'00')", "can be read again"),
    "an answer without its record": (
        "INSERT INTO answers (id, asked_at, question, mode, level, index_version, text, record)"
        " VALUES ('a', '2025', 'Who?', 'global', 0, 1, 'He.', '{}')", "answers can be shown again"),
    "a standing question in no way of asking": (
        "INSERT INTO standing_questions VALUES ('a', 'Who?', 'oracle', 0, '', '2025', 'b', '')", "standing questions can be asked"),
    "a standing question of nobody knows what": (
        "INSERT INTO standing_questions VALUES ('a', 'Who?', 'global', 0, '{', '2025', 'b', '')", "standing questions can be asked"),
    "what was sent for no answer": ("INSERT INTO sent_texts VALUES ('k', 'words')", "is kept with one"),
    "words that were never sent": ("INSERT INTO sent_texts VALUES ('k', 'words')", "is as it was"),
    "a context of no answer": ("INSERT INTO contexts VALUES ('a', 0, 0, 'report', 1, 5, NULL, 'k')", "contexts to answers"),
    "a wrong bit in an array": (
        "UPDATE vectors SET data = CAST(X'FF' || SUBSTR(data, 2) AS BLOB) WHERE name = 'text idf'", "is as it was kept"),
    "an array of no kind": ("UPDATE vectors SET dtype = 'O' WHERE name = 'text idf'", "has the size it says"),
    "an array of no shape": ("UPDATE vectors SET shape = 'wide' WHERE name = 'text idf'", "has the size it says"),
    "a map of other communities": ("UPDATE canvas SET data = zeroblob(LENGTH(data)) WHERE name = 'levels'", "in their communities"),
    "a table left out": ("DROP TABLE homes", "has the tables of a project: table homes"),
    "an index left out": ("DROP INDEX mentions_entity", "has the tables of a project: index mentions_entity"),
    "a trigger from elsewhere": (
        "CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM answers; END", "has the tables of a project: trigger t"),
    "a column from elsewhere": ("ALTER TABLE runs ADD COLUMN mood TEXT", "has the tables of a project: table runs"),
    "words for a number": ("UPDATE entities SET degree = 'many' WHERE number = 1", "entities.degree"),
    "nothing for a text": ("UPDATE entities SET title = X'00' WHERE number = 1", "entities.title"),
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


def test_that_a_sentence_that_counts_to_a_later_unit_is_found(path: Path) -> None:
    _plant(
        path,
        "UPDATE text_units SET start = 300 WHERE start = 400",
        "UPDATE sentences SET source = (SELECT u.number FROM text_units u WHERE u.start = 300"
        " AND u.document = sentences.document) WHERE start > 300",
    )

    for database in _opened(path, for_writing=False):
        (problem,) = find_problems(database)

    assert "count to the first text unit that holds their beginning" in problem


def test_that_a_report_left_out_is_found_once_all_are_said_to_be_written(path: Path) -> None:
    _plant(path, "DELETE FROM findings WHERE report = 2", "DELETE FROM reports WHERE number = 2")
    for database in _opened(path, for_writing=False):
        assert find_problems(database) == ()

    _plant(path, "INSERT INTO stages VALUES ('reports', 'key')")
    for database in _opened(path, for_writing=False):
        (problem,) = find_problems(database)

    assert "has its report once all are written: 2" in problem


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
    connection = sqlite3.connect(path)
    roots = connection.execute("SELECT rootpage FROM sqlite_master WHERE name IN ('mentions', 'homes')").fetchall()
    connection.close()
    content = bytearray(path.read_bytes())
    for (root,) in roots:
        content[(root - 1) * 4_096 : root * 4_096 - 2_048] = b"\xff" * 2_048
    path.write_bytes(content)

    for database in _opened(path, for_writing=False):
        problems = find_problems(database)

    assert problems
    assert all("damaged" in problem for problem in problems)
