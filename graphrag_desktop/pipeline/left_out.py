"""What is left out of a folder without being looked at: droppings of systems and programs, and what the analyst named."""

import re
from fnmatch import fnmatchcase

_SYSTEM = frozenset({"thumbs.db", "desktop.ini", "__macosx", "$recycle.bin", "system volume information", "lost+found"})
_OWN = re.compile(r"\.graphrag(-wal|-shm|-journal|\.lock|\.v\d+\.backup)?$")
_SEPARATOR = re.compile(r"[,;\n]")


def split_patterns(words: str) -> tuple[str, ...]:
    """The patterns of the setting `left_out`: names with * and ?, parted by commas."""
    return tuple(each.strip() for each in _SEPARATOR.split(words) if each.strip())


def why_left_out(path: str, patterns: tuple[str, ...] = ()) -> str:
    """Why the file or folder at a path is left out, in a sentence; empty where it is not. Folders above it count."""
    parts = path.casefold().split("/")
    for part in parts:
        if reason := _dropping(part):
            return reason
    whole = "/".join(parts)
    for pattern in patterns:
        wanted = pattern.casefold().strip("/")
        if fnmatchcase(whole, wanted) or any(fnmatchcase(part, wanted) for part in parts):
            return f"Left out by “{pattern}” in the settings."
    return ""


def _dropping(name: str) -> str:
    if name.startswith("~$"):
        return "An Office program's note that a document is open."
    if name.startswith("."):
        return "A hidden file or folder."
    if name in _SYSTEM:
        return "A file or folder that a system keeps for itself."
    return "A file of this program." if _OWN.search(name) else ""
