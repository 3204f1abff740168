"""The parts of an Office file or an e-book: a ZIP archive that is opened within limits, its links never followed outside."""

import posixpath
import zipfile
import zlib
from dataclasses import dataclass
from io import BytesIO
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from graphrag_desktop.domain.errors import NeedsPassword, UnreadableDocument
from graphrag_desktop.domain.passwords import NO_PASSWORDS, Passwords
from graphrag_desktop.pipeline.formats.office_encryption import unlocked
from graphrag_desktop.pipeline.formats.safe_xml import parse_xml
from graphrag_desktop.pipeline.formats.signatures import any_kind, is_old_office

MOST_PARTS = 50_000
MOST_PART_BYTES = 128 * 2**20
"""Unpacked; the tree of such an XML part takes about ten times as much memory."""

MOST_BYTES = 2**30
"""All parts together, unpacked: pictures and films count, though they are not read."""


@dataclass(frozen=True, slots=True)
class Relation:
    """What a part refers to: the last word of the kind, and the other part's name."""

    kind: str
    target: str


class Package:
    """The parts by name. Raises `UnreadableDocument` where it is no such file, a damaged one or a bomb, and
    `NeedsPassword` where none of the passwords opens it."""

    def __init__(self, content: bytes, kind: str, passwords: Passwords = NO_PASSWORDS) -> None:
        self._kind = kind
        content = unlocked(content, kind, passwords)
        _refuse_others(content, kind)
        try:
            self._archive = zipfile.ZipFile(BytesIO(content))
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
            raise _damaged(kind, error) from error
        parts = self._archive.infolist()
        if len(parts) > MOST_PARTS or sum(each.file_size for each in parts) > MOST_BYTES:
            raise UnreadableDocument(
                f"The {kind} would unpack to more than {MOST_PARTS:,} parts or {MOST_BYTES // 2**20:,} MB.",
                "Ask where the file comes from.",
            )
        self._parts = {each.filename.lower(): each for each in parts}

    def names(self) -> tuple[str, ...]:
        """The names of all parts, in small letters, sorted."""
        return tuple(sorted(self._parts))

    def read(self, name: str) -> bytes | None:
        """A part's bytes, None where there is none; names are the same in small and capital letters."""
        part = self._parts.get(name.lower().lstrip("/"))
        if part is None:
            return None
        if part.file_size > MOST_PART_BYTES:
            raise UnreadableDocument(
                f"A part of the {self._kind} has {part.file_size / 2**20:,.0f} MB; {MOST_PART_BYTES // 2**20} MB are read at most.",
                "Split the document.",
            )
        if part.flag_bits & 0x1:
            raise NeedsPassword(f"The {self._kind} is encrypted.", "Save a copy without a password.")
        try:
            return self._archive.read(part)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError) as error:
            raise _damaged(self._kind, error) from error

    def parse(self, name: str) -> Element | None:
        """A part's XML, None where there is no such part."""
        content = self.read(name)
        return None if content is None else parse_xml(content, f"The part {name} of the {self._kind}")

    def relations(self, name: str) -> dict[str, Relation]:
        """What a part refers to inside the file, by reference; `""` for the file as a whole. Links outside are not given."""
        folder, base = posixpath.split(name)
        root = self.parse(posixpath.join(folder, "_rels", f"{base}.rels"))
        if root is None:
            return {}
        return {
            each.get("Id", ""): Relation(
                each.get("Type", "").rpartition("/")[2], _inside(folder, each.get("Target", ""))
            )
            for each in root.iter("Relationship")
            if each.get("TargetMode") != "External"
        }


def _refuse_others(content: bytes, kind: str) -> None:
    if is_old_office(content):
        raise UnreadableDocument(
            f"The file is an Office document in the old format under the name of a {kind}.",
            "Save it in the new format.",
        )
    if not content.startswith(b"PK"):
        other = any_kind(content) or "something else"
        raise UnreadableDocument(f"The file is {other} under the name of a {kind}.", "Give it its right ending.")


def _damaged(kind: str, error: Exception) -> UnreadableDocument:
    return UnreadableDocument(f"The {kind} is damaged ({error}).", "Get it anew from where it came.")


def _inside(folder: str, target: str) -> str:
    target = unquote(target.partition("#")[0])
    return posixpath.normpath(target.lstrip("/") if target.startswith("/") else posixpath.join(folder, target))
