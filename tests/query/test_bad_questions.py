"""Bad input, the same for every way of asking: a useful answer or a sentence that says what is wrong."""

import json
import threading
from pathlib import Path

import numpy as np
import pytest

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.domain.errors import QuestionError
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.language.vectors import kept
from graphrag_desktop.llm.models import ChatRequest
from graphrag_desktop.project import Project, open_project
from graphrag_desktop.query.modes import MODES, search_for
from graphrag_desktop.storage import communities, documents, graph
from graphrag_desktop.storage.arrays import keep_arrays
from tests.projects import MILL, index_by_hand, make_project
from tests.query.asking import FAIR, WATER, asked, give_model, read_by_model

_MODES = [each.mode for each in MODES]
_VECTORS = {
    Mode.BASIC: "text unit", Mode.LOCAL: "entity", Mode.GRAG: "entity", Mode.ASSOCIATIVE: "relationship",
    Mode.DUAL_LEVEL: "relationship", Mode.ALL_LEVELS: "report", Mode.DRIFT: "report", Mode.JUST_IN_TIME: "entity",
}  # fmt: skip
_STRANGE = [
    "?", "水", "a", "x" * 20_000, "was sagt Norden Paper " * 900, "\ud800", "(((*&^", "… — “”", "¿Quién vertió el agua?",
    "노든 제지는 무엇을 버렸나?", "谁往河里排污水？", "DROP TABLE answers; --", "[Data: Reports (1)]", "\x00\x07",
]  # fmt: skip


def _reply(request: ChatRequest) -> str:
    if request.task in {"map", "explore"}:
        return json.dumps({"answer": "It did [Data: Sources (1)].", "score": 60, "reports": [], "follow_ups": [FAIR]})
    if request.task == "keywords":
        return json.dumps({"low_level": [], "high_level": []})
    return "It did [Data: Sources (1)]."


@pytest.mark.parametrize("mode", _MODES)
def test_that_strange_questions_have_an_answer_or_a_sentence(tmp_path: Path, mode: Mode) -> None:
    with (
        make_project(tmp_path / "mill.graphrag") as project,
        read_by_model(tmp_path / "model.graphrag", _reply) as (by_model, _),
    ):
        for question in _STRANGE:
            for each in (project, by_model):
                answer, _ = asked(each, mode, question)
                assert answer.text.strip()
                assert answer.question == question.encode(errors="replace").decode()


@pytest.mark.parametrize("mode", _MODES)
def test_that_no_hit_at_all_is_said_with_the_word(tmp_path: Path, mode: Mode) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        answer, _ = asked(project, mode, "Where are the dinosaurs of Patagonia?")
        assert not answer.is_answered
        assert "dinosaurs" in answer.text


@pytest.mark.parametrize("mode", _MODES)
@pytest.mark.parametrize("level", [99, 2**40])
def test_that_a_level_that_is_not_there_means_the_deepest(tmp_path: Path, mode: Mode, level: int) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        answer, _ = asked(project, mode, WATER, level)
        assert answer.is_answered
        assert answer.level <= communities.hierarchy(project.database).deepest


@pytest.mark.parametrize("mode", sorted(_VECTORS))
def test_that_vectors_of_another_length_are_said_so(tmp_path: Path, mode: Mode) -> None:
    what = _VECTORS[mode]
    with read_by_model(tmp_path / "other.graphrag", _reply) as (project, _):
        asked(project, mode, WATER)
        count = {
            "text unit": len(documents.text_units(project.database)),
            "entity": len(graph.entities(project.database)),
            "relationship": len(graph.relationships(project.database)),
            "report": len(communities.reports(project.database)),
        }[what]
        keep_arrays(project.database, "vectors", {f"{what} vectors": kept(np.ones((count, 7), np.float32))})
        path = project.path
    with open_project(path) as project:
        give_model(project, _reply)
        with pytest.raises(QuestionError, match="7 numbers"):
            asked(project, mode, FAIR)


@pytest.mark.parametrize("mode", sorted(_VECTORS))
def test_that_vectors_that_are_missing_are_made(tmp_path: Path, mode: Mode) -> None:
    with read_by_model(tmp_path / "mill.graphrag", _reply) as (project, _):
        assert search_for(project, mode).estimate(WATER).vector_tokens > 0
        assert asked(project, mode, WATER)[0].is_answered
        assert search_for(project, mode).estimate(WATER).vector_tokens == 0


@pytest.mark.parametrize("mode", _MODES)
def test_that_a_question_during_a_run_has_an_answer_of_one_index_or_is_told_to_ask_again(
    tmp_path: Path, mode: Mode
) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        is_over = threading.Event()

        def index_over_and_over() -> None:
            while not is_over.is_set():
                index_by_hand(project.database, MILL)

        runner = threading.Thread(target=index_over_and_over)
        runner.start()
        try:
            for question in (WATER, FAIR, "What are the main themes?"):
                assert _comes_to(project, mode, question)
        finally:
            is_over.set()
            runner.join()


def _comes_to(project: Project, mode: Mode, question: str) -> str:
    """The answer; where there is none, the sentence, if it says what to do."""
    try:
        return search_for(project, mode).run(question, RunControl()).text.strip()
    except QuestionError as error:
        return error.words if error.hint else ""
