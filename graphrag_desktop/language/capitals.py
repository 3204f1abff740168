"""How a concept is written: its words in small letters, but for those that the collection mostly writes otherwise.

What it is called is its singular; a title or a heading shows it in the number in which it is mostly written.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.language.words import singular

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


def usual_numbers(titles: Mapping[EntityId, str], surfaces: Surfaces) -> dict[EntityId, str]:
    """The titles of those concepts that most places write in the plural, in the plural."""
    last_words: dict[EntityId, Counter[str]] = defaultdict(Counter)
    for concept, surface, _ in surfaces:
        found = surface.split()
        if len(found) == titles[concept].count(" ") + 1:
            last_words[concept][found[-1].lower()] += 1
    shown: dict[EntityId, str] = {}
    for concept, counts in last_words.items():
        title = titles[concept]
        rest, _, last = title.rpartition(" ")
        plurals = {
            word: count for word, count in counts.items() if word != last.lower() and singular(word) == last.lower()
        }
        if 2 * sum(plurals.values()) > counts.total():
            plural = max(plurals, key=lambda word: (plurals[word], word))
            ending = plural.upper() if last.isupper() and len(last) > 1 else last[0] + plural[1:]
            shown[concept] = f"{rest} {ending}".strip()
    return shown


def _spelled(term: str, capitals: Mapping[tuple[int, bool], int], places: Mapping[int, int]) -> str:
    words = term.split(" ")
    for at, word in enumerate(words):
        whole, first = capitals.get((at, True), 0), capitals.get((at, False), 0)
        if 2 * (whole + first) > places[at]:
            words[at] = word.upper() if whole > first else word[0].upper() + word[1:]
    return " ".join(words)
