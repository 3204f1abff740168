"""Listening in on an answer while it is written, so that one that is stopped half way is not lost."""

from graphrag_desktop.domain.asking import Considered
from graphrag_desktop.domain.events import AnswerGrew, ContextChosen, Event
from graphrag_desktop.domain.run_control import RunControl


class AnswerRecorder(RunControl):
    """The control of whoever asked, handed on to the engine: it also keeps the text as it grows."""

    def __init__(self, asked: RunControl) -> None:
        super().__init__(self._hear)
        self._asked = asked
        self._pieces: list[str] = []
        self._let_go = asked.on_cancel(self.cancel)

    @property
    def text(self) -> str:
        """All of the answer that came so far."""
        return "".join(self._pieces)

    @property
    def is_held(self) -> bool:
        """As that of whoever asked."""
        return self._asked.is_held

    def checkpoint(self) -> None:
        """As that of whoever asked: a hold there holds here."""
        self._asked.checkpoint()

    def wait(self, seconds: float) -> None:
        """As that of whoever asked."""
        self._asked.wait(seconds)

    def stop_listening(self) -> None:
        """Let go of the control listened in on."""
        self._let_go()

    def _hear(self, happened: Event) -> None:
        if isinstance(happened, AnswerGrew):
            self._pieces.append(happened.text)
        self._asked.emit(happened)


class ContextRecorder(AnswerRecorder):
    """It also keeps what was considered for each call, in the order in which that was told."""

    def __init__(self, asked: RunControl) -> None:
        super().__init__(asked)
        self._considered: list[Considered] = []

    @property
    def considered(self) -> tuple[Considered, ...]:
        """All that was told so far."""
        return tuple(self._considered)

    def _hear(self, happened: Event) -> None:
        if isinstance(happened, ContextChosen):
            self._considered.append(happened.considered)
        super()._hear(happened)
