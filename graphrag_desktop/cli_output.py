"""How the commands print: results on standard output, everything else on standard error, errors with what to do."""

import contextlib
import errno
import io
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from graphrag_desktop.domain.errors import Cancelled, GraphRagError, InvalidSetting

Json: TypeAlias = "Mapping[str, Json] | Sequence[Json] | str | int | float | bool | None"

FAILED = 1
MISUSED = 2
UNSOUND = 3
INCOMPLETE = 4
INTERRUPTED = 130

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def prepare_streams() -> None:
    """Have names and words that the terminal's encoding lacks written as escapes instead of ending the command.

    Where a standard stream was closed, its number leads nowhere: else the next file that is opened would get it.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # noqa: FBT003  # as the system declares it
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def plain(text: str) -> str:
    """The text without control characters: words of a document or the name of a file must not command a terminal."""
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text)


def say(text: str) -> None:
    """A line on standard error; lost without complaint where nobody reads it any more, or ever did."""
    if sys.stderr is None:  # closed from the start: `print` would take standard output for it
        return
    with contextlib.suppress(OSError):
        print(plain(text), file=sys.stderr, flush=True)  # noqa: T201  # this is what a command line does


def show(value: Json, text: str, *, as_json: bool) -> None:
    """Print a result, for a script or for people; raises as `show_text` does."""
    if not as_json:
        show_text(text)
        return
    is_unicode = (getattr(sys.stdout, "encoding", "") or "").lower().replace("-", "") == "utf8"
    _show(json.dumps(value, ensure_ascii=not is_unicode, indent=2))


def show_text(text: str) -> None:
    """Print a result for people; raises where it cannot be written, `BrokenPipeError` where nobody reads any more."""
    _show(plain(text))


@contextlib.contextmanager
def told(*, as_json: bool = False, project: Path | None = None) -> Iterator[None]:
    """Around a command: errors that a person can act on are told and end the process with their exit status.

    Anything else is a bug and comes through, traceback and all; unless the project it works on turns out to be unsound.
    """
    try:
        yield
    except (Cancelled, KeyboardInterrupt) as error:
        say("Stopped. Run it again to go on.")
        raise SystemExit(INTERRUPTED) from error
    except BrokenPipeError as error:
        raise SystemExit(FAILED) from error
    except GraphRagError as error:
        _tell(error, as_json=as_json)
        raise SystemExit(MISUSED if isinstance(error, InvalidSetting) else FAILED) from error
    except (OSError, MemoryError) as error:  # of the computer, whoever came upon it
        _tell(_of_the_computer(error), as_json=as_json)
        raise SystemExit(FAILED) from error
    except Exception as error:
        from graphrag_desktop.project import explain_failure

        explanation = None if project is None else explain_failure(project)
        if explanation is None:
            raise
        _tell(explanation, as_json=as_json)
        raise SystemExit(FAILED) from error


def _tell(error: GraphRagError, *, as_json: bool) -> None:
    say("\n".join(each for each in (error.message, error.hint) if each))
    if as_json:
        with contextlib.suppress(OSError, GraphRagError):  # where the first could not be written, this cannot either
            show({"error": error.message, "hint": error.hint}, "", as_json=True)


def _of_the_computer(error: OSError | MemoryError) -> GraphRagError:
    if isinstance(error, MemoryError):
        return GraphRagError("There is not enough memory for this.", "Close other programs and run it again.")
    where = f"{error.filename}: " if error.filename else ""
    return GraphRagError(
        f"The computer refused: {where}{(error.strerror or str(error)).lower()}. Everything finished is kept.",
        "See that the disk is there, has space and may be written, and run it again.",
    )


def _show(text: str) -> None:
    if sys.stdout is None:  # closed from the start
        raise GraphRagError("The result cannot be written: there is no standard output.", "Send it somewhere.")
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
