"""Entities that may be one and the same under two names: found by names, weighed by the company they keep, to be judged."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING

from graphrag_desktop.domain.graph import Entity
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.language.name_likeness import Likeness, NameWords, blocks_of, likeness, name_words, parts_of
from graphrag_desktop.project import Project
from graphrag_desktop.storage import entity_edits, graph

if TYPE_CHECKING:
    from graphrag_desktop.language.collection import EntityMeasures

_MOST_IN_BLOCK = 24  # names that are alike in one way alone, and many, are no candidates by it
_HALVES, _MOST_BY_HALF = "ps", 10  # blocks of names of which one half is the same
_MOST_LONGER = 40  # a name that is part of more than so many says of none that it is meant
_LEAST_SCORE = 0.5
_BASE = {
    Likeness.SAME_WORDS: 0.88,
    Likeness.FORM: 0.70,
    Likeness.INITIALS: 0.66,
    Likeness.NUMBER: 0.60,
    Likeness.SPELLING: 0.56,
    Likeness.ACRONYM: 0.54,
    Likeness.PART: 0.40,
    Likeness.LETTERS: 0.20,
}
_COMPANY, _CONTEXTS = 0.35, 0.20  # what shared neighbours and like contexts add at most
_ONE_OF_SEVERAL = 0.25  # taken off where a short name is part of several long ones
_OTHER_TYPE, _TOGETHER = 0.20, 0.12
_SMOOTHING = 4  # neighbours more that nobody shares: with few neighbours a share tells little
_SAID_OF_ALL = frozenset({"concept"})
_NO_PARTS = frozenset({"concept", "place"})
_UNSURE = frozenset({"name", "unknown", ""})
_LIKE = 0.5  # so alike are the contexts of a word and its misspelling
_EVERY = 256  # comparisons between two looks at whether to stop


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for two entities being one: in what which names meet, how many neighbours they share of how many."""

    likeness: Likeness
    names: tuple[str, str]
    shared: int
    neighbours: int
    together: int
    likeness_of_contexts: float | None = None

    @property
    def reasons(self) -> tuple[str, ...]:
        """In words."""
        one, other = self.names
        found = [f"{self.likeness.value}: “{one}” – “{other}”"]
        if self.shared:
            found.append(f"{self.shared} of {self.neighbours} neighbours in common")
        if self.likeness_of_contexts is not None and self.likeness_of_contexts > 0:
            found.append(f"contexts alike to {round(100 * self.likeness_of_contexts)} %")
        if self.together:
            found.append(f"named together in {self.together} sentence{'' if self.together == 1 else 's'}")
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Two entities that may be one, the older first; `score` is 0 to 1."""

    one: Entity
    other: Entity
    score: float
    evidence: Evidence


def find_duplicates(project: Project, control: RunControl, limit: int = 200) -> tuple[Suggestion, ...]:
    """The likeliest pairs of which it was not said that they are not the same, the surest first."""
    database = project.database
    entities = graph.entities(database)
    company = _Company(project, entities)
    apart = entity_edits.not_same(database)
    found: list[Suggestion] = []
    candidates = _Candidates(entities)
    for count, (one, other) in enumerate(candidates.pairs()):
        if not count % _EVERY:
            control.checkpoint()
        if (min(one.id, other.id), max(one.id, other.id)) not in apart:
            suggestion = _weighed(one, other, candidates, company)
            if suggestion is not None:
                found.append(suggestion)
    found.sort(key=lambda each: (-round(each.score, 2), -min(each.one.count, each.other.count), each.one.number))
    return tuple(found[:limit])


class _Candidates:
    """Names in blocks: only those that share one are compared, and no block is large."""

    def __init__(self, entities: Sequence[Entity]) -> None:
        self._names: dict[EntityId, tuple[NameWords, ...]] = {}
        self._blocks: dict[str, list[Entity]] = defaultdict(list)
        self._whole: dict[str, list[Entity]] = defaultdict(list)
        self._longer: dict[str, list[Entity]] = defaultdict(list)
        for entity in entities:
            names = tuple(name_words(each) for each in dict.fromkeys((entity.title, *entity.aliases)))
            self._names[entity.id] = names
            for block in {block for name in names for block in blocks_of(name)}:
                self._blocks[block].append(entity)
            if entity.type not in _NO_PARTS:
                for whole in {" ".join(name.words) for name in names}:
                    self._whole[whole].append(entity)
                for part in {part for name in names for part in parts_of(name)}:
                    self._longer[part].append(entity)

    def pairs(self) -> Iterator[tuple[Entity, Entity]]:
        """Every two entities that share a block, or of which one is called as a part of the other's name, once."""
        seen: set[tuple[int, int]] = set()
        for one, other in self._near():
            pair = (min(one.number, other.number), max(one.number, other.number))
            if pair[0] != pair[1] and pair not in seen:
                seen.add(pair)
                yield (one, other) if one.number < other.number else (other, one)

    def _near(self) -> Iterator[tuple[Entity, Entity]]:
        for block, members in sorted(self._blocks.items()):
            most = _MOST_BY_HALF if block[0] in _HALVES else _MOST_IN_BLOCK
            if 1 < len(members) <= most:
                yield from combinations(members, 2)
        for whole, shorter in sorted(self._whole.items()):
            longer = self._longer.get(whole, ())
            if longer and len(longer) <= _MOST_LONGER:
                yield from product(shorter, longer)

    def likest(self, one: Entity, other: Entity) -> tuple[Likeness, tuple[str, str]] | None:
        """In what any two of their names meet, the surest."""
        is_person = "person" in {one.type, other.type} and {one.type, other.type} <= {"person", *_UNSURE}
        best: tuple[Likeness, tuple[str, str]] | None = None
        for first in self._names[one.id]:
            for second in self._names[other.id]:
                found = likeness(first, second, is_person=is_person)
                if found is not None and (best is None or _BASE[found] > _BASE[best[0]]):
                    best = found, (first.text, second.text)
        return best

    def owners(self, words: tuple[str, ...]) -> int:
        """How many entities have a longer name that begins or ends as the short one."""
        return len(self._longer.get(" ".join(words), ()))


