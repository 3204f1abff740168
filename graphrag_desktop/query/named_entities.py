"""Entities that a question calls by their very name, title or alias, however its letters are cased."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graphrag_desktop.domain.graph import Entity
from graphrag_desktop.domain.identity import entity_id
from graphrag_desktop.language.words import singular
from graphrag_desktop.storage import graph
from graphrag_desktop.storage.database import Database

_MOST_WORDS = 6  # of a name, in letters with spaces between words
_MOST_SIGNS = 12  # of one in a script without spaces, or with endings that stick to it
_FEWEST_SIGNS = 2
_READ = 2_000  # words of a question: more are a document, and name everything
_WORD = re.compile(r"[^\W_](?:[^\W_]|[’'.&\-/](?=[^\W_]))*")
_EASTERN_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")


@dataclass(frozen=True, slots=True)
class _Name:
    start: int
    end: int
    forms: tuple[str, ...]


def named_entities(database: Database, question: str) -> tuple[Entity, ...]:
    """The entities named, in the order of the question; of names within one another the longest counts."""
    names = list(_names(question))
    found = graph.entities_named(database, sorted({form for name in names for form in name.forms}))
    by_name: dict[str, list[Entity]] = {}
    for each in found:
        for called in {each.id, *map(entity_id, each.aliases)}:
            by_name.setdefault(called, []).append(each)
    taken: list[tuple[int, int, Entity]] = []
    for name in sorted(names, key=lambda each: (each.start - each.end, each.start)):
        if any(name.start < end and start < name.end for start, end, _ in taken):
            continue
        meant = {each.id: each for form in name.forms for each in by_name.get(entity_id(form), ())}
        taken.extend((name.start, name.end, each) for each in meant.values())
    ordered = [each for _, _, each in sorted(taken, key=lambda each: (each[0], -each[2].degree, each[2].id))]
    return tuple({each.id: each for each in ordered}.values())


def _names(question: str) -> Iterator[_Name]:
    words = list(_WORD.finditer(question))[:_READ]
    for at, first in enumerate(words):
        for last in words[at : at + _MOST_WORDS]:
            text = question[first.start() : last.end()]
            if len(text) >= _FEWEST_SIGNS:
                forms = (text, f"{question[first.start() : last.start()]}{singular(last[0])}", text.removesuffix("’s"))
                yield _Name(first.start(), last.end(), tuple(dict.fromkeys((*forms, text.removesuffix("'s")))))
    for run in list(_EASTERN_RUN.finditer(question))[:_READ]:
        for start in range(run.start(), run.end()):
            for end in range(start + _FEWEST_SIGNS, min(run.end(), start + _MOST_SIGNS) + 1):
                yield _Name(start, end, (question[start:end],))
