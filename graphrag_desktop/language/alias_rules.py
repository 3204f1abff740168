"""The rules by which one name is a form of another: each asks for a shared document or for one form to be much rarer.

A wrong merge is worse than none. In a small collection, where everything is one affair, a name need not share a
document with its full form; where it has two full forms it stays apart everywhere.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from rapidfuzz import fuzz

from graphrag_desktop.language.lexicon_names import GIVEN_NAMES
from graphrag_desktop.language.name_tally import PLACES, NameTally
from graphrag_desktop.language.name_types import label_by_words
from graphrag_desktop.language.words import singular

_PERSON_SHARE = 3  # a third of the votes are enough where a full name says person
_SPELLING_RATIO, _SPELLING_LENGTH, _SPELLING_RARER = 93, 8, 4
_SHORT_FORM_MORE = 3  # times as often at most, or the short form is a thing of its own: the Supreme Court is not Ohio's
_PLACE_SHARE = 0.2  # of the votes: what may be a place is no short form of the company that bears its name
_MAJORITY = 0.5
_SMALL_WORDS = frozenset({"of", "the", "and", "for", "on", "in", "&", "de"})
_JOINED_INITIALS = re.compile(r"[a-z](?: and [a-z]){1,3}")  # Q&V
_COUNTED = re.compile(r"\d+|\b(?:[ivxlcdm]+|[a-z])\b")


class NameMerging:
    """Pointers from names to the names they are forms of; `is_small` says that the collection is one affair."""

    def __init__(
        self, tally: NameTally, common: Mapping[str, int], told: Mapping[str, str] | None = None, *, is_small: bool
    ) -> None:
        self._tally = tally
        self._common = common
        self._told = told or {}
        self._is_small = is_small
        self._target: dict[str, str] = {}
        self._first_names: dict[str, set[str]] = defaultdict(set)
        self._keys = sorted(tally.forms, key=lambda key: (-tally.total(key), key))

    def merged(self) -> dict[str, str]:
        """For each key the key that it is a form of, itself where it is none."""
        self._merge_told()
        self._merge_plurals()
        self._merge_initials()
        self._merge_acronyms()
        self._merge_short_organizations()
        self._merge_parts()
        self._merge_addresses()
        self._merge_spellings()
        return {key: self._root(key) for key in self._keys}

    def _root(self, key: str) -> str:
        while key in self._target:
            key = self._target[key]
        return key

    def _point(self, key: str, other: str) -> None:
        if key not in self._target and self._root(other) != key:
            self._target[key] = self._root(other)

    def _merge_told(self) -> None:
        """A second name of which the text itself says whose it is."""
        for short, full in self._told.items():
            if short in self._tally.forms and full in self._tally.forms:
                self._point(short, full)

    def _merge_plurals(self) -> None:
        """A plural beside its singular: the rarer follows. Adams is no plural of Adam."""
        for key in self._keys:
            one = singular(key)
            is_person = "PERSON" in {self._tally.label(each) for each in (key, one) if each in self._tally.forms}
            if one != key and one in self._tally.forms and len(key) > 4 and not is_person:
                is_rarer = self._tally.total(one) >= self._tally.total(key)
                self._point(*((key, one) if is_rarer else (one, key)))

    def _merge_initials(self) -> None:
        """Franklin D. Roosevelt beside Franklin Roosevelt: the rarer follows."""
        for key in self._keys:
            words = key.split()
            short = f"{words[0]} {words[-1]}" if len(words) > 2 else ""
            if not short or short not in self._tally.forms or any(len(word) > 1 for word in words[1:-1]):
                continue
            if self._tally.label(key) == "PERSON" and self._are_near(key, short):
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
            if self._tally.is_acronym(key) or _JOINED_INITIALS.fullmatch(key):
                letters = key.replace(" and ", "")
                full = {self._root(each) for each in by_initials[letters] if self._are_near(each, key)} - {key}
                if len(full) == 1:
                    self._point(key, min(full))

    def _merge_short_organizations(self) -> None:
        """The Harbour Board is the Ketter Harbour Board, and Tolland is Tolland Dredging, where there is no other."""
        longer: dict[str, set[str]] = defaultdict(set)
        for key in self._keys:
            if self._tally.label(key) == "ORG":
                for short in _short_forms(key.split()):
                    longer[short].add(self._root(key))
        for key in self._keys:
            full = longer.get(key, set()) - {self._root(key)}
            if len(full) == 1 and self._may_be_short(key):
                [only] = full
                is_frequent = self._tally.total(only) * _SHORT_FORM_MORE >= self._tally.total(key)
                if is_frequent and self._are_near(only, key):
                    self._point(key, only)
                elif self._is_small and only.startswith(f"{key} of "):
                    self._point(only, key)

    def _may_be_short(self, key: str) -> bool:
        if self._common.get(key, 0) >= self._tally.total(key):
            return False
        if label_by_words(key, "") == "ORG":
            return True
        if self._is_small and self._tally.votes[key]["ORG"] and self._tally.place_share(key) <= _MAJORITY:
            return True
        return self._tally.label(key) in {"ORG", "NAME"} and self._tally.place_share(key) < _PLACE_SHARE

    def _merge_parts(self) -> None:
        """A surname or first name that is part of exactly one full name; a surname may stand after an initial."""
        parts: dict[str, set[str]] = defaultdict(set)
        for key in self._keys:
            found = [word for word in key.split() if word not in _SMALL_WORDS]
            if 2 <= len(found) <= 4 and len(found[0]) > 1 and self._is_full_name(key, found):
                root = self._root(key)
                parts[found[-1]].add(root)
                parts[f"{found[0][0]} {found[-1]}"].add(root)
                self._first_names[found[0]].add(root)
        for key in self._keys:
            full = parts.get(key) or self._first_names.get(key) or set()
            if len(full) == 1 and len(key) >= 3:
                [only] = full
                if (" " in key or self._may_be_person(key, only)) and self._are_near(only, key):
                    self._point(key, only)

    def _is_full_name(self, key: str, found: list[str]) -> bool:
        """Whether a name is a person's: by its votes, or by those of its surname standing alone."""
        if self._tally.label(key) == "PERSON":
            return True
        surname = self._tally.votes.get(found[-1])
        if not surname or label_by_words(key, ""):
            return False
        return 2 * surname["PERSON"] > surname.total()

    def _are_near(self, one: str, other: str) -> bool:
        return self._is_small or self._tally.shares_document(one, other)

    def _may_be_person(self, key: str, full: str) -> bool:
        """Whether a single word is meant for a person; in one affair, where it is part of someone's name, nearly always."""
        if self._common.get(key, 0) > self._tally.total(key):
            return False
        if self._is_small and full.split(maxsplit=1)[0] in GIVEN_NAMES and self._tally.place_share(key) < _MAJORITY:
            return True
        votes = self._tally.votes[key]["PERSON"]
        return self._tally.label(key) == "PERSON" or votes * _PERSON_SHARE >= self._tally.total(key)

    def _merge_addresses(self) -> None:
        """A street with a number beside the street."""
        for key in self._keys:
            street = key.rstrip("0123456789").rstrip()
            if street != key and " " in street and street in self._tally.forms and label_by_words(street, "") in PLACES:
                self._point(key, street)

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


def _short_forms(found: list[str]) -> set[str]:
    """What an organisation may be called for short: its last words, its first ones, and what stands before "of"."""
    size = len(found)
    if found[0] in _SMALL_WORDS:
        return set()
    if "of" in found:
        before = found[: found.index("of")]
        return {" ".join(before)} if len(before) > 1 else set()
    if _SMALL_WORDS.intersection(found):
        return set()
    ends = {" ".join(found[first:]) for first in range(1, size) if size > 2}
    starts = {" ".join(found[:last]) for last in range(1, size)}
    return ends | starts


def _counted(key: str) -> list[str]:
    """Its numbers, Roman ones too, and initials: World War I is no misspelling of World War II."""
    return _COUNTED.findall(key)
