"""Servers that read only a part of a long prompt and say nothing: noticed by what they count, and made sure of once."""

import os
import threading
from collections.abc import Callable
from dataclasses import replace

from graphrag_desktop.domain.errors import PromptCut
from graphrag_desktop.llm.capabilities import Capabilities, ServerMemory
from graphrag_desktop.llm.hosts import origin
from graphrag_desktop.llm.models import CountTokens, ModelSettings, Usage
from graphrag_desktop.llm.refusals import too_long_hint

Probe = Callable[[str], int]
"""Sends a text and says how many tokens of it the server counted."""

_FEW_BYTES = 7  # a token: real text has fewer, so that most replies need no counting
_LEAST_SHARE = 0.6  # of our own count: no two tokenisers are that far apart
_WORTH_LOOKING = 512  # tokens; no window is so small
_WORDS = [
    "time",
    "year",
    "people",
    "way",
    "day",
    "man",
    "thing",
    "woman",
    "life",
    "child",
    "world",
    "school",
    "state",
    "family",
    "student",
    "group",
]


def fresh_text(tokens: int) -> str:
    """So many tokens in an order that nobody ever sent: no server can have kept them."""
    return " ".join(_WORDS[each % len(_WORDS)] for each in os.urandom(tokens))


class CutPrompts:
    """Compares what was sent with what the server says it read."""

    def __init__(self, settings: ModelSettings, memory: ServerMemory, count_tokens: CountTokens) -> None:
        self._settings = settings
        self._memory = memory
        self._count = count_tokens
        self._lock = threading.Lock()

    def refuse(self, text: str, usage: Usage, probe: Probe) -> None:
        """Raise `PromptCut` where the server read much less than `text`; what it really has is remembered.

        A server that keeps what it read before may count only what is new. A text that nobody sent before tells.
        """
        if not self._looks_cut(text, usage.prompt_tokens):
            return
        ours = self._count(text)
        with self._lock:
            known = self._memory.of(self._settings)
            if known.counts_prompts and (known.window is None or known.window > ours):
                self._make_sure(known, ours, usage.prompt_tokens, probe)
        found = self._memory.of(self._settings)
        if found.counts_prompts:
            window = found.window or usage.prompt_tokens
            raise PromptCut(
                f"{origin(self._settings.base_url)} read {usage.prompt_tokens:,} of about {ours:,} tokens and dropped the"
                f" rest: its context seems to be {window:,} tokens.",
                too_long_hint(window),
            )

    def _looks_cut(self, text: str, reported: int) -> bool:
        if reported <= 0 or not self._memory.of(self._settings).counts_prompts:
            return False
        if reported * _FEW_BYTES >= len(text.encode("utf-8", "replace")):
            return False
        ours = self._count(text)
        return ours >= _WORTH_LOOKING and reported < _LEAST_SHARE * ours

    def _make_sure(self, known: Capabilities, ours: int, reported: int, probe: Probe) -> None:
        fresh = fresh_text(ours)
        read = probe(fresh)
        if read >= _LEAST_SHARE * self._count(fresh):
            self._memory.learn(self._settings, known, replace(known, counts_prompts=False))
            return
        self._memory.learn(self._settings, known, replace(known, window=max(reported, read)))
