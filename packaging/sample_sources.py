"""The plain sources of the sample's paged and office documents: a few lines about the document, then blocks of text."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_COMMENT, _NOTE = "comment ", "note: "


@dataclass(frozen=True, slots=True)
class Heading:
    """A line that begins with one or two number signs."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines up to the next blank one; each is shown as a line of its own."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Items:
    """Lines that begin with a hyphen."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Lines that begin with a bar; the first has the names of the columns."""

    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Comment:
    """What somebody wrote beside the paragraph before."""

    author: str
    text: str


@dataclass(frozen=True, slots=True)
class Note:
    """What a speaker has before him and the room does not see."""

    text: str


Block = Heading | Paragraph | Items | Table | Comment | Note


@dataclass(frozen=True, slots=True)
class Source:
    """One document before it has a format; `header` and `footer` stand on every page, and may be empty."""

    title: str
    author: str
    date: datetime.date
    header: str
    footer: str
    blocks: tuple[Block, ...]


def read_source(path: Path) -> Source:
    """The source in a file; raises `KeyError` or `ValueError` where it lacks its title, author or date."""
    head, _, body = path.read_text(encoding="utf-8").partition("\n---\n")
    fields = dict(line.split(": ", 1) for line in head.splitlines())
    return Source(
        fields["title"],
        fields["author"],
        datetime.date.fromisoformat(fields["date"]),
        fields.get("header", ""),
        fields.get("footer", ""),
        tuple(_blocks(body)),
    )


def sections(source: Source) -> Iterator[tuple[Heading, tuple[Block, ...]]]:
    """The blocks by the first-level headings above them: sheets of a workbook, slides of a deck."""
    heading: Heading | None = None
    gathered: list[Block] = []
    for block in source.blocks:
        if isinstance(block, Heading) and block.level == 1:
            if heading is not None:
                yield heading, tuple(gathered)
            heading, gathered = block, []
        else:
            gathered.append(block)
    if heading is not None:
        yield heading, tuple(gathered)


def _blocks(body: str) -> Iterator[Block]:
    for piece in body.strip().split("\n\n"):
        lines = tuple(piece.splitlines())
        first = lines[0]
        if first.startswith("#"):
            marks, _, text = first.partition(" ")
            yield Heading(len(marks), text)
        elif first.startswith("|"):
            yield Table(tuple(tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines))
        elif first.startswith("- "):
            yield Items(tuple(line.removeprefix("- ") for line in lines))
        elif first.startswith(_COMMENT):
            author, _, text = first.removeprefix(_COMMENT).partition(": ")
            yield Comment(author, text)
        elif first.startswith(_NOTE):
            yield Note(first.removeprefix(_NOTE))
        else:
            yield Paragraph(lines)
