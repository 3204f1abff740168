"""Text with citations as blocks: each citation a chip that follows its sentence, more than five of them folded."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from graphrag_desktop.domain.answers import Citation
from graphrag_desktop.domain.citations import CitationGroup, parse_citations
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.ui.citation_states import citation_state
from graphrag_desktop.ui.inline_objects import Chip, MoreChip
from graphrag_desktop.ui.prose_blocks import Block, Piece, Placed, Run, heading

CITATION = "citation"
MORE = "more"
"""Schemes of links: `citation:3` is a place in a list of citations, `more:7` the group of chips that begins there."""

Marks = Mapping[int, Placed]
"""What is put behind a statement, by the place in the text at which it ends."""

_MOST_CHIPS = 5
_EMPHASIS = re.compile(r"\*\*(.+?)\*\*|__(.+?)__")
_ITEM = re.compile(r"(\s*)(?:[-*+•]|(\d{1,3})[.)])\s+(.*)")
_HEADING = re.compile(r"#{1,6}\s+(.*)")
_CLOSING = re.compile(r"\s*([.,;:!?。，；：！？]+)")
_NO_BREAK = "\N{NO-BREAK SPACE}"
_LIST_INDENT, _STEP = 18, 14
_KINDS = (Kind.REPORT, Kind.ENTITY, Kind.RELATIONSHIP, Kind.CLAIM, Kind.SOURCE)


class CitedText:
    """Turns text with citations into pieces, giving each cited record its place in `citations` in turn.

    `citations` are those of the whole text, in the order in which they stand; without them (an answer still being
    written) chips have no state. `opened` are the places of groups shown in full.
    """

    def __init__(self, citations: Sequence[Citation], opened: Collection[int] = ()) -> None:
        self._citations = citations
        self._opened = opened
        self._next = 0

    def pieces(self, text: str, marks: Marks | None = None) -> tuple[Piece, ...]:
        """One paragraph or list item; `marks` are put in at their places in it."""
        found: list[Piece] = []
        position = 0
        for group in parse_citations(text):
            own = _at_end(text, position, group.span.start, marks or {})
            inner = {place: mark for place, mark in (marks or {}).items() if mark is not own}
            found += _marked(text, position, group.span.start, inner, is_end=True)
            position = group.span.end
            if closing := _CLOSING.match(text, position):  # a full stop belongs to the sentence, not to its chips
                found.append(Run(closing[1]))
                position = closing.end()
            found.append(Run(_NO_BREAK))
            found += [own] if own else []
            found += self._chips(group)
        return (*found, *_marked(text, position, len(text), marks or {}, is_end=bool(found)))

    def _chips(self, group: CitationGroup) -> list[Placed]:
        first = self._next
        numbered = [(ref.kind, number) for ref in group.refs for number in ref.ids]
        self._next += len(numbered)
        places = sorted(range(len(numbered)), key=lambda at: (_rank(numbered[at][0]), numbered[at][1]))
        chips = [self._chip(first + at, *numbered[at]) for at in places]
        if len(chips) <= _MOST_CHIPS or first in self._opened:
            return chips
        hidden = chips[_MOST_CHIPS:]
        words = " ".join(each.thing.plain for each in hidden)
        return [*chips[:_MOST_CHIPS], Placed(MoreChip(len(hidden), words), f"{MORE}:{first}")]

    def _chip(self, place: int, kind: Kind, number: int) -> Placed:
        known = self._citations[place] if place < len(self._citations) else None
        state = None if known is None else citation_state(known)
        return Placed(Chip(kind, number, state), f"{CITATION}:{place}")


def markdown_blocks(text: str, cited: CitedText, marks: Marks | None = None) -> tuple[Block, ...]:
    """Headings, list items and paragraphs of Markdown, nothing else of it; with marks at their places in the text."""
    return tuple(_blocks(text, cited, marks or {}))


def _blocks(text: str, cited: CitedText, marks: Marks) -> Iterator[Block]:
    is_first = True
    at = 0
    for line in text.split("\n"):
        start, at = at, at + len(line) + 1
        if not line.strip():
            continue
        if item := _ITEM.match(line):
            depth = min(len(item[1].expandtabs(2)) // 2, 3)
            mark = f"{item[2]}.\t" if item[2] else "•\t"
            pieces = cited.pieces(item[3], _moved(marks, start + item.start(3)))
            yield Block(pieces, indent=_LIST_INDENT + depth * _STEP, bullet=mark, below=5)
        elif title := _HEADING.match(line):
            pieces = cited.pieces(title[1], _moved(marks, start + title.start(1)))
            yield heading(pieces, "title", above=0 if is_first else 8)
        else:
            yield Block(cited.pieces(line, _moved(marks, start)))
        is_first = False


def _moved(marks: Marks, start: int) -> Marks:
    return {place - start: mark for place, mark in marks.items() if place >= start}


def _at_end(text: str, start: int, end: int, marks: Marks) -> Placed | None:
    """The mark right before a citation: it goes behind the full stop, which is written after the citation."""
    last = max((place for place in marks if start < place <= end), default=None)
    return None if last is None or text[last:end].strip() else marks[last]


def _marked(text: str, start: int, end: int, marks: Marks, *, is_end: bool) -> list[Piece]:
    """The words from `start` to `end`, a mark behind each place that has one; `is_end` drops the space at the end."""
    found: list[Piece] = []
    for place in sorted(place for place in marks if start < place <= end):
        found += _emphasised(text[start:place])
        found += [Run(_NO_BREAK), marks[place]]
        start = place
    rest = text[start:end]
    return [*found, *_emphasised(rest.rstrip() if is_end else rest)]


def _emphasised(text: str) -> list[Piece]:
    found: list[Piece] = []
    position = 0
    for match in _EMPHASIS.finditer(text):
        if match.start() > position:
            found.append(Run(text[position : match.start()]))
        found.append(Run(match[1] or match[2], weight=600))
        position = match.end()
    if position < len(text):
        found.append(Run(text[position:]))
    return found


def _rank(kind: Kind) -> int:
    return _KINDS.index(kind) if kind in _KINDS else len(_KINDS)
