"""Whole runs with a model on the scripted server: nothing is lost, nothing is paid for twice, whatever goes wrong."""

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag_desktop.domain.errors import Cancelled, KeyRefused, ModelNotFound, ServerUnreachable
from graphrag_desktop.domain.index import RunSummary
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm import keys, server
from graphrag_desktop.query.global_search import ask_global
from graphrag_desktop.storage import claims, communities, graph, replies
from graphrag_desktop.storage.check import find_problems
from tests.llm.speaking import QUICK, eventually
from tests.pipeline.model_projects import ModelRuns, is_every
from tests.scripted_behaviour import CHAT, EMBEDDINGS, FINE, Asked, Fault
from tests.scripted_server import ScriptedServer


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelRuns]:
    monkeypatch.setattr(server, "RetryPolicy", lambda: QUICK)
    monkeypatch.setenv(keys.VARIABLE, "sk-TESTLEAK123")
    with ScriptedServer() as running:
        yield ModelRuns(running, tmp_path)


def contents(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """What the index says, without what only counts or remembers."""
    with sqlite3.connect(path) as connection:
        return {
            table: connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
            for table in (
                "entities",
                "relationships",
                "memberships",
                "reports",
                "findings",
                "claims",
                "origins",
                "failures",
            )
        }


def test_that_a_run_makes_a_whole_index_and_counts_what_it_took(runs: ModelRuns) -> None:
    summary = runs.run()
    counts = runs.server.counts
    assert (summary.failures, summary.engine) == ((), "scripted-model")
    assert summary.model_calls == counts.paths[CHAT] + counts.paths[EMBEDDINGS]
    assert (summary.prompt_tokens, summary.completion_tokens) == (counts.prompt_tokens, counts.completion_tokens)
    assert counts.tasks["extract"] == summary.counts.text_units
    with runs.opened() as project:
        assert find_problems(project.database) == ()
        used = replies.usage_of_run(project.database, 1)
        assert sum(each.calls for each in used) == summary.model_calls
        assert {each.task for each in used} == {"extract", "extract check", "describe", "report", "embed"}
        assert all(report.engine == "scripted-model" for report in communities.reports(project.database).values())


def test_that_the_same_run_again_asks_nothing_and_another_model_everything(runs: ModelRuns) -> None:
    first = runs.run()
    runs.server.forget()
    again = runs.run()
    assert (again.model_calls, runs.server.counts.calls) == (0, 0)
    other = runs.run("other-model")
    assert other.model_calls >= first.model_calls - 5  # those look whether the other model is there
    runs.server.forget()
    back = runs.run()
    assert (back.model_calls, runs.server.counts.calls) == (0, 0)
    assert back.stored_replies_used > 0
    assert back.counts == first.counts


def test_that_a_question_is_answered_and_the_same_again_costs_nothing(runs: ModelRuns) -> None:
    runs.run()
    with runs.opened() as project:
        first = ask_global(project, "What cargo was brought to Tal Harbour?", 0, RunControl())
        assert first.is_answered
        assert first.model_calls == runs.server.counts.tasks["map"] + runs.server.counts.tasks["reduce"]
        assert first.citations
        again = ask_global(project, "What cargo was brought to Tal Harbour?", 0, RunControl())
        assert (again.model_calls, again.text) == (0, first.text)


def faults(asked: Asked) -> Fault:
    """Every third request fails once, each in its own way."""
    kinds = (
        Fault(429, {"Retry-After": "0.01"}), Fault(500), Fault(503), Fault(0), Fault(body='{"choices": ['),
        Fault(half=True), Fault(text="I am not sure."), Fault(429, error={"error": {"message": "try again in 10ms"}}),
    )  # fmt: skip
    if asked.repeat == 1 and asked.task == "extract" and "cargo number 103 " in asked.prompt:
        return Fault(hang=True)
    if asked.repeat > 1 or not is_every(asked, 3) or asked.task in {"check", "models", "embed"}:
        return FINE
    fault = kinds[sum(map(ord, asked.prompt)) // 3 % len(kinds)]
    return FINE if fault.text and asked.task == "describe" else fault  # any words are a description


def test_that_passing_faults_lose_nothing(runs: ModelRuns, tmp_path: Path) -> None:
    calm = runs.run()
    whole = contents(runs.path)
    (tmp_path / "b").mkdir()
    with ScriptedServer() as shaky:
        shaky.behave(faults=faults)
        again = ModelRuns(shaky, tmp_path / "b")
        found = again.run(call_seconds=6.0)  # for the one that never answers
    assert found.failures == ()
    assert found.counts == calm.counts
    assert contents(again.path) == whole
    assert calm.model_calls < found.model_calls <= 1.8 * calm.model_calls


def unlucky(asked: Asked) -> Fault:
    """What can never be read: one text is filtered, one declined, one refused."""
    if asked.task == "extract":
        for mark, fault in (
            ("cargo number 3,", Fault(400, error={"error": {"code": "content_filter", "message": "filtered"}})),
            ("cargo number 3 ", Fault(400, error={"error": {"code": "content_filter", "message": "filtered"}})),
            ("cargo number 115 ", Fault(refusal="I cannot help with that.")),
            ("cargo number 210 ", Fault(400, error={"error": {"message": "this text is odd"}})),
        ):
            if mark in asked.prompt:
                return fault
    return FINE


def test_that_lasting_faults_cost_their_own_units_only_and_are_tried_again(runs: ModelRuns) -> None:
    runs.server.behave(faults=unlucky)
    summary = runs.run()
    reasons = [each.reason for each in summary.failures]
    assert {each.stage for each in summary.failures} == {"extraction"}
    assert len(reasons) == runs.server.counts.tasks["extract"] - runs.server.counts.answered["extract"] + sum(
        "declined" in each for each in reasons
    )
    assert not summary.is_complete
    runs.server.forget()
    runs.server.behave(faults=lambda asked: FINE)
    again = runs.run()
    assert again.is_complete
    assert runs.server.counts.tasks["extract"] == len(reasons)


@pytest.mark.parametrize("cap", [60, 100])
def test_that_a_cap_pauses_the_run_and_what_there_is_can_be_used(runs: ModelRuns, cap: int) -> None:
    summary = runs.run(cap_calls=cap)
    assert runs.server.counts.calls <= cap
    assert {each.reason.partition(".")[0] for each in summary.failures} <= {
        f"Paused: the cap of {cap} calls is reached",
        "Paused: reading has had its third of the cap",
        "Paused: describing has had its third of the cap",
    }
    whole_units = summary.counts.text_units - int(summary.failures[0].item.partition(" ")[0])
    assert runs.server.counts.tasks["extract"] == whole_units  # none was begun in vain
    assert summary.counts.reports > 0
    with runs.opened() as project:
        assert find_problems(project.database) == ()
        assert ask_global(project, "What cargo was brought to Tal Harbour?", 0, RunControl()).is_answered
    before = runs.asked
    whole = runs.run()
    assert whole.is_complete
    assert not before.keys() & (runs.asked - before).keys()


def test_that_runs_under_a_cap_get_to_the_end_one_after_the_other(runs: ModelRuns) -> None:
    for _ in range(30):
        runs.server.forget()
        summary = runs.run(cap_calls=60)
        assert runs.server.counts.calls <= 60
        if summary.is_complete:
            break
    assert summary.is_complete


def test_that_a_server_that_dies_half_way_pauses_the_run_with_everything_kept(runs: ModelRuns) -> None:
    dead = Fault(402, error={"error": {"message": "no credit"}})
    runs.server.behave(faults=lambda asked: dead if asked.task == "report" and asked.number % 3 == 0 else FINE)
    summary = runs.run()
    assert [each.stage for each in summary.failures] in (
        ["reports"],
        ["embeddings", "reports"],
    )  # none may be written yet
    assert all("no credit" in each.reason for each in summary.failures)
    before = runs.asked
    runs.server.behave(faults=lambda asked: FINE)
    assert runs.run().is_complete
    again = runs.asked - before
    assert all("rating_explanation" in each for each in again)


def test_that_a_stop_leaves_no_request_open_and_nothing_is_asked_twice(runs: ModelRuns) -> None:
    control = RunControl()
    reached = threading.Event()

    def tell(asked: Asked) -> Fault:
        if asked.number == 30:
            reached.set()
        return FINE

    runs.server.behave(latency=0.02, faults=tell)
    ended: list[RunSummary | BaseException] = []

    def work() -> None:
        try:
            ended.append(runs.run(control=control, concurrency=4))
        except Cancelled as error:
            ended.append(error)

    worker = threading.Thread(target=work)
    worker.start()
    assert reached.wait(30)
    control.cancel()
    assert eventually(lambda: runs.server.counts.open_now == 0)
    worker.join(30)
    assert isinstance(ended[0], Cancelled)
    before = runs.asked
    runs.server.behave(latency=0.0, faults=lambda asked: FINE)
    assert runs.run().is_complete
    twice = [each for each, times in runs.asked.items() if times > 1 and before[each]]
    assert len(twice) <= 4  # those in flight


def test_that_what_is_not_right_is_told_before_anything_is_paid_for(runs: ModelRuns) -> None:
    runs.server.behave(models=("large", "nomic-embed-text:latest"))
    runs.server.behave(
        faults=lambda asked: (
            Fault(404, error={"error": {"message": "model not found"}}) if asked.task == "embed" else FINE
        )
    )
    with pytest.raises(ModelNotFound) as caught:
        runs.run("large")
    assert "nomic-embed-text:latest" in caught.value.hint
    assert runs.server.counts.paths[CHAT] == 0
    runs.server.behave(key="another", faults=lambda asked: FINE)
    with pytest.raises(KeyRefused):
        runs.run()
    assert runs.server.counts.paths[CHAT] == 0


def test_that_an_address_without_a_server_is_told(runs: ModelRuns, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(runs.server), "base_url", "http://127.0.0.1:9/v1")
    with pytest.raises(ServerUnreachable, match="Nothing answers"):
        runs.run()


def test_that_what_is_gone_from_the_folder_is_gone_from_the_project(runs: ModelRuns) -> None:
    runs.run()
    (runs.folder / "3.txt").unlink()
    runs.server.forget()
    runs.run()
    assert runs.server.counts.tasks["extract"] == 0
    with sqlite3.connect(runs.path) as connection:
        import zlib

        texts = [zlib.decompress(row[0]).decode() for row in connection.execute("SELECT reply FROM model_replies")]
    assert texts
    assert not any("cargo number 3" in each and "cargo number 30" in each for each in texts)
    assert not any("number 323" in each for each in texts)


def test_that_the_key_is_in_no_file(runs: ModelRuns) -> None:
    runs.server.behave(
        faults=lambda asked: (
            Fault(400, error={"error": {"message": f"odd: {asked.headers['authorization']}"}})
            if asked.number == 3
            else FINE
        )
    )
    summary = runs.run()
    assert "TESTLEAK" not in repr(summary)
    assert "TESTLEAK" not in repr(runs.events)
    found = [each.name for each in runs.path.parent.rglob("*") if each.is_file() and b"TESTLEAK" in each.read_bytes()]
    assert found == []
    assert runs.server.counts.requests[-1].headers["authorization"] == "Bearer sk-TESTLEAK123"


def test_that_every_relationship_of_a_clique_reaches_the_report(runs: ModelRuns) -> None:
    names = [f"Member {at}" for at in range(8)]
    pairs = [(one, other) for at, one in enumerate(names) for other in names[at + 1 :]]
    told = [f'("entity"<|>{each}<|>person<|>{each} is one of eight.)' for each in names]
    told += [f'("relationship"<|>{one}<|>{other}<|>{one} knows {other}.<|>5)' for one, other in pairs]
    clique = "##".join(told) + "<|COMPLETE|>"
    runs.server.behave(faults=lambda asked: Fault(text=clique) if asked.task == "extract" else FINE)
    for each in runs.folder.iterdir():
        each.unlink()
    (runs.folder / "one.txt").write_text("Eight members know each other.", encoding="utf-8")
    summary = runs.run(gleanings=0)
    assert (summary.counts.entities, summary.counts.relationships) == (8, 28)
    (report,) = [each.prompt for each in runs.server.counts.requests if each.task == "report"]
    assert report.count("\nRelationship ") + report.startswith("Relationship ") == 28


def test_that_claims_are_read_kept_and_sent_to_the_reports(runs: ModelRuns) -> None:
    summary = runs.run(claims=True)
    assert summary.counts.claims > 0
    with runs.opened() as project:
        found = claims.claims(project.database)
        assert find_problems(project.database) == ()
        assert len(found) == summary.counts.claims
        subjects = {each.id for each in graph.entities(project.database)}
        assert all(each.subject in subjects for each in found)
        assert sum(each.span is not None for each in found) > len(found) / 2
    reports = [each.prompt for each in runs.server.counts.requests if each.task == "report"]
    assert any("\nClaim " in each for each in reports)
