"""Several descriptions of one thing made into one by a model, in groups first where they are long."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphrag_desktop.domain.citations import defuse_citations
from graphrag_desktop.domain.errors import ReplyCutOff
from graphrag_desktop.domain.identity import Key
from graphrag_desktop.domain.replies import description_origin
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.engines.model_asking import Asker, asked_again
from graphrag_desktop.engines.model_prompts import DESCRIPTION, language_words, material
from graphrag_desktop.llm.models import ChatReply, ChatRequest, Finish, Message, Model, Role
from graphrag_desktop.llm.prompts import Prompts

_WORDS = 200
_ROOM = 1_000  # tokens
_MOST_CHARACTERS = 16_000  # of descriptions in one request: about 4,000 tokens
_MOST_AT_ONCE = 40


@dataclass(frozen=True, slots=True)
class Describer:
    """Merges descriptions with one model."""

    model: Model
    asker: Asker
    prompts: Prompts
    settings: Settings

    @property
    def identity(self) -> str:
        """What determines a description besides those that it is made of."""
        model = self.model.settings
        return f"description {model.model} {model.temperature} {model.seed} {self.prompts.fingerprint(DESCRIPTION)}"

    def describe(self, title: str, descriptions: Sequence[str], control: RunControl) -> str:
        """One description; a single one is itself, and costs nothing."""
        origin = description_origin(title, descriptions)
        told = list(dict.fromkeys(descriptions))
        while len(told) > 1:
            groups = list(_groups(told))
            told = [each[0] if len(each) == 1 else self._merged(title, each, origin, control) for each in groups]
        return told[0] if told else ""

    def _merged(self, title: str, descriptions: Sequence[str], origin: Key, control: RunControl) -> str:
        listed = json.dumps([material(each) for each in descriptions], ensure_ascii=False)
        prompt = self.prompts.fill(
            "describe",
            entity_name=json.dumps(title, ensure_ascii=False),
            description_list=listed,
            max_length=str(_WORDS),
            language=language_words(self.settings, "the language of the descriptions"),
        )
        request = ChatRequest((Message(Role.USER, prompt),), _ROOM, task="describe")
        try:
            return self.asker.ask(self.model, request, origin, _read, control)
        except ReplyCutOff as error:
            if not error.reply:
                raise
            shorter = asked_again(request, error.reply, self.prompts.fill("describe_cut"))
            return self.asker.ask(self.model, shorter, origin, _read, control)


def _read(reply: ChatReply) -> str:
    if reply.finish is Finish.LENGTH:
        raise ReplyCutOff(
            "The description was cut off.", "Run again, or use a model that keeps to a length.", reply.text
        )
    return defuse_citations(" ".join(reply.text.split()))


def _groups(descriptions: Sequence[str]) -> Iterator[list[str]]:
    """As many as fit one request; at least two in each, so that it comes to an end."""
    group: list[str] = []
    size = 0
    for each in descriptions:
        if len(group) >= 2 and (size + len(each) > _MOST_CHARACTERS or len(group) >= _MOST_AT_ONCE):
            yield group
            group, size = [], 0
        group.append(each)
        size += len(each)
    yield group
