"""Source text: every text unit once, in seeded batches, by the same rules as reports."""

import json
from pathlib import Path

import pytest

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm.models import ChatRequest
from graphrag_desktop.query.modes import search_for
from graphrag_desktop.storage import documents, journal
from tests.projects import make_project
from tests.query.asking import WATER, asked, read_by_model


def test_that_every_text_unit_is_read_once_in_a_shuffle_of_the_seed(tmp_path: Path) -> None:
    orders = []
    with make_project(tmp_path / "mill.graphrag") as project:
        numbers = [each.number for each in documents.text_units(project.database)]
        for seed in (1, 1, 2):
            journal.keep_settings(project.database, project.settings.changed({"map_data_tokens": 201, "seed": seed}))
            contexts = search_for(project, Mode.SOURCE_TEXT).contexts(WATER, RunControl())
            assert all(each.context.tokens <= 201 for each in contexts)
            assert len(contexts) + 1 == search_for(project, Mode.SOURCE_TEXT).estimate(WATER).calls
            order = [one.item.number for each in contexts for one in each.candidates]
            assert sorted(order) == numbers
            assert all(one.is_in for each in contexts for one in each.candidates)
            orders.append(order)
    assert orders[0] == orders[1] != orders[2]


@pytest.mark.parametrize(("budget", "kept"), [(8_000, {60, 20}), (200, {60})])
def test_that_parts_that_do_not_help_are_dropped_and_the_rest_goes_by_score(
    tmp_path: Path, budget: int, kept: set[int]
) -> None:
    scores = iter([20, 60, 0])

    def reply(request: ChatRequest) -> str:
        if request.task == "map":
            score = next(scores)
            told = f"It said {score} {'word ' * 150}[Data: Sources (1)]." if score else ""
            return json.dumps({"answer": told, "score": score, "reports": []})
        return "It is so [Data: Sources (1)]."

    with read_by_model(tmp_path / "mill.graphrag", reply) as (project, model):
        changes = {"map_data_tokens": 201, "reduce_data_tokens": budget}
        journal.keep_settings(project.database, project.settings.changed(changes))
        answer, _ = asked(project, Mode.SOURCE_TEXT, WATER)
        assert {each.score for each in answer.parts if each.is_kept} == kept
        assert answer.reports == ()
        (reduce,) = [each.messages[0].text for each in model.requests if each.task == "reduce"]
        assert reduce.index("It said 60") < (reduce.index("It said 20") if 20 in kept else len(reduce))


def test_that_what_was_sent_is_kept(tmp_path: Path) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        asked(project, Mode.SOURCE_TEXT, WATER)
        with project.database.reading() as connection:
            sent = connection.execute("SELECT part, kind, number FROM contexts ORDER BY position").fetchall()
        numbers = [each.number for each in documents.text_units(project.database)]
        assert sorted(sent[:-1]) == [(1, Kind.SOURCE, number) for number in numbers]
        assert sent[-1] == (0, Kind.PART, 1)
