"""Plain text and Markdown, read as they stand."""

from graphrag_desktop.pipeline.decoding import decode, decode_in
from graphrag_desktop.pipeline.formats.format_text import FormatText, normalise

SUFFIXES = (".txt", ".text", ".md", ".markdown", ".log", ".rst")


def read(content: bytes, codec: str = "") -> FormatText:
    """The text of a file, in the codec that was chosen for it if there is one.

    Raises `UnreadableDocument` where the bytes are not text.
    """
    decoded = decode_in(content, codec) if codec else decode(content)
    return FormatText(normalise(decoded.text), decoded.codec)
