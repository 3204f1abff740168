"""Names that name the same: titles, possessives, plurals, acronyms, surnames and spellings, merged with care."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from graphrag_desktop.domain.identity import entity_id
from graphrag_desktop.language.alias_rules import NameMerging
from graphrag_desktop.language.lexicon import ENTITY_TYPES, TITLES
from graphrag_desktop.language.name_tally import NameTally, Naming, bare_name, most_voted, name_key


@dataclass(frozen=True, slots=True)
class NamedThing:
    """What a set of names names: its title, its type by vote, all votes, how often it is named, its other names."""

    key: str
    title: str
    type: str
    votes: Mapping[str, int]
    count: int
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NamedThings:
    """All named things of a collection by key, and the key that each spelling leads to.

    `acronyms` are the keys that stand for longer ones, but for those that are words written small as well.
    """

    things: Mapping[str, NamedThing]
    merged: Mapping[str, str]
    persons: frozenset[str]
    acronyms: frozenset[str] = frozenset()

    def key_of(self, surface: str, label: str) -> str:
        """The key of the thing that a name names."""
        return self.merged[name_key(bare_name(_untitled(surface, label, self.persons)))]


def merge_names(
    namings: Iterable[Naming],
    common: Mapping[str, int],
    told: Mapping[str, str] | None = None,
    *,
    is_small: bool = False,
) -> NamedThings:
    """Group the names of a collection by what they name; the order of `namings` does not matter.

    `common` counts words in lower case: one that is mostly a common noun is nobody's surname. In a small collection
    a name and its full form need not share a document. `told` has names with the full ones that the text gives for them.
    """
    everything = list(namings)
    persons = frozenset(name_key(TITLES.sub("", each.surface)) for each in everything if each.label == "PERSON")
    tally = NameTally()
    for each in everything:
        tally.add(each, _untitled(each.surface, each.label, persons))
    merged = NameMerging(tally, common, _keyed(told or {}), is_small=is_small).merged()
    members: dict[str, list[str]] = defaultdict(list)
    for key, root in sorted(merged.items()):
        members[root].append(key)
    acronyms = (each for each in merged if merged[each] != each and tally.is_acronym(each) and not common.get(each))
    return NamedThings(
        {root: _thing(tally, root, keys) for root, keys in members.items()}, merged, persons, frozenset(acronyms)
    )


def _keyed(told: Mapping[str, str]) -> dict[str, str]:
    return {name_key(short): name_key(full) for short, full in told.items()}


@lru_cache(maxsize=200_000)
def _untitled(surface: str, label: str, persons: frozenset[str]) -> str:
    """The name without a person's title; a "General Assembly" keeps its General."""
    untitled = TITLES.sub("", surface)
    return untitled if label == "PERSON" or name_key(untitled) in persons else surface


def _thing(tally: NameTally, root: str, keys: list[str]) -> NamedThing:
    """What the names of these keys name, under the spelling of the first."""
    votes: Counter[str] = Counter()
    for key in keys:
        label = "PERSON" if tally.is_titled(key) else ""
        votes.update({label: tally.total(key)} if label else tally.votes[key])
    types: Counter[str] = Counter()
    for label, count in votes.items():
        types[ENTITY_TYPES[label]] += count
    if len(types) > 1:
        types.pop(ENTITY_TYPES["NAME"], None)  # says only that it is a name
    title = tally.title(root)
    aliases = {entity_id(surface): surface for key in keys for surface in sorted(tally.surfaces[key], reverse=True)}
    aliases.pop(entity_id(title), None)
    count = sum(tally.total(key) for key in keys)
    return NamedThing(
        root, title, most_voted(types), dict(sorted(types.items())), count, tuple(sorted(aliases.values()))
    )
