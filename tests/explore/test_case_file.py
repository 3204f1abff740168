"""Things found are kept as they are, in an order of one's own, and can be taken out and put back."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphrag_desktop.domain.answers import Answer
from graphrag_desktop.domain.case_file import CaseKind
from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.case_file import (
    answer_item,
    case_items,
    drop_item,
    entity_item,
    keep_item,
    move_item,
    note_item,
    quote_item,
    report_item,
    view_item,
    write_case,
    write_note,
)
from graphrag_desktop.project import Project
from graphrag_desktop.query.global_search import ask_global
from graphrag_desktop.storage import graph
from graphrag_desktop.storage.check import find_problems
from graphrag_desktop.storage.evidence import EvidenceReader
from tests.projects import make_project


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with make_project(tmp_path / "mill.graphrag") as made:
        yield made


def asked(project: Project) -> Answer:
    return ask_global(project, "What does Norden Paper discharge into the River Ouse?", 0, RunControl())


def titles(project: Project) -> list[str]:
    return [each.title for each in case_items(project)]


def test_that_everything_kept_comes_back_as_it_was(project: Project) -> None:
    paper = next(each for each in graph.entities(project.database) if each.title == "Norden Paper")
    quote = EvidenceReader(project.database).sentences([1])[0]
    made = [
        note_item(project, "Look at the filters.\nThey were said to be new."),
        quote_item(project, quote),
        entity_item(project, paper.number),
        report_item(project, 1),
        answer_item(project, asked(project)),
        view_item(project, "Map at C0", b"\x89PNG and so on"),
    ]
    for each in made:
        keep_item(project, each)

    assert case_items(project) == tuple(made)
    assert [each.kind for each in made] == [
        CaseKind.NOTE, CaseKind.QUOTE, CaseKind.ENTITY, CaseKind.REPORT, CaseKind.ANSWER, CaseKind.VIEW,
    ]  # fmt: skip
    assert made[2].evidence
    assert made[3].citations
    assert made[4].citations
    assert find_problems(project.database) == ()


def test_that_an_item_taken_out_can_be_put_back_in_its_place(project: Project) -> None:
    items = [keep_item(project, note_item(project, words)) for words in ("one", "two", "three")]

    dropped = drop_item(project, items[1].id)
    assert titles(project) == ["one", "three"]
    keep_item(project, dropped.item, dropped.place)

    assert case_items(project) == tuple(items)


def test_that_words_beside_an_item_can_be_changed_and_changed_back(project: Project) -> None:
    item = keep_item(project, note_item(project, "one"))

    assert write_note(project, item.id, "See page 4.") == ""
    assert write_note(project, item.id, "See page 5.") == "See page 4."
    assert case_items(project)[0].note == "See page 5."


def test_that_what_is_gone_is_said(project: Project) -> None:
    with pytest.raises(InputError, match="no longer"):
        drop_item(project, "nothing")
    with pytest.raises(InputError, match="no longer"):
        write_note(project, "nothing", "words")


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(moves=st.lists(st.tuples(st.integers(0, 4), st.integers(0, 6)), max_size=60))
def test_that_items_stand_where_they_are_put(project: Project, moves: list[tuple[int, int]]) -> None:
    for each in case_items(project):
        drop_item(project, each.id)
    for number in range(5):
        keep_item(project, note_item(project, str(number)))
    expected = [str(number) for number in range(5)]
    for item, place in moves:
        moved = case_items(project)[item]
        move_item(project, moved.id, place)
        expected.remove(moved.title)
        expected.insert(place, moved.title)
        assert titles(project) == expected


def test_that_the_case_file_is_written_where_it_is_wanted(project: Project, tmp_path: Path) -> None:
    keep_item(project, report_item(project, 1))
    for name in ("case.docx", "case.html", "case.md"):
        write_case(project, tmp_path / name)
        assert (tmp_path / name).stat().st_size > 500
    with pytest.raises(InputError, match="cannot be written"):
        write_case(project, tmp_path / "no such folder" / "case.md")
