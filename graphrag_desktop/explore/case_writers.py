"""A case file written as Markdown, HTML or DOCX."""

import html
import re
from base64 import b64encode
from collections.abc import Iterator
from io import BytesIO
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.explore.case_export import (
    HEADING,
    LIST_ITEM,
    QUOTATION,
    REMARK,
    Paper,
    PaperBlock,
    PaperItem,
    PaperRun,
    place_words,
)

if TYPE_CHECKING:
    from docx.document import Document
    from docx.text.paragraph import Paragraph

_MARKUP = re.compile(r"([\\`*_\[\]<>#|~])")
_LEADING = re.compile(r"^(\s*)([-+=]|\d+(?=[.)]))")
_PICTURE_INCHES = 6.2
_STYLE = """
body { font: 16px/1.55 Georgia, 'Noto Serif', serif; max-width: 46em; margin: 3em auto; padding: 0 1.5em; color: #1a1e26; background: #fff; }
h1, h2, h3 { font-family: system-ui, sans-serif; line-height: 1.25; }
.kind, .made, .notice { font: 13px/1.5 system-ui, sans-serif; color: #4e5666; }
.notice { border-left: 3px solid #b57c00; padding-left: 1em; }
blockquote { margin: .6em 0 .6em 1em; padding-left: 1em; border-left: 3px solid #e3e6eb; }
.note { background: #fdf1d8; padding: .4em .8em; }
a.n { text-decoration: none; font-size: .85em; }
img { max-width: 100%; border: 1px solid #e3e6eb; }
:target { background: #ffebae; }
"""


def write_paper(paper: Paper, name: str) -> bytes:
    """The paper in the format that the ending of `name` says: .md, .html or .docx; raises `InputError` for another."""
    ending = PurePosixPath(name.lower()).suffix
    if ending in {".md", ".markdown"}:
        return markdown(paper).encode("utf-8")
    if ending in {".html", ".htm"}:
        return web_page(paper).encode("utf-8")
    if ending == ".docx":
        return word_document(paper)
    raise InputError(f"A case file cannot be written as “{ending or name}”.", "Give it the ending .docx, .html or .md.")


def markdown(paper: Paper) -> str:
    """As Markdown: numbers are links to the list of sources; pictures are part of the text."""
    parts = [f"# {_plain(paper.title)}", f"*{_plain(paper.made_at)}*", f"> {_plain(paper.notice)}"]
    for item in paper.items:
        parts.append(f"## {_plain(item.title)}\n\n*{_plain(item.kind)}*")
        if item.picture:
            parts.append(f"![{_plain(item.title)}](data:image/png;base64,{b64encode(item.picture).decode()})")
        parts += [_markdown_block(each) for each in item.blocks]
    if paper.sources:
        parts.append("## Sources")
        parts += [
            f'<a id="source-{number}"></a>{number}. {_plain(place_words(each))}: “{_plain(" ".join(each.quote.split()))}”'
            for number, each in enumerate(paper.sources, start=1)
        ]
    return "\n\n".join(parts) + "\n"


def web_page(paper: Paper) -> str:
    """As one HTML file that fetches nothing and runs nothing."""
    items = "\n".join(_web_item(each) for each in paper.items)
    sources = "\n".join(
        f'<li id="source-{number}">{html.escape(place_words(each))}<blockquote>“{html.escape(" ".join(each.quote.split()))}”'
        "</blockquote></li>"
        for number, each in enumerate(paper.sources, start=1)
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">\n"
        f"<title>{html.escape(paper.title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f'<h1>{html.escape(paper.title)}</h1>\n<p class="made">{html.escape(paper.made_at)}</p>\n'
        f'<p class="notice">{html.escape(paper.notice)}</p>\n{items}\n'
        + (f"<h2>Sources</h2>\n<ol>\n{sources}\n</ol>\n" if sources else "")
        + "</body>\n</html>\n"
    )


def word_document(paper: Paper) -> bytes:
    """As DOCX: numbers are links to the list of sources, which has a bookmark for each."""
    import docx

    document = docx.Document()
    document.core_properties.title = paper.title
    document.core_properties.author = ""
    document.add_heading(paper.title, 0)
    document.add_paragraph(paper.made_at)
    document.add_paragraph(paper.notice, style="Intense Quote")
    for item in paper.items:
        _write_item(document, item)
    if paper.sources:
        document.add_heading("Sources", 1)
        for number, each in enumerate(paper.sources, start=1):
            paragraph = document.add_paragraph()
            _bookmark(paragraph, number)
            paragraph.add_run(f"{number}. {place_words(each)}").bold = True
            document.add_paragraph(f"“{' '.join(each.quote.split())}”", style="Quote")
    written = BytesIO()
    document.save(written)
    return written.getvalue()


