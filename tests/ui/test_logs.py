"""The log says what went wrong, without secrets."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMessageLogContext, QtMsgType

from graphrag_desktop.ui import logs
from graphrag_desktop.ui.logs import LOGGER, end_of_log, start_log


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    before = list(LOGGER.handlers)
    start_log(tmp_path)
    yield tmp_path
    for handler in LOGGER.handlers[:]:
        if handler not in before:
            LOGGER.removeHandler(handler)
            handler.close()


def test_that_the_log_has_what_went_wrong_without_secrets(log: Path) -> None:
    LOGGER.warning("refused: %s", "api_key=sk-abcdefghijklmnop1234")
    assert "refused: api_key=[removed]" in end_of_log(log)


def test_that_lines_of_qt_that_say_nothing_are_left_out(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="graphrag_desktop.qt"):
        for words in ("This plugin does not support propagateSizeHints()", "QPainter::begin: no device"):
            logs._qt_said(QtMsgType.QtWarningMsg, QMessageLogContext(), words)
    assert [(record.levelname, record.message) for record in caplog.records] == [
        ("WARNING", "QPainter::begin: no device")
    ]


def test_that_a_folder_that_is_gone_costs_the_log_only(tmp_path: Path) -> None:
    assert end_of_log(tmp_path / "gone") == ""
