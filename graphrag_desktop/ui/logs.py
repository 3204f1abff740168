"""The log of the program: what went wrong and when, without secrets, in a folder that the analyst can open."""

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from graphrag_desktop.project import portable_folder
from graphrag_desktop.ui.secrets import without_secrets

LOGGER = logging.getLogger("graphrag_desktop")

_FILE, _BYTES, _FILES = "window.log", 1_000_000, 3
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}
_NOT_WORTH_A_LINE = "This plugin does not support propagateSizeHints()"  # said of every window without a display
_TAIL = 60  # lines


def log_folder() -> Path:
    """Where the log lies; made if it is not there."""
    from platformdirs import user_log_path

    portable = portable_folder()
    if portable is not None:
        portable.mkdir(parents=True, exist_ok=True)
        return portable
    return user_log_path("GraphRAG Desktop", appauthor=False, ensure_exists=True)


def start_log(folder: Path) -> None:
    """Write warnings and worse into the folder from now on; a disk that cannot be written costs the log only."""
    try:
        handler = RotatingFileHandler(
            folder / _FILE, maxBytes=_BYTES, backupCount=_FILES - 1, encoding="utf-8", delay=True
        )
    except OSError as error:
        LOGGER.warning("no log at %s: %s", folder, error)
        return
    handler.setFormatter(_WithoutSecrets("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    LOGGER.addHandler(handler)
    LOGGER.setLevel(logging.INFO)


def end_of_log(folder: Path) -> str:
    """The last lines of the log; empty where there is none."""
    try:
        lines = (folder / _FILE).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    return "\n".join(lines[-_TAIL:])


def log_messages_of_qt() -> None:
    """Have what Qt complains about in the log, and on the terminal where somebody reads it."""
    qInstallMessageHandler(_qt_said)


def _qt_said(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    if message.strip() != _NOT_WORTH_A_LINE:
        logging.getLogger("graphrag_desktop.qt").log(_LEVELS.get(kind, logging.WARNING), "%s", message)


class _WithoutSecrets(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))
