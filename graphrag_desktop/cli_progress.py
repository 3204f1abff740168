"""What a command says on standard error while it works, and how Ctrl-C stops it: a bar on a terminal, lines elsewhere."""

import contextlib
import os
import signal
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from types import FrameType
from typing import TypeVar

from graphrag_desktop.cli_output import INTERRUPTED, plain, say
from graphrag_desktop.domain.events import (
    Event,
    PartFailed,
    PartScored,
    QuestionRestated,
    Stage,
    StageAdvanced,
    StageFinished,
    StageStarted,
    StatementChecked,
    Warned,
    WaySuggested,
)
from graphrag_desktop.domain.run_control import RunControl

Result = TypeVar("Result")

_GLANCE_SECONDS = 0.2  # on Windows a thread that waits without end never sees Ctrl-C
_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
_LONG = 50  # fewer items are done before anybody wonders
_MOST_ALIKE = 20  # failures for one reason that are told one by one
_STAGE_WORDS = {
    Stage.DOCUMENTS: "Reading files",
    Stage.TEXT_UNITS: "Splitting text",
    Stage.EXTRACTION: "Reading text",
    Stage.GRAPH: "Building the graph",
    Stage.COMMUNITIES: "Finding communities",
    Stage.REPORTS: "Writing reports",
    Stage.EMBEDDINGS: "Comparing reports",
    Stage.LAYOUT: "Drawing the map",
}


def finish(work: Callable[[RunControl], Result]) -> Result:
    """Do long work and show its progress; Ctrl-C asks it to stop, a second one ends the process at once.

    A polite end from the system, and a terminal that is closed, stop it likewise. The work runs on a thread of its own,
    so that a signal is heard whatever it is doing, and never cuts into it.
    """
    with _shown_progress() as emit:
        control = RunControl(emit)
        with _stopped_by_signals(control):
            future: Future[Result] = Future()
            threading.Thread(target=_settle, args=(future, work, control), name="command", daemon=True).start()
            while not future.done():
                wait([future], timeout=_GLANCE_SECONDS)
        return future.result()


@contextlib.contextmanager
def _stopped_by_signals(control: RunControl) -> Iterator[None]:
    def asked_to_end(number: int, frame: FrameType | None) -> None:
        if control.is_cancelled:
            os._exit(INTERRUPTED)
        control.cancel()
        say("Stopping. What is finished is kept; Ctrl-C again stops at once.")

    heard = [each for each in _SIGNALS if signal.getsignal(each) is not signal.SIG_IGN]  # such as under nohup
    before = {each: signal.signal(each, asked_to_end) for each in heard}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _settle(future: "Future[Result]", work: Callable[[RunControl], Result], control: RunControl) -> None:
    try:
        future.set_result(work(control))
    except BaseException as error:  # noqa: BLE001  # raised again where the result is awaited
        future.set_exception(error)


@contextlib.contextmanager
def _shown_progress() -> Iterator[Callable[[Event], None]]:
    if sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
        with _bars() as emit:
            yield emit
    else:
        yield _Lines().emit


@contextlib.contextmanager
def _bars() -> Iterator[Callable[[Event], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        tasks: dict[Stage, TaskID] = {}
        tellings = _Tellings()

        def emit(happened: Event) -> None:
            for line in tellings.of(happened):
                progress.console.print(line, markup=False, highlight=False)
            match happened:
                case StageStarted(stage, total):
                    tasks[stage] = progress.add_task(f"{_STAGE_WORDS[stage]:<20}", total=total or None)
                case StageAdvanced(stage, done) if stage in tasks:
                    progress.update(tasks[stage], completed=done)
                case StageFinished(stage) if stage in tasks:
                    whole = next(each.total for each in progress.tasks if each.id == tasks[stage]) or 1
                    progress.update(tasks[stage], total=whole, completed=whole)
                case _:
                    pass

        yield emit


class _Lines:
    """Progress as plain lines: one when a stage begins, one at every tenth of a long one; safe from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tellings = _Tellings()
        self._totals: dict[Stage, int] = {}
        self._tenths: dict[Stage, int] = {}

    def emit(self, happened: Event) -> None:
        """Print the event if it is worth a line."""
        with self._lock:
            for line in self._tellings.of(happened):
                say(line)
            match happened:
                case StageStarted(stage, total):
                    self._totals[stage], self._tenths[stage] = total, 0
                    say(_STAGE_WORDS[stage] + (f": {total:,}" if total else ""))
                case StageAdvanced(stage, done):
                    self._advanced(stage, done)
                case _:
                    pass

    def _advanced(self, stage: Stage, done: int) -> None:
        total = self._totals.get(stage, 0)
        tenth = 10 * done // total if total >= _LONG else 0
        if tenth > self._tenths.get(stage, 0):
            self._tenths[stage] = tenth
            say(f"{_STAGE_WORDS[stage]}: {done:,} of {total:,}")


class _Tellings:
    """What is said of an event in words; of very many failures for one reason the first, and then how many more."""

    def __init__(self) -> None:
        self._told: Counter[tuple[Stage, str]] = Counter()

    def of(self, happened: Event) -> list[str]:
        """The lines to print; none for most events."""
        match happened:
            case Warned(stage, _, reason):
                self._told[stage, reason] += 1
                return [_words(happened)] if self._told[stage, reason] <= _MOST_ALIKE else []
            case StageFinished(stage):
                return [
                    plain(f"{_STAGE_WORDS[stage]}: {count - _MOST_ALIKE:,} more like these: {reason}")
                    for (of, reason), count in self._told.items()
                    if of is stage and count > _MOST_ALIKE
                ]
            case PartScored() | PartFailed() | StatementChecked() | QuestionRestated() | WaySuggested():
                return [_words(happened)]
            case _:
                return []


_UNTOLD = "Nothing before tells what it points at."


def _words(happened: Warned | PartScored | PartFailed | StatementChecked | QuestionRestated | WaySuggested) -> str:
    match happened:
        case Warned(stage, item, reason):
            return plain(f"{_STAGE_WORDS[stage]}, {item}: {reason}")
        case PartScored(number, parts, score):
            return f"Part {number} of {parts} read: helpfulness {score} of 100"
        case PartFailed(number, parts, reason):
            return plain(f"Part {number} of {parts} failed: {reason}")
        case StatementChecked(done, statements):
            return f"Checked {done} of {statements} statements"
        case QuestionRestated(_, question, is_complete):
            return plain(f"Asked as: {question}" if is_complete else f"{_UNTOLD} Asked as it is: {question}")
        case WaySuggested(mode, level, reason):
            return plain(f"Asked as {mode}{'' if level is None else f' at C{level}'}. {reason}")
