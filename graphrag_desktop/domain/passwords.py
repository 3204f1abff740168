"""Passwords for one run: handed on in memory, kept nowhere, shown nowhere."""

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Passwords:
    """Passwords to try on every file that asks for one. They are not shown where the record is printed or logged."""

    words: tuple[str, ...] = field(default=(), repr=False)

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __bool__(self) -> bool:
        return bool(self.words)


NO_PASSWORDS = Passwords()
