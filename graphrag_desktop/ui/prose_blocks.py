"""Typeset text before it is typeset: paragraphs, headings and list items of words and of objects that sit in the line."""

from collections.abc import Iterable
from dataclasses import dataclass

from graphrag_desktop.ui.inline_objects import InlineObject
from graphrag_desktop.ui.theme import Role, Token

READING_LINE = 124
"""Line height in per cent of Inter's own: 1.5 em."""

HEADING_LINE = 115


@dataclass(frozen=True, slots=True)
class Run:
    """Words in one dress. `href` makes them a link; None for role and weight means those of their block."""

    text: str
    weight: int | None = None
    tone: Token | None = None
    role: Role | None = None
    href: str = ""
    ground: Token | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """An object in the line; `href` says what following it means."""

    thing: InlineObject
    href: str


Piece = Run | Placed


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph. Lengths are pixels at 100 %; `bullet` hangs before the indent; `has_figures` puts what stands after a
    tab at the right edge of the measure."""

    pieces: tuple[Piece, ...]
    role: Role = "read"
    weight: int = 400
    tone: Token = "text"
    above: int = 0
    below: int = 8
    line: int = READING_LINE
    indent: int = 0
    bullet: str = ""
    has_figures: bool = False


def heading(
    pieces: Iterable[Piece], role: Role = "read", *, above: int = 10, below: int = 4, has_figures: bool = False
) -> Block:
    """A heading in the text."""
    return Block(
        tuple(pieces), role=role, weight=600, above=above, below=below, line=HEADING_LINE, has_figures=has_figures
    )


def caption(text: str, *, above: int = 0, below: int = 6) -> Block:
    """A quiet line that says what follows."""
    return Block((Run(text),), role="small", weight=500, tone="text3", above=above, below=below)


def plain_text(blocks: Iterable[Block]) -> str:
    """All of it as plain text, objects as what a copy has in their place."""
    return "\n".join(
        block.bullet
        + "".join(piece.text if isinstance(piece, Run) else f" {piece.thing.plain}" for piece in block.pieces)
        for block in blocks
    )
