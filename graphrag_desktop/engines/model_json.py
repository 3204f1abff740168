"""Replies in JSON: asked for by schema, read with patience, asked for once more, and then honestly failed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from graphrag_desktop.domain.errors import ReplyCutOff, UnreadableReply
from graphrag_desktop.domain.identity import Key
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.engines.model_asking import Asker, asked_again
from graphrag_desktop.llm.json_text import Json, find_json
from graphrag_desktop.llm.models import ChatReply, ChatRequest, Finish, Model
from graphrag_desktop.llm.prompts import Prompts

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class JsonAsker:
    """Asks one model for JSON."""

    model: Model
    asker: Asker
    prompts: Prompts

    def ask(self, request: ChatRequest, origin: Key, read: Callable[[Json], Result], control: RunControl) -> Result:
        """What `read` makes of the value; it raises `ValueError` with a sentence where something is missing.

        A reply that cannot be used is asked for once more, saying why; one that was cut off, once more and shorter.
        """
        first: ReplyCutOff | UnreadableReply
        try:
            return self.asker.ask(self.model, request, origin, lambda reply: _value(reply, read), control)
        except ReplyCutOff as error:
            first, told = error, self.prompts.fill("json_shorter")
        except UnreadableReply as error:
            first, told = error, self.prompts.fill("json_again", problem=error.message)
        if not first.reply:
            raise first
        again = asked_again(request, first.reply, told)
        return self.asker.ask_once_more(self.model, again, origin, lambda reply: _value(reply, read), control, first)


def _value(reply: ChatReply, read: Callable[[Json], Result]) -> Result:
    if reply.finish is Finish.LENGTH:
        raise ReplyCutOff(
            "The reply was cut off.", "Raise the room for replies, or lower what is asked for.", reply.text
        )
    try:
        return read(find_json(reply.text))
    except ValueError as error:
        raise UnreadableReply(
            f"It is not of the form asked for: {error}.",
            "Look at the reply; a larger model may keep to the form.",
            reply.text,
        ) from error
