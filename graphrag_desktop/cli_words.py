"""How single words of a command line are taken and given: paths, text in whatever encoding the terminal has, counts."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphrag_desktop.domain.documents import DocumentState

if TYPE_CHECKING:  # heavier than a command that asks for help may wait for
    from graphrag_desktop.language.packs import Pack

PASSWORD_WORDS = "Passwords: write them into a text file, one a line, and index again with --password-file FILE."  # noqa: S105


def read_path(word: str) -> Path:
    """A path as typed; an empty word, as of a variable that is not set, does not mean the folder one stands in."""
    if not word:
        raise typer.BadParameter("an empty word names no file and no folder.")
    return Path(word)


ProjectPath = Annotated[Path, typer.Argument(metavar="PROJECT", help="A project file.", parser=read_path)]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def as_text(word: str) -> str:
    """The word as it was meant, where the terminal is said to have an encoding that it has not."""
    try:
        word.encode()
    except UnicodeEncodeError:
        return os.fsencode(word).decode(errors="replace")
    return word


def counted(count: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def state_words(state: str, count: int) -> str:
    """How many files are in a state."""
    is_many = count > 1 and state == DocumentState.NEEDS_PASSWORD
    return f"{count:,} {'need a password' if is_many else state}"


def pack_words(pack: "Pack") -> str:
    """Which language pack would read better, and how it gets to the Python that runs this."""
    return (
        f"The language pack “{pack.extra}” would read {pack.name} better:"
        f' "{sys.executable}" -m pip install "graphrag-desktop[{pack.extra}]"'
    )
