"""The numbers and bullets that a word processor puts before paragraphs, which no text in the file shows."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from graphrag_desktop.pipeline.formats.safe_xml import attribute, child

_DEEPEST_STYLE = 20  # styles that rest on styles; a circle of them ends here
_PLACE = re.compile(r"%(\d)")
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_LARGEST = 4_000  # beyond it nobody counts in letters or Roman numerals


@dataclass(frozen=True, slots=True)
class _Level:
    form: str
    pattern: str
    start: int


class Numbering:
    """Counts the numbered paragraphs of one document; ask in their order, each once."""

    def __init__(self, numbering: Element | None, styles: Element | None) -> None:
        self._levels: dict[str, dict[int, _Level]] = {}
        self._abstracts: dict[str, str] = {}
        self._styles = {} if styles is None else {attribute(each, "styleId"): each for each in styles.iter("style")}
        self._counts: dict[str, list[int]] = {}
        if numbering is not None:
            self._learn(numbering)

    def label(self, properties: Element | None) -> str:
        """What stands before the paragraph with these properties, with a space after it; empty where nothing does."""
        number, level = self._place(properties)
        abstract = self._abstracts.get(number, "")
        form = self._levels.get(abstract, {}).get(level)
        if form is None or form.form == "none":
            return ""
        if form.form == "bullet":
            return "• "
        counts = self._counts.setdefault(abstract, [])
        while len(counts) <= level:
            before = self._levels[abstract].get(len(counts))
            counts.append((before.start if before else 1) - 1)
        for shallower in range(level):  # a list may begin at its second level: 1.1 without a 1
            counts[shallower] = max(counts[shallower], 1)
        counts[level] += 1
        del counts[level + 1 :]
        return self._written(abstract, form, counts)

    def _written(self, abstract: str, form: _Level, counts: list[int]) -> str:
        def place(found: re.Match[str]) -> str:
            at = int(found.group(1)) - 1
            level = self._levels[abstract].get(at)
            return _formatted(counts[at], level.form if level else "decimal") if 0 <= at < len(counts) else ""

        words = _PLACE.sub(place, form.pattern).strip()
        return f"{words} " if words else ""

    def _learn(self, numbering: Element) -> None:
        for each in numbering.iter("abstractNum"):
            self._levels[attribute(each, "abstractNumId")] = {
                int(attribute(level, "ilvl") or 0): _Level(
                    _value(level, "numFmt", "decimal"),
                    _value(level, "lvlText", ""),
                    int(_value(level, "start", "1") or 1),
                )
                for level in each.iter("lvl")
                if (attribute(level, "ilvl") or "0").isdecimal() and _value(level, "start", "1").isdecimal()
            }
        for each in numbering.iter("num"):
            self._abstracts[attribute(each, "numId")] = _value(each, "abstractNumId", "")

    def _place(self, properties: Element | None) -> tuple[str, int]:
        """The list and the level in it that a paragraph names, itself or by its style."""
        number = level = ""
        style = _value(properties, "pStyle", "")
        for _ in range(_DEEPEST_STYLE):
            own = child(properties, "numPr")
            number = number or _value(own, "numId", "")
            level = level or _value(own, "ilvl", "")
            if number or style not in self._styles:
                break
            properties = child(self._styles[style], "pPr")
            style = _value(self._styles[style], "basedOn", "")
        return number, int(level) if level.isdecimal() else 0


def _value(element: Element | None, name: str, default: str) -> str:
    found = child(element, name)
    return default if found is None else attribute(found, "val") or default


def _formatted(number: int, form: str) -> str:
    write = _FORMS.get(form, str)
    return write(number) if 0 < number < _LARGEST else str(number)


def _letters(number: int) -> str:
    return chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)


def _roman(number: int) -> str:
    written = ""
    for value, letters in _ROMAN:
        written += letters * (number // value)
        number %= value
    return written


_FORMS: Mapping[str, Callable[[int], str]] = {
    "lowerRoman": _roman,
    "upperRoman": lambda number: _roman(number).upper(),
    "lowerLetter": _letters,
    "upperLetter": lambda number: _letters(number).upper(),
    "decimalZero": lambda number: f"{number:02}",
}
