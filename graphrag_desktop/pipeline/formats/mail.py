"""EML: who wrote to whom, when and about what, the message as text, and the files that came with it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import policy
from email.headerregistry import BaseHeader
from email.message import EmailMessage, Message
from email.parser import BytesParser

from graphrag_desktop.domain.documents import Member
from graphrag_desktop.domain.errors import UnreadableDocument
from graphrag_desktop.pipeline.decoding import Decoded, decode
from graphrag_desktop.pipeline.formats.format_text import FormatText, is_blank, laid_out
from graphrag_desktop.pipeline.formats.member_names import distinct_names
from graphrag_desktop.pipeline.formats.web_page import fragment_text

_HEADERS = ("From", "To", "Cc", "Date", "Subject")
_HEADER_LINE = re.compile(
    rb"(?:^|\n)(?:from|to|subject|date|received|return-path|message-id|mime-version)\s*:", re.IGNORECASE
)
_HEADERS_WITHIN = 65_536
_ENDINGS = {
    "message/rfc822": ".eml",
    "text/html": ".html",
    "text/plain": ".txt",
    "text/csv": ".csv",
    "application/pdf": ".pdf",
}


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that came with a message, or a message within it."""

    name: str
    content: bytes


def read(content: bytes) -> FormatText:
    """The text of a message, its attachments as members; raises `UnreadableDocument` where it is no message."""
    message = _parsed(content)
    lines = [f"{name}: {value}" for name in _HEADERS if (value := _header(message, name))]
    body, codec = _body(message)
    members = tuple(Member(part.name, len(part.content)) for part in _attachments(message))
    lines += [f"Attachment: {each.name}" for each in members]
    return FormatText(laid_out("\n".join(lines) + "\n\n" + body.strip("\n")), codec, members=members)


def attachments(content: bytes) -> list[Attachment]:
    """The files that came with a message, in the order in which `read` names them."""
    return _attachments(_parsed(content))


def _parsed(content: bytes) -> EmailMessage:
    if not _HEADER_LINE.search(content[:_HEADERS_WITHIN]):
        raise UnreadableDocument("The file is no e-mail message: it has no headers.", "Give it its right ending.")
    try:
        return BytesParser(policy=policy.default).parsebytes(content)
    except Exception as error:
        raise UnreadableDocument("The message is damaged.", "Save it anew from the mail program.") from error


def _header(message: EmailMessage, name: str) -> str:
    """A header as it reads; where the library cannot make sense of it, as it stands in the file."""
    try:
        value = message[name]
        if (
            name == "Date"
            and isinstance(value, BaseHeader)
            and (moment := getattr(value, "datetime", None)) is not None
        ):
            return str(moment.isoformat(" ", "minutes"))
        return " ".join(str(value or "").split())
    except Exception:  # noqa: BLE001  # the parser of headers raises many things on headers from the wild
        raw = next((value for key, value in message.raw_items() if key.lower() == name.lower()), "")
        return " ".join(str(raw).split())


def _body(message: EmailMessage) -> tuple[str, str]:
    """The text of a message and how it was decoded: the plain one, unless only the other says something."""
    found = {kind: [_decoded(part) for part in _shown_parts(message, kind)] for kind in ("text/plain", "text/html")}
    plain = "\n\n".join(each.text.replace("\r\n", "\n") for each in found["text/plain"])
    if not is_blank(plain):
        return plain, found["text/plain"][0].codec
    pages = found["text/html"]
    return "\n".join(fragment_text(each.text) for each in pages), pages[0].codec if pages else ""


def _shown_parts(message: Message, kind: str) -> Iterator[Message]:
    """The parts of a kind that a mail program would show as the message itself."""
    if message.is_multipart():
        if message.get_content_type() != "message/rfc822":
            for part in message.iter_parts() if isinstance(message, EmailMessage) else message.get_payload():
                if isinstance(part, Message):
                    yield from _shown_parts(part, kind)
    elif message.get_content_type() == kind and not _is_attached(message):
        yield message


def _decoded(part: Message) -> Decoded:
    content = part.get_payload(decode=True)
    if not isinstance(content, bytes) or not content:
        return Decoded("", "")
    try:
        return decode(content, str(part.get_content_charset() or ""))
    except UnreadableDocument:
        return Decoded("", "")  # a part that says it is text and is not; its name is told as an attachment's is


def _is_attached(part: Message) -> bool:
    return part.get_content_disposition() == "attachment" or bool(part.get_filename())


def _attachments(message: Message) -> list[Attachment]:
    """Every part with a name or bytes of its own, messages within as files; pictures shown inside the text are none."""
    found = list(_attached(message))
    names = distinct_names(_name(part, number) for number, part in enumerate(found, start=1))
    return [Attachment(name, _bytes(part)) for name, part in zip(names, found, strict=True)]


def _attached(message: Message) -> Iterator[Message]:
    for part in message.get_payload() if message.is_multipart() else ():
        if not isinstance(part, Message):
            continue
        if part.get_content_type() == "message/rfc822":
            yield part
        elif part.is_multipart():
            yield from _attached(part)
        elif _is_attached(part) and not _is_within_text(part):
            yield part


def _is_within_text(part: Message) -> bool:
    return part.get_content_maintype() == "image" and "Content-ID" in part


def _name(part: Message, number: int) -> str:
    try:
        name = part.get_filename() or ""
    except Exception:  # noqa: BLE001  # as for headers
        name = ""
    if not name and part.get_content_type() == "message/rfc822":
        inner = part.get_payload(0)
        name = _header(inner, "Subject") if isinstance(inner, EmailMessage) else ""
    name = name or f"attachment {number}"
    ending = _ENDINGS.get(part.get_content_type(), "")
    return name if not ending or "." in name[-6:] else f"{name}{ending}"


def _bytes(part: Message) -> bytes:
    if part.get_content_type() == "message/rfc822":
        inner = part.get_payload(0)
        return inner.as_bytes() if isinstance(inner, Message) else b""
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""
