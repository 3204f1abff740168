"""DOCX: the text as a reader of the page sees it, in its order, with tables, boxes, notes and comments in their places."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from graphrag_desktop.domain.errors import UnreadableDocument
from graphrag_desktop.domain.passwords import NO_PASSWORDS, Passwords
from graphrag_desktop.pipeline.formats.format_text import FormatText, is_blank, laid_out
from graphrag_desktop.pipeline.formats.package import Package
from graphrag_desktop.pipeline.formats.safe_xml import attribute, child
from graphrag_desktop.pipeline.formats.word_numbering import Numbering

_KIND = "DOCX document"
_NEVER_SHOWN = frozenset({"pPr", "rPr", "del", "moveFrom", "sectPr", "tblPr", "tblGrid", "trPr", "tcPr", "sdtPr", "rt"})
_SIGNS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "ptab": "\t"}
_NOTES = {"footnoteReference": "footnotes", "endnoteReference": "endnotes", "commentReference": "comments"}
_NOTE_WORDS = {"footnotes": "Footnote", "endnotes": "Endnote"}


def read(content: bytes, passwords: Passwords = NO_PASSWORDS) -> FormatText:
    """The text of a DOCX file; raises `UnreadableDocument`, `NeedsPassword`.

    Insertions are kept and deletions left out. A note or a comment follows the paragraph it belongs to, a text box the
    one it hangs on; headers stand first and footers last, each once. Macros, fields and links are never followed.
    """
    package = Package(content, _KIND, passwords)
    main = next((each.target for each in package.relations("").values() if each.kind == "officeDocument"), "")
    root = package.parse(main) if main else None
    body = child(root, "body")
    if body is None:
        raise UnreadableDocument(
            "The DOCX document has no text part.", "Open it in a word processor, and save it anew."
        )
    story = _Story(package, main)
    lines = [*story.around("header"), *story.blocks(body), *story.unseen_notes(), *story.around("footer")]
    return FormatText(laid_out("\n".join(lines)), "DOCX")


class _Story:
    """The parts of one document, and which notes were already told."""

    def __init__(self, package: Package, main: str) -> None:
        self._package = package
        self._relations = package.relations(main)
        self._numbering = Numbering(self._part("numbering"), self._part("styles"))
        self._notes = {(part, attribute(each, "id")): each for part in _NOTES.values() for each in self._notes_of(part)}

    def around(self, kind: str) -> Iterator[str]:
        """The lines of all headers, or all footers, each once."""
        told: set[str] = set()
        for relation in self._relations.values():
            root = self._package.parse(relation.target) if relation.kind == kind else None
            for line in () if root is None else self.blocks(root):
                if line not in told:
                    told.add(line)
                    yield line

    def blocks(self, parent: Element) -> Iterator[str]:
        """The lines of everything below an element that holds paragraphs and tables."""
        joined = ""  # a paragraph whose end was deleted goes on in the next
        for each in parent:
            match each.tag:
                case "p":
                    text, asides = self._paragraph(each)
                    joined += text
                    if child(each, "pPr", "rPr", "del") is not None:
                        continue
                    if not is_blank(joined):
                        yield joined.strip("\n")
                    joined = ""
                    yield from asides
                case "tbl":
                    yield from self._table(each)
                case tag if tag not in _NEVER_SHOWN:
                    yield from self.blocks(_shown(each))
        if not is_blank(joined):
            yield joined

    def unseen_notes(self) -> Iterator[str]:
        """Notes and comments that no place in the text refers to."""
        for part, identity in tuple(self._notes):
            yield from self._note(part, identity)

    def _paragraph(self, paragraph: Element) -> tuple[str, list[str]]:
        """Its text with its number, and the lines that hang on it: boxes, notes, comments."""
        pieces: list[str] = []
        asides: list[str] = []
        for each in paragraph:
            self._gather(each, pieces, asides)
        text = "".join(pieces)
        label = "" if is_blank(text) else self._numbering.label(child(paragraph, "pPr"))
        return label + text, asides

    def _gather(self, element: Element, pieces: list[str], asides: list[str]) -> None:
        tag = element.tag
        if tag == "t":
            pieces.append(element.text or "")
        elif tag in _SIGNS:
            pieces.append(_SIGNS[tag])
        elif tag == "sym":
            pieces.append(_symbol(attribute(element, "char")))
        elif tag in _NOTES:
            asides.extend(self._note(_NOTES[tag], attribute(element, "id")))
        elif tag == "txbxContent":
            asides.extend(self.blocks(element))
        elif tag not in _NEVER_SHOWN:
            for each in _shown(element):
                self._gather(each, pieces, asides)

    def _table(self, table: Element) -> Iterator[str]:
        """A line for each row, its cells parted by bars."""
        for row in _found(table, "tr"):
            if child(row, "trPr", "del") is not None:
                continue
            cells = [self._cell(each) for each in _found(row, "tc")]
            if any(not is_blank(cell) for cell in cells):
                yield " | ".join(cells).rstrip(" |")

    def _cell(self, cell: Element) -> str:
        merged = child(cell, "tcPr", "vMerge")
        if merged is not None and attribute(merged, "val") != "restart":
            return ""  # what the cell above it says
        return " ".join(" ".join(self.blocks(cell)).split())

    def _note(self, part: str, identity: str) -> Iterator[str]:
        note = self._notes.pop((part, identity), None)
        if note is None:
            return
        text = " ".join(" ".join(self.blocks(note)).split())
        if text:
            author = attribute(note, "author")
            yield f"{_NOTE_WORDS.get(part) or (f'Comment by {author}' if author else 'Comment')}: {text}"

    def _notes_of(self, part: str) -> Iterator[Element]:
        root = self._part(part)
        for each in () if root is None else root:
            if each.tag in {"footnote", "endnote", "comment"} and not attribute(each, "type"):  # separators have one
                yield each

    def _part(self, kind: str) -> Element | None:
        target = next((each.target for each in self._relations.values() if each.kind == kind), "")
        return self._package.parse(target) if target else None


def _shown(element: Element) -> Element:
    """Of alternatives for newer and older programs the first that has text; else the element itself."""
    if element.tag != "AlternateContent":
        return element
    return next((each for each in element if any(True for text in each.iter("t") if text.text)), Element("nothing"))


def _found(parent: Element, name: str) -> Iterator[Element]:
    """Rows of a table or cells of a row, also those within content controls and insertions."""
    for each in parent:
        if each.tag == name:
            yield each
        elif each.tag not in _NEVER_SHOWN and each.tag not in {"tr", "tc", "tbl", "p"}:
            yield from _found(each, name)


def _symbol(code: str) -> str:
    try:
        return chr(int(code, 16))
    except (ValueError, OverflowError):
        return ""
