"""How a model reads a text unit: it lists what it finds, is asked whether it missed something, and adds that."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from graphrag_desktop.domain.documents import ParsedDocument, TextUnit
from graphrag_desktop.domain.errors import PromptTooLong, ReplyBlocked, ReplyCutOff, UnreadableReply
from graphrag_desktop.domain.extractions import Reading, ReadingTask
from graphrag_desktop.domain.identity import Key, memo_key
from graphrag_desktop.domain.replies import text_origin
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.engines.model_asking import Asker, asked_again
from graphrag_desktop.engines.model_claims import UnitClaims
from graphrag_desktop.engines.model_prompts import CLAIMS, EXTRACTION, language_words, material
from graphrag_desktop.engines.model_records import UnitRecords
from graphrag_desktop.llm.models import ChatReply, ChatRequest, Finish, Message, Model, Role
from graphrag_desktop.llm.prompts import Prompts

_READING_VERSION = 1  # raise it whenever the same replies give other records
_RECORD_TOKENS = 4_000  # room for the records of a unit; a dense one of 600 tokens takes about 1,500
_CHECK_TOKENS = 16  # room for one letter, where it is not forced
_MOST_CONTINUATIONS = 4  # of a reply that breaks off again and again
_SHORTEST_HALF = 400  # characters; a shorter text has no more records than fit a reply
_YES = re.compile(r"\W*(?:y|yes|ja|oui|s[ií]|да|是|有|はい|예|네)\b", re.IGNORECASE)
_SAME_LANGUAGE = "the language of the text"


@dataclass(frozen=True, slots=True)
class UnitReader:
    """Reads text units with one model."""

    model: Model
    asker: Asker
    prompts: Prompts
    settings: Settings

    @property
    def types(self) -> tuple[str, ...]:
        """The kinds of entities to look for."""
        return tuple(each for part in self.settings.entity_types.split(",") if (each := " ".join(part.split())))

    @property
    def identity(self) -> str:
        """What determines a reading besides the text."""
        settings, model = self.settings, self.model.settings
        parts = [
            f"reading {_READING_VERSION}",
            model.model,
            f"{model.temperature} {model.seed}",
            self.prompts.fingerprint(EXTRACTION),
            ", ".join(self.types),
            settings.language,
            f"{settings.gleanings} gleanings",
        ]
        if settings.claims:
            parts += [self.prompts.fingerprint(CLAIMS), settings.claim_description]
        return " | ".join(parts)

    def plan(self, parsed: ParsedDocument, units: Sequence[TextUnit]) -> tuple[ReadingTask, ...]:
        """A task for each text unit; the same text has the same key wherever it stands."""
        identity = self.identity
        return tuple(
            ReadingTask(memo_key("model reading", identity, text), parsed.document.id, unit.span.start, text)
            for unit in units
            if (text := parsed.text[unit.span.start : unit.span.end])
        )

    def read(self, task: ReadingTask, control: RunControl) -> Reading:
        """The records of a task; raises a `ModelError` where the model gives none."""
        origin = text_origin(task.text)
        records = self._records(task.text, origin, control)
        claims = self._claims(task.text, origin, control) if self.settings.claims else UnitClaims()
        return Reading(
            task.key,
            entities=tuple(records.entities.values()),
            relationships=tuple(records.relationships.values()),
            claims=tuple(claims.claims.values()),
            rejected=(*records.rejected, *claims.rejected),
        )

    def _records(self, text: str, origin: Key, control: RunControl) -> UnitRecords:
        found = UnitRecords(self.types)
        try:
            self._converse(_Talk("extract", "extract_continue", origin), self._extraction(text), found, control)
        except (ReplyCutOff, PromptTooLong):
            if len(text) < 2 * _SHORTEST_HALF:
                raise
            for half in _halves(text):  # more than a reply holds: ask for less at a time
                part = self._records(half, origin, control)
                found.entities.update(part.entities)
                found.relationships.update(part.relationships)
                found.rejected.update(part.rejected)
        return found

    def _claims(self, text: str, origin: Key, control: RunControl) -> UnitClaims:
        found = UnitClaims()
        prompt = self.prompts.fill(
            "claims",
            input_text=material(text),
            entity_specs=", ".join(self.types),
            claim_description=self.settings.claim_description,
            language=language_words(self.settings, _SAME_LANGUAGE),
        )
        self._converse(_Talk("claims", "claims_continue", origin), prompt, found, control)
        return found

    def _extraction(self, text: str) -> str:
        return self.prompts.fill(
            "extract",
            input_text=material(text),
            entity_types=", ".join(self.types),
            language=language_words(self.settings, _SAME_LANGUAGE),
            examples=self.prompts.fill("extract_examples"),
        )

    def _converse(self, talk: "_Talk", prompt: str, found: "_Found", control: RunControl) -> None:
        """List, then as often as there are gleanings: is anything missing, yes or no, and if so, add it.

        GraphRAG (Edge et al.), 3.1.2: the question comes first, and is forced to a yes or no.
        """
        request = ChatRequest((Message(Role.USER, prompt),), _RECORD_TOKENS, task=talk.task)
        request, reply = self._complete(talk, request, found, control)
        for _ in range(self.settings.gleanings):
            if not self._is_incomplete(talk, asked_again(request, reply, self.prompts.fill("extract_check")), control):
                return
            request = asked_again(request, reply, self.prompts.fill(talk.more))
            request, reply = self._complete(talk, request, found, control)

    def _complete(
        self, talk: "_Talk", request: ChatRequest, found: "_Found", control: RunControl
    ) -> tuple[ChatRequest, str]:
        """A reply as a whole, gone on with where it was cut off; returns the request that ended it, and its text."""
        reply = self._taken(talk, request, found, control)
        for _ in range(_MOST_CONTINUATIONS):
            if reply.finish is not Finish.LENGTH or found.is_looping:
                return request, reply.text
            request = asked_again(request, reply.text, self.prompts.fill("extract_cut"))
            reply = self._taken(talk, request, found, control)
        raise ReplyCutOff("The records of this text do not fit a reply.", "Make text units smaller.", reply.text)

    def _taken(self, talk: "_Talk", request: ChatRequest, found: "_Found", control: RunControl) -> ChatReply:
        """One reply with its records taken; one that holds none and does not say so is asked for once more."""

        def read(reply: ChatReply) -> ChatReply:
            if not found.add_reply(reply.text, is_cut=reply.finish is Finish.LENGTH):
                raise UnreadableReply(
                    f"The reply holds no record: “{' '.join(reply.text.split())[:120]}”.",
                    "Look at the reply; a larger model may keep to the form.",
                    reply.text,
                )
            return reply

        try:
            return self.asker.ask(self.model, request, talk.origin, read, control)
        except UnreadableReply as error:
            if not error.reply:
                raise
            again = asked_again(request, error.reply, self.prompts.fill("extract_again"))
            return self.asker.ask_once_more(self.model, again, talk.origin, read, control, error)

    def _is_incomplete(self, talk: "_Talk", request: ChatRequest, control: RunControl) -> bool:
        """Whether the model says that something is missing; whatever is no clear yes is a no."""
        check = replace(request, most_tokens=_CHECK_TOKENS, choices=("Y", "N"), task=f"{talk.task} check")
        try:
            return self.asker.ask(self.model, check, talk.origin, lambda reply: bool(_YES.match(reply.text)), control)
        except (UnreadableReply, ReplyCutOff, ReplyBlocked, PromptTooLong):
            return False  # what was found stands, whether or not more can be asked


@dataclass(frozen=True, slots=True)
class _Talk:
    """What a conversation is for, the prompt that asks for more, and the origin of its replies."""

    task: str
    more: str
    origin: Key


class _Found(Protocol):
    is_looping: bool

    def add_reply(self, text: str, *, is_cut: bool) -> bool: ...


def _halves(text: str) -> Iterator[str]:
    """The text in two, parted where a sentence or at least a word ends."""
    middle = len(text) // 2
    ends = [match.end() for match in re.finditer(r"[.!?。！？]\s+|\n+", text)] or [
        match.end() for match in re.finditer(r"\s+", text)
    ]
    cut = min(ends, key=lambda end: abs(end - middle), default=middle)
    yield text[:cut]
    yield text[cut:]
