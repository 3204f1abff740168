"""PPTX: each slide a page, with its tables, charts and diagrams, then its notes and comments."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from graphrag_desktop.domain.errors import UnreadableDocument
from graphrag_desktop.domain.passwords import NO_PASSWORDS, Passwords
from graphrag_desktop.pipeline.formats.format_text import FormatText, is_blank, join_pages, laid_out
from graphrag_desktop.pipeline.formats.package import Package, Relation
from graphrag_desktop.pipeline.formats.safe_xml import attribute, child, relation

_KIND = "PPTX presentation"
_NOT_SAID = frozenset({"sldNum", "dt", "sldImg", "hdr"})  # placeholders that say nothing of the slide
_TITLES = frozenset({"title", "ctrTitle"})
_ALTERNATIVES = ("Choice", "Fallback")


def read(content: bytes, passwords: Passwords = NO_PASSWORDS) -> FormatText:
    """The text of a PPTX file, hidden slides as well; raises `UnreadableDocument`, `NeedsPassword`."""
    package = Package(content, _KIND, passwords)
    main = next((each.target for each in package.relations("").values() if each.kind == "officeDocument"), "")
    root = package.parse(main) if main else None
    if root is None:
        raise UnreadableDocument(
            "The PPTX presentation has no slides part.", "Open it where it was made, and save it anew."
        )
    relations = package.relations(main)
    slides = [relations[relation(each)].target for each in root.iter("sldId") if relation(each) in relations]
    pieces = [laid_out("\n".join(_slide(package, each))) for each in slides]
    text, pages = join_pages(pieces)
    return FormatText(text, "PPTX", pages)


def _slide(package: Package, name: str) -> Iterator[str]:
    root = package.parse(name)
    if root is None:
        return
    relations = package.relations(name)
    yield from _shapes(package, root, relations)
    for each in relations.values():
        if each.kind == "notesSlide":
            notes = package.parse(each.target)
            lines = [] if notes is None else list(_shapes(package, notes, {}))
            if lines:
                yield "Notes: " + lines[0]
                yield from lines[1:]
        elif each.kind == "comments":
            yield from _comments(package.parse(each.target))


def _shapes(package: Package, root: Element, relations: dict[str, Relation]) -> Iterator[str]:
    """The lines of all shapes as they lie, the title first."""
    shapes = list(_flattened(root))
    shapes.sort(key=lambda each: _placeholder(each) not in _TITLES)
    for shape in shapes:
        if _placeholder(shape) in _NOT_SAID:
            continue
        if shape.tag == "graphicFrame":
            yield from _graphic(package, shape, relations)
        else:
            yield from _paragraphs(shape)


def _flattened(parent: Element) -> Iterator[Element]:
    for each in parent:
        if each.tag in {"sp", "graphicFrame", "cxnSp"}:
            yield each
        elif each.tag == "AlternateContent":
            shown = next((found for name in _ALTERNATIVES if (found := each.find(name)) is not None), None)
            if shown is not None:
                yield from _flattened(shown)
        else:
            yield from _flattened(each)


def _placeholder(shape: Element) -> str:
    found = next((each for each in shape if each.tag.startswith("nv")), None)
    mark = child(found, "nvPr", "ph")
    return "" if mark is None else attribute(mark, "type")


def _paragraphs(parent: Element) -> Iterator[str]:
    for paragraph in parent.iter("p"):
        text = "".join(_said(paragraph)).strip("\n")
        if not is_blank(text):
            yield text


def _said(paragraph: Element) -> Iterator[str]:
    for each in paragraph.iter():
        match each.tag:
            case "t":
                yield each.text or ""
            case "br":
                yield "\n"


def _graphic(package: Package, frame: Element, relations: dict[str, Relation]) -> Iterator[str]:
    for row in frame.iter("tr"):
        cells = [" ".join(" ".join(_paragraphs(cell)).split()) for cell in row.iter("tc")]
        if any(cells):
            yield " | ".join(cells).rstrip(" |")
    chart = next((relation(each) for each in frame.iter("chart")), "")
    if chart in relations:
        yield from _chart(package.parse(relations[chart].target))
    diagram = next((relation(each, "dm") for each in frame.iter("relIds")), "")
    if diagram in relations:
        root = package.parse(relations[diagram].target)
        yield from () if root is None else _paragraphs(root)


def _chart(root: Element | None) -> Iterator[str]:
    """The title of a chart, and a line for each series with its values."""
    if root is None:
        return
    for title in root.iter("title"):
        yield from _paragraphs(title)
    for series in root.iter("ser"):
        name = ", ".join(_points(series, "tx").values())
        names, values = (
            _points(series, "cat") or _points(series, "xVal"),
            _points(series, "val") or _points(series, "yVal"),
        )
        told = "; ".join(f"{names[place]}: {value}" if place in names else value for place, value in values.items())
        if told:
            yield f"{name}: {told}" if name else told


def _points(series: Element, name: str) -> dict[str, str]:
    found = series.find(name)
    points = () if found is None else found.iter("pt")
    return {
        attribute(each, "idx"): (value.text or "").strip() for each in points if (value := each.find("v")) is not None
    }


def _comments(root: Element | None) -> Iterator[str]:
    for comment in () if root is None else root.iter("cm"):
        text = " ".join(
            " ".join("".join(each.itertext()) for each in comment.iter() if each.tag in {"text", "t"}).split()
        )
        if text:
            yield f"Comment: {text}"
