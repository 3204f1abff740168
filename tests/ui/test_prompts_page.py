"""The prompts of a project: edited, checked, compared, set back, and proposed from the documents."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QListWidget, QPlainTextEdit
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.errors import InvalidPrompt, InvalidSetting
from graphrag_desktop.domain.events import Event
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.engines.model_prompt_views import prompt_views
from graphrag_desktop.engines.model_prompts import PROMPT_FORMS
from graphrag_desktop.engines.model_proposals import Proposal
from graphrag_desktop.pipeline.proposals import propose_types
from graphrag_desktop.pipeline.run import build_index
from graphrag_desktop.project import open_project
from graphrag_desktop.ui.prompts_page import PromptsPage
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.window import MainWindow
from tests.pipeline.model_projects import ModelRuns
from tests.scripted_behaviour import FINE, Asked, Fault
from tests.scripted_server import ScriptedServer
from tests.ui.model_windows import button, soon, words_in

EXAMPLE = {
    "text": "Ada brought salt to Oren.",
    "entities": [
        {"name": "Ada", "type": "Carrier", "description": "Ada brought salt."},
        {"name": "Oren", "type": "port", "description": "Oren got salt {twice}."},
    ],
    "relationships": [
        {"source": "Ada", "target": "Oren", "description": "Ada brought salt to Oren.", "strength": 12},
        {"source": "Ada", "target": "Nobody", "description": "?", "strength": 1},
    ],
}
PROPOSED = json.dumps({"domain": "Trade.", "entity_types": ["Carrier", "port", "carrier"], "examples": [EXAMPLE, {}]})


def proposing(asked: Asked) -> Fault:
    return Fault(text=PROPOSED) if '"domain"' in asked.prompt else FINE


@pytest.fixture
def runs(tmp_path: Path) -> Iterator[ModelRuns]:
    with ScriptedServer() as server:
        server.behave(faults=proposing)
        yield ModelRuns(server, tmp_path)


@pytest.fixture
def page(active: ActiveTheme, qtbot: QtBot) -> PromptsPage:
    shown = PromptsPage(active)
    qtbot.addWidget(shown)
    shown.show_prompts(prompt_views({}), "Prompts of mill.", is_changeable=True)
    return shown


def editor(page: PromptsPage) -> QPlainTextEdit:
    found = page.findChild(QPlainTextEdit, "promptEdit")
    assert isinstance(found, QPlainTextEdit)
    return found


def test_that_every_prompt_can_be_seen() -> None:
    assert {each.name for each in prompt_views({})} == set(PROMPT_FORMS)


def test_that_a_missing_and_an_unknown_placeholder_are_refused_with_the_line(page: PromptsPage) -> None:
    page.choose("extract")
    words = editor(page).toPlainText()
    editor(page).setPlainText(words.replace("{input_text}", "{input_txt}"))
    line = words[: words.index("{input_text}")].count("\n") + 1
    assert f"line {line}: nobody fills {{input_txt}}" in page.problem
    assert not button(page, "keepPromptButton").isEnabled()
    editor(page).setPlainText(words.replace("{input_text}", ""))
    assert "{input_text} is missing" in page.problem
    editor(page).setPlainText(f"{words}\nBraces {{}} and {{{{words}}}} stay.")
    assert page.problem == ""
    assert button(page, "keepPromptButton").isEnabled()


def test_that_the_difference_to_the_default_is_shown_and_can_be_set_back(page: PromptsPage, qtbot: QtBot) -> None:
    own = {"describe": "Say briefly what {entity_name} is: {description_list}"}
    page.show_prompts(prompt_views(own), "", is_changeable=True)
    page.choose("describe")
    difference = page.findChild(QPlainTextEdit, "promptDifference")
    assert isinstance(difference, QPlainTextEdit)
    assert "+Say briefly" in difference.toPlainText()
    listed = page.findChild(QListWidget, "promptList")
    assert isinstance(listed, QListWidget)
    assert "(own)" in listed.currentItem().text()
    with qtbot.waitSignal(page.prompt_chosen) as told:
        button(page, "resetPromptButton").click()
    assert told.args == ["describe", None]
    page.choose("report")
    assert difference.toPlainText() == "It is as it ships."


def test_that_an_edit_makes_only_what_depends_on_it_stale(runs: ModelRuns) -> None:
    runs.run()
    for name, again in (("report", "report"), ("describe", "describe"), ("extract_examples", "extract")):
        runs.server.forget()
        with runs.opened() as project:
            words = next(each.text for each in prompt_views(project.prompts) if each.name == name)
            project.keep_prompt(name, f"{words}\nBe plain.")
            build_index(project, runs.folder, RunControl())
        asked = runs.server.counts.tasks
        assert asked[again] > 0, name
        if again != "extract":
            assert asked["extract"] == asked["check"] == 0, name
        if again == "report":
            assert asked["describe"] == 0


def test_that_a_prompt_that_cannot_be_is_not_kept(mill_project: Path) -> None:
    with open_project(mill_project) as project:
        with pytest.raises(InvalidPrompt, match="line 1"):
            project.keep_prompt("report", "{input_text} {nonsense}")
        assert project.prompts == {}


def test_that_types_and_examples_are_proposed_and_read_as_records(runs: ModelRuns) -> None:
    runs.run()
    with runs.opened() as project:
        found = propose_types(project, RunControl())
    assert (found.domain, found.entity_types) == ("Trade.", ("carrier", "port"))
    assert '("entity"<|>Ada<|>carrier<|>Ada brought salt.)' in found.examples
    assert '("relationship"<|>Ada<|>Oren<|>Ada brought salt to Oren.<|>10)' in found.examples
    assert "Nobody" not in found.examples and "{" not in found.examples
    asked = next(each for each in runs.server.counts.requests if '"domain"' in each.prompt)
    assert asked.prompt.count("<text>\n") == 4  # one sample of each document


def test_that_the_built_in_engine_says_that_it_proposes_nothing(mill_project: Path) -> None:
    with open_project(mill_project) as project, pytest.raises(InvalidSetting, match="proposes nothing"):
        propose_types(project, RunControl())


def test_that_a_proposal_is_taken_over_only_when_the_analyst_says_so(
    qtbot: QtBot, window: MainWindow, runs: ModelRuns, tmp_path: Path
) -> None:
    events: list[Event] = []
    runs.run(control=RunControl(events.append))
    copy = Path(shutil.copy(runs.path, tmp_path / "copy.graphrag"))
    with qtbot.waitSignal(window.session.view_loaded, timeout=20_000):
        window.open_path(copy)
    window.tools.show_prompts()
    assert window.tools._preferences is not None
    page = window.tools._preferences.prompts
    soon(qtbot, lambda: "Prompts of copy" in words_in(page))
    button(page, "proposeButton").click()
    soon(qtbot, lambda: "Types: carrier, port" in words_in(page))
    assert window.session._open is not None
    project = window.session._open.project
    assert project.prompts == {}
    button(page, "useProposalButton").click()
    soon(qtbot, lambda: "Taken over" in words_in(page))
    assert project.settings.entity_types == "carrier, port"
    assert "Ada brought salt." in project.prompts["extract_examples"]
    assert isinstance(page.proposal._proposal, Proposal | None)
