"""A source as a DOCX document: headings, paragraphs, lists, tables with lines, a running header and footer, comments."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from sample_package import RELATIONSHIPS, relations, write_package
from sample_sources import Block, Comment, Heading, Items, Paragraph, Source, Table

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_SPACES = f'xmlns:w="{_WORD}" xmlns:r="{RELATIONSHIPS}"'
_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_TEXT_WIDTH = 9_070  # of an A4 page, in twentieths of a point
_LINE = '<w:{0} w:val="single" w:sz="4" w:space="0" w:color="999999"/>'
_BORDERS = "".join(_LINE.format(side) for side in ("top", "left", "bottom", "right", "insideH", "insideV"))
_STYLES = (
    f"<w:styles {_SPACES}><w:docDefaults><w:rPrDefault><w:rPr>"
    '<w:rFonts w:ascii="Georgia" w:hAnsi="Georgia" w:eastAsia="SimSun"/><w:sz w:val="21"/></w:rPr></w:rPrDefault></w:docDefaults>'
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/>'
    '<w:pPr><w:spacing w:after="120" w:line="276" w:lineRule="auto"/></w:pPr></w:style>'
    + "".join(
        f'<w:style w:type="paragraph" w:styleId="Heading{level}"><w:name w:val="heading {level}"/><w:basedOn w:val="Normal"/>'
        f'<w:pPr><w:keepNext/><w:spacing w:before="240"/><w:outlineLvl w:val="{level - 1}"/></w:pPr>'
        f'<w:rPr><w:b/><w:sz w:val="{size}"/></w:rPr></w:style>'
        for level, size in ((1, 32), (2, 24))
    )
    + "</w:styles>"
)
_NUMBERING = (
    f'<w:numbering {_SPACES}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/>'
    '<w:numFmt w:val="bullet"/><w:lvlText w:val="•"/><w:pPr><w:ind w:left="360" w:hanging="360"/></w:pPr></w:lvl>'
    '</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>'
)
_PAGE = (
    '<w:sectPr><w:headerReference w:type="default" r:id="rId3"/><w:footerReference w:type="default" r:id="rId4"/>'
    '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1418" w:right="1418" w:bottom="1418" w:left="1418" w:header="709"'
    ' w:footer="709" w:gutter="0"/></w:sectPr>'
)


def write_docx(source: Source, path: Path) -> None:
    """Write a source as a word processor would."""
    comments = [block for block in source.blocks if isinstance(block, Comment)]
    targets = {
        "rId1": ("styles", "styles.xml"),
        "rId2": ("numbering", "numbering.xml"),
        "rId3": ("header", "header1.xml"),
        "rId4": ("footer", "footer1.xml"),
    }
    if comments:
        targets["rId5"] = ("comments", "comments.xml")
    body = "".join(_body(source.blocks))
    parts = {
        "word/document.xml": (
            f"{_TYPE}.document.main+xml",
            f"<w:document {_SPACES}><w:body>{body}{_PAGE}</w:body></w:document>",
        ),
        "word/_rels/document.xml.rels": ("", relations(targets)),
        "word/styles.xml": (f"{_TYPE}.styles+xml", _STYLES),
        "word/numbering.xml": (f"{_TYPE}.numbering+xml", _NUMBERING),
        "word/header1.xml": (f"{_TYPE}.header+xml", f"<w:hdr {_SPACES}>{_paragraph(source.header)}</w:hdr>"),
        "word/footer1.xml": (f"{_TYPE}.footer+xml", f"<w:ftr {_SPACES}>{_paragraph(source.footer)}</w:ftr>"),
    }
    if comments:
        parts["word/comments.xml"] = (f"{_TYPE}.comments+xml", _comments(comments, source))
    write_package(path, source, "word/document.xml", parts)


def _body(blocks: Sequence[Block]) -> Iterator[str]:
    commented = 0
    for place, block in enumerate(blocks):
        has_comment = isinstance(blocks[min(place + 1, len(blocks) - 1)], Comment)
        mark = f'<w:r><w:commentReference w:id="{commented}"/></w:r>' if has_comment else ""
        match block:
            case Heading(level, text):
                yield _paragraph(text, f'<w:pStyle w:val="Heading{level}"/>')
            case Paragraph(lines):
                yield _paragraph("\n".join(lines), mark=mark)
            case Items(lines):
                numbered = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
                yield from (_paragraph(line, numbered) for line in lines)
            case Table(rows):
                yield _table(rows)
            case Comment():
                commented += 1
            case _:
                raise ValueError(f"A DOCX document has no place for {block}")


def _paragraph(text: str, properties: str = "", *, mark: str = "") -> str:
    lines = "<w:br/>".join(f'<w:t xml:space="preserve">{escape(line)}</w:t>' for line in text.split("\n"))
    return f"<w:p>{f'<w:pPr>{properties}</w:pPr>' if properties else ''}<w:r>{lines}</w:r>{mark}</w:p>"


def _table(rows: Sequence[Sequence[str]]) -> str:
    width = _TEXT_WIDTH // len(rows[0])
    grid = f'<w:gridCol w:w="{width}"/>' * len(rows[0])
    cell = f'<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/></w:tcPr>{{0}}</w:tc>'
    body = "".join(f"<w:tr>{''.join(cell.format(_paragraph(each)) for each in row)}</w:tr>" for row in rows)
    properties = f'<w:tblPr><w:tblW w:w="{_TEXT_WIDTH}" w:type="dxa"/><w:tblBorders>{_BORDERS}</w:tblBorders></w:tblPr>'
    return f"<w:tbl>{properties}<w:tblGrid>{grid}</w:tblGrid>{body}</w:tbl>"


def _comments(comments: Sequence[Comment], source: Source) -> str:
    told = "".join(
        f'<w:comment w:id="{number}" w:author={quoteattr(each.author)} w:date="{source.date.isoformat()}T12:00:00Z">'
        f"{_paragraph(each.text)}</w:comment>"
        for number, each in enumerate(comments)
    )
    return f"<w:comments {_SPACES}>{told}</w:comments>"
