"""Whole runs against servers that each depart from the protocol in their own way, as their makers document it.

Ollama, LM Studio, vLLM, llama.cpp and Azure are not here: what makes each of them different is.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag_desktop.domain.index import RunSummary
from graphrag_desktop.engines import model_making
from graphrag_desktop.llm import server as servers
from graphrag_desktop.llm.capabilities import ServerMemory
from graphrag_desktop.storage import communities, journal
from tests.llm.speaking import QUICK
from tests.pipeline.model_projects import ModelRuns, write_folder
from tests.scripted_behaviour import CHAT, FINE, Asked, Fault
from tests.scripted_server import ScriptedServer


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelRuns]:
    """Two documents of a text unit each."""
    monkeypatch.setattr(servers, "RetryPolicy", lambda: QUICK)
    forget_servers(monkeypatch)
    with ScriptedServer() as running:
        found = ModelRuns(running, tmp_path, unit_tokens=600)
        few_texts(found, 2)
        yield found


def forget_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a new process: only what a project keeps is known."""
    monkeypatch.setattr(model_making, "_MEMORY", ServerMemory())


def few_texts(runs: ModelRuns, documents: int) -> None:
    for each in runs.folder.iterdir():
        each.unlink()
    write_folder(runs.folder, documents, 6)


def titles(runs: ModelRuns) -> list[str]:
    with runs.opened() as project:
        return [each.title for each in communities.reports(project.database).values()]


def refusals(runs: ModelRuns) -> int:
    """Requests that were refused: seen, and never answered."""
    counts = runs.server.counts
    return counts.paths[CHAT] - sum(counts.answered[task] for task in counts.answered if task != "embed")


@pytest.mark.parametrize(
    "differs",
    [
        pytest.param({"forms": ("json_schema",)}, id="LM Studio: no json_object"),
        pytest.param({"forms": ("json_object",)}, id="older vLLM, DeepSeek: json_object only"),
        pytest.param({"forms": ()}, id="no response_format at all"),
        pytest.param({"ignores_forms": True}, id="Ollama of old: takes it, and answers in prose with a fence"),
        pytest.param({"refuses": ("max_tokens", "temperature")}, id="OpenAI's newer models, and Azure's"),
        pytest.param({"refuses": ("logit_bias", "seed")}, id="Ollama: no logit_bias"),
        pytest.param({"floats": True}, id="Ollama, llama.cpp: floats though base64 was asked for"),
        pytest.param({"refuses": ("encoding_format",)}, id="no encoding_format"),
        pytest.param({"at_once": 1, "latency": 0.01}, id="LM Studio, llama.cpp --parallel 1: one at a time"),
    ],
)
def test_that_each_kind_of_server_gives_the_same_index_and_is_learnt_once(
    runs: ModelRuns, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, differs: dict[str, object]
) -> None:
    plain = runs.run()
    wanted = titles(runs)
    with ScriptedServer() as other:
        other.behave(**differs)
        (tmp_path / "b").mkdir()
        again = ModelRuns(other, tmp_path / "b", unit_tokens=600)
        few_texts(again, 2)
        found = again.run()
        assert (found.failures, found.counts) == ((), plain.counts)
        assert titles(again) == wanted
        assert refusals(again) <= 8 * 3  # of those that were under way before the first was understood
        forget_servers(monkeypatch)
        other.forget()
        few_texts(again, 3)
        assert again.run().failures == ()
        assert refusals(again) == 0  # what was learnt stands in the project
        assert all(value is not None for each in other.counts.requests for value in each.body.values())


def test_that_reasoning_in_any_place_is_no_part_of_what_is_kept(runs: ModelRuns, tmp_path: Path) -> None:
    plain = runs.run()
    wanted = titles(runs)
    kinds = (
        Fault(thought='<think>Maybe {"title": 1} or [x]?</think>\n'),
        Fault(thought="<think>one</think>\n<think>two</think>\n"),
        Fault(reasoning='Perhaps ("entity"<|>NOBODY<|>person<|>made up)'),
    )
    with ScriptedServer() as thinking:
        thinking.behave(faults=lambda asked: FINE if asked.path != CHAT else kinds[asked.number % 3])
        (tmp_path / "b").mkdir()
        again = ModelRuns(thinking, tmp_path / "b", unit_tokens=600)
        few_texts(again, 2)
        found = again.run()
    assert (found.failures, found.counts, titles(again)) == ((), plain.counts, wanted)
    assert b"NOBODY" not in again.path.read_bytes()


def test_that_a_window_that_cuts_prompts_is_named_and_once_it_is_raised_the_run_goes_on(runs: ModelRuns) -> None:
    runs.server.behave(window=700)
    summary = runs.run()
    assert summary.counts.entities == 0
    assert summary.failures
    assert all("num_ctx" in each.reason for each in summary.failures if each.stage == "extraction")
    assert "700 tokens" in summary.failures[0].reason
    runs.server.behave(window=0)
    assert runs.run().is_complete


def test_that_slots_that_share_a_window_are_asked_one_at_a_time_and_lose_nothing(runs: ModelRuns) -> None:
    full = Fault(500, error={"error": {"type": "exceed_context_size_error", "n_prompt_tokens": 1407, "n_ctx": 256}})
    runs.server.behave(latency=0.01, faults=lambda asked: full if asked.in_flight > 1 and asked.path == CHAT else FINE)
    assert runs.run().is_complete


def test_that_azures_older_addresses_and_its_filter_are_understood(runs: ModelRuns) -> None:
    blocked = Fault(
        400,
        error={
            "error": {
                "message": "The response was filtered due to the prompt triggering content management policy.",
                "code": "content_filter",
                "innererror": {"code": "ResponsibleAIPolicyViolation"},
            }
        },
    )
    runs.server.behave(faults=lambda asked: blocked if is_first(asked) else FINE)
    summary = runs.run()
    assert [each.stage for each in summary.failures] == ["extraction"]
    assert "filter" in summary.failures[0].reason
    assert runs.server.counts.tasks["extract"] == 2  # not tried again


def is_first(asked: Asked) -> bool:
    return asked.task == "extract" and "cargo number 3 " in asked.prompt


def test_that_what_is_kept_of_servers_names_no_key_and_no_window(runs: ModelRuns) -> None:
    runs.server.behave(refuses=("temperature",))
    assert isinstance(runs.run(), RunSummary)
    with runs.opened() as project:
        kept = json.loads(journal.fact(project.database, "servers") or "{}")
    assert list(kept) == [f"{runs.server.origin} scripted-model"]
    (known,) = kept.values()
    assert (known["takes_temperature"], known["window"]) == (False, None)
