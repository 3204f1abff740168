"""The commit of a whole index: numbers stay, what is gone is gone, and a failure changes nothing."""

import dataclasses
from collections.abc import Hashable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

import pytest

from graphrag_desktop.domain.graph import KnowledgeGraph
from graphrag_desktop.language.words import search_terms
from graphrag_desktop.project import Project
from graphrag_desktop.storage import arrays, communities, documents, graph, journal
from graphrag_desktop.storage.check import find_problems
from graphrag_desktop.storage.database import Database
from graphrag_desktop.storage.index_commit import SENTENCE_NUMBERS, commit_index
from graphrag_desktop.storage.search import search_sentences
from tests.projects import MILL, Collection, Place, document_of, index_by_hand, make_project, parse, tables, write_anew

_Identity = TypeVar("_Identity", bound=Hashable)

_WITHOUT_LETTERS = Collection(
    texts={path: text for path, text in MILL.texts.items() if path != "letters/river.txt"}
    | {"added.txt": "Ann Lee met Tom Hale.\n"},
    types={title: kind for title, kind in MILL.types.items() if title != "Old Lighthouse"} | {"Ann Lee": "person"},
    places={number: place for number, place in MILL.places.items() if number != 3}
    | {2: Place(0, None, (*MILL.places[2].titles, "Ann Lee"))},
)
"""The mill without one document and with another: some things go, some stay, some are new."""


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with make_project(tmp_path / "mill.graphrag") as made:
        yield made


def _entity_numbers(database: Database) -> dict[str, int]:
    return {each.title: each.number for each in graph.entities(database)}


def _pair_numbers(database: Database) -> dict[tuple[str, str], int]:
    return {(each.source, each.target): each.number for each in graph.relationships(database)}


def _kept_and_new(before: Mapping[_Identity, int], after: Mapping[_Identity, int]) -> None:
    staying = before.keys() & after.keys()
    assert staying
    assert {each: after[each] for each in staying} == {each: before[each] for each in staying}
    fresh = [after[each] for each in after.keys() - before.keys()]
    assert not fresh or min(fresh) > max(before.values())


def test_that_numbers_start_at_one_in_canonical_order(project: Project) -> None:
    found = graph.entities(project.database)

    assert [each.number for each in found] == list(range(1, len(found) + 1))
    assert [each.id for each in found] == sorted(each.id for each in found)
    assert [each.number for each in documents.text_units(project.database)] == [1, 2, 3, 4]


def test_that_the_same_index_again_gives_every_number_again(project: Project) -> None:
    database = project.database
    before = _entity_numbers(database), _pair_numbers(database), graph.all_sentences(database)

    index_by_hand(database, MILL)

    assert (_entity_numbers(database), _pair_numbers(database), graph.all_sentences(database)) == before
    assert journal.index_version(database) == 2


def test_that_what_stays_keeps_its_number_and_no_number_is_given_twice(project: Project) -> None:
    database = project.database
    entities, pairs = _entity_numbers(database), _pair_numbers(database)
    units = {(each.document, each.span): each.number for each in documents.text_units(database)}
    sentences = {(each.document, each.span): each.number for each in graph.all_sentences(database)}

    index_by_hand(database, _WITHOUT_LETTERS)

    _kept_and_new(entities, _entity_numbers(database))
    _kept_and_new(pairs, _pair_numbers(database))
    _kept_and_new(units, {(each.document, each.span): each.number for each in documents.text_units(database)})
    _kept_and_new(sentences, {(each.document, each.span): each.number for each in graph.all_sentences(database)})
    assert find_problems(database) == ()


def test_that_a_number_once_given_is_not_given_to_something_else_after_it_went(project: Project) -> None:
    database = project.database
    gone = _entity_numbers(database)["Old Lighthouse"]

    index_by_hand(database, _WITHOUT_LETTERS)
    assert gone not in _entity_numbers(database).values()
    index_by_hand(database, MILL)

    assert _entity_numbers(database)["Old Lighthouse"] != gone


def test_that_nothing_of_a_removed_document_is_left(project: Project) -> None:
    database = project.database
    assert search_sentences(database, search_terms("forty"), 5)

    index_by_hand(database, _WITHOUT_LETTERS)

    assert search_sentences(database, search_terms("forty"), 5) == ()
    assert documents.text_of(database, document_of(MILL, "letters/river.txt")) == ""
    assert "Old Lighthouse" not in _entity_numbers(database)
    assert 3 not in communities.hierarchy(database).communities
    with database.reading() as connection:
        for table, column in (("sentences", "text"), ("parsed", "text"), ("entities", "title")):
            query = f"SELECT COUNT(*) FROM {table} WHERE {column} LIKE '%Lighthouse%'"
            assert connection.execute(query).fetchone() == (0,)


def test_that_reports_of_communities_that_are_gone_go(project: Project) -> None:
    database = project.database
    places = {number: place for number, place in MILL.places.items() if number not in {4, 5}}

    built = tables(dataclasses.replace(MILL, places=places))
    commit_index(database, built, {each.document.id: each.text for each in parse(MILL)})

    assert set(communities.reports(database)) == {1, 2}


def test_that_a_commit_that_fails_changes_nothing(project: Project) -> None:
    database = project.database
    before = _entity_numbers(database), graph.all_sentences(database), journal.index_version(database)
    built = tables(_WITHOUT_LETTERS)
    entities = built.graph.entities[1:]  # a relationship now has an end that is no entity

    with pytest.raises(KeyError):
        commit_index(
            database,
            dataclasses.replace(built, graph=KnowledgeGraph(entities, built.graph.relationships)),
            {each.document.id: each.text for each in parse(_WITHOUT_LETTERS)},
        )

    assert (_entity_numbers(database), graph.all_sentences(database), journal.index_version(database)) == before
    assert find_problems(database) == ()


def test_that_vectors_have_a_row_for_each_sentence_in_order(project: Project) -> None:
    stored = arrays.load_array(project.database, "vectors", SENTENCE_NUMBERS)

    assert stored is not None
    assert memoryview(stored.data).cast("i").tolist() == [each.number for each in graph.all_sentences(project.database)]


def test_that_the_version_rises_once_for_a_run_however_often_it_writes(tmp_path: Path) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        database = project.database
        assert journal.index_version(database) == 1

        commit_index(database, tables(MILL), {each.document.id: each.text for each in parse(MILL)})
        write_anew(database, *communities.reports(database).values())

        assert journal.index_version(database) == 2
