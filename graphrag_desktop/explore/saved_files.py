"""Files that leave the program: whole or not at all, so that a full disk takes nothing that lay there before."""

import contextlib
from pathlib import Path

from graphrag_desktop.domain.errors import InputError


def save_whole(path: Path, content: bytes) -> None:
    """Write a file in place of any that lies there; raises `InputError` where it cannot be, and leaves that as it is."""
    unfinished = path.with_name(f".{path.name}.new")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise InputError(f"{path} cannot be written: {error.strerror}.", "Choose another place.") from error