class _Company:
    """Who stands beside whom, and in what contexts."""

    def __init__(self, project: Project, entities: Sequence[Entity]) -> None:
        numbers = {each.id: each.number for each in entities}
        self._neighbours: dict[int, dict[int, int]] = defaultdict(dict)
        for each in graph.relationships(project.database):
            source, target = numbers[each.source], numbers[each.target]
            self._neighbours[source][target] = each.count
            self._neighbours[target][source] = each.count
        self._measures = _measures(project)

    def shared(self, one: Entity, other: Entity) -> tuple[int, int, int]:
        """Neighbours in common, all neighbours of both, and the sentences that name the two together."""
        first = self._neighbours.get(one.number, {})
        second = self._neighbours.get(other.number, {})
        pair = {one.number, other.number}
        return (
            len((first.keys() & second.keys()) - pair),
            len((first.keys() | second.keys()) - pair),
            first.get(other.number, 0),
        )

    def contexts(self, one: Entity, other: Entity) -> float | None:
        """How alike the passages are that name them, None where no engine measured it."""
        if self._measures is None:
            return None
        rows: Mapping[EntityId, int] = self._measures.row_of
        if one.id not in rows or other.id not in rows:
            return None
        contexts = self._measures.contexts
        return max(0.0, float(contexts[rows[one.id]] @ contexts[rows[other.id]]))


def _measures(project: Project) -> "EntityMeasures | None":
    from graphrag_desktop.language.collection import FIT

    return None if project.arrays.array(FIT) is None else project.arrays.measures.entities


def _weighed(
    one: Entity, other: Entity, candidates: _Candidates, company: _Company, least: float = _LEAST_SCORE
) -> Suggestion | None:
    met = candidates.likest(one, other)
    if met is None:
        return None
    kind, names = met
    if kind in {Likeness.PART, Likeness.FORM} and _is_no_short_form(one, other):
        return None
    shared, neighbours, together = company.shared(one, other)
    contexts = company.contexts(one, other)
    if kind is Likeness.SPELLING and one.type in _SAID_OF_ALL and (contexts or 0.0) < _LIKE:
        return None  # election and erection
    score = _BASE[kind] + _COMPANY * _share(shared, neighbours, one.degree, other.degree)
    if contexts is not None:
        score += _CONTEXTS * contexts
    if kind is Likeness.PART:
        short = min((name_words(each) for each in names), key=lambda each: len(each.words))
        score -= _ONE_OF_SEVERAL * (candidates.owners(short.words) > 1)
    if one.type != other.type and not _UNSURE & {one.type, other.type}:
        score -= _OTHER_TYPE
    fewest = max(1, min(one.count, other.count))
    score -= _TOGETHER * min(1.0, 2 * together / fewest)
    evidence = Evidence(kind, names, shared, neighbours, together, contexts)
    score = max(0.0, min(0.99, score))
    return Suggestion(one, other, round(score, 3), evidence) if score >= least else None


def _share(shared: int, neighbours: int, one: int, other: int) -> float:
    """Of the neighbours of the one that has fewer: who is named once has few of the other's."""
    fewest = max(1, min(one, other))
    overlap = shared / (fewest + _SMOOTHING)
    return max(overlap, shared / (neighbours + _SMOOTHING))


def _is_no_short_form(one: Entity, other: Entity) -> bool:
    """Words said of anything, and places: York is no short form of New York, nor tax of tax rate."""
    types = {one.type, other.type}
    if types & _SAID_OF_ALL or types == {"place"}:
        return True
    return len(types) > 1 and not types & _UNSURE
