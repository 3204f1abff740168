"""What a question is restricted to: documents, entities, communities, types or a time; and what lies inside of that."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from graphrag_desktop.domain.contexts import ContextItem, Kind
from graphrag_desktop.domain.errors import InvalidSetting

_DAY = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")
_LAST_MONTH, _LAST_DAY = 12, 31
_MOST_TOLD = 2  # of a kind by name, of more only how many


class SelectedKind(StrEnum):
    """The kinds of thing that a question can be restricted to."""

    DOCUMENT = "document"
    ENTITY = "entity"
    COMMUNITY = "community"
    TYPE = "type"


_NOUNS = {
    SelectedKind.DOCUMENT: ("document", "documents"),
    SelectedKind.ENTITY: ("entity", "entities"),
    SelectedKind.COMMUNITY: ("community", "communities"),
    SelectedKind.TYPE: ("type", "types"),
}


@dataclass(frozen=True, slots=True, order=True)
class Selected:
    """One thing that a question is restricted to: `key` is a document's path, a number or a type; `title` is shown."""

    kind: SelectedKind
    key: str
    title: str


@dataclass(frozen=True, slots=True)
class Restriction:
    """Things of one kind widen it, kinds narrow one another; `since` and `until` are days, months or years, or empty."""

    selected: tuple[Selected, ...] = ()
    since: str = ""
    until: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether everything is asked."""
        return not (self.selected or self.since or self.until)

    @property
    def words(self) -> str:
        """What is asked, in a few words: “3 documents, dated 1998 to 2001”; empty where it is everything."""
        return ", ".join(each for each in (*(self._words_of(kind) for kind in SelectedKind), self.time_words) if each)

    @property
    def time_words(self) -> str:
        """The time it is restricted to, in words; empty where it is not."""
        if self.since and self.until:
            return f"dated {self.since}" if self.since == self.until else f"dated {self.since} to {self.until}"
        return f"dated {self.since} or later" if self.since else f"dated {self.until} or before" if self.until else ""

    def of(self, kind: SelectedKind) -> tuple[Selected, ...]:
        """The things of one kind."""
        return tuple(each for each in self.selected if each.kind is kind)

    def with_more(self, other: "Restriction") -> "Restriction":
        """This and the other: things are added, a time takes the place of the one before."""
        has_time = bool(other.since or other.until)
        return Restriction(
            tuple(dict.fromkeys((*self.selected, *other.selected))),
            other.since if has_time else self.since,
            other.until if has_time else self.until,
        )

    def without(self, selected: Selected | None) -> "Restriction":
        """The same without one thing; None: without its time."""
        if selected is None:
            return Restriction(self.selected)
        return Restriction(tuple(each for each in self.selected if each != selected), self.since, self.until)

    def _words_of(self, kind: SelectedKind) -> str:
        found = self.of(kind)
        one, many = _NOUNS[kind]
        if len(found) > _MOST_TOLD:
            return f"{len(found):,} {many}"
        names = " or ".join(f"“{each.title}”" for each in found)
        return f"{one if len(found) == 1 else many} {names}" if names else ""


EVERYTHING = Restriction()


@dataclass(frozen=True, slots=True)
class RestrictionWords:
    """A restriction as somebody writes it: parts of names of documents, names or numbers of entities, numbers, types."""

    documents: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    communities: tuple[int, ...] = ()
    types: tuple[str, ...] = ()
    since: str = ""
    until: str = ""


@dataclass(frozen=True, slots=True)
class Scope:
    """What lies inside of a restriction: numbers of records by kind, and those of sentences."""

    restriction: Restriction
    inside: Mapping[Kind, frozenset[int]]
    sentences: frozenset[int] = field(repr=False)

    def holds(self, kind: Kind, number: int) -> bool:
        """Whether a record lies inside; a part of an answer always does."""
        return kind is Kind.PART or number in self.inside[kind]

    def of(self, items: Sequence[ContextItem]) -> tuple[ContextItem, ...]:
        """Those records that lie inside."""
        return tuple(each for each in items if self.holds(each.kind, each.number))


Day = tuple[int, int, int]


def first_day(text: str) -> Day:
    """The first day of a day, a month or a year as written; raises `InvalidSetting` where it is none of them."""
    year, month, day = _parsed(text)
    return year, month or 1, day or 1


def last_day(text: str) -> Day:
    """The last one."""
    year, month, day = _parsed(text)
    return year, month or _LAST_MONTH, day or _LAST_DAY


def restriction_of(kept: object) -> Restriction:
    """A restriction as it was kept with an answer; none where that has none."""
    if not isinstance(kept, Mapping):
        return EVERYTHING
    selected = tuple(Selected(SelectedKind(each["kind"]), each["key"], each["title"]) for each in kept["selected"])
    return Restriction(selected, kept["since"], kept["until"])


def _parsed(text: str) -> Day:
    match = _DAY.fullmatch(text.strip())
    year, month, day = (0, 0, 0) if match is None else (int(each or 0) for each in match.groups())
    if not year or month > _LAST_MONTH or day > _LAST_DAY:
        raise InvalidSetting(f"“{text}” is no date.", "Write a day, a month or a year: 2021-03-02, 2021-03 or 2021.")
    return year, month, day
