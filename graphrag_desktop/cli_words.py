"""How single words of a command line are taken: paths, and text in whatever encoding the terminal has."""

import os
from pathlib import Path

import typer


def read_path(word: str) -> Path:
    """A path as typed; an empty word, as of a variable that is not set, does not mean the folder one stands in."""
    if not word:
        raise typer.BadParameter("an empty word names no file and no folder.")
    return Path(word)


def as_text(word: str) -> str:
    """The word as it was meant, where the terminal is said to have an encoding that it has not."""
    try:
        word.encode()
    except UnicodeEncodeError:
        return os.fsencode(word).decode(errors="replace")
    return word
