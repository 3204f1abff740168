"""Cases of the two collections about graphs that are odd and folders that change, by their numbers there.

Field 57 and 73 are also held by the life of a folder, 74 and 75 by the runs that are killed, 77 and 78 by the breaks.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from graphrag_desktop.domain.errors import Cancelled
from graphrag_desktop.domain.events import Event, Stage, StageAdvanced
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm import keys, server
from graphrag_desktop.pipeline.run import build_index
from graphrag_desktop.project import Project
from graphrag_desktop.query.global_search import ask_global
from graphrag_desktop.storage import communities, documents, graph
from graphrag_desktop.storage.arrays import load_array
from graphrag_desktop.storage.check import find_problems
from tests.llm.speaking import QUICK, eventually
from tests.pipeline.model_projects import ModelRuns
from tests.scripted_behaviour import FINE, Asked, Fault
from tests.scripted_server import ScriptedServer


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelRuns]:
    monkeypatch.setattr(server, "RetryPolicy", lambda: QUICK)
    monkeypatch.setenv(keys.VARIABLE, "sk-x")
    with ScriptedServer() as running:
        made = ModelRuns(running, tmp_path, gleanings=0)
        for each in made.folder.iterdir():
            each.unlink()
        running.behave(faults=read_pairs)
        yield made


def read_pairs(asked: Asked) -> Fault:
    """A text of words like `ALPHA-BETA GAMMA` is read as these entities, those with a dash between them related."""
    if asked.task != "extract":
        return FINE
    *_, text = re.findall(r"<text>\n(.*?)\n</text>", asked.prompt, re.DOTALL)  # those before it are examples
    pairs = [word.strip(".").split("-") for word in text.split()]
    names = sorted({name for pair in pairs for name in pair})
    told = [f'("entity"<|>{each}<|>person<|>{each} is named.)' for each in names]
    told += [f'("relationship"<|>{one}<|>{other}<|>{one} knows {other}.<|>5)' for one, *rest in pairs for other in rest]
    return Fault(text="##".join(told) + "<|COMPLETE|>")


def write(runs: ModelRuns, **texts: str) -> None:
    for name, text in texts.items():
        (runs.folder / f"{name}.txt").write_text(f"{text}.", encoding="utf-8")


def said(project: Project) -> tuple[set[str], set[tuple[str, str]]]:
    """Entities and relationships by name."""
    assert find_problems(project.database) == ()
    entities = {str(each.id) for each in graph.entities(project.database)}
    return entities, {(str(each.source), str(each.target)) for each in graph.relationships(project.database)}


@pytest.mark.parametrize(
    ("text", "relationships"),
    [("ADA IDA OTTO LENA MAX NORA JON EVA ZOE PAUL", 0), ("ADA-IDA OTTO", 1), ("ADA", 0)],
)
def test_field_55_that_a_graph_of_few_relationships_or_none_is_whole(
    runs: ModelRuns, text: str, relationships: int
) -> None:
    write(runs, one=text)
    summary = runs.run(join_components=False)
    assert summary.is_complete
    assert summary.counts.relationships == relationships
    with runs.opened() as project:
        assert find_problems(project.database) == ()
        hierarchy = communities.hierarchy(project.database)
        alone = [each for each in hierarchy.communities.values() if each.is_unconnected]
        assert len(alone) == summary.counts.entities - 2 * relationships


def test_field_56_that_entities_alone_make_no_community_and_no_call(runs: ModelRuns) -> None:
    write(runs, one="ADA-IDA IDA-OTTO ADA-OTTO MAX-NORA NORA-JON MAX-JON EVA ZOE PAUL LENA")
    runs.run(join_components=False)
    with runs.opened() as project:
        hierarchy = communities.hierarchy(project.database)
        first = [hierarchy.communities[each] for each in hierarchy.levels[0]]
        assert sorted(len(each.entities) for each in first if not each.is_unconnected) == [3, 3]
        assert sum(each.is_unconnected for each in first) == 4
        assert len(communities.reports(project.database)) == 2
        assert find_problems(project.database) == ()
    assert runs.server.counts.tasks["report"] == 2


def test_field_57_that_names_of_files_and_their_order_change_nothing(runs: ModelRuns) -> None:
    texts = ["ADA-IDA IDA-OTTO ADA-OTTO", "OTTO-MAX MAX-NORA NORA-JON", "MAX-JON JON-EVA EVA-ZOE"]
    found = []
    for order in (texts, texts[::-1], [texts[1], texts[0], texts[2]]):
        runs.path.unlink(missing_ok=True)
        write(runs, **{f"paper{at}": text for at, text in enumerate(order)})
        runs.run()
        with runs.opened() as project:
            found.append(
                {frozenset(each.entities) for each in communities.hierarchy(project.database).communities.values()}
            )
    assert found[0] == found[1] == found[2]
    runs.server.forget()
    runs.run()
    assert runs.server.counts.calls == 0


def test_field_70_and_graphrag_39_that_what_only_a_removed_file_said_is_gone(runs: ModelRuns) -> None:
    write(runs, a="ACME-BOB", b="ACME-EVE")
    runs.run()
    (runs.folder / "b.txt").unlink()
    assert runs.run().is_complete
    with runs.opened() as project:
        assert said(project) == ({"acme", "bob"}, {("acme", "bob")})
        assert len(documents.text_units(project.database)) == 1
        assert "EVE" not in " ".join(each.text for each in communities.reports(project.database).values())


def test_field_71_that_a_shared_entity_stays_and_comes_back_whole(runs: ModelRuns) -> None:
    write(runs, a="ACME-BOB", b="ACME-EVE")
    runs.run()
    with runs.opened() as project:
        before = said(project)
        number = {str(each.id): each.number for each in graph.entities(project.database)}["acme"]
    (runs.folder / "b.txt").unlink()
    runs.run()
    write(runs, b="ACME-EVE")
    runs.server.forget()
    runs.run()
    assert runs.server.counts.tasks["extract"] == 1  # what left the folder left the file: it is read anew
    with runs.opened() as project:
        assert said(project) == before
        assert {str(each.id): each.number for each in graph.entities(project.database)}["acme"] == number


def test_field_72_and_graphrag_38_that_an_update_leaves_nothing_dangling(runs: ModelRuns) -> None:
    write(runs, a="ALPHA-BETA")
    runs.run()
    write(runs, b="ALPHA-GAMMA")
    runs.run()
    with runs.opened() as project:
        assert said(project) == ({"alpha", "beta", "gamma"}, {("alpha", "beta"), ("alpha", "gamma")})


def test_field_73_that_round_after_round_the_graph_is_that_of_a_new_project(runs: ModelRuns) -> None:
    write(runs, a="ADA-IDA", b="IDA-OTTO OTTO-LENA", c="LENA-MAX")
    runs.run()
    for at in range(4):
        write(runs, **{f"new{at}": f"ADA-NEW{at} NEW{at}-MAX", "b": f"IDA-OTTO OTTO-LENA LENA-ROUND{at}"})
        (runs.folder / ("c.txt" if at == 0 else f"new{at - 1}.txt")).unlink()
        assert runs.run().is_complete
    with runs.opened() as project:
        changed = said(project)
    runs.path.unlink()
    runs.run()
    with runs.opened() as project:
        assert said(project) == changed


def test_field_76_and_graphrag_52_that_vectors_of_another_length_are_made_anew_and_nothing_else(
    runs: ModelRuns,
) -> None:
    write(runs, a="ADA-IDA IDA-OTTO ADA-OTTO", b="OTTO-MAX MAX-NORA")
    runs.run()
    runs.server.forget()
    runs.server.behave(dimensions=96)
    with runs.opened() as project:
        models = project.models
        assert models is not None and models.embeddings is not None
    runs.run()  # the same model: its vectors are kept
    with runs.opened() as project:
        project.keep_models(replace(models, embeddings=replace(models.embeddings, model="other-embedding")))
        runs.server.behave(models=("scripted-model", "scripted-embedding", "other-embedding"))
        assert build_index(project, runs.folder, RunControl()).is_complete
        vectors = load_array(project.database, "vectors", "report vectors")
        assert vectors is not None and vectors.shape[1] == 96
        assert ask_global(project, "Who knows ADA?", 0, RunControl()).text
    assert runs.server.counts.tasks["extract"] == runs.server.counts.tasks["report"] == 0


def test_field_46_that_a_stop_ends_all_calls_and_the_next_run_makes_the_rest(runs: ModelRuns) -> None:
    write(runs, **{f"paper{at:02}": f"ADA-N{at} N{at}-M{at}" for at in range(24)})
    runs.server.behave(latency=0.05)
    control = RunControl()

    def stop(happened: Event) -> None:
        if isinstance(happened, StageAdvanced) and happened.stage is Stage.EXTRACTION and happened.done >= 6:
            control.cancel()

    control.emit = stop
    with pytest.raises(Cancelled):
        runs.run(control=control, concurrency=4)
    assert eventually(lambda: runs.server.counts.open_now == 0)
    made = runs.server.counts.tasks["extract"]
    assert made < 24
    runs.server.forget()
    assert runs.run(concurrency=4).is_complete
    assert runs.server.counts.tasks["extract"] <= 24 - 6


def test_field_79_that_after_a_success_no_failure_is_left(runs: ModelRuns) -> None:
    write(runs, a="ADA-IDA IDA-OTTO", b="OTTO-MAX MAX-NORA")
    refused = Fault(400, error={"error": {"message": "odd"}})
    runs.server.behave(
        faults=lambda asked: refused if asked.task == "embed" and asked.number > 1 else read_pairs(asked)
    )
    first = runs.run()
    assert {each.stage for each in first.failures} == {"embeddings"}
    runs.server.behave(faults=read_pairs)
    again = runs.run()
    assert again.failures == ()
    assert again.counts == first.counts
