"""How helpful each record is to a question, and which of its sentences say so."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag_desktop.domain.contexts import ContextItem, Kind
from graphrag_desktop.project import Project
from graphrag_desktop.query.index_memory import remember_index
from graphrag_desktop.query.levels import LevelReader
from graphrag_desktop.query.retrieval import Retrieved, retrieve
from graphrag_desktop.storage import communities
from tests.projects import MILL, index_by_hand, make_project


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with make_project(tmp_path_factory.mktemp("asked") / "mill.graphrag") as made:
        yield made


def _retrieved(project: Project, question: str, level: int = 0) -> Retrieved:
    memory = remember_index(project)
    reader = LevelReader(project, memory.hierarchy)
    return retrieve(project, question, memory, reader, reader.read(level))


def _report(retrieved: Retrieved, number: int) -> ContextItem:
    return retrieved.items[Kind.REPORT, number]


def _relevance(item: ContextItem) -> float:
    assert item.relevance is not None
    return item.relevance


def test_that_the_report_whose_sentences_speak_to_it_is_the_helpful_one(project: Project) -> None:
    retrieved = _retrieved(project, "How was the Spring Fair?")

    assert _relevance(_report(retrieved, 2)) > 0.5
    assert _relevance(_report(retrieved, 1)) == 0
    assert _report(retrieved, 1).sentences == ()


def test_that_evidence_comes_best_first_and_names_its_report(project: Project) -> None:
    sentences = _report(_retrieved(project, "How was the Spring Fair?"), 2).sentences
    values = [each.relevance * (0.2 + 0.8 * each.quality) for each in sentences]

    assert len(sentences) == 4
    assert values == sorted(values, reverse=True)
    assert {(each.report, each.path) for each in sentences} == {(2, "fair.txt")}


def test_that_a_report_draws_on_all_that_lies_below_it(project: Project) -> None:
    question = "Who measured the waste water?"
    overview = _report(_retrieved(project, question), 1)
    detail = [_report(_retrieved(project, question, level=1), number) for number in (4, 5)]

    below = {each.number for item in detail for each in item.sentences}
    assert {each.number for each in overview.sentences} == below
    assert below


def test_that_an_unconnected_entity_is_as_helpful_as_the_sentences_that_name_it(project: Project) -> None:
    retrieved = _retrieved(project, "What became of the lighthouse?")

    (single,) = [item for (kind, _), item in retrieved.items.items() if kind is Kind.ENTITY]
    assert _relevance(single) > 0.3
    assert [each.text for each in single.sentences] == ["The Old Lighthouse was painted white again."]
    assert single.sentences[0].report is None


def test_that_words_found_nowhere_are_named_and_nothing_is_helpful(project: Project) -> None:
    retrieved = _retrieved(project, "Is there any cryptocurrency?")

    assert retrieved.missing == ("cryptocurrency",)
    assert all(_relevance(item) == 0 for item in retrieved.items.values())


def test_that_a_question_about_everything_goes_by_rating(project: Project) -> None:
    retrieved = _retrieved(project, "What are the main themes?")
    reports = communities.reports(project.database)

    for number in (1, 2):
        item = _report(retrieved, number)
        assert item.relevance == reports[number].rating / 10
        assert [each.number for each in item.sentences] == [
            n for each in reports[number].findings for n in each.sentences
        ]


def test_that_the_text_handed_over_is_the_report_with_its_tokens(project: Project) -> None:
    item = _report(_retrieved(project, "fair"), 2)
    report = communities.reports(project.database)[2]

    assert (item.text, item.tokens, item.title) == (report.text, report.tokens, report.title)


def test_that_a_project_without_numbers_leaves_the_judging_to_the_engine(tmp_path: Path) -> None:
    with make_project(tmp_path / "mill.graphrag", dataclasses.replace(MILL, is_measured=False)) as project:
        retrieved = _retrieved(project, "How was the Spring Fair?")

    assert {item.relevance for item in retrieved.items.values()} == {None}
    assert retrieved.missing == ()


def test_that_the_one_sentence_with_every_word_of_the_question_is_never_passed_over(tmp_path: Path) -> None:
    needle = "Hale Bakery keeps an astrolabe in a glass case."
    texts = {**MILL.texts, "needle.txt": f"{needle}\n"}
    with make_project(tmp_path / "mill.graphrag", dataclasses.replace(MILL, texts=texts)) as project:
        retrieved = _retrieved(project, "Is there a glass astrolabe?")

    assert needle in {each.text for each in _report(retrieved, 2).sentences}


def test_that_a_new_index_is_read_and_not_the_one_remembered(tmp_path: Path) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        assert _relevance(_report(_retrieved(project, "How many dead fish?"), 1)) > 0
        before = remember_index(project)

        texts = {path: text for path, text in MILL.texts.items() if path != "letters/river.txt"}
        types = {title: kind for title, kind in MILL.types.items() if title != "Old Lighthouse"}
        places = {number: place for number, place in MILL.places.items() if number != 3}
        index_by_hand(project.database, dataclasses.replace(MILL, texts=texts, types=types, places=places))
        retrieved = _retrieved(project, "How many dead fish?")

        assert remember_index(project) is not before
        assert remember_index(project) is remember_index(project)
        assert _relevance(_report(retrieved, 1)) == 0
        assert {"dead", "fish"} <= set(retrieved.missing)
