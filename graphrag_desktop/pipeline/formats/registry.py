"""Which reader reads a file, by the ending of its name; a new format is a module here and a row in this table.

Readers are imported when the first file of theirs is met: the libraries under them are many and heavy.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath

from graphrag_desktop.domain.passwords import NO_PASSWORDS, Passwords
from graphrag_desktop.pipeline.formats import plain_text
from graphrag_desktop.pipeline.formats.format_text import FormatText


@dataclass(frozen=True, slots=True)
class Hints:
    """What a reader is told besides the bytes: passwords to try, and the codec that a person chose for the file."""

    passwords: Passwords = NO_PASSWORDS
    codec: str = ""


NO_HINTS = Hints()

Reader = Callable[[bytes, Hints], FormatText]

_DECODING = "2"
"""Raised when `decoding.py` could give another text for the same bytes: every format that rests on it is parsed anew."""

_LANGUAGES = "1"
"""Raised when the same text could be taken for another language, which is told when it is parsed."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format: what it is called, and the version of its reader.

    `version` is raised when the same bytes could give another text, so that files of this format alone are parsed
    again. An archive has no text, and is not read whole. A format with a codec can be told which.
    """

    name: str
    version: str
    endings: tuple[str, ...]
    read: Reader
    is_archive: bool = False
    has_codec: bool = False

    def parser(self, codec: str = "") -> str:
        """What determines the text and its language besides the bytes: part of the memo key of parsing."""
        version = f"{self.name} {self.version}" + (f" in {codec}" if codec and self.has_codec else "")
        return f"{version}, languages {_LANGUAGES}"


def _plain(content: bytes, hints: Hints) -> FormatText:
    return plain_text.read(content, hints.codec)


def _web_page(content: bytes, hints: Hints) -> FormatText:
    from graphrag_desktop.pipeline.formats import web_page

    return web_page.read(content, hints.codec)


def _pdf(content: bytes, hints: Hints) -> FormatText:
    from graphrag_desktop.pipeline.formats import pdf

    return pdf.read(content, hints.passwords)


def _word(content: bytes, hints: Hints) -> FormatText:
    from graphrag_desktop.pipeline.formats import word

    return word.read(content, hints.passwords)


def _slides(content: bytes, hints: Hints) -> FormatText:
    from graphrag_desktop.pipeline.formats import slides

    return slides.read(content, hints.passwords)


def _spreadsheet(content: bytes, hints: Hints) -> FormatText:
    from graphrag_desktop.pipeline.formats import spreadsheet

    return spreadsheet.read(content, hints.passwords)


def _delimited(content: bytes, hints: Hints) -> FormatText:
    from graphrag_desktop.pipeline.formats import delimited

    return delimited.read(content, hints.codec)


def _book(content: bytes, _: Hints) -> FormatText:
    from graphrag_desktop.pipeline.formats import book

    return book.read(content)


def _mail(content: bytes, _: Hints) -> FormatText:
    from graphrag_desktop.pipeline.formats import mail

    return mail.read(content)


def _json(content: bytes, hints: Hints) -> FormatText:
    from graphrag_desktop.pipeline.formats import json_text

    return json_text.read(content, hints.codec)


def _json_lines(content: bytes, hints: Hints) -> FormatText:
    from graphrag_desktop.pipeline.formats import json_text

    return json_text.read_lines(content, hints.codec)


def _archive(content: bytes, _: Hints) -> FormatText:
    from io import BytesIO

    from graphrag_desktop.pipeline.formats import archive

    return archive.list_archive(BytesIO(content))


PLAIN = Format("text", f"1.{_DECODING}", plain_text.SUFFIXES, _plain, has_codec=True)
MAIL = Format("mail", f"1.{_DECODING}", (".eml",), _mail)

FORMATS = (
    PLAIN,
    Format("web page", f"1.{_DECODING}", (".html", ".htm", ".xhtml"), _web_page, has_codec=True),
    Format("pdf", "1", (".pdf",), _pdf),
    Format("word", "2", (".docx", ".docm", ".dotx"), _word),
    Format("slides", "2", (".pptx", ".pptm", ".ppsx"), _slides),
    Format("spreadsheet", "2", (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"), _spreadsheet),
    Format("table", f"1.{_DECODING}", (".csv", ".tsv", ".tab"), _delimited, has_codec=True),
    Format("book", f"1.{_DECODING}", (".epub",), _book),
    MAIL,
    Format("json", f"1.{_DECODING}", (".json",), _json, has_codec=True),
    Format("json lines", f"1.{_DECODING}", (".jsonl", ".ndjson"), _json_lines, has_codec=True),
    Format("archive", f"1.{_DECODING}", (".zip",), _archive, is_archive=True),
)

_BY_ENDING = {ending: each for each in FORMATS for ending in each.endings}

_ADVICE = {
    ".doc": "Save it as DOCX or PDF.", ".odt": "Save it as DOCX or PDF.", ".rtf": "Save it as DOCX or PDF.",
    ".hwp": "Save it as DOCX or PDF.", ".hwpx": "Save it as DOCX or PDF.", ".pages": "Save it as DOCX or PDF.",
    ".ppt": "Save it as PPTX or PDF.", ".odp": "Save it as PPTX or PDF.", ".key": "Save it as PPTX or PDF.",
    ".numbers": "Save it as XLSX.", ".msg": "Save it as EML.", ".mbox": "Export its messages as EML.",
    ".7z": "Unpack it into the folder.", ".rar": "Unpack it into the folder.", ".gz": "Unpack it into the folder.",
    ".tar": "Unpack it into the folder.", ".tgz": "Unpack it into the folder.", ".mobi": "Convert it to EPUB.",
    ".png": "Run it through text recognition (OCR).", ".jpg": "Run it through text recognition (OCR).",
    ".jpeg": "Run it through text recognition (OCR).", ".tif": "Run it through text recognition (OCR).",
    ".tiff": "Run it through text recognition (OCR).",
}  # fmt: skip


def format_of(name: str) -> Format | None:
    """The format of a file with this name; None where we read none such."""
    return _BY_ENDING.get(PurePosixPath(name.lower()).suffix)


def parser_of(name: str, codec: str = "") -> str:
    """What determines the text of a file with this name besides its bytes; empty where it is not read."""
    found = format_of(name)
    return "" if found is None else found.parser(codec)


def refusal(name: str) -> str:
    """Why a file with this name is not read, in a sentence or two; empty where it is."""
    suffix = PurePosixPath(name.lower()).suffix
    if suffix in _BY_ENDING:
        return ""
    kind = f"{suffix[1:].upper()} files" if suffix else "Files without an ending"
    return f"{kind} are not read. {_ADVICE.get(suffix, '')}".rstrip()
