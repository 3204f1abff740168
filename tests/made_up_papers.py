"""Papers of a made-up place, a few sentences each, told by a seed."""

import random

PEOPLE = "Anna Berg, Karl Osten, Jonas Berg, Zoe Lund, Edith Vane, Paul Hale".split(", ")
PLACES = "Dunford, Harwick, Tal Harbour, the Dunford Savings Bank, the Old Mill, Market Square".split(", ")
DEEDS = (
    "{0} bought a house in {1} from {2}.",
    "{0} and {2} met the council at {1} in 1921.",
    "{2} accused {0} of having sold {1} twice.",
    "At {1}, {0} repaired the weir that {2} had drawn.",
    "{0} lent {2} the money for {1}, and {2} never paid it back.",
)


def text_of(seed: int) -> str:
    """A few sentences about the same people and places, the same for the same seed."""
    chance = random.Random(seed)
    lines = []
    for _ in range(chance.randint(1, 6)):
        one, other = chance.sample(PEOPLE, 2)
        lines.append(chance.choice(DEEDS).format(one, chance.choice(PLACES), other))
    return f"{' '.join(lines)} This is paper number {seed}.\n"
