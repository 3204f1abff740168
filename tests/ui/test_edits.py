"""Every deed can be taken back, and the Edit menu says which one it would be."""

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from graphrag_desktop.ui.graph_canvas_sieve import Filters
from graphrag_desktop.ui.window import MainWindow

_LONG = 60_000


def _on_map(name: str) -> Callable[[MainWindow], object]:
    def do(window: MainWindow) -> None:
        canvas = window.desk.map.canvas
        canvas.choose_entities([0])
        canvas.keyboard.actions[name].trigger()

    return do


@pytest.mark.parametrize(
    ("do", "words"),
    [
        (_on_map("hide"), "Hide 1 entity"),
        (_on_map("pin"), "Pin"),
        (_on_map("hide_hubs"), "Hide hubs"),
        (lambda window: window.desk.map.canvas.set_filters(Filters(least_degree=2)), "Filter"),
    ],
)
def test_that_undo_names_and_takes_back_what_was_done_on_the_map(
    opened: MainWindow, do: Callable[[MainWindow], object], words: str
) -> None:
    before = opened.desk.map.canvas.sieve
    do(opened)
    after = opened.desk.map.canvas.sieve
    undo, redo = opened.commands["undo"], opened.commands["redo"]
    assert after != before
    assert undo.text() == f"&Undo {words}"
    undo.trigger()
    assert opened.desk.map.canvas.sieve == before
    assert redo.text() == f"&Redo {words}"
    redo.trigger()
    assert opened.desk.map.canvas.sieve == after


def test_that_undo_names_what_was_done_in_the_case_file(qtbot: QtBot, opened: MainWindow) -> None:
    undo, panel = opened.commands["undo"], opened.desk.case

    def is_named(words: str) -> None:
        qtbot.waitUntil(lambda: undo.text() == f"&Undo {words}", timeout=_LONG)

    opened.navigation.go_to_community(1)
    opened.commands["keep_in_case"].trigger()
    is_named("Keep in the case file")
    opened.navigation.go_to_entity(1)
    opened.commands["keep_in_case"].trigger()
    qtbot.waitUntil(lambda: panel._model.rowCount() == 2, timeout=_LONG)
    item = panel.item
    assert item is not None
    panel.move_wanted.emit(item.id, 0)
    is_named("Move in the case file")
    panel.note_written.emit(item.id, "why it matters")
    is_named("Write a note")
    panel.drop_wanted.emit(item.id)
    is_named("Take out of the case file")
    undo.trigger()
    qtbot.waitUntil(lambda: panel._model.rowCount() == 2, timeout=_LONG)
    is_named("Write a note")


def test_that_undo_names_and_brings_back_an_answer_that_was_deleted(qtbot: QtBot, opened: MainWindow) -> None:
    with qtbot.waitSignal(opened.session.answer_finished, timeout=_LONG) as told:
        opened.ask("Who discharges waste water?", 0)
    assert told.args is not None
    with qtbot.waitSignal(opened.reading.library.answer_forgotten, timeout=_LONG):
        opened.desk.ask.delete_wanted.emit(told.args[0].id)
    assert opened.commands["undo"].text() == "&Undo Delete an answer"
    kept: list[str] = []
    opened.reading.library.history_loaded.connect(lambda heads: kept.extend(each.id for each in heads))
    opened.commands["undo"].trigger()
    qtbot.waitUntil(lambda: told.args[0].id in kept, timeout=_LONG)
