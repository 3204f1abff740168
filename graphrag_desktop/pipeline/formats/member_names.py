"""Names of files inside files, made fit to be shown and told apart."""

import re
import unicodedata
from collections.abc import Iterable

from graphrag_desktop.domain.documents import INSIDE

_CONTROLS = re.compile(
    "[\\x00-\\x1f\\x7f-\\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)  # and what turns writing round
_LONGEST = 400
_KEPT_END = 40


def distinct_names(names: Iterable[str]) -> list[str]:
    """The names with forward slashes and nothing that cannot be shown; what is the same gets a number."""
    taken: set[str] = set()
    found: list[str] = []
    for name in names:
        plain = _plain(name)
        distinct, number = plain, 1
        while distinct in taken:
            number += 1
            distinct = _numbered(plain, number)
        taken.add(distinct)
        found.append(distinct)
    return found


def _plain(name: str) -> str:
    name = _CONTROLS.sub("\ufffd", unicodedata.normalize("NFC", name)).replace("\\", "/").replace(INSIDE, " ")
    parts = [part for part in name.split("/") if part not in {"", ".", ".."}]
    name = "/".join(parts) or "unnamed"
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - _KEPT_END]}…{name[-_KEPT_END:]}"


def _numbered(name: str, number: int) -> str:
    stem, dot, ending = name.rpartition(".")
    return f"{stem} ({number}).{ending}" if dot and stem and "/" not in ending else f"{name} ({number})"
