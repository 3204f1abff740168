"""How long the window's own handlers take while a folder is indexed: `python -m tests.bench.window [CORPUS]`.

Every event of Qt is measured in CPU time of the window's thread; the longest are printed with what they were for.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.window import MainWindow

_SHARED = Path(os.environ.get("GRAPHRAG_SHARED", Path(__file__).resolve().parents[3] / "shared"))
_SHOWN = 12


class MeasuredApplication(QApplication):
    """Notes the CPU time of each outermost event."""

    def __init__(self) -> None:
        super().__init__([])
        self.longest: list[tuple[float, str]] = []
        self._depth = 0

    def notify(self, receiver: QObject, event: QEvent) -> bool:
        """Qt's: hand an event to who it is for."""
        self._depth += 1
        started = time.thread_time()
        try:
            return super().notify(receiver, event)
        finally:
            self._depth -= 1
            if self._depth == 0:
                took = (time.thread_time() - started) * 1e3
                self.longest.append((took, f"{event.type().name} of {type(receiver).__name__}"))
                self.longest = sorted(self.longest, reverse=True)[:_SHOWN]


def main(corpus: str) -> None:
    """Index a corpus with the window open and print the longest handlers."""
    application = MeasuredApplication()
    with tempfile.TemporaryDirectory() as folder:
        shown = MainWindow(ActiveTheme(application))
        shown.resize(1600, 1000)
        shown.show()
        started = time.monotonic()
        shown.session.index_finished.connect(lambda _: application.quit())
        shown.session.index_failed.connect(lambda *_: application.quit())
        shown.session.index_folder(_SHARED / "corpora" / corpus / "input", Path(folder) / "bench.graphrag")
        application.exec()
        print(f"{corpus} indexed with the window open in {time.monotonic() - started:.1f} s")
        for took, what in application.longest:
            print(f"  {took:6.1f} ms CPU  {what}")
        shown.close()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "sotu_100k")
