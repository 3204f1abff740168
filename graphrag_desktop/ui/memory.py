"""What the window remembers from one start to the next; what cannot be read falls back, and is said."""

import contextlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QByteArray, QCoreApplication, QObject, QSettings, QTemporaryDir

from graphrag_desktop.project import portable_folder

VERSION = 1
"""Raised when what is remembered changes its meaning; what a newer version wrote is left alone and not used."""

_VERSION_KEY = "version"
Known = TypeVar("Known", bound=str)


class Memory(QObject):
    """Values by name, in a file of the analyst's own. Every value read is checked; a wrong one gives way to the default.

    `trouble` is a sentence where the file could not be used; the file is kept under another name then.
    """

    def __init__(self, file: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.trouble = ""
        self._nowhere: QTemporaryDir | None = None
        self._settings = QSettings(str(file), QSettings.Format.IniFormat)
        written_by = self.number(_VERSION_KEY, 0, 0, 2**31 - 1)
        if written_by > VERSION:
            self.trouble = self.tr("The settings were written by a newer version and are left as they are.")
            self._forget_all()
        elif not self._is_sound(file, written_by):
            self._set_aside(file)
        self._settings.setValue(_VERSION_KEY, VERSION)

    @classmethod
    def forgetful(cls) -> "Memory":
        """One that starts empty and keeps nothing: for pictures, for tests, and to start without what was kept."""
        folder = QTemporaryDir()
        memory = cls(Path(folder.filePath("window.ini")))
        memory._nowhere = folder
        return memory

    def text(self, name: str, default: str = "") -> str:
        """A text."""
        value = self._settings.value(name)
        return value if isinstance(value, str) else default

    def choice(self, name: str, known: Sequence[Known], default: Known) -> Known:
        """One of the `known` words."""
        value = self.text(name)
        return next((each for each in known if each == value), default)

    def number(self, name: str, default: float, low: float, high: float) -> float:
        """A number within bounds."""
        try:
            value = float(self.text(name, "?"))
        except ValueError:
            value = self._plain_number(name, default)
        return value if low <= value <= high else default

    def flag(self, name: str, *, default: bool) -> bool:
        """Yes or no."""
        return {"true": True, "false": False}.get(str(self._settings.value(name)).lower(), default)

    def names(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        with contextlib.suppress(ValueError):
            value = json.loads(self.text(name, "[]"))
            if isinstance(value, list):
                return tuple(each for each in value if isinstance(each, str))
        return ()

    def state(self, name: str) -> QByteArray:
        """What Qt itself packed up, such as a layout; empty where there is none."""
        value = self._settings.value(name)
        return value if isinstance(value, QByteArray) else QByteArray()

    def keep(self, name: str, value: str | float | bool | QByteArray) -> None:  # noqa: FBT001 - a value, no switch
        """Remember a value."""
        self._settings.setValue(name, value)

    def keep_names(self, name: str, values: Sequence[str]) -> None:
        """Remember a list of texts."""
        self._settings.setValue(name, json.dumps(list(values), ensure_ascii=False))

    def forget(self, name: str) -> None:
        """Forget a value, or all values below a name."""
        self._settings.remove(name)

    def write(self) -> None:
        """Write to the disk now; a disk that cannot be written costs what is remembered, nothing else."""
        self._settings.sync()

    def _plain_number(self, name: str, default: float) -> float:
        value = self._settings.value(name)
        return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else default

    def _is_sound(self, file: Path, written_by: float) -> bool:
        has_content = file.exists() and file.stat().st_size > 0
        return self._settings.status() == QSettings.Status.NoError and (written_by > 0 or not has_content)

    def _set_aside(self, file: Path) -> None:
        aside = file.with_name(f"{file.name}.damaged")
        with contextlib.suppress(OSError):
            file.replace(aside)
        self._settings = QSettings(str(file), QSettings.Format.IniFormat)
        self._settings.clear()
        words = self.tr(
            "The settings of the window could not be read and were set back. The old file is kept at {path}."
        )
        self.trouble = words.format(path=aside)

    def _forget_all(self) -> None:
        self._nowhere = QTemporaryDir()
        self._settings = QSettings(self._nowhere.filePath("window.ini"), QSettings.Format.IniFormat)


def usual_file() -> Path:
    """Where the window of this program keeps what it remembers; the application's names have to be set before."""
    portable = portable_folder()
    if portable is not None:
        return portable / "window.ini"
    application = QCoreApplication.instance()
    if application is None or not application.organizationName():
        raise RuntimeError("the application has no name yet")
    names = (application.organizationName(), application.applicationName())
    return Path(QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, *names).fileName())
