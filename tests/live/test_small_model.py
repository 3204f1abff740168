"""A whole index and a question by a real model of 135 million parameters: nothing it writes is right, everything ends well.

`make test-live` runs it and sets `GRAPHRAG_LIVE_PYTHON`; it takes some minutes, and is no part of `make test`.
"""

import logging
import os
import secrets
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag_desktop.domain.contexts import Context, ContextItem, Kind, ReportContext
from graphrag_desktop.domain.engine import Engine
from graphrag_desktop.domain.errors import GraphRagError, ReplyFailed
from graphrag_desktop.domain.events import AnswerGrew, Event, ModelAsked, Warned
from graphrag_desktop.domain.model_choice import ModelChoice, ModelPlace
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings, SettingValue
from graphrag_desktop.llm import keys
from graphrag_desktop.pipeline.run import build_index, start_project
from graphrag_desktop.query.global_search import ask_global
from graphrag_desktop.storage import communities, journal, replies
from graphrag_desktop.storage.check import find_problems

_PYTHON = os.environ.get("GRAPHRAG_LIVE_PYTHON", "")
_TEXTS = {
    "wind.txt": "Helix Energy builds a wind farm near Bergen. Ingrid Solheim leads Helix Energy. The European"
    " Investment Bank lends the money for the wind farm.",
    "fish.txt": "The fishermen of Bergen fear for their grounds. Terje Holm speaks for the fishermen. He asked Ingrid"
    " Solheim to move the wind farm farther out to sea.",
}
_SETTINGS: dict[str, SettingValue] = {
    "gleanings": 0,
    "context_tokens": 1_024,  # what it is given to write in, for it does not find an end
    "unit_tokens": 200,
    "overlap_tokens": 20,
    "report_data_tokens": 800,
    "report_tokens": 300,
    "concurrency": 1,
    "call_seconds": 400.0,
    "cap_calls": 16,
}
_PROMPT = """Text: {input_text}

List the people, companies and places of the text in this form, one per line, and nothing else:
("entity"<|>NAME<|>TYPE<|>DESCRIPTION)

For example:
("entity"<|>Ann Lee<|>person<|>She works for Novo Mill)
("entity"<|>Novo Mill<|>organization<|>A mill in Oslo)
("relationship"<|>Ann Lee<|>Novo Mill<|>works for<|>8)"""  # the shipped one says more than so small a model can follow
logger = logging.getLogger("live")

pytestmark = pytest.mark.skipif(not _PYTHON, reason="a real model is asked by `make test-live` only")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A llama.cpp server with the model, on a free port, with a key that only this run knows."""
    key = secrets.token_hex(8)
    os.environ[keys.VARIABLE] = key
    script = str(Path(__file__).with_name("serve.py"))
    process = subprocess.Popen(
        [_PYTHON, script, key],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    lines = iter(process.stdout.readline, "")
    yield next(line.strip() for line in lines if line.startswith("http")) + "/v1"
    os.environ.pop(keys.VARIABLE)
    process.terminate()
    process.communicate(timeout=60)


def test_that_a_real_model_reads_writes_and_answers(address: str, tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    for name, text in _TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    events: list[Event] = []

    def note(happened: Event) -> None:
        events.append(happened)
        if isinstance(happened, (ModelAsked, Warned)):
            logger.info("%s", happened)

    control = RunControl(note)
    with start_project(tmp_path / "papers.graphrag", folder) as project:
        project.keep_models(ModelChoice(ModelPlace(address, "smollm2-135m")))
        project.keep_settings(Settings().changed(_SETTINGS))
        journal.keep_prompt(project.database, "extract", _PROMPT)
        summary = build_index(project, folder, control)
        asked = [each for each in events if isinstance(each, ModelAsked) and not each.is_stored]
        used = replies.usage_of_run(project.database, 1)
        logger.info("%s", summary)
        for each in used:
            logger.info("%s", each)

        assert 0 < summary.model_calls <= 16
        assert summary.model_calls == len(asked) == sum(each.calls for each in used)
        assert summary.prompt_tokens > 500 < summary.prompt_tokens + summary.completion_tokens
        assert find_problems(project.database) == ()
        assert summary.counts.documents == 2
        read = {each.stage for each in summary.failures} | ({"read"} if summary.counts.entities else set())
        assert read, "what is neither read nor named as failed is lost"
        written = communities.reports(project.database)
        named = " ".join(f"{each.item} {each.reason}" for each in journal.failures(project.database))
        assert all(f"report {number}" in named or number in written or "reports" in named for number in _due(project))
        _ask(project, control)

        if not any(each.stage == "extraction" for each in summary.failures):
            events.clear()
            build_index(project, folder, control)
            paid = [each.task for each in events if isinstance(each, ModelAsked) and not each.is_stored]
            assert "extract" not in paid, "what was read once is not read again"


def test_that_a_real_server_takes_a_schema_and_a_stream(address: str, tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "one.txt").write_text(_TEXTS["wind.txt"], encoding="utf-8")
    told: list[str] = []

    def note(happened: Event) -> None:
        if isinstance(happened, AnswerGrew):
            told.append(happened.text)
        else:
            logger.info("%s", happened)

    items = (
        ContextItem(
            Kind.ENTITY, 5, "Helix Energy", "Entity 5: Helix Energy (organization). It builds a wind farm.", 20
        ),
        ContextItem(Kind.ENTITY, 6, "Bergen", "Entity 6: Bergen (place). A town near the wind farm.", 20),
    )
    control = RunControl(note)
    with start_project(tmp_path / "papers.graphrag", folder) as project:
        project.keep_models(ModelChoice(ModelPlace(address, "smollm2-135m")))
        project.keep_settings(Settings().changed({**_SETTINGS, "cap_calls": 8, "context_tokens": 1_300}))
        assert _report(project.engine, ReportContext(1, 0, Context(items, 40), 300), control)
        part = ContextItem(Kind.PART, 1, "Part", "Helix Energy builds a wind farm near Bergen.", 12, relevance=0.8)
        answer = project.engine.answer("Who builds a wind farm?", Context((part,), 12), control)
        logger.info("Answer in %d pieces: %s", len(told), answer[:300])
        assert len(told) > 3
        assert "".join(told).split() == answer.split()


def _report(engine: Engine, context: ReportContext, control: RunControl) -> str:
    """The title of the report, or the reply that is none."""
    try:
        draft = engine.write_report(context, control)
    except ReplyFailed as error:
        logger.info("No report: %s It wrote: %s", error.message, error.reply[:200])
        return error.reply
    logger.info("Report: %s", draft)
    return draft.title


def _due(project: object) -> list[int]:
    from graphrag_desktop.pipeline.reports import communities_to_report
    from graphrag_desktop.project import Project

    assert isinstance(project, Project)
    return [each.number for each in communities_to_report(communities.hierarchy(project.database))]


def _ask(project: object, control: RunControl) -> None:
    """A question is answered, or it is said in a sentence why not."""
    from graphrag_desktop.project import Project

    assert isinstance(project, Project)
    project.keep_settings(project.settings.changed({"cap_calls": 12}))
    try:
        answer = ask_global(project, "Who is in dispute about the wind farm?", 0, control)
    except GraphRagError as error:
        logger.info("No answer: %s %s", error.message, error.hint)
    else:
        logger.info("Answer after %d calls: %s", answer.model_calls, answer.text[:600])
        assert answer.text
        assert answer.model_calls > 0
