"""Sections of an answer: statements under a heading, where they have one in common."""

from dataclasses import dataclass

from graphrag_desktop.domain.contexts import EvidenceSentence


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, empty for none, and the sentences under it."""

    label: str
    sentences: tuple[EvidenceSentence, ...]
