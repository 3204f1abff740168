"""Kept answers: listed, searched, read again, taken out and put back."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from graphrag_desktop.domain.answers import Answer, Citation, CitationStatus, Mode, ReportUse, ScoredPart, Use
from graphrag_desktop.domain.contexts import ContextItem, Kind
from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.explore.answers import answer_history, forget_answer, kept_answer, restore_answer
from graphrag_desktop.project import Project, create_project
from graphrag_desktop.storage.answers import keep_answer

ANSWER = Answer(
    id="a1",
    question="Who pollutes the Ouse?",
    mode=Mode.GLOBAL,
    level=1,
    engine="by hand",
    is_answered=True,
    text="Norden Paper does. [Data: Reports (4)]",
    parts=(ScoredPart(1, (4, 5), 80, 12, is_kept=True),),
    reports=(ReportUse(4, "The mill", 80, Use.CITED), ReportUse(5, "The council", 10, Use.READ)),
    citations=(Citation("Norden Paper does.", Kind.REPORT, 4, CitationStatus.OK),),
    coverage=1.0,
    index_version=1,
    asked_at="2025-03-01T10:00:00.000+00:00",
)
LATER = replace(
    ANSWER, id="a2", question="What was sold at the fair?", asked_at="2025-03-02T10:00:00.000+00:00", text="Bread."
)
SENT = [(1, ContextItem(Kind.REPORT, 4, "The mill", "A report on the mill.", 6, relevance=0.8))]


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with create_project(tmp_path / "asked.graphrag") as made:
        keep_answer(made.database, ANSWER, SENT)
        keep_answer(made.database, LATER, SENT)
        yield made


def test_that_the_history_lists_the_latest_first(project: Project) -> None:
    assert [head.question for head in answer_history(project)] == [LATER.question, ANSWER.question]


@pytest.mark.parametrize(
    ("words", "found"),
    [("ouse", ["a1"]), ("norden PAPER", ["a1"]), ("bread", ["a2"]), ("norden bread", []), ("  ", ["a2", "a1"])],
)
def test_that_a_search_needs_every_word_in_question_or_answer(project: Project, words: str, found: list[str]) -> None:
    assert [head.id for head in answer_history(project, words)] == found


def test_that_a_kept_answer_is_read_as_it_was(project: Project) -> None:
    assert kept_answer(project, "a1") == ANSWER


def test_that_an_answer_that_is_gone_is_named(project: Project) -> None:
    with pytest.raises(InputError):
        kept_answer(project, "a3")
    with pytest.raises(InputError):
        forget_answer(project, "a3")


def test_that_a_forgotten_answer_leaves_nothing_but_what_others_were_sent(project: Project) -> None:
    forget_answer(project, "a1")

    with project.database.reading() as connection:
        assert connection.execute("SELECT COUNT(*) FROM sent_texts").fetchone()[0] == 1
    forget_answer(project, "a2")
    with project.database.reading() as connection:
        assert connection.execute("SELECT COUNT(*) FROM sent_texts").fetchone()[0] == 0
        assert connection.execute("SELECT COUNT(*) FROM contexts").fetchone()[0] == 0
    assert answer_history(project) == ()


def test_that_a_forgotten_answer_can_be_put_back_whole(project: Project) -> None:
    forgotten = forget_answer(project, "a1")
    restore_answer(project, forgotten)

    assert kept_answer(project, "a1") == ANSWER
    assert forget_answer(project, "a1") == forgotten
