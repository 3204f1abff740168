"""Files of the office formats, written by hand as small as they may be, so that each test shows what it is about."""

import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from xml.sax.saxutils import escape

_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_WORD = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
)
_SLIDES = (
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    f'xmlns:r="{_OFFICE}"'
)
_SHEETS = f'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="{_OFFICE}"'


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    """A ZIP archive of these files, the same bytes whenever it is made."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            entry = zipfile.ZipInfo(name)  # of 1980, not of now
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def relations(targets: Mapping[str, tuple[str, str]]) -> str:
    """A part of relations: reference to kind and target."""
    rows = "".join(
        f'<Relationship Id="{reference}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for reference, (kind, target) in targets.items()
    )
    return f'<Relationships xmlns="{_RELATIONS}">{rows}</Relationships>'


def docx(body: str, **parts: str) -> bytes:
    """A DOCX file with this XML in its body; `parts` are further parts by kind, `header` and `footer` as well."""
    found: dict[str, str | bytes] = {
        "_rels/.rels": relations({"rId1": ("officeDocument", "word/document.xml")}),
        "word/document.xml": f"<w:document {_WORD}><w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": relations({kind: (kind.rstrip("2"), f"{kind}.xml") for kind in parts}),
    }
    roots = {"header": "hdr", "header2": "hdr", "footer": "ftr"}
    for kind, inner in parts.items():
        root = roots.get(kind, kind)
        found[f"word/{kind}.xml"] = f"<w:{root} {_WORD}>{inner}</w:{root}>"
    return zipped(found)


def words(text: str, properties: str = "") -> str:
    """A paragraph of a DOCX file with one run."""
    return f"<w:p>{properties}<w:r><w:t>{escape(text)}</w:t></w:r></w:p>"


def table(*rows: Sequence[str]) -> str:
    """A table of a DOCX file."""
    cells = ("".join(f"<w:tc>{words(cell)}</w:tc>" for cell in row) for row in rows)
    return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in cells)}</w:tbl>"


def pptx(slides: Sequence[str], notes: Mapping[int, str] | None = None) -> bytes:
    """A PPTX file with this XML in the shape trees of its slides, and notes by the number of the slide."""
    notes = notes or {}
    ids = "".join(f'<p:sldId id="{255 + number}" r:id="s{number}"/>' for number in range(1, len(slides) + 1))
    found: dict[str, str | bytes] = {
        "_rels/.rels": relations({"rId1": ("officeDocument", "ppt/presentation.xml")}),
        "ppt/presentation.xml": f"<p:presentation {_SLIDES}><p:sldIdLst>{ids}</p:sldIdLst></p:presentation>",
        "ppt/_rels/presentation.xml.rels": relations(
            {f"s{number}": ("slide", f"slides/slide{number}.xml") for number in range(1, len(slides) + 1)}
        ),
    }
    for number, tree in enumerate(slides, start=1):
        found[f"ppt/slides/slide{number}.xml"] = (
            f"<p:sld {_SLIDES}><p:cSld><p:spTree>{tree}</p:spTree></p:cSld></p:sld>"
        )
        if number in notes:
            found[f"ppt/slides/_rels/slide{number}.xml.rels"] = relations(
                {"n": ("notesSlide", f"../notesSlides/notes{number}.xml")}
            )
            found[f"ppt/notesSlides/notes{number}.xml"] = (
                f"<p:notes {_SLIDES}><p:cSld><p:spTree>{shape('5', 'sldNum')}{shape(notes[number], 'body')}"
                "</p:spTree></p:cSld></p:notes>"
            )
    return zipped(found)


def shape(text: str, placeholder: str = "") -> str:
    """A shape of a slide with one paragraph."""
    mark = f'<p:nvPr><p:ph type="{placeholder}"/></p:nvPr>' if placeholder else "<p:nvPr/>"
    return (
        f"<p:sp><p:nvSpPr>{mark}</p:nvSpPr><p:txBody><a:p><a:r><a:t>{escape(text)}</a:t></a:r></a:p></p:txBody></p:sp>"
    )


def xlsx(sheets: Mapping[str, Mapping[str, str | int | float]], hidden: Iterable[str] = ()) -> bytes:
    """An XLSX file: for each sheet its cells by their places."""
    rows = "".join(
        f'<sheet name="{name}" sheetId="{number}" {"state=" + chr(34) + "hidden" + chr(34) if name in set(hidden) else ""}'
        f' r:id="r{number}"/>'
        for number, name in enumerate(sheets, start=1)
    )
    found: dict[str, str | bytes] = {
        "_rels/.rels": relations({"rId1": ("officeDocument", "xl/workbook.xml")}),
        "xl/workbook.xml": f"<workbook {_SHEETS}><sheets>{rows}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": relations(
            {f"r{number}": ("worksheet", f"worksheets/sheet{number}.xml") for number in range(1, len(sheets) + 1)}
        ),
    }
    for number, cells in enumerate(sheets.values(), start=1):
        by_row: dict[int, list[str]] = {}
        for place, value in cells.items():
            row = int("".join(sign for sign in place if sign.isdigit()))
            by_row.setdefault(row, []).append(_cell(place, value))
        inner = "".join(f'<row r="{row}">{"".join(found_cells)}</row>' for row, found_cells in sorted(by_row.items()))
        found[f"xl/worksheets/sheet{number}.xml"] = f"<worksheet {_SHEETS}><sheetData>{inner}</sheetData></worksheet>"
    return zipped(found)


def epub(chapters: Mapping[str, str], encryption: str = "") -> bytes:
    """An EPUB file: for each chapter the markup of its body, in the order of the spine."""
    items = "".join(
        f'<item id="c{number}" href="text/{name}" media-type="application/xhtml+xml"/>'
        for number, name in enumerate(chapters)
    )
    spine = "".join(f'<itemref idref="c{number}"/>' for number in range(len(chapters)))
    found: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="OPS/book.opf"/></rootfiles></container>',
        "OPS/book.opf": '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        "<metadata><dc:title>The Harbour</dc:title><dc:creator>A. Writer</dc:creator></metadata>"
        f'<manifest><item id="nav" href="nav.xhtml" properties="nav"/>{items}</manifest>'
        f'<spine><itemref idref="nav"/>{spine}</spine></package>',
        "OPS/nav.xhtml": "<html><body><nav>Contents</nav></body></html>",
    }
    for name, body in chapters.items():
        found[f"OPS/text/{name}"] = f"<html><head><title>t</title></head><body>{body}</body></html>"
    if encryption:
        found["META-INF/encryption.xml"] = encryption
    return zipped(found)


def pdf(pages: Sequence[str], *, size: int = 12, annotations: Sequence[str] = ()) -> bytes:
    """A PDF file; each page is a content stream, or lines of text where it begins with none of its operators.

    The annotations are on each of them.
    """
    notes = " ".join(f"<< /Type /Annot /Rect [0 0 9 9] {each} >>" for each in annotations)
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", ""]
    kids = []
    for content in pages:
        stream = content if content.startswith(("BT", "q", "0 ")) or not content else _stream(content.split("\n"), size)
        kids.append(f"{len(objects) + 1} 0 R")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {len(objects) + 2} 0 R"
            " /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> >> >>"
            f" /Annots [{notes}] >>"
        )
        objects.append(f"<< /Length {len(stream.encode('cp1252'))} >>\nstream\n{stream}\nendstream")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    return _assembled(objects)


def _stream(lines: Sequence[str], size: int) -> str:
    shown = " ".join(f"({_escaped(line)}) Tj T*" for line in lines)
    return f"BT /F1 {size} Tf {size * 1.2:g} TL 72 770 Td {shown} ET"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def _assembled(objects: Sequence[str]) -> bytes:
    written = b"%PDF-1.4\n"
    offsets = []
    for number, each in enumerate(objects, start=1):
        offsets.append(len(written))
        written += f"{number} 0 obj\n{each}\nendobj\n".encode("cp1252")
    table_at = len(written)
    rows = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    head = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{rows}"
    return (
        written + f"{head}trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{table_at}\n%%EOF\n".encode()
    )


def _cell(place: str, value: str | float) -> str:
    if isinstance(value, str):
        return f'<c r="{place}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'
    return f'<c r="{place}"><v>{value}</v></c>'
