"""Names that name the same: titles, possessives, plurals, acronyms, surnames and spellings, merged with care.

A wrong merge is worse than none: each rule asks for a shared document or for one form to be much rarer.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz

from graphrag_desktop.domain.identity import DocumentId, entity_id
from graphrag_desktop.language.lexicon import COMPANY, ENTITY_TYPES, TITLES
from graphrag_desktop.language.words import singular

_COMPANY_VOTES = 5  # "Inc." settles it
_PERSON_SHARE = 3  # a third of the votes are enough where a full name says person
_SPELLING_RATIO, _SPELLING_LENGTH, _SPELLING_RARER = 93, 8, 4
_SMALL_WORDS = frozenset({"of", "the", "and", "for", "on", "in", "&", "de"})
_ARTICLE = re.compile(r"^(?:the|a|an)\s+", re.IGNORECASE)
_POSSESSIVE = re.compile(r"'s\b|'$")
_GAPS = re.compile(r"[\s\-–]+")
_ACRONYM = re.compile(r"[a-z]{2,6}")
_ACRONYM_LENGTH = 6  # capitals of a longer name are a manner of writing
_COUNTED = re.compile(r"\d+|\b(?:[ivxlcdm]+|[a-z])\b")


@dataclass(frozen=True, slots=True)
class Naming:
    """A name as it stands somewhere: its words, the label the reader gave, its document."""

    surface: str
    label: str
    document: DocumentId


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
    """All named things of a collection by key, and the key that each spelling leads to."""

    things: Mapping[str, NamedThing]
    merged: Mapping[str, str]
    persons: frozenset[str]

    def key_of(self, surface: str, label: str) -> str:
        """The key of the thing that a name names."""
        return self.merged[name_key(_bare(_untitled(surface, label, self.persons)))]


@lru_cache(maxsize=200_000)
def name_key(surface: str) -> str:
    """What two spellings of a name have in common: no case, article, possessive, full stop or hyphen."""
    key = unicodedata.normalize("NFKC", surface).replace("’", "'").replace(".", "")
    return _GAPS.sub(" ", _POSSESSIVE.sub("", _ARTICLE.sub("", key))).casefold().strip()


def merge_names(namings: Iterable[Naming], common: Mapping[str, int]) -> NamedThings:
    """Group the names of a collection by what they name; the order of `namings` does not matter.

    `common` counts words in lower case: one that is mostly a common noun is nobody's surname.
    """
    everything = list(namings)
    persons = frozenset(name_key(TITLES.sub("", each.surface)) for each in everything if each.label == "PERSON")
    tally = _Tally()
    for each in everything:
        tally.add(each, _untitled(each.surface, each.label, persons))
    merged = _Merging(tally, common).merged()
    members: dict[str, list[str]] = defaultdict(list)
    for key, root in sorted(merged.items()):
        members[root].append(key)
    return NamedThings({root: tally.thing(root, keys) for root, keys in members.items()}, merged, persons)


@lru_cache(maxsize=200_000)
def _untitled(surface: str, label: str, persons: frozenset[str]) -> str:
    """The name without a person's title; a "General Assembly" keeps its General."""
    untitled = TITLES.sub("", surface)
    return untitled if label == "PERSON" or name_key(untitled) in persons else surface


def _bare(name: str) -> str:
    """The name without a company's form."""
    return COMPANY.sub("", name) or name


class _Tally:
    """Votes, spellings and documents of each key."""

    def __init__(self) -> None:
        self.votes: dict[str, Counter[str]] = defaultdict(Counter)
        self.forms: dict[str, Counter[str]] = defaultdict(Counter)
        self.surfaces: dict[str, Counter[str]] = defaultdict(Counter)
        self.documents: dict[str, set[DocumentId]] = defaultdict(set)
        self.titled: set[str] = set()

    def add(self, naming: Naming, untitled: str) -> None:
        key = name_key(_bare(untitled))
        self.votes[key][naming.label] += 1
        if COMPANY.search(untitled):
            self.votes[key]["ORG"] += _COMPANY_VOTES
        if untitled != naming.surface:
            self.titled.add(key)
        self.forms[key][untitled] += 1
        self.surfaces[key][naming.surface] += 1
        self.documents[key].add(naming.document)

    def total(self, key: str) -> int:
        return self.forms[key].total()

    def label(self, key: str) -> str:
        """The label with most votes; someone with a title is a person."""
        return "PERSON" if key in self.titled else _most(self.votes[key])

    def shares_document(self, one: str, other: str) -> bool:
        return not self.documents[one].isdisjoint(self.documents[other])

    def is_acronym(self, key: str) -> bool:
        return _ACRONYM.fullmatch(key) is not None and _most(self.forms[key]).isupper()

    def thing(self, root: str, keys: list[str]) -> NamedThing:
        """What the names of these keys name, under the spelling of the first."""
        votes: Counter[str] = Counter()
        for key in keys:
            label = "PERSON" if key in self.titled else ""
            votes.update({label: self.total(key)} if label else self.votes[key])
        types: Counter[str] = Counter()
        for label, count in votes.items():
            types[ENTITY_TYPES[label]] += count
        title = self._title(root)
        aliases = {entity_id(surface): surface for key in keys for surface in sorted(self.surfaces[key], reverse=True)}
        aliases.pop(entity_id(title), None)
        count = sum(self.total(key) for key in keys)
        type_ = ENTITY_TYPES[_most(votes)]
        return NamedThing(root, title, type_, dict(sorted(types.items())), count, tuple(sorted(aliases.values())))

    def _title(self, key: str) -> str:
        """The most frequent spelling: without a company's form if it is also written so, in capitals only if always."""
        forms = self.forms[key]
        bare = {form: n for form, n in forms.items() if not COMPANY.search(form)} or dict(forms)
        proper = {form: n for form, n in bare.items() if not form.isupper() or len(form) < _ACRONYM_LENGTH} or bare
        return re.sub(r"^the\s+", "", _most(proper), flags=re.IGNORECASE)


