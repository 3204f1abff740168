"""The streams of a compound file ([MS-CFB]), the wrapper of Office files of old and of those with a password."""

import struct
from collections.abc import Iterator

from graphrag_desktop.domain.errors import UnreadableDocument

_SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENTRY = 128
_MINI = 64
_LEAST_BIG = 4_096  # shorter streams lie in the small sectors
_LAST = 0xFFFF_FFFA  # numbers from here on are marks, not sectors
_STREAM, _ROOT = 2, 5


def stream(content: bytes, name: str) -> bytes:
    """The bytes of a stream in the root of the file; raises `UnreadableDocument` where there is none or it is damaged."""
    try:
        return _CompoundFile(content).stream(name)
    except (struct.error, IndexError, ValueError) as error:
        raise UnreadableDocument("The Office document is damaged or cut off.", "Get it anew.") from error


class _CompoundFile:
    def __init__(self, content: bytes) -> None:
        if not content.startswith(_SIGNATURE):
            raise ValueError
        self._content = content
        self._size = 1 << struct.unpack_from("<H", content, 30)[0]
        if self._size not in {512, 4_096}:
            raise ValueError
        directory, mini_table = struct.unpack_from("<I", content, 48)[0], struct.unpack_from("<I", content, 60)[0]
        self._table = self._numbers(self._table_sectors())
        self._directory = b"".join(map(self._sector, self._chain(directory, self._table)))
        self._mini_table = self._numbers(self._chain(mini_table, self._table))

    def stream(self, name: str) -> bytes:
        start, size = self._entry(name, _STREAM)
        if size >= _LEAST_BIG:
            return b"".join(map(self._sector, self._chain(start, self._table)))[:size]
        first, length = self._entry("Root Entry", _ROOT)
        minis = b"".join(map(self._sector, self._chain(first, self._table)))[:length]
        places = self._chain(start, self._mini_table)
        return b"".join(minis[each * _MINI : (each + 1) * _MINI] for each in places)[:size]

    def _entry(self, name: str, kind: int) -> tuple[int, int]:
        for place in range(0, len(self._directory) - _ENTRY + 1, _ENTRY):
            entry = self._directory[place : place + _ENTRY]
            length = struct.unpack_from("<H", entry, 64)[0]
            if entry[66] == kind and (kind == _ROOT or entry[: max(0, length - 2)].decode("utf-16-le") == name):
                start, low = struct.unpack_from("<II", entry, 116)
                return start, low
        raise ValueError(name)

    def _table_sectors(self) -> Iterator[int]:
        """Where the table lies that says which sector follows which: 109 sectors by the header, more by a chain."""
        yield from self._listed(struct.unpack_from("<109I", self._content, 76))
        per_sector = self._size // 4
        further, count = struct.unpack_from("<II", self._content, 68)
        for _ in range(min(count, len(self._content) // self._size)):
            numbers = struct.unpack(f"<{per_sector}I", self._sector(further))
            yield from self._listed(numbers[:-1])
            further = numbers[-1]

    def _listed(self, numbers: tuple[int, ...]) -> Iterator[int]:
        return (each for each in numbers if each < _LAST)

    def _numbers(self, sectors: Iterator[int]) -> tuple[int, ...]:
        found = b"".join(map(self._sector, sectors))
        return struct.unpack(f"<{len(found) // 4}I", found)

    def _chain(self, start: int, table: tuple[int, ...]) -> Iterator[int]:
        for _ in range(len(table)):  # a chain that comes back to itself ends here
            if start >= _LAST:
                return
            yield start
            start = table[start]

    def _sector(self, number: int) -> bytes:
        place = (number + 1) * self._size
        found = self._content[place : place + self._size]
        if len(found) < self._size:
            if not found:
                raise ValueError(number)
            found = found.ljust(self._size, b"\0")  # the last one may be short
        return found
