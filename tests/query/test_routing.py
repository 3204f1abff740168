"""Which way of asking a question is suggested, against questions labelled before there were rules."""

import json
from collections import Counter
from pathlib import Path

import pytest

from graphrag_desktop.domain.answers import LevelEstimate, Mode
from graphrag_desktop.domain.routing import REASONS, Shape
from graphrag_desktop.query.routing import route, suggest, suggested_level
from tests.projects import make_project

_LABELLED = json.loads((Path(__file__).parents[1] / "data" / "routing_questions.json").read_text(encoding="utf-8"))
_INSTEAD = {"drift": "local"}  # for a way of asking that the program does not have
_LEAST = 0.85


def test_that_labelled_questions_are_sent_where_they_belong(capsys: pytest.CaptureFixture[str]) -> None:
    known = {each.value for each in Mode}
    right: Counter[str] = Counter()
    wrong: list[str] = []
    for each in _LABELLED:
        label = each["mode"] if each["mode"] in known else _INSTEAD[each["mode"]]
        found = route(each["question"], each["entities"])
        is_right = found.mode.value == label and (
            "level" not in each or found.is_detailed == (each["level"] == "detailed")
        )
        right[each["language"]] += is_right
        if not is_right:
            wrong.append(f"{each['question']} → {found.mode} ({found.shape}), labelled {each['mode']}")
    of = Counter(each["language"] for each in _LABELLED)
    with capsys.disabled():
        figures = ", ".join(f"{language} {right[language]}/{count}" for language, count in of.items())
        print(f"\nrouted as labelled: {right.total()}/{len(_LABELLED)} ({figures})", *wrong, sep="\n  ")  # noqa: T201
    assert len(_LABELLED) >= 40
    assert all(right[language] >= _LEAST * count for language, count in of.items())


@pytest.mark.parametrize("question", ["?", "", "水", "x" * 20_000, "\ud800", "WHY" * 900])
def test_that_every_question_is_suggested_something(question: str) -> None:
    found = route(question, [])
    assert found.mode in Mode
    assert found.reason.endswith(".")


def test_that_every_shape_has_a_reason() -> None:
    assert set(REASONS) == set(Shape)


def test_that_names_of_the_index_decide(tmp_path: Path) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        found = suggest(project, "what does norden paper discharge?")
        assert (found.mode, found.shape) == (Mode.LOCAL, Shape.ENTITY)
        assert "Norden Paper" in found.reason
        assert suggest(project, "What are the main themes?").mode is Mode.GLOBAL
        assert suggested_level(project, suggest(project, "What are the main themes?")) == 0


def test_that_a_detailed_question_goes_to_the_deepest_level_that_is_read_in_few_parts() -> None:
    levels = tuple(LevelEstimate(level, 4, 0, 4_000, parts) for level, parts in enumerate((1, 5, 12, 40)))
    assert route("List every accident.", []).level(levels) == 2
    assert route("What are the main themes?", []).level(levels) == 0
