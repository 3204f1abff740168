"""Which hue a root community has: the largest ones a colour of their own, and each the same one for good."""

from collections.abc import Mapping

COLOURED_ROOTS = 20
"""So many root communities have a colour; the others are grey."""

OTHER = COLOURED_ROOTS
"""The hue of a root community beyond those."""


def root_hues(sizes: Mapping[int, int], kept: Mapping[int, int]) -> dict[int, int]:
    """The hue of each root community, by number: 0 to 19, or `OTHER`.

    The largest come first. A hue that was `kept` with a community stays for good; a new community takes the hue that is
    used least.
    """
    hues = {number: kept[number] for number in sizes if kept.get(number, OTHER) != OTHER}
    uses = [0] * COLOURED_ROOTS
    for hue in hues.values():
        uses[hue] += 1
    largest_first = sorted(sizes, key=lambda number: (-sizes[number], number))
    for place, number in enumerate(largest_first):
        if number in hues:
            continue
        hues[number] = OTHER if place >= COLOURED_ROOTS else uses.index(min(uses))
        if hues[number] != OTHER:
            uses[hues[number]] += 1
    return hues
