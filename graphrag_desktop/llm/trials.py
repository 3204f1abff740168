"""A model tried out before it is relied on: what of it works, what will do, what does not, each in one sentence."""

import time
from collections.abc import Callable

from graphrag_desktop.domain.errors import GraphRagError, KeyRefused, ModelNotFound, PromptCut, PromptTooLong
from graphrag_desktop.domain.model_checks import Finding, Looked, ModelCheck, ModelSpeed
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm.capabilities import ReplyForm, ServerMemory
from graphrag_desktop.llm.checks import check_chat, is_listed
from graphrag_desktop.llm.client import ModelClient
from graphrag_desktop.llm.hosts import origin
from graphrag_desktop.llm.json_text import Json, find_json, member, text_at, whole_at
from graphrag_desktop.llm.keys import FoundKey, KeyPlace
from graphrag_desktop.llm.models import ChatRequest, Message, Role, Schema
from graphrag_desktop.llm.prompt_cuts import fresh_text

Told = Callable[[ModelCheck], None]

_TASK = "try out"
_WINDOWS = ("loaded_context_length", "max_model_len", "context_length", "context_window", "max_context_length")
"""Under which names servers tell the context of a model: LM Studio, vLLM, OpenRouter, Groq, LM Studio again."""

_SHAPE = Schema(
    "colours",
    '{"type": "object", "properties": {"colours": {"type": "array", "items": {"type": "string"}}},'
    ' "required": ["colours"], "additionalProperties": false}',
)
_ASK_JSON = 'Name three colours as a JSON object of the form {"colours": ["...", "...", "..."]} and write nothing else.'
_ASK_PROSE = "Describe a harbour on a quiet morning in about 150 words of plain prose."
_JSON_ROOM, _PROSE_ROOM = 200, 300
_FEW_TOKENS = 20
_SLOW = 8.0  # tokens a second; a report of 700 tokens takes a minute and a half


