"""A window on a project that a model answers, which writes half of an answer and waits until it may go on."""

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.model_choice import ModelChoice, ModelPlace
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.engines.model_engine import ModelEngine, ModelRoles
from graphrag_desktop.engines.model_prompts import model_prompts
from graphrag_desktop.llm.models import ChatReply, ChatRequest, Heard
from graphrag_desktop.llm.scripted import ScriptedModel
from graphrag_desktop.ui.window import MainWindow
from tests.projects import MILL, make_project

FIRST, REST = "Norden Paper pollutes the river. ", "The council knows of it. It was on Monday."
_GLANCE_SECONDS = 0.01


class GatedModel(ScriptedModel):
    """Tells the first sentence of an answer, then waits for its gate; whoever is stopped meanwhile wakes."""

    def __init__(self, reply: Callable[[ChatRequest], str]) -> None:
        super().__init__(reply)
        self.gate = threading.Event()

    def stream(self, request: ChatRequest, control: RunControl, heard: Heard) -> ChatReply:
        reply = self.chat(request, control)
        heard(reply.text[: len(FIRST)])
        while not self.gate.is_set():
            control.wait(_GLANCE_SECONDS)
        heard(reply.text[len(FIRST) :])
        return reply


def model_project(path: Path) -> Path:
    """A small project that a model read and answers, at a price."""
    place = ModelPlace("http://127.0.0.1:1/v1", "scripted", prompt_price=1.0, completion_price=2.0)
    with make_project(path, replace(MILL, is_measured=False)) as project:
        project.keep_models(ModelChoice(place, embeddings=place))
    return path


def open_with(qtbot: QtBot, window: MainWindow, path: Path, model: ScriptedModel) -> None:
    """Open the project in a window, and have this model answer."""
    window.appearance.set_still(is_still=True)
    with qtbot.waitSignals([window.session.view_loaded, window.reading.library.tables_loaded], timeout=60_000):
        window.open_path(path)
    assert window.session._open is not None
    project = window.session._open.project
    roles = ModelRoles(model, model, model, model)
    project.engine = ModelEngine(roles, project.replies, model_prompts({}), project.settings)
