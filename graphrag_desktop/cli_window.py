"""What stands between the command line and the window: a display, and the system libraries that Qt needs."""

import contextlib
import ctypes
import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from graphrag_desktop.domain.errors import GraphRagError, MissingLibrary
from graphrag_desktop.ui.shown import Shown

_QT_PACKAGES = "libegl1 libgl1 libxkbcommon0 libdbus-1-3 libfontconfig1"
_X_PACKAGES = (
    "libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-shape0"
    " libxcb-util1 libxcb-xkb1 libxkbcommon-x11-0 libx11-xcb1"
)
_UNSEEN = frozenset({"offscreen", "minimal", "minimalegl", "linuxfb", "vnc"})  # platforms of Qt that no one looks at


def open_window(path: Path | None, *, is_safe: bool = False) -> int:
    """Open the window on a folder, a project or nothing; returns the exit status when it is closed."""
    require_window()
    with _libraries_named():
        from graphrag_desktop.ui import application
    return application.open_window(path, is_safe=is_safe)


def keep_all_beside() -> None:
    """Keep all in one folder from now on: beside the program where it is one file, else where it was started."""
    from graphrag_desktop.project import PORTABLE

    place = Path(sys.executable).parent if getattr(sys, "frozen", False) else Path.cwd()
    os.environ[PORTABLE] = str(place / "GraphRAG Desktop")


def save_picture(project: Path, out: Path, shown: Shown) -> None:
    """Draw the window on a project without any display, and save it as a picture."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with _libraries_named():
        from graphrag_desktop.ui import application
    application.save_picture(project, out, shown)


def require_window() -> None:
    """Raise where Qt would end the whole process because it cannot open a window; say what is missing."""
    if os.environ.get("QT_QPA_PLATFORM") or sys.platform in {"win32", "darwin"} or _wayland_answers():
        return
    if not _x_server_answers():
        raise GraphRagError(
            "There is no display to open a window on.",
            "Run it on a desktop, or save a picture: graphrag-desktop screenshot PROJECT -o PICTURE.png",
        )
    _load_x_plugin()


def is_window_seen() -> bool:
    """Whether somebody would see a window that is opened."""
    return os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0] not in _UNSEEN


@contextlib.contextmanager
def _libraries_named() -> Iterator[None]:
    """Around an import of Qt: a system library that is not installed becomes a `MissingLibrary` with its packages."""
    try:
        yield
    except ImportError as error:
        if "cannot open shared object file" not in str(error):  # what the loader of Linux says
            raise
        raise _missing(str(error), _QT_PACKAGES) from error


def _missing(reason: str, packages: str) -> MissingLibrary:
    library = reason.partition(":")[0].strip()
    return MissingLibrary(
        f"The window needs a system library that is not installed: {library}.",
        f"On Debian or Ubuntu: apt install {packages}",
    )


def _wayland_answers() -> bool:
    name = os.environ.get("WAYLAND_DISPLAY")
    return bool(name) and Path(os.environ.get("XDG_RUNTIME_DIR", "/run"), name or "").exists()


def _x_server_answers() -> bool:
    """Ask the X server itself: `DISPLAY` may name one that is gone."""
    if not os.environ.get("DISPLAY"):
        return False
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError as error:
        raise _missing(str(error), f"{_QT_PACKAGES} {_X_PACKAGES}") from error
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    failed: int = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return failed == 0


def _load_x_plugin() -> None:
    """Load what Qt will load; where that fails Qt would abort, and blame whichever library it was last told about."""
    found = importlib.util.find_spec("PySide6")
    for folder in (found.submodule_search_locations if found else None) or ():
        plugin = Path(folder, "Qt", "plugins", "platforms", "libqxcb.so")
        if plugin.exists():
            try:
                ctypes.CDLL(str(plugin))
            except OSError as error:
                raise _missing(str(error), f"{_QT_PACKAGES} {_X_PACKAGES}") from error
