"""What is found out about model servers and models before they are relied on: a line for each thing looked at."""

from dataclasses import dataclass
from enum import StrEnum


class Looked(StrEnum):
    """What a line is about, in the order in which it is looked at."""

    SERVER = "server"
    KEY = "key"
    MODEL = "model"
    JSON = "JSON"
    CONTEXT = "context"
    VECTORS = "vectors"
    SPEED = "speed"


class Finding(StrEnum):
    """Whether a thing is as it should be, will do, or stands in the way."""

    GOOD = "good"
    LIMITED = "limited"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class ModelCheck:
    """One line of a test: of which model, what was looked at, how it is, and a sentence that says so."""

    model: str
    about: Looked
    finding: Finding
    words: str


@dataclass(frozen=True, slots=True)
class ModelSpeed:
    """How fast a model answered once: seconds of the whole call, and the tokens that it wrote."""

    seconds: float
    tokens: int

    @property
    def tokens_a_second(self) -> float:
        """How many it writes in a second."""
        return self.tokens / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True, slots=True)
class FoundServer:
    """A model server on this machine: what it seems to be, where it is, and its models.

    `needs_key` is true for one that shows its models only to those who have a key.
    """

    name: str
    base_url: str
    models: tuple[str, ...]
    needs_key: bool = False


@dataclass(frozen=True, slots=True)
class Destination:
    """A host to which text goes, whether it is this machine, and what goes there, in words."""

    host: str
    is_here: bool
    what: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeyState:
    """Whether there is a key for a server, and a sentence on where it is kept; never the key itself."""

    owner: str
    is_there: bool
    words: str
    is_lasting: bool = False