class Trial:
    """Tries one model; each thing found out is told as soon as it is known."""

    def __init__(self, model: ModelClient, memory: ServerMemory, key: FoundKey, told: Told) -> None:
        self._model, self._memory, self._key, self._told = model, memory, key, told
        self._name = model.settings.model
        self._where = origin(model.settings.base_url)

    def chat(self, longest: int, control: RunControl) -> ModelSpeed | None:
        """Try a model that reads and writes; `longest` are the tokens of the longest request it will get.

        What stands in the way is told, and ends the trial; only `Cancelled` is raised.
        """
        listed = self._reached(control)
        if listed is None or not self._is_there(listed, control):
            return None
        speed = self._prose(control)
        if speed is None:
            return None
        self._json(control)
        self._context(listed, longest, control)
        self._tell_speed(speed)
        return speed

    def vectors(self, control: RunControl) -> None:
        """Try a model that makes vectors."""
        if self._reached(control) is None:
            return
        try:
            rows = self._model.embed(["A harbour on a quiet morning."], control)
        except ModelNotFound as error:
            self._say(Looked.MODEL, Finding.BAD, _words(error))
        except GraphRagError as error:
            self._say(Looked.VECTORS, Finding.BAD, _words(error))
        else:
            self._say(Looked.MODEL, Finding.GOOD, f"{self._name} is there.")
            self._say(Looked.VECTORS, Finding.GOOD, f"It makes vectors of {rows.shape[1]:,} numbers.")

    def _reached(self, control: RunControl) -> "tuple[Json, ...] | None":
        """The server's list of models; None where it cannot be asked."""
        try:
            listed = tuple(self._model.listed(control))
        except KeyRefused as error:
            self._say(Looked.SERVER, Finding.GOOD, f"{self._where} answers.")
            self._say(Looked.KEY, Finding.BAD, _words(error))
            return None
        except GraphRagError as error:
            control.checkpoint()
            self._say(Looked.SERVER, Finding.BAD, _words(error))
            return None
        count = {0: "it lists no models", 1: "it lists 1 model"}.get(len(listed), f"it lists {len(listed):,} models")
        self._say(Looked.SERVER, Finding.GOOD, f"{self._where} answers; {count}.")
        self._say(Looked.KEY, Finding.GOOD, _key_words(self._key))
        return listed

    def _is_there(self, listed: "tuple[Json, ...]", control: RunControl) -> bool:
        try:
            check_chat(self._model, control)
        except KeyRefused as error:
            self._say(Looked.KEY, Finding.BAD, _words(error))
            return False
        except GraphRagError as error:
            control.checkpoint()
            self._say(Looked.MODEL, Finding.BAD, _words(error))
            return False
        names = tuple(text_at(each, "id") or text_at(each, "name") for each in listed)
        words = "is there" if is_listed(self._name, names) else "is not listed, but it answers"
        self._say(Looked.MODEL, Finding.GOOD, f"{self._name} {words}.")
        return True

    def _prose(self, control: RunControl) -> ModelSpeed | None:
        started = time.monotonic()
        try:
            reply = self._model.chat(_request(_ASK_PROSE, _PROSE_ROOM), control)
        except GraphRagError as error:
            control.checkpoint()
            self._say(Looked.MODEL, Finding.BAD, _words(error))
            return None
        seconds = time.monotonic() - started
        return ModelSpeed(seconds, reply.usage.completion_tokens or max(1, len(reply.text) // 4))

    def _json(self, control: RunControl) -> None:
        try:
            reply = self._model.chat(_request(_ASK_JSON, _JSON_ROOM, _SHAPE), control).text
        except GraphRagError as error:
            control.checkpoint()
            self._say(Looked.JSON, Finding.BAD, _words(error))
            return
        try:
            is_sound = member(find_json(reply), "colours", 0) is not None
        except ValueError:
            is_sound = False
        form = self._memory.of(self._model.settings).reply_form
        told = {
            ReplyForm.SCHEMA: "It takes the shape of a reply (json_schema)",
            ReplyForm.OBJECT: "It can be held to JSON, not to a shape (json_object)",
            ReplyForm.WORDS: "It takes no JSON mode and is asked in words",
        }[form]
        if not is_sound:
            self._say(
                Looked.JSON,
                Finding.LIMITED,
                f"{told}, but its reply was other. Reports may fail; they can be tried again.",
            )
        elif reply.strip()[:1] != "{":
            self._say(Looked.JSON, Finding.LIMITED, f"{told}, and puts words around the JSON, which are passed over.")
        else:
            self._say(
                Looked.JSON,
                Finding.GOOD if form is not ReplyForm.WORDS else Finding.LIMITED,
                f"{told}, and its JSON is sound.",
            )

    def _context(self, listed: "tuple[Json, ...]", longest: int, control: RunControl) -> None:
        told = self._told_window(listed)
        says = f"The server tells a context of {told:,} tokens; " if told else ""
        try:
            usage = self._model.chat(_request(f"{fresh_text(longest)}\n\nAnswer with the word yes.", 16), control).usage
        except (PromptCut, PromptTooLong) as error:
            self._say(Looked.CONTEXT, Finding.BAD, _words(error))
        except GraphRagError as error:
            control.checkpoint()
            self._say(Looked.CONTEXT, Finding.LIMITED, f"{says}a long request failed: {_words(error)}")
        else:
            if usage.prompt_tokens:
                words = f"a request of {usage.prompt_tokens:,} tokens, as long as they get, is read whole."
                self._say(Looked.CONTEXT, Finding.GOOD, _capital(f"{says}{words}"))
            else:
                words = "it does not say how much of a long request it read."
                self._say(Looked.CONTEXT, Finding.LIMITED, _capital(f"{says}{words}"))

    def _told_window(self, listed: "tuple[Json, ...]") -> int | None:
        for each in listed:
            if text_at(each, "id") == self._name:
                found = (whole_at(each, name) for name in _WINDOWS)
                return next((window for window in found if window), None) or whole_at(each, "meta", "n_ctx")
        return None

    def _tell_speed(self, speed: ModelSpeed) -> None:
        if speed.tokens < _FEW_TOKENS:
            self._say(
                Looked.SPEED, Finding.GOOD, f"It answered in {speed.seconds:,.1f} s, too short to tell its speed."
            )
            return
        finding = Finding.GOOD if speed.tokens_a_second >= _SLOW else Finding.LIMITED
        rate = f"{speed.tokens_a_second:,.0f}" if speed.tokens_a_second >= 10 else f"{speed.tokens_a_second:.1f}"
        words = f"It wrote {speed.tokens:,} tokens in {speed.seconds:,.1f} s: {rate} a second."
        slow = " A large folder will take very long." if finding is Finding.LIMITED else ""
        self._say(Looked.SPEED, finding, f"{words}{slow}")

    def _say(self, about: Looked, finding: Finding, words: str) -> None:
        self._told(ModelCheck(self._name, about, finding, words))


def _request(text: str, room: int, schema: Schema | None = None) -> ChatRequest:
    return ChatRequest((Message(Role.USER, text),), room, schema, task=_TASK)


def _key_words(key: FoundKey) -> str:
    return {
        KeyPlace.ENVIRONMENT: "The key from the environment is accepted.",
        KeyPlace.KEYCHAIN: "The key from the keychain is accepted.",
        KeyPlace.SESSION: "The key of this session is accepted.",
    }.get(key.place, "It asks for no key.")


def _words(error: GraphRagError) -> str:
    return error.words


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
