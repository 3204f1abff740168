"""How the commands print: results on standard output, everything else on standard error, errors with what to do."""

import contextlib
import errno
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from graphrag_desktop.domain.errors import Cancelled, GraphRagError, InvalidSetting

Json: TypeAlias = "Mapping[str, Json] | Sequence[Json] | str | int | float | bool | None"

FAILED = 1
MISUSED = 2
UNSOUND = 3
INCOMPLETE = 4
INTERRUPTED = 130

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def plain(text: str) -> str:
    """The text without control characters: words of a document or the name of a file must not command a terminal."""
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text)


def say(text: str) -> None:
    """A line on standard error; lost without complaint where nobody reads it any more."""
    with contextlib.suppress(OSError):
        print(plain(text), file=sys.stderr, flush=True)  # noqa: T201  # this is what a command line does


def show(value: Json, text: str, *, as_json: bool) -> None:
    """Print a result, for a script or for people; raises as `show_text` does."""
    if not as_json:
        show_text(text)
        return
    is_unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    _show(json.dumps(value, ensure_ascii=not is_unicode, indent=2))


def show_text(text: str) -> None:
    """Print a result for people; raises where it cannot be written, `BrokenPipeError` where nobody reads any more."""
    _show(plain(text))


@contextlib.contextmanager
def told(*, as_json: bool = False) -> Iterator[None]:
    """Around a command: errors that a person can act on are told and end the process with their exit status.

    Anything else is a bug and comes through, traceback and all.
    """
    try:
        yield
    except (Cancelled, KeyboardInterrupt) as error:
        say("Stopped. Run it again to go on.")
        raise SystemExit(INTERRUPTED) from error
    except BrokenPipeError as error:
        raise SystemExit(FAILED) from error
    except GraphRagError as error:
        say("\n".join(each for each in (error.message, error.hint) if each))
        if as_json:
            show({"error": error.message, "hint": error.hint}, "", as_json=True)
        raise SystemExit(MISUSED if isinstance(error, InvalidSetting) else FAILED) from error


def _show(text: str) -> None:
    try:
        print(text, flush=True)  # noqa: T201  # this is what a command line does
    except OSError as error:
        _abandon_output()
        if error.errno in {errno.EPIPE, errno.EINVAL}:  # EINVAL is what Windows says of a closed pipe
            raise BrokenPipeError(errno.EPIPE, "nobody reads any more") from error
        raise GraphRagError(f"The result cannot be written: {error.strerror}.", "Send it elsewhere.") from error


def _abandon_output() -> None:
    """Have what is still buffered go nowhere, else Python complains of it when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
