"""From the tree of an HTML document to lines: one for each paragraph, heading, item of a list and row of a table."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "caption",
        "center",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "html",
        "legend",
        "li",
        "main",
        "menu",
        "nav",
        "ol",
        "optgroup",
        "p",
        "pre",
        "section",
        "summary",
        "table",
        "tbody",
        "tfoot",
        "thead",
        "tr",
        "ul",
    ]
)
_CELLS = frozenset({"td", "th"})
_SPACE = re.compile(r"[ \t\n\r\f]+")
_LAYOUT_CELL = 1_000  # characters; a longer cell is a part of the page, and its table a means of placing it
_LONGEST_NUMBER = 9


def text_of(root: "LexborNode") -> str:
    """The text below an element as lines, none of them blank."""
    return _Writer().written(root)


class _Writer:
    """Walks the tree once, without recursion: a page may be nested as deep as its writer wanted."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._pieces: list[str] = []
        self._counts: list[int | None] = []  # of the lists around; None for those with bullets
        self._tables: list[bool] = []  # whether the tables around hold data
        self._cells = 0  # of this row so far
        self._kept = 0  # preformatted elements around

    def written(self, root: "LexborNode") -> str:
        """The lines of everything below `root`, joined."""
        node: LexborNode | None = root
        end = root.mem_id
        while node is not None:
            self._enter(node)
            below = node.first_child
            if below is not None:
                node = below
                continue
            while node is not None:
                self._leave(node)
                if node.mem_id == end:
                    node = None
                elif node.next is not None:
                    node = node.next
                    break
                else:
                    node = node.parent
        self._end_line()
        return "\n".join(self._lines)

    def _enter(self, node: "LexborNode") -> None:
        tag = node.tag
        if tag == "-text":
            self._say(node.text_content or "")
        elif tag == "br":
            self._say(" ") if self._is_in_row() else self._end_line()
        elif tag in _CELLS:
            self._begin_cell()
        elif tag in _BLOCKS:
            self._begin_block(node, tag or "")

    def _leave(self, node: "LexborNode") -> None:
        tag = node.tag
        if tag not in _BLOCKS:
            return
        if tag == "table":
            self._tables.pop()
        elif tag in {"ul", "ol", "menu", "dir"}:
            self._counts.pop()
        elif tag == "pre":
            self._kept -= 1
        if not self._is_in_row() or tag == "tr":
            self._end_line()
        else:
            self._say(" ")

    def _begin_block(self, node: "LexborNode", tag: str) -> None:
        if tag == "table":
            self._end_line()
            self._tables.append(_holds_data(node))
        elif tag in {"ul", "ol", "menu", "dir"}:
            self._counts.append(_first_number(node) if tag == "ol" else None)
        if tag == "tr":
            self._cells = 0
        if self._is_in_row() and tag != "tr":
            self._say(" ")
            return
        self._end_line()
        if tag == "li":
            self._mark_item()
        elif tag == "pre":
            self._kept += 1

    def _begin_cell(self) -> None:
        if not self._is_in_row():
            self._end_line()
        elif self._cells:
            self._pieces.append(" | ")
        self._cells += 1

    def _mark_item(self) -> None:
        if not self._counts or self._counts[-1] is None:
            self._pieces.append("• ")
            return
        self._pieces.append(f"{self._counts[-1]}. ")
        self._counts[-1] += 1

    def _say(self, text: str) -> None:
        if self._kept and not self._is_in_row():
            *whole, last = text.split("\n")
            for line in whole:
                self._pieces.append(line)
                self._end_line()
            self._pieces.append(last)
        else:
            self._pieces.append(_SPACE.sub(" ", text))

    def _is_in_row(self) -> bool:
        return bool(self._tables) and self._tables[-1]

    def _end_line(self) -> None:
        line = "".join(self._pieces)
        line = line.rstrip() if self._kept else _SPACE.sub(" ", line).strip(" \u200b\ufeff").removesuffix(" |")
        if line.strip(" |•\u00a0\u200b"):
            self._lines.append(line)
        self._pieces.clear()


def _holds_data(table: "LexborNode") -> bool:
    """Whether a table is one to the reader, too, and not a means to place parts of the page."""
    within = table.css("table, h1, h2, form")  # the table itself may be among them
    if any(each.mem_id != table.mem_id for each in within) or table.attributes.get("role") == "presentation":
        return False
    return all(len(cell.text()) <= _LAYOUT_CELL for cell in table.css("td"))


def _first_number(node: "LexborNode") -> int:
    start = node.attributes.get("start") or "1"
    return int(start) if start.isdecimal() and len(start) <= _LONGEST_NUMBER else 1