class _Merging:
    """Pointers from names to the names they are forms of."""

    def __init__(self, tally: _Tally, common: Mapping[str, int]) -> None:
        self._tally = tally
        self._common = common
        self._target: dict[str, str] = {}
        self._keys = sorted(tally.forms, key=lambda key: (-tally.total(key), key))

    def merged(self) -> dict[str, str]:
        self._merge_plurals()
        self._merge_initials()
        self._merge_acronyms()
        self._merge_parts()
        self._merge_spellings()
        return {key: self._root(key) for key in self._keys}

    def _root(self, key: str) -> str:
        while key in self._target:
            key = self._target[key]
        return key

    def _point(self, key: str, other: str) -> None:
        if key not in self._target and self._root(other) != key:
            self._target[key] = self._root(other)

    def _merge_plurals(self) -> None:
        """A plural beside its singular: the rarer follows."""
        for key in self._keys:
            one = singular(key)
            if one != key and one in self._tally.forms and len(key) > 4:
                is_rarer = self._tally.total(one) >= self._tally.total(key)
                self._point(*((key, one) if is_rarer else (one, key)))

    def _merge_initials(self) -> None:
        """Franklin D. Roosevelt beside Franklin Roosevelt, in a shared document: the rarer follows."""
        for key in self._keys:
            words = key.split()
            short = f"{words[0]} {words[-1]}" if len(words) > 2 else ""
            if not short or short not in self._tally.forms or any(len(word) > 1 for word in words[1:-1]):
                continue
            if self._tally.label(key) == "PERSON" and self._tally.shares_document(key, short):
                is_rarer = self._tally.total(short) >= self._tally.total(key)
                self._point(*((key, short) if is_rarer else (short, key)))

    def _merge_acronyms(self) -> None:
        """An acronym and its only expansion in a shared document."""
        by_initials: dict[str, list[str]] = defaultdict(list)
        for key in self._keys:
            words = [word for word in key.split() if word not in _SMALL_WORDS]
            if len(words) >= 2 and self._tally.label(key) != "PERSON":
                by_initials["".join(word[0] for word in words)].append(key)
        for key in self._keys:
            if self._tally.is_acronym(key):
                full = {self._root(each) for each in by_initials[key] if self._tally.shares_document(each, key)}
                if len(full) == 1:
                    self._point(key, min(full))

    def _merge_parts(self) -> None:
        """A surname or first name that is part of exactly one full name, in a shared document."""
        surnames: dict[str, set[str]] = defaultdict(set)
        first_names: dict[str, set[str]] = defaultdict(set)
        for key in self._keys:
            words = [word for word in key.split() if word not in _SMALL_WORDS]
            if 2 <= len(words) <= 4 and self._tally.label(key) == "PERSON":
                surnames[words[-1]].add(self._root(key))
                first_names[words[0]].add(self._root(key))
        for key in self._keys:
            full = surnames.get(key) or first_names.get(key) or set()
            if len(full) != 1 or len(key) < 3 or not self._may_be_person(key):
                continue
            if self._tally.shares_document(min(full), key):
                self._point(key, min(full))

    def _may_be_person(self, key: str) -> bool:
        if self._common.get(key, 0) > self._tally.total(key):
            return False
        votes = self._tally.votes[key]["PERSON"]
        return self._tally.label(key) == "PERSON" or votes * _PERSON_SHARE >= self._tally.total(key)

    def _merge_spellings(self) -> None:
        """A rare long name beside a frequent one that is spelled almost alike, with the same numbers."""
        by_start: dict[str, list[str]] = defaultdict(list)
        for rare in self._keys:
            if len(rare) < _SPELLING_LENGTH:
                continue
            group = by_start[rare[:2]]
            if rare not in self._target and (near := self._near_spelling(rare, group)):
                self._point(rare, near)
            group.append(rare)

    def _near_spelling(self, rare: str, group: Iterable[str]) -> str:
        most = self._tally.total(rare) * _SPELLING_RARER
        for frequent in group:  # most frequent first
            if self._tally.total(frequent) < most:
                return ""
            if fuzz.ratio(rare, frequent, score_cutoff=_SPELLING_RATIO) and _counted(rare) == _counted(frequent):
                return frequent
        return ""


def _counted(key: str) -> list[str]:
    """Its numbers, Roman ones too, and initials: World War I is no misspelling of World War II."""
    return _COUNTED.findall(key)


def _most(counts: Mapping[str, int]) -> str:
    """The key with the highest count; of several the last by name, whatever their order."""
    return max(counts, key=lambda each: (counts[each], each))
