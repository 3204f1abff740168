"""A source as a PPTX deck: each first-level heading a slide with what stands below it, and the speaker's notes."""

from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from sample_package import RELATIONSHIPS, relations, write_package
from sample_sources import Block, Items, Note, Paragraph, Source, Table, sections

_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
_DECK = "http://schemas.openxmlformats.org/presentationml/2006/main"
_SPACES = f'xmlns:a="{_DRAWING}" xmlns:r="{RELATIONSHIPS}" xmlns:p="{_DECK}"'
_TYPE = "application/vnd.openxmlformats-officedocument.presentationml"
_THEME_TYPE = "application/vnd.openxmlformats-officedocument.theme+xml"
_TABLE = "http://schemas.openxmlformats.org/drawingml/2006/table"
_TREE = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>'
_EMPTY = f"<p:cSld><p:spTree>{_TREE}</p:spTree></p:cSld>"
_MAP = (
    '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3"'
    ' accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>'
)
_AS_MASTER = "<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>"
_COLOURS = {
    "dk1": "000000", "lt1": "FFFFFF", "dk2": "1F3A4D", "lt2": "EEF2F4", "accent1": "2A6F97", "accent2": "C8553D",
    "accent3": "588157", "accent4": "B08D57", "accent5": "6D597A", "accent6": "355070", "hlink": "2A6F97",
    "folHlink": "6D597A",
}  # fmt: skip
_FILL = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
_PLAIN = "<a:effectStyle><a:effectLst/></a:effectStyle>"
_FACE = '<a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/>'
_THEME = (
    f'<a:theme xmlns:a="{_DRAWING}" name="Plain"><a:themeElements><a:clrScheme name="Plain">'
    + "".join(f'<a:{name}><a:srgbClr val="{colour}"/></a:{name}>' for name, colour in _COLOURS.items())
    + f'</a:clrScheme><a:fontScheme name="Plain"><a:majorFont>{_FACE}</a:majorFont><a:minorFont>{_FACE}</a:minorFont>'
    f'</a:fontScheme><a:fmtScheme name="Plain"><a:fillStyleLst>{_FILL * 3}</a:fillStyleLst>'
    f"<a:lnStyleLst>{f'<a:ln>{_FILL}</a:ln>' * 3}</a:lnStyleLst><a:effectStyleLst>{_PLAIN * 3}</a:effectStyleLst>"
    f"<a:bgFillStyleLst>{_FILL * 3}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>"
)
_SLIDE_SIZE = (12_192_000, 6_858_000)  # in English Metric Units, 16:9


def write_pptx(source: Source, path: Path) -> None:
    """Write the sections of a source as slides."""
    slides = list(sections(source))
    numbers = range(1, len(slides) + 1)
    parts = _frame(numbers)
    for number, (heading, blocks) in zip(numbers, slides, strict=True):
        targets = {
            "rId1": ("slideLayout", "../slideLayouts/slideLayout1.xml"),
            "rId2": ("notesSlide", f"../notesSlides/notesSlide{number}.xml"),
        }
        back = {
            "rId1": ("notesMaster", "../notesMasters/notesMaster1.xml"),
            "rId2": ("slide", f"../slides/slide{number}.xml"),
        }
        parts[f"ppt/slides/slide{number}.xml"] = (f"{_TYPE}.slide+xml", _slide(heading.text, blocks))
        parts[f"ppt/slides/_rels/slide{number}.xml.rels"] = ("", relations(targets))
        parts[f"ppt/notesSlides/notesSlide{number}.xml"] = (f"{_TYPE}.notesSlide+xml", _notes(blocks))
        parts[f"ppt/notesSlides/_rels/notesSlide{number}.xml.rels"] = ("", relations(back))
    write_package(path, source, "ppt/presentation.xml", parts)


