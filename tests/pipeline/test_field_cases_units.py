"""Field cases 15 to 19, about text units and tokens; 99, about the language of what a model writes."""

import json
import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from graphrag_desktop.domain.errors import InvalidSetting, ProjectDamaged
from graphrag_desktop.domain.identity import DocumentId
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings, SettingValue
from graphrag_desktop.language.tokens import count_tokens
from graphrag_desktop.llm import keys, server
from graphrag_desktop.pipeline.run import build_index, start_project
from graphrag_desktop.pipeline.text_units import split_text_units
from graphrag_desktop.query.global_search import ask_global
from graphrag_desktop.storage.documents import known_parses, text_of
from tests.conftest import PROJECT_ROOT
from tests.llm.speaking import QUICK
from tests.pipeline.model_projects import ModelRuns
from tests.scripted_behaviour import CHAT
from tests.scripted_server import ScriptedServer

SPECIAL = (PROJECT_ROOT / "tests" / "data" / "documents" / "endoftext.md").read_text(encoding="utf-8")


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelRuns]:
    monkeypatch.setattr(server, "RetryPolicy", lambda: QUICK)
    monkeypatch.setenv(keys.VARIABLE, "sk-x")
    with ScriptedServer() as running:
        yield ModelRuns(running, tmp_path)


def told(runs: ModelRuns) -> list[tuple[str, str]]:
    """Each request for words: what it is for, and all that was said in it."""
    return [
        (asked.task, json.dumps(asked.body, ensure_ascii=False))
        for asked in runs.server.counts.requests
        if asked.path == CHAT
    ]


def test_15_that_special_token_text_is_read_and_asked_about_as_it_stands(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.md").write_text(f"{SPECIAL}\n\nAlice Johnson wrote <|endoftext|> in Oslo.", encoding="utf-8")
    with start_project(tmp_path / "p.graphrag", folder) as project:
        summary = build_index(project, folder, RunControl())
        (identity,) = known_parses(project.database)
        kept = text_of(project.database, identity)
        answer = ask_global(project, "What does <|endoftext|> mean to Alice Johnson?", 0, RunControl())
    assert summary.failures == () and "Alice Johnson wrote <|endoftext|> in Oslo." in kept
    assert answer.question == "What does <|endoftext|> mean to Alice Johnson?"


def test_15_that_a_model_is_told_the_text_as_it_stands(runs: ModelRuns) -> None:
    for each in runs.folder.iterdir():
        each.write_text(f"{each.read_text(encoding='utf-8')}\n\n{SPECIAL}", encoding="utf-8")
    assert runs.run().failures == ()
    assert any("endoftext" in text for task, text in told(runs) if task == "extract")
    with runs.opened() as project:
        answer = ask_global(project, "What cargo was brought to Tal Harbour by <|endoftext|>?", 0, RunControl())
    assert "<|endoftext|>" in answer.question
    assert any("endoftext" in text for task, text in told(runs) if task == "map")


@pytest.mark.parametrize("run", ["a" * 100_000, "^" * 1_000_000, "_" * 50_000, "QUJD" * 68_000])
def test_16_that_a_huge_unbroken_run_costs_no_more_than_its_length(run: str) -> None:
    units = split_text_units(DocumentId("d"), run, Settings())
    assert units[0].span.start == 0 and units[-1].span.end == len(run)
    assert all(after.span.start <= before.span.end for before, after in pairwise(units))


@pytest.mark.parametrize(("size", "overlap"), [(50, 50), (60, 80)])
def test_17_that_an_overlap_that_never_ends_is_refused_when_set_and_when_loaded(
    tmp_path: Path, size: int, overlap: int
) -> None:
    with pytest.raises(InvalidSetting, match="overlap_tokens"):
        Settings().changed({"unit_tokens": size, "overlap_tokens": overlap})
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.txt").write_text("one two three four five six seven eight nine ten", encoding="utf-8")
    path = tmp_path / "p.graphrag"
    with start_project(path, folder) as project:
        with project.database.writing() as connection:
            connection.executemany(
                "INSERT INTO settings VALUES (?, ?)", [("unit_tokens", str(size)), ("overlap_tokens", str(overlap))]
            )
        with pytest.raises(ProjectDamaged, match="overlap_tokens"):
            build_index(project, folder, RunControl())


def test_18_that_the_number_of_units_follows_from_size_and_overlap(runs: ModelRuns) -> None:
    text = " ".join(
        f"Sentence {number} of three hundred says once more that the harbour was closed because of the storm of that year."
        for number in range(300)
    )
    units = split_text_units(DocumentId("d"), text, Settings())
    tokens = count_tokens(text, "o200k_base")
    assert abs(len(units) - math.ceil((tokens - 100) / 500)) <= 1
    summary = runs.run()
    assert sum(task == "extract" for task, _ in told(runs)) == summary.counts.text_units


@pytest.mark.parametrize("size", [50, 57, 64])
def test_19_that_no_sign_is_parted_by_the_border_of_a_unit(tmp_path: Path, size: int) -> None:
    text = ("知識グラフ👩‍👩‍👧 は…" * 400)[:5_000]
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.txt").write_text(text, encoding="utf-8")
    units = split_text_units(DocumentId("d"), text, Settings().changed({"unit_tokens": size, "overlap_tokens": 7}))
    pieces = [text[each.span.start : each.span.end] for each in units]
    assert not any("\ufffd" in piece for piece in pieces)
    joined = pieces[0] + "".join(
        piece[before.span.end - unit.span.start :]
        for (before, unit), piece in zip(pairwise(units), pieces[1:], strict=True)
    )
    assert joined == text


@pytest.mark.parametrize(("language", "words"), [("", "in the language of the "), ("Deutsch", "in Deutsch")])
def test_99_that_every_prompt_says_which_language_is_written(runs: ModelRuns, language: str, words: str) -> None:
    for each in runs.folder.iterdir():
        each.write_text("王安石与司马光在汴京争论新法。苏轼反对王安石。\n\n" * 12, encoding="utf-8")
        break
    chosen: dict[str, SettingValue] = {"claims": True, "gleanings": 1, "language": language}
    runs.run("scripted-model", None, **chosen)
    with runs.opened("scripted-model", **chosen) as project:
        ask_global(project, "What cargo was brought to Tal Harbour?", 0, RunControl())
    asked = told(runs)
    assert {"extract", "claims", "report", "map", "reduce"} <= {task for task, _ in asked}
    answering = {"map", "reduce"}  # in the language of the question, whatever the index is written in
    without = {
        task for task, text in asked if (words if task not in answering else "language of the question") not in text
    }
    assert without == set()
