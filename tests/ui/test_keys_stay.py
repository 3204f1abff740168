"""A key that was used in the window is nowhere but in memory and in the calls to its own server."""

import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain import known_secrets
from graphrag_desktop.domain.model_choice import ModelChoice, ModelPlace
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.engines.model_servers import hold_key
from graphrag_desktop.llm import keys
from graphrag_desktop.ui.bug_catcher import BugCatcher
from graphrag_desktop.ui.index_order import IndexOrder, Reader
from graphrag_desktop.ui.logs import LOGGER, end_of_log, start_log
from graphrag_desktop.ui.memory import Memory
from graphrag_desktop.ui.theme import ActiveTheme, Choice
from graphrag_desktop.ui.window import MainWindow
from tests.pipeline.model_projects import write_folder
from tests.scripted_server import ScriptedServer

KEY = "Harbour.Zq7-TESTLEAK"  # of no form that a pattern could know


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    before = keyring.get_keyring()
    keyring.set_keyring(NoKeyring())
    with ScriptedServer() as running:
        running.behave(key=KEY)
        yield running
    keyring.set_keyring(before)
    keys._SESSION.clear()
    known_secrets._KNOWN.clear()


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "logs"
    folder.mkdir()
    before = list(LOGGER.handlers)
    start_log(folder)
    yield folder
    for each in set(LOGGER.handlers) - set(before):
        LOGGER.removeHandler(each)
        each.close()


def told_by_processes(key: str) -> list[str]:
    """The command lines and environments, of this process and all below it, that hold the key."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        try:
            parent = (each / "stat").read_text().rpartition(")")[2].split()[1]
            if os.getpid() not in {int(each.name), int(parent)}:
                continue
            for name in ("cmdline", "environ"):
                if key.encode() in (each / name).read_bytes():
                    found.append(f"{each.name} {name}")
        except OSError:
            continue  # gone meanwhile
    return found


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="the list of processes is read as Linux has it")
def test_that_a_key_used_in_the_window_is_in_no_file_no_report_and_no_process(
    qtbot: QtBot, qapp: QApplication, server: ScriptedServer, log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(keys.VARIABLE, raising=False)
    folder = write_folder(tmp_path / "papers", documents=2, sentences=8)
    memory = Memory(tmp_path / "window.ini")
    window = MainWindow(ActiveTheme(qapp, Choice.LIGHT), memory)
    qtbot.addWidget(window)
    window.show()
    catcher, reports = BugCatcher(), []
    catcher.caught.connect(lambda *words: reports.append(words[1]))
    seen_in_processes: list[str] = []
    window.session.index_progressed.connect(lambda _: seen_in_processes.extend(told_by_processes(KEY)))
    try:
        hold_key(server.base_url, KEY, RunControl())
        place = ModelPlace(server.base_url, "scripted-model")
        choice = ModelChoice(place, embeddings=ModelPlace(server.base_url, "scripted-embedding"))
        window.tools.models.remember(choice)
        with qtbot.waitSignal(window.session.index_finished, timeout=60_000):
            window.session.index_folder(folder, tmp_path / "p.graphrag", IndexOrder(reader=Reader(choice)))
        with qtbot.waitSignal(window.session.answer_finished, timeout=60_000):
            window.ask("Who counted the herring?", 0)
        catcher.start()
        error = RuntimeError(f"the server said: wrong key {KEY}")
        sys.excepthook(RuntimeError, error, None)
        logging.getLogger("graphrag_desktop.models").warning("Wrong key: %s", KEY)
        window.grab().save(str(tmp_path / "window.png"))
        answer = window.desk.ask.answer
        assert answer is not None
        (tmp_path / "answer.md").write_text(answer.text, encoding="utf-8")
    finally:
        catcher.stop()
        window.close()
    assert all(each.headers["authorization"] == f"Bearer {KEY}" for each in server.counts.requests)
    assert server.counts.calls > 4
    assert seen_in_processes == told_by_processes(KEY) == []
    assert reports and KEY not in reports[0] and "[removed]" in reports[0]
    assert "[removed]" in end_of_log(log)
    held = [each.name for each in tmp_path.rglob("*") if each.is_file() and KEY.encode() in each.read_bytes()]
    assert held == []
    assert {"p.graphrag", "window.ini", "window.log"} <= {each.name for each in tmp_path.rglob("*")}


def test_that_a_key_given_for_one_server_does_not_go_to_another(
    qtbot: QtBot, window: MainWindow, server: ScriptedServer, tmp_path: Path
) -> None:
    folder = write_folder(tmp_path / "papers", documents=2, sentences=6)
    hold_key("https://api.example.com/v1", KEY, RunControl())
    reader = Reader(ModelChoice(ModelPlace(server.base_url, "scripted-model")))
    with qtbot.waitSignal(window.session.index_failed, timeout=60_000) as told:
        window.session.index_folder(folder, tmp_path / "p.graphrag", IndexOrder(reader=reader))
    assert KEY not in repr(told.args)
    assert KEY not in repr([each.headers for each in server.counts.requests])
    assert server.counts.calls == 0