def _frame(numbers: Sequence[int]) -> dict[str, tuple[str, str]]:
    """The parts around the slides: the presentation, one master with one layout, the master of the notes, two themes."""
    listed = "".join(f'<p:sldId id="{255 + number}" r:id="rId{number + 2}"/>' for number in numbers)
    width, height = _SLIDE_SIZE
    targets = {
        "rId1": ("slideMaster", "slideMasters/slideMaster1.xml"),
        "rId2": ("notesMaster", "notesMasters/notesMaster1.xml"),
    }
    targets |= {f"rId{number + 2}": ("slide", f"slides/slide{number}.xml") for number in numbers}
    deck = (
        f'<p:presentation {_SPACES}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>'
        f'<p:notesMasterIdLst><p:notesMasterId r:id="rId2"/></p:notesMasterIdLst><p:sldIdLst>{listed}</p:sldIdLst>'
        f'<p:sldSz cx="{width}" cy="{height}"/><p:notesSz cx="{height}" cy="{width}"/></p:presentation>'
    )
    layouts = '<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst>'
    master = {"rId1": ("slideLayout", "../slideLayouts/slideLayout1.xml"), "rId2": ("theme", "../theme/theme1.xml")}
    return {
        "ppt/presentation.xml": (f"{_TYPE}.presentation.main+xml", deck),
        "ppt/_rels/presentation.xml.rels": ("", relations(targets)),
        "ppt/slideMasters/slideMaster1.xml": (
            f"{_TYPE}.slideMaster+xml", f"<p:sldMaster {_SPACES}>{_EMPTY}{_MAP}{layouts}</p:sldMaster>",
        ),
        "ppt/slideMasters/_rels/slideMaster1.xml.rels": ("", relations(master)),
        "ppt/slideLayouts/slideLayout1.xml": (
            f"{_TYPE}.slideLayout+xml", f"<p:sldLayout {_SPACES}>{_EMPTY}{_AS_MASTER}</p:sldLayout>",
        ),
        "ppt/slideLayouts/_rels/slideLayout1.xml.rels": (
            "", relations({"rId1": ("slideMaster", "../slideMasters/slideMaster1.xml")}),
        ),
        "ppt/notesMasters/notesMaster1.xml": (
            f"{_TYPE}.notesMaster+xml", f"<p:notesMaster {_SPACES}>{_EMPTY}{_MAP}</p:notesMaster>",
        ),
        "ppt/notesMasters/_rels/notesMaster1.xml.rels": ("", relations({"rId1": ("theme", "../theme/theme2.xml")})),
        "ppt/theme/theme1.xml": (_THEME_TYPE, _THEME),
        "ppt/theme/theme2.xml": (_THEME_TYPE, _THEME),
    }  # fmt: skip


def _slide(title: str, blocks: Sequence[Block]) -> str:
    shapes = [_shape(2, "title", [title], (500_000, 11_000_000, 900_000), 3_200)]
    top = 1_600_000
    for number, block in enumerate(blocks, start=3):
        match block:
            case Paragraph(lines) | Items(lines):
                height = 550_000 * len(lines)
                shapes.append(_shape(number, "", lines, (top, 11_000_000, height), 2_000))
            case Table(rows):
                height = 450_000 * len(rows)
                shapes.append(_table(number, rows, top))
            case _:
                continue
        top += height + 200_000
    return f"<p:sld {_SPACES}><p:cSld><p:spTree>{_TREE}{''.join(shapes)}</p:spTree></p:cSld>{_AS_MASTER}</p:sld>"


def _notes(blocks: Sequence[Block]) -> str:
    lines = [block.text for block in blocks if isinstance(block, Note)]
    shape = _shape(2, "body", lines, (4_500_000, 5_500_000, 3_500_000), 1_200)
    return f"<p:notes {_SPACES}><p:cSld><p:spTree>{_TREE}{shape}</p:spTree></p:cSld>{_AS_MASTER}</p:notes>"


def _shape(number: int, role: str, lines: Sequence[str], box: tuple[int, int, int], size: int) -> str:
    top, width, height = box
    place = f'<p:ph type="{role}"/>' if role else ""
    form = "" if role else '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>'
    text = "".join(
        f'<a:p><a:r><a:rPr lang="en-GB" sz="{size}"/><a:t>{escape(line)}</a:t></a:r></a:p>' for line in lines
    )
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="Text {number}"/><p:cNvSpPr/><p:nvPr>{place}</p:nvPr></p:nvSpPr><p:spPr>'
        f'<a:xfrm><a:off x="600000" y="{top}"/><a:ext cx="{width}" cy="{height}"/></a:xfrm>{form}</p:spPr>'
        f"<p:txBody><a:bodyPr/><a:lstStyle/>{text or '<a:p/>'}</p:txBody></p:sp>"
    )


def _table(number: int, rows: Sequence[Sequence[str]], top: int) -> str:
    width = 11_000_000 // len(rows[0])
    cell = '<a:tc><a:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr lang="en-GB" sz="1600"/><a:t>{0}</a:t></a:r></a:p></a:txBody><a:tcPr/></a:tc>'
    body = "".join(f'<a:tr h="450000">{"".join(cell.format(escape(each)) for each in row)}</a:tr>' for row in rows)
    grid = f'<a:gridCol w="{width}"/>' * len(rows[0])
    return (
        f'<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="{number}" name="Table {number}"/><p:cNvGraphicFramePr/><p:nvPr/>'
        f'</p:nvGraphicFramePr><p:xfrm><a:off x="600000" y="{top}"/><a:ext cx="{width * len(rows[0])}" cy="{450_000 * len(rows)}"/></p:xfrm>'
        f'<a:graphic><a:graphicData uri="{_TABLE}"><a:tbl><a:tblPr firstRow="1"/><a:tblGrid>{grid}</a:tblGrid>{body}</a:tbl>'
        "</a:graphicData></a:graphic></p:graphicFrame>"
    )
