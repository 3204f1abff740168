"""What makes two things the same: ids, keys and canonical order (`docs/decisions/` says why)."""

import hashlib
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NewType

DocumentId = NewType("DocumentId", str)
"""SHA-256 of the file's bytes, in hexadecimal."""

EntityId = NewType("EntityId", str)
"""The normalised title, after aliases."""

Key = NewType("Key", str)
"""Hash of everything that determines a stored result (a memo key)."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Characters `start` to `end` (exclusive) of a document's text; the ends count code points."""

    start: int
    end: int

    def contains(self, other: "Span") -> bool:
        """Whether `other` lies wholly within."""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: "Span") -> bool:
        """Whether the two share a character."""
        return self.start < other.end and other.start < self.end


def document_id(content: bytes) -> DocumentId:
    """Equal files are one document, whatever their names."""
    return DocumentId(hashlib.sha256(content).hexdigest())


def entity_id(title: str) -> EntityId:
    """NFKC, case folded, white space trimmed and folded: the only normalisation by which entities merge."""
    return EntityId(" ".join(unicodedata.normalize("NFKC", title).casefold().split()))


def memo_key(*parts: str | int | float | bytes | None) -> Key:
    """One key for an ordered list of parts; no two different lists give the same bytes to hash."""
    pieces: list[bytes] = []
    for part in parts:
        encoded = part if isinstance(part, bytes) else f"{type(part).__name__}:{part}".encode("utf-8", "surrogatepass")
        pieces += (len(encoded).to_bytes(8, "little"), encoded)
    return Key(hashlib.sha256(b"".join(pieces)).hexdigest())  # in one go: each update would hand over to another thread


def member_key(entities: Iterable[EntityId]) -> Key:
    """A community's id: the set of its members, whatever their order or its level."""
    return memo_key(*sorted(entities))
