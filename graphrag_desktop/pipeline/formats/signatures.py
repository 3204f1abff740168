"""What a file is by its first bytes, whatever its name says."""

import re

_SIGNATURES = (
    (b"%PDF-", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive or an Office document"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an Office document in the old format"),
    (b"\x89PNG\r\n", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"\x1f\x8b", "a compressed file"),
    (b"7z\xbc\xaf\x27\x1c", "a compressed file"),
    (b"Rar!\x1a\x07", "a compressed file"),
    (b"\x7fELF", "a program"),
    (b"SQLite format 3\x00", "a database"),
)
_WEB_PAGE = re.compile(rb"\s*(?:<!doctype\s+html|<html|<head|<body)", re.IGNORECASE)
_ENCRYPTED_OFFICE = "EncryptedPackage".encode("utf-16-le")
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def binary_kind(content: bytes) -> str:
    """What the bytes are if they are no text, such as “a picture”; empty where nothing tells."""
    return next((kind for signature, kind in _SIGNATURES if content.startswith(signature)), "")


def any_kind(content: bytes) -> str:
    """The same, kinds of text told apart as well."""
    if kind := binary_kind(content):
        return kind
    if content.startswith(b"{\\rtf"):
        return "an RTF document"
    start = content[:1_024].removeprefix(b"\xef\xbb\xbf")
    return "a web page" if _WEB_PAGE.match(start) else ""


def is_old_office(content: bytes) -> bool:
    """Whether it is a file of the old Office formats, or a new one within an encrypted wrapper."""
    return content.startswith(_OLD_OFFICE)


def is_encrypted_office(content: bytes) -> bool:
    """Whether it is an Office file that asks for a password."""
    return is_old_office(content) and _ENCRYPTED_OFFICE in content
