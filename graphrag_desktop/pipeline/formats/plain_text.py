"""Plain text and Markdown, read as they stand."""

from graphrag_desktop.pipeline.decoding import decode
from graphrag_desktop.pipeline.formats.format_text import FormatText, normalise

SUFFIXES = (".txt", ".text", ".md", ".markdown", ".log", ".rst")


def read(content: bytes) -> FormatText:
    """The text of a file; raises `UnreadableDocument` where the bytes are not text."""
    decoded = decode(content)
    return FormatText(normalise(decoded.text), decoded.codec)
