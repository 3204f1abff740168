"""Asking a model so that nothing is paid for twice: kept replies first, new ones kept once they could be read."""

import threading
import weakref
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from graphrag_desktop.domain.errors import ModelUnavailable, PromptTooLong, ReplyFailed
from graphrag_desktop.domain.events import CallBegins, ModelAsked
from graphrag_desktop.domain.identity import Key
from graphrag_desktop.domain.replies import DESCRIBE_TASK, ReplyStore, StoredReply
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.engines.model_share import DESCRIBING_SHARE, Spending, share_used
from graphrag_desktop.llm.models import ChatReply, ChatRequest, Finish, Heard, Message, Model, Role, Usage, request_key

_BYTES_A_TOKEN = 4  # of prose; a ceiling need not know it better
_EXPECTED_REPLY = 1_000  # tokens: few replies use all the room they have

Result = TypeVar("Result")
Read = Callable[[ChatReply], Result]
"""Makes something of a reply; raises a `ReplyFailed` where that cannot be done."""


class Asker:
    """Asks models and keeps what they answer.

    Once a model cannot be reached any more, or the caps are used up, every further question of the same run fails at
    once and in the same words; kept replies are still given.
    """

    def __init__(self, store: ReplyStore, settings: Settings | None = None) -> None:
        self._settings = settings or Settings()
        self.spending = Spending()
        self._store = store
        self._lock = threading.Lock()
        self._paused: weakref.WeakKeyDictionary[RunControl, ModelUnavailable] = weakref.WeakKeyDictionary()

    def ask(self, model: Model, request: ChatRequest, origin: Key, read: Read[Result], control: RunControl) -> Result:
        """What `read` makes of the reply; kept replies that it cannot read are asked for anew."""
        key = request_key(model.settings, request)
        kept = self._kept(key, request, model, read, control)
        if kept is not None:
            return kept[0]
        self._keep_to_share(request.task, control)
        reply = self._asked(lambda: _begun(model, request, control).chat(request, control), control)
        self.spending.end_call(control, reply.usage)
        result = read(reply)
        self._keep(key, origin, request, model, reply)
        return result

    def ask_once_more(
        self, model: Model, again: ChatRequest, origin: Key, read: Read[Result], control: RunControl, first: ReplyFailed
    ) -> Result:
        """The same after a reply that could not be used; where the context has no room for that, `first` is raised."""
        try:
            return self.ask(model, again, origin, read, control)
        except PromptTooLong:
            raise first from None

    def stream(self, model: Model, request: ChatRequest, origin: Key, control: RunControl, heard: Heard) -> ChatReply:
        """A reply that is told while it comes, at once where it is kept; one that broke off is not kept."""
        key = request_key(model.settings, request)
        kept = self._kept(key, request, model, lambda reply: reply, control)
        if kept is not None:
            heard(kept[0].text)
            return kept[0]
        reply = self._asked(lambda: _begun(model, request, control).stream(request, control, heard), control)
        if reply.finish is not Finish.UNTOLD:
            self._keep(key, origin, request, model, reply)
        return reply

    def pause(self, control: RunControl, error: ModelUnavailable) -> None:
        """Raise `error` for every further question of a run that no kept reply answers."""
        with self._lock:
            self._paused.setdefault(control, error)

    def is_paused(self, control: RunControl) -> bool:
        """Whether a run is asked nothing any more."""
        with self._lock:
            return control in self._paused

    def run(self, work: Callable[[], Result], control: RunControl) -> Result:
        """Anything else that asks a model, under the same rule."""
        return self._asked(work, control)

    def _kept(
        self, key: Key, request: ChatRequest, model: Model, read: Read[Result], control: RunControl
    ) -> tuple[Result] | None:
        stored = self._store.reply(key)
        if stored is None:
            return None
        reply = ChatReply(stored.text, Finish.LENGTH if stored.is_cut else Finish.STOP, Usage())
        try:
            result = read(reply)
        except ReplyFailed:
            return None
        control.emit(ModelAsked(request.task, model.settings.model, 0, 0, is_stored=True))
        return (result,)

    def _asked(self, work: Callable[[], Result], control: RunControl) -> Result:
        with self._lock:
            paused = self._paused.get(control)
        if paused is not None:
            raise paused
        try:
            return work()
        except ModelUnavailable as error:
            self.pause(control, error)
            raise

    def _keep_to_share(self, task: str, control: RunControl) -> None:
        """Under a cap, leave something of it for reports; what waits is done by the next run."""
        if task == DESCRIBE_TASK and self.spending.share(control, self._settings) >= DESCRIBING_SHARE:
            raise share_used("describing")
        self.spending.begin_call(control)

    def _keep(self, key: Key, origin: Key, request: ChatRequest, model: Model, reply: ChatReply) -> None:
        is_cut = reply.finish is Finish.LENGTH
        self._store.keep(StoredReply(key, origin, request.task, model.settings.model, reply.text, is_cut))


def _begun(model: Model, request: ChatRequest, control: RunControl) -> Model:
    """The model, once it is told that it will be asked; raises `CapReached` where whoever listens does not want that."""
    tokens = len(request.text.encode("utf-8", "replace")) // _BYTES_A_TOKEN
    expected = min(request.most_tokens, _EXPECTED_REPLY)
    control.emit(CallBegins(request.task, model.settings.model, tokens, expected))
    return model


def asked_again(request: ChatRequest, reply: str, again: str) -> ChatRequest:
    """The request gone on with: the reply, and what is said to it."""
    return replace(request, messages=(*request.messages, Message(Role.ASSISTANT, reply), Message(Role.USER, again)))
