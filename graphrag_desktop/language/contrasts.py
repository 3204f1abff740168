"""Sentences that speak of one thing and say different things of it: a denial against a statement, one number against another.

Without a model no contradiction is understood. What can be told is that two sentences share the rare words of their
subject, and that one of them denies, or that they count the same unit differently.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from graphrag_desktop.language.lexicon import STOP, words
from graphrag_desktop.language.number_values import written_numbers
from graphrag_desktop.language.vectors import Floats
from graphrag_desktop.language.words import search_terms, singular

_DENIAL = re.compile(
    r"\b(?:no|not|never|nobody|none|nothing|neither|nor|without|den(?:y|ies|ied)|untrue|false|mistaken)\b|n['’]t\b",
    re.IGNORECASE,
)
_DENIED, _TERMS_DENIED = 6, 1  # words after it, and how many of those that tell something are what is denied
_WISHED = re.compile(
    r"\b(?:must|should|shall|if|whether|unless|asks? (?:for|that)|wants?|please|may)\b|\?", re.IGNORECASE
)
"""Words of a sentence that states nothing which could be true or not."""

_VOICE = re.compile(
    r"\b(?:said|says|say|told|tells|answer(?:s|ed)|claim(?:s|ed)|stat(?:es|ed)|writes?|wrote|written|according to|report(?:s|ed)|shows?|estimat(?:es|ed)"
    r"|maintain(?:s|ed)|insist(?:s|ed)|den(?:y|ies|ied)|testif(?:ies|ied)|explain(?:s|ed)|assure[sd]?|declare[sd]?|record(?:s|ed)|counted|logs?|promised|asked"
    r"|found|value[sd]?|know[ns]?|knew|learn(?:ed|t)|heard)\b",
    re.IGNORECASE,
)
"""Words by which a sentence says whose statement it gives."""

_RANGE = re.compile(r"\b(?:\d+|\w+) (?:to|or) $|\bbetween [\w.,]+ and $", re.IGNORECASE)
_UNIT = re.compile(r"\s*(?:[-–]|of )?\s*([^\W\d_]{3,})")
_LEAST_NEAR, _LEAST_ALIKE_IN_NUMBERS = 0.42, 0.3
_MOST_ALIKE = 0.9  # more alike, they are one sentence written twice
_BOTH, _SAME_DOCUMENT, _UNVOICED = 1.2, 0.7, 0.75
_RARE_ENOUGH = 2  # words of their subject, no names, that both say beside what is denied; one, where they are very near
_VERY_NEAR = 0.75
_NAME = re.compile(r"(?<=[\w,;:] )[A-Z][\w'’-]+|^[A-Z][\w'’-]+(?= [A-Z])")


@dataclass(frozen=True, slots=True)
class Contrast:
    """The positions of two sentences that may say different things of one, and how likely it is."""

    one: int
    other: int
    strength: float


def find_contrasts(texts: Sequence[str], documents: Sequence[str], alike: Floats, near: Floats) -> list[Contrast]:
    """The contrasts among sentences, the likeliest first; `alike` are the cosines of their words, `near` of their meaning.

    One of them denies a word that the other says, and both speak of one thing; or they count one unit differently.
    """
    denied = [_denied(_NAME.sub("", each)) for each in texts]
    voices = [_VOICE.search(each) is not None for each in texts]
    counted = [_counted(each) for each in texts]
    units = [frozenset(term for unit in each for term in search_terms(unit)) | _COUNTS for each in counted]
    plain = [frozenset(search_terms(_NAME.sub("", each))) for each in texts]
    wished = [_WISHED.search(each) is not None for each in texts]
    found: list[Contrast] = []
    candidates = np.argwhere(np.triu((near >= _LEAST_NEAR) & (alike > 0) & (alike <= _MOST_ALIKE), 1))
    for one, other in candidates.tolist():
        if wished[one] or wished[other]:
            continue
        against = (denied[one] & plain[other] - denied[other]) | (denied[other] & plain[one] - denied[one])
        is_counted = alike[one, other] >= _LEAST_ALIKE_IN_NUMBERS and _differ(counted[one], counted[other])
        subject = (plain[one] & plain[other]) - against - (units[one] & units[other])
        if not (against or is_counted) or len(subject) < (1 if near[one, other] >= _VERY_NEAR else _RARE_ENOUGH):
            continue
        strength = (float(alike[one, other]) + 3 * float(near[one, other])) / 4
        strength *= _BOTH if against and is_counted else 1
        strength *= _SAME_DOCUMENT if documents[one] == documents[other] else 1
        strength *= (
            1 if voices[one] and voices[other] else (1 + _UNVOICED) / 2 if voices[one] or voices[other] else _UNVOICED
        )
        found.append(Contrast(one, other, strength))
    return sorted(found, key=lambda each: (-each.strength, each.one, each.other))


def _denied(text: str) -> frozenset[str]:
    """The words that a sentence denies: the first ones that tell something after each denial."""
    found: set[str] = set()
    for each in _DENIAL.finditer(text):
        following = " ".join(text[each.end() :].split()[:_DENIED])
        most = 1 if each[0].lower() in {"no", "without"} else _TERMS_DENIED
        found.update(search_terms(re.split(r"[,;.]", following)[0])[:most])
    return frozenset(found)


def _counted(text: str) -> dict[str, set[Decimal]]:
    """For each unit that a sentence counts in, the numbers of it."""
    units: dict[str, set[Decimal]] = {}
    for each in written_numbers(text):
        unit = _UNIT.match(text, each.span.end)
        if unit is not None and unit[1].lower() not in STOP and not _is_loose(text, each.span.start, unit[1]):
            units.setdefault(singular(unit[1].lower()), set()).add(each.value)
    return units


def _is_loose(text: str, start: int, unit: str) -> bool:
    """Whether a number is one end of a range, or of how often: "five to six" and "three times" leave room for others."""
    return unit.lower() == "times" or _RANGE.search(text[:start]) is not None


def _differ(one: Mapping[str, set[Decimal]], other: Mapping[str, set[Decimal]]) -> bool:
    """Whether they count a unit and no number of it is the same."""
    shared = one.keys() & other.keys() - _CALENDAR
    return bool(shared) and all(one[unit].isdisjoint(other[unit]) for unit in shared)


_COUNTS = frozenset(term for each in ("hundred", "thousand", "million", "billion") for term in search_terms(each))
_CALENDAR = words("january february march april may june july august september october november december")
