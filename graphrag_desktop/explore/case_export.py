"""The case file as a paper that leaves the program: its text with numbered citations, its pictures, its list of sources."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from graphrag_desktop.domain.answers import Citation, CitationStatus
from graphrag_desktop.domain.case_file import CaseItem, CaseKind
from graphrag_desktop.domain.citations import parse_citations
from graphrag_desktop.domain.graph import Evidence

NOTICE = (
    "Titles, summaries and answers in this paper were made by a program from the documents named at its end, and may be"
    " wrong. Each number leads to the words they rest on."
)
"""What every export says of itself."""

_KIND_WORDS = {
    CaseKind.NOTE: "Note",
    CaseKind.QUOTE: "Quotation",
    CaseKind.ENTITY: "Entity",
    CaseKind.REPORT: "Community report",
    CaseKind.ANSWER: "Question and answer",
    CaseKind.VIEW: "Map",
}
_EMPHASIS = re.compile(r"\*\*(.+?)\*\*|__(.+?)__")
_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s+(.*)")
_HEADING = re.compile(r"#{1,6}\s+(.*)")
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]")  # no XML may hold them


@dataclass(frozen=True, slots=True)
class PaperRun:
    """Words, or the numbers of the sources that stand behind them, or what is wrong with a citation."""

    text: str
    is_strong: bool = False
    sources: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PaperBlock:
    """A paragraph, a heading within an item, an item of a list, words quoted from a document, or the analyst's note."""

    kind: str
    runs: tuple[PaperRun, ...]


@dataclass(frozen=True, slots=True)
class PaperItem:
    """An item of the case file: what it is, its title, its blocks, its picture (a PNG) if it has one."""

    kind: str
    title: str
    blocks: tuple[PaperBlock, ...]
    picture: bytes = b""


@dataclass(frozen=True, slots=True)
class Paper:
    """All of it. `sources` are numbered from 1 in the order in which they are first cited."""

    title: str
    made_at: str
    items: tuple[PaperItem, ...]
    sources: tuple[Evidence, ...]
    notice: str = NOTICE


PARAGRAPH, HEADING, LIST_ITEM, QUOTATION, REMARK = "paragraph", "heading", "item", "quotation", "note"


def make_paper(title: str, made_at: str, items: Iterable[CaseItem]) -> Paper:
    """Set the items out as a paper; `made_at` is shown as given."""
    numbering = _Numbering()
    set_out = tuple(_item(each, numbering) for each in items)
    return Paper(printable(title), made_at, set_out, tuple(numbering.sources))


def printable(text: str) -> str:
    """Text without the characters that no document may hold."""
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text)


def place_words(source: Evidence) -> str:
    """Where the words of a source stand: file, page, characters."""
    page = "" if source.page is None else f", page {source.page}"
    return f"{source.path}{page}, characters {source.span.start + 1}-{source.span.end}"


@dataclass
class _Numbering:
    sources: list[Evidence] = field(default_factory=list)
    _numbers: dict[Evidence, int] = field(default_factory=dict)

    def number(self, evidence: Evidence) -> int:
        if evidence not in self._numbers:
            self.sources.append(evidence)
            self._numbers[evidence] = len(self.sources)
        return self._numbers[evidence]

    def numbers(self, evidence: Iterable[Evidence]) -> tuple[int, ...]:
        return tuple(dict.fromkeys(self.number(each) for each in evidence))


def _item(item: CaseItem, numbering: _Numbering) -> PaperItem:
    blocks = [*_text_blocks(item.text, item.citations, numbering)]
    for each in item.evidence:
        quote = PaperRun(f"“{printable(' '.join(each.quote.split()))}”")
        blocks.append(PaperBlock(QUOTATION, (quote, PaperRun("", sources=(numbering.number(each),)))))
    if item.note.strip():
        blocks += [PaperBlock(REMARK, (PaperRun(printable(line)),)) for line in item.note.split("\n") if line.strip()]
    return PaperItem(_KIND_WORDS[item.kind], printable(item.title), tuple(blocks), item.picture)


def _text_blocks(text: str, citations: Sequence[Citation], numbering: _Numbering) -> Iterator[PaperBlock]:
    left = list(citations)
    for line in text.split("\n"):
        if not line.strip():
            continue
        if title := _HEADING.match(line):
            yield PaperBlock(HEADING, tuple(_runs(title[1], left, numbering)))
        elif listed := _ITEM.match(line):
            yield PaperBlock(LIST_ITEM, tuple(_runs(listed[1], left, numbering)))
        else:
            yield PaperBlock(PARAGRAPH, tuple(_runs(line.strip(), left, numbering)))


def _runs(line: str, left: list[Citation], numbering: _Numbering) -> Iterator[PaperRun]:
    """The words of a line, each citation replaced by the numbers of its sources; `left` are those not yet placed."""
    position = 0
    for group in parse_citations(line):
        yield from _emphasised(line[position : group.span.start].rstrip())
        position = group.span.end
        count = sum(len(ref.ids) for ref in group.refs)
        placed, left[:count] = left[:count], []
        numbers = numbering.numbers(each for citation in placed for each in citation.evidence)
        if numbers:
            yield PaperRun("", sources=numbers)
        if doubtful := [each for each in placed if each.status is not CitationStatus.OK]:
            yield PaperRun(f" [{_doubt_words(doubtful)}]")
        elif placed and not numbers:
            yield PaperRun(" [no words found]")
    yield from _emphasised(line[position:])


def _doubt_words(doubtful: Sequence[Citation]) -> str:
    return "; ".join(
        f"{each.kind} {each.number}: {'not among what this answer was given' if each.status is CitationStatus.NOT_IN_CONTEXT else 'no such record'}"
        for each in doubtful
    )


def _emphasised(text: str) -> Iterator[PaperRun]:
    position = 0
    for match in _EMPHASIS.finditer(text):
        if match.start() > position:
            yield PaperRun(printable(text[position : match.start()]))
        yield PaperRun(printable(match[1] or match[2]), is_strong=True)
        position = match.end()
    if position < len(text):
        yield PaperRun(printable(text[position:]))
