"""What the analyst changed of the entities, one edit after the other, and where a written name leads because of it.

An edit is a rule about names, not a change of tables: whoever consolidates what was read asks for each name that stands
somewhere which entity it leads to. So an edit holds for documents that come later, and taking it out of the log undoes it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from graphrag_desktop.domain.identity import DocumentId, EntityId, entity_id

_POSSESSIVE = re.compile(r"['’]s?$")
NOBODY = EntityId("")
"""No entity: where an edit concerns only one."""


class EditKind(StrEnum):
    """What an edit does."""

    MERGE = "merge"
    SPLIT = "split"
    RENAME = "rename"
    RETYPE = "retype"
    DELETE = "delete"


@dataclass(frozen=True, slots=True)
class EntityEdit:
    """One edit. `entity` is whom it concerns, `title` what that was called then.

    `other` is of a merge the entity that goes, of a split the one that comes. `name` is of a merge what the entity that
    goes was called, of a split or rename the new title. `names` and `documents` say which mentions a split moves.
    `number` counts the edits of a project, 0 before it is kept.
    """

    kind: EditKind
    entity: EntityId
    title: str
    other: EntityId = NOBODY
    name: str = ""
    type: str = ""
    names: tuple[str, ...] = ()
    documents: tuple[DocumentId, ...] = ()
    number: int = 0
    made_at: str = ""

    @property
    def words(self) -> str:
        """The edit in a sentence."""
        match self.kind:
            case EditKind.MERGE:
                return f"Merged “{self.name}” into “{self.title}”."
            case EditKind.SPLIT:
                return f"Split “{self.name}” from “{self.title}”."
            case EditKind.RENAME:
                return f"Renamed “{self.title}” to “{self.name}”."
            case EditKind.RETYPE:
                return f"Made “{self.title}” a {self.type}."
            case EditKind.DELETE:
                return f"Deleted “{self.title}”."


@dataclass(frozen=True, slots=True)
class EditOutcome:
    """What a log of edits came to: numbers of those that found nothing to change, and the ids taken out of the graph.

    `heirs` has for each of those ids the one that stands in its place, None where none does. `is_edited` is whether any
    edit changed anything.
    """

    unapplied: tuple[int, ...] = ()
    heirs: Mapping[EntityId, EntityId | None] = field(default_factory=dict)
    is_edited: bool = False


UNEDITED = EditOutcome()
"""Of a project without edits."""


@dataclass(frozen=True, slots=True)
class RawEntity:
    """An entity before any edit, as far as edits ask: its title, its type, its other names."""

    title: str
    type: str = ""
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EditedLooks:
    """What an entity is called and is after the edits; `type` is empty where they say nothing of it."""

    title: str
    type: str
    aliases: tuple[str, ...]


@lru_cache(maxsize=50_000)
def name_form(words: str) -> EntityId:
    """The form in which names are compared: as ids, without a possessive."""
    return entity_id(_POSSESSIVE.sub("", words.strip()))


class EditedNames:
    """A log of edits applied to the entities that there are, which it finds by id, else by a name that only one has."""

    def __init__(self, edits: Sequence[EntityEdit], raw: Mapping[EntityId, RawEntity]) -> None:
        self._raw = raw
        self._steps: list[_Step] = []
        self._ends: dict[EntityId, EntityId | None] = {}
        self._touched: set[EntityId] = set()
        self._present: set[EntityId] = set()
        self._owners: dict[EntityId, list[EntityId]] = {}
        self._titles: dict[EntityId, str] = {}
        self._types: dict[EntityId, str] = {}
        self._called: dict[EntityId, list[str]] = {}
        self._unapplied: list[int] = []
        if edits:
            self._present.update(raw)
            for identity, each in raw.items():
                for name in {name_form(identity), *map(name_form, each.aliases)}:
                    self._owners.setdefault(name, []).append(identity)
        for edit in edits:
            if not self._apply(edit):
                self._unapplied.append(edit.number)

    def lead(self, entity: EntityId, name: EntityId, document: DocumentId) -> EntityId | None:
        """The entity that a name in a document leads to which led to `entity` before any edit; None where it is deleted."""
        if entity not in self._touched:
            return entity
        found: EntityId | None = entity
        for step in self._steps:
            if found == step.entity and (step.is_all or name in step.names or document in step.documents):
                found = step.leads_to
                if found is None:
                    return None
        return found

    def lead_all(self, entity: EntityId) -> EntityId | None:
        """Where an entity leads under its own title, whatever the document."""
        return self.lead(entity, name_form(entity), DocumentId(""))

    def looks(self, found: Iterable[EntityId]) -> dict[EntityId, EditedLooks]:
        """What those of the entities found after the edits are called and are which the edits touched; others are as before."""
        names: dict[EntityId, dict[str, None]] = {}
        for identity in self._concerned():
            each = self._raw[identity]
            for name in (each.title, *each.aliases):
                end = self.lead(identity, name_form(name), DocumentId(""))
                if end is not None:
                    names.setdefault(end, {})[name] = None
        for called, more in self._called.items():
            names.setdefault(called, {}).update(dict.fromkeys(more))
        return {each: self._looks(each, names.get(each, {})) for each in found if self._is_touched(each, names)}

    def outcome(self, found: Iterable[EntityId]) -> EditOutcome:
        """What came of the edits, given the entities that there are after them."""
        after = set(found)
        lost = [  # splits that moved nothing; what one made may have been merged or deleted since
            step.number
            for step in self._steps
            if step.is_split and step.leads_to not in after and step.leads_to not in self._touched
        ]
        heirs = {each: self.lead_all(each) for each in self._touched if each in self._raw and each not in after}
        unapplied = tuple(sorted({*self._unapplied, *lost}))
        is_edited = bool(self._steps or self._titles or self._types)
        return EditOutcome(
            unapplied, {each: heir if heir in after else None for each, heir in sorted(heirs.items())}, is_edited
        )

    def _apply(self, edit: EntityEdit) -> bool:
        entity = self._find(edit.entity)
        if entity is None:
            return False
        match edit.kind:
            case EditKind.MERGE:
                return self._merge(edit, entity)
            case EditKind.SPLIT:
                self._split(edit, entity)
            case EditKind.RENAME:
                self._called.setdefault(entity, []).extend((self._title(entity), edit.name))
                self._titles[entity] = edit.name
            case EditKind.RETYPE:
                self._types[entity] = edit.type
            case EditKind.DELETE:
                self._step(_Step(edit.number, entity, None))
                self._forget(entity)
        return True

    def _merge(self, edit: EntityEdit, entity: EntityId) -> bool:
        other = self._find(edit.other)
        if other is None:
            return False
        if other != entity:  # else they are one without it
            self._step(_Step(edit.number, other, entity))
            self._called.setdefault(entity, []).extend((*self._called.get(other, ()), self._title(other)))
            self._forget(other)
        return True

    def _split(self, edit: EntityEdit, entity: EntityId) -> None:
        names = frozenset(map(name_form, edit.names))
        self._step(_Step(edit.number, entity, edit.other, names, frozenset(edit.documents), is_all=False))
        called = self._called.get(entity, [])
        self._called[entity] = [each for each in called if name_form(each) not in names]
        self._called.setdefault(edit.other, []).extend(each for each in called if name_form(each) in names)
        self._present.add(edit.other)
        self._titles[edit.other] = edit.name
        self._types[edit.other] = edit.type or self._types.get(entity) or self._raw_type(entity)

    def _step(self, step: "_Step") -> None:
        self._steps.append(step)
        self._touched.add(step.entity)

    def _forget(self, entity: EntityId) -> None:
        self._present.discard(entity)
        for known in (self._titles, self._types, self._called):
            known.pop(entity, None)

    def _find(self, wanted: EntityId) -> EntityId | None:
        if wanted in self._present:
            return wanted
        name = name_form(wanted)
        ends = {self.lead(owner, name, DocumentId("")) for owner in self._owners.get(name, ())}
        ends.discard(None)
        return ends.pop() if len(ends) == 1 else None

    def _title(self, entity: EntityId) -> str:
        if entity in self._titles:
            return self._titles[entity]
        return self._raw[entity].title if entity in self._raw else entity

    def _raw_type(self, entity: EntityId) -> str:
        return self._raw[entity].type if entity in self._raw else ""

    def _concerned(self) -> list[EntityId]:
        """The entities before the edits that any of them is about: what they are called may have come to be another's."""
        ends = {step.leads_to for step in self._steps} | set(self._titles) | set(self._types)
        return sorted(each for each in {*self._touched, *(end for end in ends if end)} if each in self._raw)

    def _is_touched(self, entity: EntityId, names: Mapping[EntityId, object]) -> bool:
        return entity in names or entity in self._titles or entity in self._types

    def _looks(self, entity: EntityId, names: Iterable[str]) -> EditedLooks:
        title = self._title(entity)
        aliases = {entity_id(each): each for each in sorted(names)}
        if entity_id(title) != entity:
            aliases[entity_id(title)] = title  # found by the new title too
        else:
            aliases.pop(entity, None)
        return EditedLooks(title, self._types.get(entity, ""), tuple(sorted(aliases.values())))


@dataclass(frozen=True, slots=True)
class _Step:
    """What led to `entity` leads to another, or nowhere: all of it, or some names and what stands in some documents."""

    number: int
    entity: EntityId
    leads_to: EntityId | None
    names: frozenset[EntityId] = frozenset()
    documents: frozenset[DocumentId] = frozenset()
    is_all: bool = True

    @property
    def is_split(self) -> bool:
        return not self.is_all
