"""A question that is stopped while its answer is written: what there is of it stays in sight, marked."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.llm.models import ChatRequest
from graphrag_desktop.ui.window import MainWindow
from graphrag_desktop.ui.workspaces import Workspace
from tests.ui.gated_models import FIRST, REST, GatedModel, model_project, open_with
from tests.ui.model_windows import button, soon

RESTATED = "What does the council know of Norden Paper?"


def _reply(request: ChatRequest) -> str:
    return RESTATED if request.task == "restate" else f"{FIRST}{REST}"


@pytest.fixture
def model() -> Iterator[GatedModel]:
    gated = GatedModel(_reply)
    yield gated
    gated.gate.set()


def test_that_a_follow_up_in_other_words_stays_in_sight_when_it_is_stopped(
    qtbot: QtBot, window: MainWindow, model: GatedModel, tmp_path: Path
) -> None:
    open_with(qtbot, window, model_project(tmp_path / "mill.graphrag"), model)
    window.resize(1500, 1000)
    window.desk.choose(Workspace.ASK)
    ask, session = window.desk.ask, window.session
    model.gate.set()
    with qtbot.waitSignal(session.answer_finished, timeout=20_000) as told:
        ask.set_question("What does Norden Paper discharge?", Mode.BASIC)
        button(ask, "askButton").click()
    soon(qtbot, lambda: ask.talk.answer is not None)
    model.gate.clear()
    field = ask.findChild(QLineEdit, "followUpEdit")
    assert isinstance(field, QLineEdit)
    field.setText("And what does the council know of it?")
    with qtbot.waitSignal(session.answer_progressed, timeout=20_000, check_params_cb=_tells_first):
        qtbot.keyClick(field, Qt.Key.Key_Return)
    with qtbot.waitSignal(session.answer_stopped, timeout=20_000):
        window.commands["stop_question"].trigger()
    soon(qtbot, lambda: ask.answer is not None and ask.answer.is_stopped)
    assert ask.answer is not None
    assert (ask.answer.question, ask.answer.parent) == (RESTATED, told.args[0].id)
    assert ask.answer.text.strip() == FIRST.strip()


def _tells_first(happened: object) -> bool:
    return FIRST.strip() in str(getattr(happened, "text", ""))
