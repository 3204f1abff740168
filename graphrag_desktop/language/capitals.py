"""How a concept is written: its words in small letters, but for those that the collection mostly writes otherwise."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from graphrag_desktop.domain.identity import EntityId

Surfaces = Iterable[tuple[EntityId, str, bool]]
"""Concepts with the words that name them at one place, and whether their sentence begins there."""


def usual_spellings(terms: Mapping[EntityId, str], surfaces: Surfaces) -> dict[EntityId, str]:
    """The terms with each word as most places write it, "Monroe doctrine" for one; plurals stay singular.

    A capital counts nothing at the start of a sentence, and nothing where everything is in capitals.
    """
    places: dict[EntityId, Counter[int]] = defaultdict(Counter)
    capitals: dict[EntityId, Counter[tuple[int, bool]]] = defaultdict(Counter)
    for concept, surface, is_first in surfaces:
        words = surface.split()
        if len(words) != terms[concept].count(" ") + 1 or (len(words) > 1 and surface.isupper()):
            continue
        positions = range(1 if is_first else 0, len(words))
        places[concept].update(positions)
        if not surface.islower():
            written = ((at, words[at]) for at in positions if words[at][0].isupper())
            capitals[concept].update((at, word.isupper() and len(word) > 1) for at, word in written)
    return {concept: _spelled(term, capitals[concept], places[concept]) for concept, term in terms.items()}


def _spelled(term: str, capitals: Mapping[tuple[int, bool], int], places: Mapping[int, int]) -> str:
    words = term.split(" ")
    for at, word in enumerate(words):
        whole, first = capitals.get((at, True), 0), capitals.get((at, False), 0)
        if 2 * (whole + first) > places[at]:
            words[at] = word.upper() if whole > first else word[0].upper() + word[1:]
    return " ".join(words)
