"""What nobody expected: an error that comes through is logged and told, and the window goes on."""

import logging
import sys
import threading
import traceback
from types import TracebackType

from PySide6.QtCore import QObject, Signal

from graphrag_desktop.ui.environment import environment
from graphrag_desktop.ui.secrets import without_secrets

_MOST_TOLD = 20  # a handler that fails at every frame would fill the disk


class BugCatcher(QObject):
    """Stands in for Python's own last resort, in every thread, from `start` to `stop`."""

    caught = Signal(str, str)  # what kind of error it was, and a report to be copied

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._seen: dict[str, int] = {}
        self._before = (sys.excepthook, threading.excepthook)

    def start(self) -> None:
        """Catch from now on."""
        self._before = (sys.excepthook, threading.excepthook)
        sys.excepthook = self._from_window
        threading.excepthook = self._from_thread

    def stop(self) -> None:
        """Leave it to Python again."""
        sys.excepthook, threading.excepthook = self._before

    def _from_window(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self._before[0](kind, error, trace)
        else:
            self._tell(error, trace)

    def _from_thread(self, happened: threading.ExceptHookArgs) -> None:
        if happened.exc_value is not None and not issubclass(happened.exc_type, SystemExit):
            self._tell(happened.exc_value, happened.exc_traceback)

    def _tell(self, error: BaseException, trace: TracebackType | None) -> None:
        text = "".join(traceback.format_exception(type(error), error, trace))
        self._seen[text] = self._seen.get(text, 0) + 1
        if self._seen[text] > _MOST_TOLD:
            return
        logging.getLogger("graphrag_desktop.bug").error("%s", text)
        if self._seen[text] == 1:
            self.caught.emit(type(error).__name__, without_secrets(f"{text}\n{environment()}"))
