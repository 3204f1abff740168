"""Files that hold files: archives and messages, opened so that what they hold can be read one by one."""

from io import BytesIO
from typing import BinaryIO, Protocol

from graphrag_desktop.domain.errors import UnreadableDocument
from graphrag_desktop.domain.passwords import Passwords
from graphrag_desktop.pipeline.formats.registry import MAIL, format_of

MOST_DEPTH = 4
"""Files within files within files: an archive in an attachment in an archive is met, more is made to exhaust readers."""


class Container(Protocol):
    """An open file that holds files, counted from 0 as its reader listed them."""

    def name(self, number: int) -> str:
        """The name of a file inside; empty where there is none."""
        ...

    def read(self, number: int) -> bytes:
        """Its bytes; raises `UnreadableDocument`, `NeedsPassword`."""
        ...

    def close(self) -> None:
        """Give back what it held open."""
        ...


def holds_files(name: str) -> bool:
    """Whether a file with this name may hold files."""
    found = format_of(name)
    return found is not None and (found.is_archive or found is MAIL)


def open_container(name: str, file: BinaryIO, passwords: Passwords) -> Container:
    """Open a file that holds files, by the ending of its name; raises `UnreadableDocument` where it is none."""
    found = format_of(name)
    if found is not None and found.is_archive:
        from graphrag_desktop.pipeline.formats.archive import OpenArchive

        return OpenArchive(file, passwords)
    if found is MAIL:
        return _OpenMessage(file.read())
    raise UnreadableDocument(f"{name} holds no files.")


def open_within(container: Container, number: int, passwords: Passwords) -> Container:
    """Open a container that lies in another."""
    return open_container(container.name(number), BytesIO(container.read(number)), passwords)


class _OpenMessage:
    def __init__(self, content: bytes) -> None:
        from graphrag_desktop.pipeline.formats.mail import attachments

        self._attachments = attachments(content)

    def name(self, number: int) -> str:
        return self._attachments[number].name if number < len(self._attachments) else ""

    def read(self, number: int) -> bytes:
        return self._attachments[number].content

    def close(self) -> None:
        self._attachments = []
