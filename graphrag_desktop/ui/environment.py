"""What a report about a problem has to say of this computer: versions and screens, nothing about documents."""

import platform
import sys
from collections.abc import Iterator
from importlib import metadata

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import QLocale, QSysInfo, qVersion
from PySide6.QtGui import QGuiApplication

_PACKAGE = "graphrag-desktop"
_TOLD = ("numpy", "scipy", "spacy", "graspologic-native", "pyqtgraph", "tiktoken")


def program_version() -> str:
    """The version of the program; empty where it is not installed."""
    return _version(_PACKAGE)


def environment() -> str:
    """One fact a line, to be copied."""
    return "\n".join(f"{name}: {value}" for name, value in _facts() if value)


def _facts() -> Iterator[tuple[str, str]]:
    yield "GraphRAG Desktop", program_version()
    yield "System", f"{QSysInfo.prettyProductName()}, {QSysInfo.currentCpuArchitecture()}"
    yield (
        "Python",
        f"{platform.python_version()} ({platform.python_implementation()}), {sys.maxsize.bit_length() + 1} bit",
    )
    yield "Qt", f"{qVersion()}, PySide6 {pyside_version}"
    yield "Platform plugin", QGuiApplication.platformName()
    for screen in QGuiApplication.screens():
        size = screen.size()
        yield (
            "Screen",
            f"{size.width()} × {size.height()} at {screen.devicePixelRatio():g}, {screen.logicalDotsPerInch():.0f} dpi",
        )
    yield "Language", QLocale().name()
    for package in _TOLD:
        yield package, _version(package)


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""
