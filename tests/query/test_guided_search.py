"""Guided search: which communities are opened, and that no report is read twice."""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.domain.events import Event, PartScored
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm.models import ChatRequest
from graphrag_desktop.query.guided_search import LEAST_SCORE
from graphrag_desktop.query.modes import search_for
from graphrag_desktop.storage.answers import answers
from tests.projects import MILL, Collection, Place, make_project
from tests.query.asking import FAIR, WATER, asked, read_by_model

_DEEP = Collection(
    MILL.texts,
    MILL.types,
    {
        **MILL.places,
        6: Place(2, 4, ("Norden Paper", "River Ouse")),
        7: Place(2, 4, ("Residents League",)),
    },
)
"""C0: 1, 2; below 1: 4, 5; below 4: 6, 7."""


def _scoring(scores: Mapping[int, int]) -> tuple[list[list[int]], Callable[[ChatRequest], str]]:
    read: list[list[int]] = []

    def reply(request: ChatRequest) -> str:
        if request.task != "map":
            return "It is so [Data: Reports (1)]."
        numbers = [int(each) for each in re.findall(r"^Report (\d+):", request.messages[0].text, re.MULTILINE)]
        read.append(sorted(numbers))
        reports = [{"number": each, "score": scores.get(each, 0)} for each in numbers]
        best = max((each["score"] for each in reports), default=0)
        return json.dumps(
            {"answer": "It is so [Data: Reports (1)]." if best else "", "score": best, "reports": reports}
        )

    return read, reply


@pytest.mark.parametrize(
    ("scores", "rounds"),
    [
        ({}, [[1, 2]]),
        ({1: LEAST_SCORE - 1, 2: 90}, [[1, 2]]),  # 2 does not split
        ({1: LEAST_SCORE}, [[1, 2], [4, 5]]),
        ({1: 80, 5: 90}, [[1, 2], [4, 5]]),
        ({1: 80, 4: 90}, [[1, 2], [4, 5], [6, 7]]),
    ],
)
def test_that_only_what_lies_below_helpful_reports_is_read(
    tmp_path: Path, scores: dict[int, int], rounds: list[list[int]]
) -> None:
    read, reply = _scoring(scores)
    with read_by_model(tmp_path / "mill.graphrag", reply, _DEEP) as (project, _):
        answer, _ = asked(project, Mode.GUIDED, WATER)
        assert read == rounds
        assert answer.is_answered == bool(scores)
        assert [each.number for each in answer.parts] == list(range(1, len(rounds) + 1))
        assert {each.number: each.score for each in answer.reports} == {
            each: scores.get(each, 0) for numbers in rounds for each in numbers
        }
        estimate = search_for(project, Mode.GUIDED).estimate(WATER)
        assert answer.model_calls <= estimate.calls == 4  # a level each, and the answer


def test_that_the_built_in_engine_goes_down_where_its_sentences_are(tmp_path: Path) -> None:
    with make_project(tmp_path / "mill.graphrag", _DEEP) as project:
        water, _ = asked(project, Mode.GUIDED, WATER)
        assert {each.number for each in water.reports} == {1, 2, 4, 5, 6, 7}
        fair, _ = asked(project, Mode.GUIDED, FAIR)
        assert 6 not in {each.number for each in fair.reports}
        numbers = [each.number for each in water.reports]
        assert len(numbers) == len(set(numbers))


def test_that_it_can_be_stopped_between_levels(tmp_path: Path) -> None:
    def stop(happened: Event) -> None:
        if isinstance(happened, PartScored):
            control.cancel()

    control = RunControl(stop)
    with make_project(tmp_path / "mill.graphrag", _DEEP) as project:
        answer = search_for(project, Mode.GUIDED).run(WATER, control)
        assert answer.is_stopped
        assert [each.number for each in answer.parts] == [1]  # C0, and none of the levels below it
        assert answers(project.database) == (answer,)
