"""Sentences that speak of one thing and say different things of it: a denial against a statement, one number against another.

Without a model no contradiction is understood. What can be told is that two sentences share the rare words of their
subject, and that one of them denies, or that they count the same unit differently.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graphrag_desktop.language.number_values import written_numbers
from graphrag_desktop.language.vectors import Floats
from graphrag_desktop.language.words import search_terms, singular

_DENIAL = re.compile(
    r"\b(?:no|not|never|nobody|no one|none|nothing|neither|nor|without|den(?:y|ies|ied)|refus\w+|untrue|false|wrong|mistaken|the opposite)\b|n['’]t\b",
    re.IGNORECASE,
)
_VOICE = re.compile(
    r"\b(?:said|says|say|told|tells|answer(?:s|ed)|claim(?:s|ed)|stat(?:es|ed)|writes?|wrote|according to|report(?:s|ed)|shows?|estimat(?:es|ed)"
    r"|maintain(?:s|ed)|insist(?:s|ed)|den(?:y|ies|ied)|testif(?:ies|ied)|explain(?:s|ed)|assure[sd]?|declare[sd]?|record(?:s|ed)|counted|logs?)\b",
    re.IGNORECASE,
)
"""Words by which a sentence says whose statement it gives."""

_UNIT = re.compile(r"\s*(?:[-–]|of )?\s*([^\W\d_]{3,})(?: ([^\W\d_]{3,}))?")
_LEAST_ALIKE, _LEAST_ALIKE_IN_NUMBERS = 0.2, 0.28
_MOST_ALIKE = 0.9  # more alike, they are one sentence written twice
_LEAST_SHARED = 2  # words of their subject
_BOTH, _SAME_DOCUMENT = 1.3, 0.7
_VOICED = 0.35  # what counts each of the two that says whose statement it is


@dataclass(frozen=True, slots=True)
class Contrast:
    """The positions of two sentences, and how sure it is that they say different things of one."""

    one: int
    other: int
    strength: float
    shared: tuple[str, ...]


def find_contrasts(texts: Sequence[str], documents: Sequence[str], alike: Floats) -> list[Contrast]:
    """The contrasts among sentences, the surest first; `alike` are the cosines of their words."""
    terms = [frozenset(search_terms(each)) for each in texts]
    denies = [_DENIAL.search(each) is not None for each in texts]
    voices = [_VOICE.search(each) is not None for each in texts]
    counted = [_counted(each) for each in texts]
    found: list[Contrast] = []
    for one in range(len(texts)):
        for other in range(one + 1, len(texts)):
            if not _LEAST_ALIKE <= alike[one, other] <= _MOST_ALIKE:
                continue
            shared = terms[one] & terms[other]
            is_denied = denies[one] != denies[other]
            is_counted = alike[one, other] >= _LEAST_ALIKE_IN_NUMBERS and _differ(counted[one], counted[other])
            if len(shared) < _LEAST_SHARED or not (is_denied or is_counted):
                continue
            strength = float(alike[one, other]) * (_BOTH if is_denied and is_counted else 1)
            strength *= 1 + _VOICED * (voices[one] + voices[other])
            strength *= _SAME_DOCUMENT if documents[one] == documents[other] else 1
            found.append(Contrast(one, other, strength, tuple(sorted(shared))))
    return sorted(found, key=lambda each: (-each.strength, each.one, each.other))


def _counted(text: str) -> dict[str, set[object]]:
    """For each unit that a sentence counts in, the numbers of it."""
    units: dict[str, set[object]] = {}
    for each in written_numbers(text):
        unit = _UNIT.match(text, each.span.end)
        if unit is not None:
            units.setdefault(singular(unit[1].lower()), set()).add(each.value)
    return units


def _differ(one: dict[str, set[object]], other: dict[str, set[object]]) -> bool:
    """Whether they count a unit and no number of it is the same."""
    shared = one.keys() & other.keys()
    return bool(shared) and all(one[unit].isdisjoint(other[unit]) for unit in shared)
