"""Records of a model's reply as entities and relationships of one text unit; what cannot be one is named, never dropped."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from graphrag_desktop.domain.citations import defuse_citations
from graphrag_desktop.domain.extractions import FoundEntity, FoundRelationship
from graphrag_desktop.domain.identity import EntityId, entity_id
from graphrag_desktop.engines.model_json_records import read_json_records
from graphrag_desktop.llm.json_text import finite
from graphrag_desktop.llm.records import Record, read_records, shown_record

_ENTITY_WORDS = (
    "entity entities entidad entité entität entità entidade сущность 实体 實體 实体名称 エンティティ 実体 개체 엔티티".split()  # noqa: SIM905
)
_RELATIONSHIP_WORDS = (
    "relationship relationships relation relación relações relação relazione beziehung связь 关系 關係 関係 관계".split()  # noqa: SIM905
)
KINDS = (*_ENTITY_WORDS, *_RELATIONSHIP_WORDS)
_LONGEST_NAME = 200  # characters; a longer one is a sentence
_STRONGEST = 100.0  # the prompt asks for 1 to 10; some models answer in hundredths
_LOOP = 4  # records in a row that were told before; small models do not find the end
_NO_NAME = re.compile(r"[\W_]*")


@dataclass(slots=True)
class UnitRecords:
    """What was found in one text unit so far: a record that repeats another counts once."""

    types: Sequence[str]
    entities: dict[tuple[EntityId, str, str], FoundEntity] = field(default_factory=dict)
    relationships: dict[tuple[frozenset[EntityId], str], FoundRelationship] = field(default_factory=dict)
    rejected: dict[str, None] = field(default_factory=dict)
    is_looping: bool = False  # the last reply was cut off while it said the same again and again

    @property
    def count(self) -> int:
        """All that was understood."""
        return len(self.entities) + len(self.relationships)

    def add_reply(self, text: str, *, is_cut: bool) -> bool:
        """Take the records of a reply; returns whether it is a reply at all: it holds a record, or says that there is none.

        Of one that was cut off the last record is left to be written again.
        """
        found = read_records(text, KINDS)
        records = found.records
        if is_cut and records and not records[-1].is_whole:
            records = records[:-1]
        if not records:
            records = tuple(Record(parts) for parts in read_json_records(text))
        before = self.count
        told_again = 0
        for record in records:
            known = self.count + len(self.rejected)
            if reason := self._add(record.parts):
                self.rejected[f"{reason}: {shown_record(record)}"] = None
            told_again = told_again + 1 if self.count + len(self.rejected) == known else 0
        self.is_looping = is_cut and told_again >= _LOOP
        return self.count > before or bool(records) or found.is_complete or is_cut

    def _add(self, parts: Sequence[str]) -> str:
        """Take one record; returns why it cannot be taken, empty if it was."""
        kind = parts[0].casefold()
        if kind in _RELATIONSHIP_WORDS:
            return self._add_relationship(parts)
        if kind in _ENTITY_WORDS:
            return self._add_entity(parts[1:])
        is_own_kind = 2 <= len(parts) - 1 <= 3  # named after the entity's type instead of “entity”
        return self._add_entity([parts[1], parts[0], *parts[-1:]]) if is_own_kind else "no kind of record"

    def _add_entity(self, parts: Sequence[str]) -> str:
        if len(parts) < 2:
            return "too few parts"
        title, kind, description = parts[0], parts[1], " ".join(each for each in parts[2:] if each)
        if reason := self._unfit(title):
            return reason
        found = FoundEntity(title, self._known_type(kind), defuse_citations(description))
        self.entities.setdefault((entity_id(title), found.type.casefold(), _plain(description)), found)
        return ""

    def _add_relationship(self, parts: Sequence[str]) -> str:
        if len(parts) < 4:
            return "too few parts"
        source, target = parts[1], parts[2]
        strength = strength_of(parts[-1]) if len(parts) > 4 else None
        told = parts[3:-1] if len(parts) > 4 else parts[3:]
        description = " ".join(each for each in told if each)
        for end in (source, target):
            if reason := self._unfit(end) or self._is_type(end):
                return reason
        if entity_id(source) == entity_id(target):
            return "an entity related to itself"
        found = FoundRelationship(source, target, defuse_citations(description), strength)
        self.relationships.setdefault((frozenset({entity_id(source), entity_id(target)}), _plain(description)), found)
        return ""

    def _known_type(self, kind: str) -> str:
        """The type as the list asked for spells it; another as the model does, in small letters where it shouts."""
        cleaned = " ".join(kind.split()).strip("\"'[]()")
        known = {each.casefold(): each for each in self.types}
        return known.get(cleaned.casefold(), cleaned.lower() if cleaned.isupper() else cleaned)

    def _is_type(self, title: str) -> str:
        names = {each.casefold() for each in self.types}
        names |= {f"{each}s" for each in names}
        return "a kind in place of a name" if title.casefold() in names else ""

    def _unfit(self, title: str) -> str:
        if _NO_NAME.fullmatch(title) or title.casefold() in {"none", "null", "n/a"}:
            return "no name"
        return "a name that is a sentence" if len(title) > _LONGEST_NAME else ""


def strength_of(written: str) -> float | None:
    """A strength as models write it; None for what is off the scale or no number, which must never weigh anything."""
    number = finite(re.sub(r"^[^\d-]*[:=]\s*", "", written))
    return number if number is not None and 0 < number <= _STRONGEST else None


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".")
