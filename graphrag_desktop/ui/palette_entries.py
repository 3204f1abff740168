"""What the palette can find: commands by their words, and what a project holds by its names."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.domain.identity import entity_id
from graphrag_desktop.explore.search import Found
from graphrag_desktop.ui.action_set import ActionSet, menu_words, words_of
from graphrag_desktop.ui.actions import COMMANDS
from graphrag_desktop.ui.counted import counted

MOST_COMMANDS = 8

ON_MAP = "map "
"""Before the name of a command of the map, in the key of its entry."""

_BY_KEY_ONLY = frozenset({"undo", "redo", "fit", "left", "right", "up", "down"})  # of the map; the window has them too
_NOT_OFFERED = frozenset({"search_anything"})  # it is what is open


class Kind(StrEnum):
    """What an entry is, in the order in which they are listed."""

    COMMAND = "command"
    COMMUNITY = "community"
    ENTITY = "entity"
    DOCUMENT = "document"
    PASSAGE = "passage"


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to run or to go to; `key` is the name of a command, a number, or the id of a document."""

    kind: Kind
    key: str
    title: str
    note: str = ""
    keys: str = ""
    passage: Evidence | None = None

    @property
    def identity(self) -> tuple[Kind, str]:
        """The same thing, however it is written."""
        return self.kind, self.key


def command_entries(actions: ActionSet, text: str) -> tuple[Entry, ...]:
    """Commands that make sense now and whose words begin with those typed, the likeliest first; all for no text."""
    found = []
    for place, command in enumerate(COMMANDS):
        if command.name in _NOT_OFFERED or not actions[command.name].isEnabled():
            continue
        words, menu = words_of(command), menu_words(command)
        rank = match_rank(text, words, menu)
        if rank is not None:
            found.append((rank, place, Entry(Kind.COMMAND, command.name, words, menu, actions.keys_of(command.name))))
    for place, (name, action) in enumerate(actions.on_map.items(), len(COMMANDS)):
        rank = match_rank(text, action.text(), _tr("Map"))
        if action.isEnabled() and rank is not None and name not in _BY_KEY_ONLY:
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            found.append((rank, place, Entry(Kind.COMMAND, f"{ON_MAP}{name}", action.text(), _tr("Map"), keys)))
    entries = tuple(entry for _, _, entry in sorted(found, key=lambda each: each[:2]))
    return entries[:MOST_COMMANDS] if text.strip() else entries


def match_rank(text: str, words: str, context: str = "") -> int | None:
    """How well words fit what was typed, 0 the best; None if some of it begins none of them, nor of the context."""
    typed = entity_id(text).split()
    own, all_words = entity_id(words).split(), entity_id(f"{words} {context}").split()
    if not all(any(word.startswith(part) for word in all_words) for part in typed):
        return None
    if not typed or entity_id(words).startswith(" ".join(typed)):
        return 0
    return 1 if all(any(word.startswith(part) for word in own) for part in typed) else 2


def found_entries(found: Found) -> tuple[Entry, ...]:
    """What a project holds, kind by kind."""
    communities = tuple(
        Entry(Kind.COMMUNITY, str(row.number), row.title, _community_note(row.level, row.entities))
        for row in found.communities
    )
    entities = tuple(
        Entry(
            Kind.ENTITY, str(each.number), each.title, counted(each.documents, _tr("1 document"), _tr("{n} documents"))
        )
        for each in found.entities
    )
    files = tuple(Entry(Kind.DOCUMENT, str(each.id), each.paths[0]) for each in found.documents if each.paths)
    passages = tuple(
        Entry(Kind.PASSAGE, f"{each.document}:{each.span.start}", " ".join(each.quote.split()), each.path, passage=each)
        for each in found.sentences
    )
    return (*communities, *entities, *files, *passages)


def recent_first(entries: Iterable[Entry], recent: Sequence[Entry]) -> tuple[Entry, ...]:
    """Within each kind those chosen lately first."""
    places = {entry.identity: place for place, entry in enumerate(recent)}
    kinds = {kind: place for place, kind in enumerate(Kind)}
    ordered = sorted(entries, key=lambda each: (kinds[each.kind], places.get(each.identity, len(places))))
    return tuple(ordered)


def kind_words(kind: Kind) -> str:
    """The heading above entries of a kind."""
    return {
        Kind.COMMAND: _tr("Commands"),
        Kind.COMMUNITY: _tr("Communities and their reports"),
        Kind.ENTITY: _tr("Entities"),
        Kind.DOCUMENT: _tr("Documents"),
        Kind.PASSAGE: _tr("Sentences"),
    }[kind]


def _community_note(level: int, entities: int) -> str:
    return f"C{level} · {counted(entities, _tr('1 entity'), _tr('{n} entities'))}"


def _tr(text: str) -> str:
    return QCoreApplication.translate("Palette", text)
