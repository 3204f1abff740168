"""Whether a model can be asked at all, found out before anything is paid for."""

import difflib

from graphrag_desktop.domain.errors import ModelNotFound, ReplyFailed
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm.hosts import origin
from graphrag_desktop.llm.models import ChatRequest, Message, Model, Role

_SHOWN = 8
_GREETING = ChatRequest((Message(Role.USER, "Answer with the word yes."),), 16, task="look whether it is there")


def check_chat(model: Model, control: RunControl) -> None:
    """Raise where the server, the key or the name of the model is not right.

    The server's own list is looked into first, which costs nothing. Some servers list their models under other names
    than they take, so that one which is not listed is asked a word.
    """
    listed = model.names(control)
    if not listed or is_listed(model.settings.model, listed):
        return
    try:
        model.chat(_GREETING, control)
    except ModelNotFound as error:
        raise _not_found(model, listed) from error
    except ReplyFailed:
        return  # it is there, whatever it has to say


def check_embedding(model: Model, control: RunControl) -> None:
    """The same for a model that makes vectors: it is asked for one."""
    try:
        model.embed(["yes"], control)
    except ModelNotFound as error:
        raise _not_found(model, model.names(control)) from error


def is_listed(name: str, listed: tuple[str, ...]) -> bool:
    """Whether a server lists the model; Ollama lists what is called `a` as `a:latest`."""
    return name in listed or f"{name}:latest" in listed


def _not_found(model: Model, listed: tuple[str, ...]) -> ModelNotFound:
    name = model.settings.model
    near = difflib.get_close_matches(name, listed, _SHOWN, 0.5) or listed[:_SHOWN]
    return ModelNotFound(
        f"{origin(model.settings.base_url)} has no model “{name}”.",
        f"It has: {', '.join(near)}." if near else "With a local server, load or pull the model first.",
    )
