"""EPUB: each chapter a page, in the order in which the book is read."""

import posixpath
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from graphrag_desktop.domain.errors import UnreadableDocument
from graphrag_desktop.pipeline.decoding import declared_codec, decode
from graphrag_desktop.pipeline.formats.format_text import FormatText, join_pages, laid_out
from graphrag_desktop.pipeline.formats.package import Package
from graphrag_desktop.pipeline.formats.safe_xml import attribute
from graphrag_desktop.pipeline.formats.web_page import fragment_text

_KIND = "EPUB book"
_FONT_LOCKS = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")  # they lock fonts alone


def read(content: bytes) -> FormatText:
    """The text of an EPUB file; raises `UnreadableDocument`, also where the book is locked to a device or an account."""
    package = Package(content, _KIND)
    _require_unlocked(package)
    container = package.parse("META-INF/container.xml")
    name = "" if container is None else next((attribute(each, "full-path") for each in container.iter("rootfile")), "")
    root = package.parse(name) if name else None
    if root is None:
        raise UnreadableDocument("The EPUB book does not say what its chapters are.", "Get it anew from where it came.")
    folder = posixpath.dirname(name)
    pieces = [_chapter(package, posixpath.normpath(posixpath.join(folder, each))) for each in _spine(root)]
    heading = _heading(root)
    if heading and pieces:
        pieces[0] = f"{heading}\n{pieces[0]}".rstrip("\n")
    text, pages = join_pages(pieces)
    return FormatText(text, "EPUB", pages)


def _require_unlocked(package: Package) -> None:
    encryption = package.parse("META-INF/encryption.xml")
    if encryption is None:
        return
    methods = {
        attribute(each, "Algorithm")
        for data in encryption.iter("EncryptedData")
        for each in data.iter("EncryptionMethod")
    }
    if methods.difference(_FONT_LOCKS):
        raise UnreadableDocument("The book is locked by digital rights management (DRM).", "Use a copy without it.")


def _spine(root: Element) -> list[str]:
    """The files of the chapters; the table of contents is none of them."""
    files = {each.get("id"): each for each in root.iter("item")}
    chapters = [files[each.get("idref")] for each in root.iter("itemref") if each.get("idref") in files]
    return [unquote(each.get("href", "")) for each in chapters if "nav" not in each.get("properties", "").split()]


def _chapter(package: Package, name: str) -> str:
    content = package.read(name)
    return laid_out(fragment_text(decode(content, declared_codec(content)).text)) if content else ""


def _heading(root: Element) -> str:
    title = " ".join((next((each.text for each in root.iter("title")), "") or "").split())
    authors = ", ".join(" ".join((each.text or "").split()) for each in root.iter("creator"))
    return laid_out(f"{title}, by {authors}" if title and authors else title or authors)
