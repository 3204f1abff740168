"""ZIP: which files an archive holds, and their bytes one by one, within limits that a bomb runs into."""

import codecs
import struct
import zipfile
import zlib
from dataclasses import dataclass
from typing import BinaryIO

from graphrag_desktop.domain.documents import DocumentState, Member
from graphrag_desktop.domain.errors import NeedsPassword, UnreadableDocument
from graphrag_desktop.domain.passwords import Passwords
from graphrag_desktop.pipeline.decoding import decode
from graphrag_desktop.pipeline.formats.format_text import FormatText
from graphrag_desktop.pipeline.formats.member_names import distinct_names
from graphrag_desktop.pipeline.formats.zip_encryption import AES, decrypted

MOST_MEMBERS = 20_000
MOST_MEMBER_BYTES = 256 * 2**20
MOST_RATIO = 250
"""Bytes unpacked for each packed one. Text packs to a third, logs to a thirtieth; what packs better is a bomb."""

_SMALL = 2**20  # below it a ratio says nothing
_UTF_8 = 0x800
_ENCRYPTED = 0x1
_UNKNOWN_WAY = "It is packed in a way that cannot be unpacked here"


@dataclass(frozen=True, slots=True)
class _Entry:
    info: zipfile.ZipInfo
    name: str


def list_archive(file: BinaryIO) -> FormatText:
    """The files in an archive, folders left aside; raises `UnreadableDocument` where it is none."""
    with _opened(file) as archive:
        entries = _entries(archive)
    members = tuple(Member(entry.name, entry.info.file_size) for entry in entries[:MOST_MEMBERS])
    rest = len(entries) - len(members)
    if rest:
        reason = f"It holds {len(entries):,} files; {rest:,} beyond the first {MOST_MEMBERS:,} were left unread."
        return FormatText("", "ZIP", state=DocumentState.PARTLY_READ, reason=reason, members=members)
    if not members:
        return FormatText("", "ZIP", state=DocumentState.EMPTY, reason="The archive is empty.")
    reason = "It holds one file." if len(members) == 1 else f"It holds {len(members):,} files."
    return FormatText("", "ZIP", reason=reason, members=members)


class OpenArchive:
    """An archive whose members are read one at a time, by their place in the list that `list_archive` gave."""

    def __init__(self, file: BinaryIO, passwords: Passwords) -> None:
        self._file = file
        self._archive = _opened(file)
        self._passwords = passwords
        self._entries = _entries(self._archive)[:MOST_MEMBERS]

    def name(self, number: int) -> str:
        """The name of a member, empty where there is none: the archive changed since it was listed."""
        return self._entries[number].name if number < len(self._entries) else ""

    def read(self, number: int) -> bytes:
        """The bytes of a member; raises `UnreadableDocument`, `NeedsPassword`."""
        info = self._entries[number].info
        if info.file_size > MOST_MEMBER_BYTES:
            raise UnreadableDocument(
                f"Unpacked it has {info.file_size / 2**20:,.0f} MB; {MOST_MEMBER_BYTES // 2**20} MB are read at most.",
                "Split it.",
            )
        if info.file_size > _SMALL and info.file_size > MOST_RATIO * max(1, info.compress_size):
            raise UnreadableDocument(
                f"{info.compress_size:,} bytes would unpack to {info.file_size / 2**20:,.0f} MB, as in an archive made to"
                " fill memories; it was not unpacked.",
                "Ask where the file comes from.",
            )
        if not info.flag_bits & _ENCRYPTED:
            return self._unpacked(info, None)
        return self._decrypted(info)

    def _decrypted(self, info: zipfile.ZipInfo) -> bytes:
        is_aes = info.compress_type == AES
        for word in self._passwords:
            found = self._by_aes(info, word) if is_aes else self._by_old_cipher(info, word)
            if found is not None:
                return found
        given = "; none of the passwords given opens it" if self._passwords else ""
        raise NeedsPassword(f"It is protected by a password{given}.", "Give the password for this run.")

    def _by_aes(self, info: zipfile.ZipInfo, word: str) -> bytes | None:
        try:
            return decrypted(self._file, info, word.encode("utf-8"))
        except ImportError as error:
            raise NeedsPassword(
                "It is encrypted with AES, which cannot be opened here.", "Unpack the archive yourself."
            ) from error
        except (struct.error, zlib.error, OSError, ValueError) as error:
            raise UnreadableDocument(f"The archive is damaged here ({error}).", "Get it anew.") from error

    def _by_old_cipher(self, info: zipfile.ZipInfo, word: str) -> bytes | None:
        try:
            return self._unpacked(info, word.encode("utf-8"))
        except (RuntimeError, UnreadableDocument):  # a wrong password may only show as damage
            return None

    def _unpacked(self, info: zipfile.ZipInfo, password: bytes | None) -> bytes:
        try:
            return self._archive.read(info, password)
        except NotImplementedError as error:
            raise UnreadableDocument(f"{_UNKNOWN_WAY} ({error}).", "Unpack the archive yourself.") from error
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError) as error:
            raise UnreadableDocument(f"The archive is damaged here ({error}).", "Get it anew.") from error

    def close(self) -> None:
        """Give back what the archive held open."""
        self._archive.close()


def _opened(file: BinaryIO) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(file)
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, UnicodeError) as error:
        raise UnreadableDocument(f"The file is no ZIP archive, or a damaged one ({error}).", "Get it anew.") from error


def _entries(archive: zipfile.ZipFile) -> list[_Entry]:
    infos = [info for info in archive.infolist() if not info.is_dir()]
    names = distinct_names(_decoded_names(infos))
    return [_Entry(info, name) for info, name in zip(infos, names, strict=True)]


def _decoded_names(infos: list[zipfile.ZipInfo]) -> list[str]:
    """Names as they were meant: those not marked as UTF-8 are in the code page of the system that packed them."""
    marked = [bool(info.flag_bits & _UTF_8) or info.orig_filename.isascii() for info in infos]
    raw = [
        info.orig_filename.encode("cp437", "replace") for info, known in zip(infos, marked, strict=True) if not known
    ]
    if not raw:
        return [info.filename for info in infos]
    try:
        codec = decode(b"\n".join(raw)).codec.partition(",")[0]
        codecs.lookup(codec)
    except (UnreadableDocument, LookupError):
        codec = "cp437"
    decoded = iter([name.decode(codec, "replace") for name in raw])
    return [info.filename if known else next(decoded) for info, known in zip(infos, marked, strict=True)]
