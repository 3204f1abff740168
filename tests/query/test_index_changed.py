"""A question and a new index at the same time: the answer rests on one of them, never on both."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag_desktop.domain.answers import Answer, Part
from graphrag_desktop.domain.contexts import Context
from graphrag_desktop.domain.errors import QuestionError
from graphrag_desktop.domain.events import Event
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.project import Project
from graphrag_desktop.query.global_search import ask_global
from graphrag_desktop.storage import journal
from tests.engines_for_tests import QuotingEngine
from tests.projects import MILL, index_by_hand, make_project

_FAIR = "How was the Spring Fair?"


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with make_project(tmp_path / "mill.graphrag") as made:
        made.engine = QuotingEngine()
        yield made


def test_that_an_index_that_changes_under_a_question_is_said_to_have_changed(project: Project) -> None:
    class Overtaken(QuotingEngine):
        def answer_part(self, question: str, context: Context, control: RunControl) -> Part:
            index_by_hand(project.database, MILL)
            raise KeyError("a sentence of the index before")

    project.engine = Overtaken()

    with pytest.raises(QuestionError, match="index was changed"):
        _asked(project, _FAIR)


def test_that_a_question_asked_while_another_index_is_committed_keeps_its_own(project: Project) -> None:
    class Overtaken(QuotingEngine):
        def answer_part(self, question: str, context: Context, control: RunControl) -> Part:
            index_by_hand(project.database, MILL)
            return super().answer_part(question, context, control)

    project.engine = Overtaken()

    answer, _ = _asked(project, _FAIR)

    assert (answer.index_version, journal.index_version(project.database)) == (1, 2)
    assert answer.coverage == 1.0


def _asked(project: Project, question: str, level: int = 0) -> tuple[Answer, list[Event]]:
    events: list[Event] = []
    return ask_global(project, question, level, RunControl(events.append)), events