def _plain(text: str) -> str:
    """Words as they are, whatever of them Markdown would take for its own."""
    return _LEADING.sub(r"\1\\\2", _MARKUP.sub(r"\\\1", text))


def _markdown_block(block: PaperBlock) -> str:
    words = "".join(_markdown_run(each) for each in block.runs)
    return {
        HEADING: f"### {words}",
        LIST_ITEM: f"- {words}",
        QUOTATION: f"> {words}",
        REMARK: f"> *Note:* {words}",
    }.get(block.kind, words)


def _markdown_run(run: PaperRun) -> str:
    if run.sources:
        return "".join(f" [\\[{number}\\]](#source-{number})" for number in run.sources)
    return f"**{_plain(run.text)}**" if run.is_strong else _plain(run.text)


def _web_item(item: PaperItem) -> str:
    picture = (
        f'<p><img alt="{html.escape(item.title)}" src="data:image/png;base64,{b64encode(item.picture).decode()}"></p>\n'
        if item.picture
        else ""
    )
    blocks = "\n".join(_web_blocks(item.blocks))
    return f'<h2>{html.escape(item.title)}</h2>\n<p class="kind">{html.escape(item.kind)}</p>\n{picture}{blocks}'


def _web_blocks(blocks: tuple[PaperBlock, ...]) -> Iterator[str]:
    is_list = False
    for block in blocks:
        if is_list != (block.kind == LIST_ITEM):
            is_list = not is_list
            yield "<ul>" if is_list else "</ul>"
        words = "".join(_web_run(each) for each in block.runs)
        yield {
            HEADING: f"<h3>{words}</h3>",
            LIST_ITEM: f"<li>{words}</li>",
            QUOTATION: f"<blockquote>{words}</blockquote>",
            REMARK: f'<p class="note">{words}</p>',
        }.get(block.kind, f"<p>{words}</p>")
    if is_list:
        yield "</ul>"


def _web_run(run: PaperRun) -> str:
    if run.sources:
        return "".join(f' <a class="n" href="#source-{number}">[{number}]</a>' for number in run.sources)
    return f"<strong>{html.escape(run.text)}</strong>" if run.is_strong else html.escape(run.text)


def _write_item(document: "Document", item: PaperItem) -> None:
    from docx.shared import Inches

    document.add_heading(item.title, 1)
    document.add_paragraph(item.kind).runs[0].italic = True
    if item.picture:
        document.add_picture(BytesIO(item.picture), width=Inches(_PICTURE_INCHES))
    styles = {LIST_ITEM: "List Bullet", QUOTATION: "Quote", REMARK: "Intense Quote"}
    for block in item.blocks:
        if block.kind == HEADING:
            paragraph = document.add_heading("", 2)
        else:
            paragraph = document.add_paragraph(style=styles.get(block.kind, "Normal"))
        for run in block.runs:
            if run.sources:
                for number in run.sources:
                    _link(paragraph, number)
            else:
                paragraph.add_run(run.text).bold = run.is_strong or None


def _link(paragraph: "Paragraph", number: int) -> None:
    """A number that leads to the bookmark of its source."""
    link = _element("w:hyperlink", {"w:anchor": f"source_{number}", "w:history": "1"})
    run = paragraph.add_run(f" [{number}]")
    run.font.underline = True
    paragraph._p.remove(run._r)  # python-docx has no links of its own
    link.append(run._r)
    paragraph._p.append(link)


def _bookmark(paragraph: "Paragraph", number: int) -> None:
    identity = str(number)
    paragraph._p.append(_element("w:bookmarkStart", {"w:id": identity, "w:name": f"source_{number}"}))
    paragraph._p.append(_element("w:bookmarkEnd", {"w:id": identity}))


def _element(tag: str, attributes: dict[str, str]) -> Any:  # noqa: ANN401  # an element of lxml, which has no types
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    element = OxmlElement(tag)
    for name, value in attributes.items():
        element.set(qn(name), value)
    return element
