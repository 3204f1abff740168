"""Whether an answer still holds: a record it cites that changed or is gone, and no other, makes it out of date."""

from dataclasses import replace
from pathlib import Path

from graphrag_desktop.domain.answers import Answer, Citation, CitationStatus, Mode
from graphrag_desktop.domain.contexts import ContextItem, Kind
from graphrag_desktop.explore.answer_age import AnswerAge, answer_age
from graphrag_desktop.pipeline.report_records import entity_item
from graphrag_desktop.project import Project
from graphrag_desktop.storage import communities, graph
from graphrag_desktop.storage.answers import keep_answer
from tests.projects import MILL, index_by_hand, make_project, write_anew

_KEPT = Answer(
    "one", "Who?", Mode.GLOBAL, 0, "by hand", is_answered=True, text="They did.", parts=(), reports=(), citations=(),
    coverage=1.0, index_version=1, asked_at="2025-01-01",
)  # fmt: skip


def cited(kind: Kind, number: int) -> Citation:
    return Citation("They did.", kind, number, CitationStatus.OK)


def kept_answer(project: Project, *citations: Citation) -> Answer:
    """An answer that was given these records as they are now."""
    answer = replace(_KEPT, citations=citations)
    reports = communities.reports(project.database)
    sent = [ContextItem(Kind.REPORT, number, each.title, each.text, 10) for number, each in reports.items()]
    sent += [entity_item(each, (), len) for each in graph.entities(project.database)]
    keep_answer(project.database, answer, [(0, each) for each in sent])
    return answer


def test_that_an_answer_holds_whatever_else_changed(tmp_path: Path) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        answer = kept_answer(project, cited(Kind.REPORT, 1), cited(Kind.ENTITY, 1), cited(Kind.SOURCE, 1))
        index_by_hand(project.database, MILL)
        assert answer_age(project, answer) == AnswerAge("one", 2)


def test_that_a_report_with_other_words_makes_it_out_of_date(tmp_path: Path) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        answer = kept_answer(project, cited(Kind.REPORT, 1), cited(Kind.REPORT, 2))
        index_by_hand(project.database, MILL)
        write_anew(project.database, replace(communities.reports(project.database)[1], summary="All is other now."))
        age = answer_age(project, answer)
        assert age.changed == ((Kind.REPORT, 1),)
        assert age.is_out_of_date


def test_that_what_is_gone_makes_it_out_of_date(tmp_path: Path) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        numbers = {each.title: each.number for each in graph.entities(project.database)}
        bakery, council = numbers["Hale Bakery"], numbers["Harwick Council"]
        answer = kept_answer(project, cited(Kind.ENTITY, bakery), cited(Kind.ENTITY, council), cited(Kind.REPORT, 2))
        texts = {path: text for path, text in MILL.texts.items() if path != "fair.txt"}
        fair = {"Spring Fair", "Market Square", "Hale Bakery", "Tom Hale"}
        types = {title: kind for title, kind in MILL.types.items() if title not in fair}
        places = {number: place for number, place in MILL.places.items() if number != 2}
        index_by_hand(project.database, replace(MILL, texts=texts, types=types, places=places))
        age = answer_age(project, answer)
        assert age.gone == ((Kind.ENTITY, bakery), (Kind.REPORT, 2))
        assert age.changed == ()
