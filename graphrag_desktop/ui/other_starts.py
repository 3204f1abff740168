"""What comes from outside: another start of the program, or the desktop's own double click on a project.

Of several programs that run, the one that has a project open answers to the project's name, and one of them to the name
of the user. A start that is answered hands its path over and ends. Whoever is not answered opens a window of its own; a
project that another process writes then opens for reading only, by its lock.
"""

import getpass
import hashlib
import json
import os
import stat
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtNetwork import QLocalServer, QLocalSocket
from PySide6.QtWidgets import QApplication, QMainWindow

from graphrag_desktop.project import portable_folder

_CONNECT_MILLISECONDS, _ANSWER_MILLISECONDS = 300, 3_000
_MOST_BYTES = 64 * 1024  # a path, and a token of the desktop
_LONGEST_PLACE = 100  # the path of a socket has 108 bytes, elsewhere 104
_TAKEN, _BUSY = b"taken\n", b"busy\n"
_TOKEN = "XDG_ACTIVATION_TOKEN"  # noqa: S105 - of the desktop: whoever has it may come to the front


def hand_over(path: Path | None) -> bool:
    """Ask a program that runs already to open a path, or to come forward; false where none of them takes it.

    Whoever has the project open takes it; else a window that has nothing open does. Nothing is waited for where no
    other runs.
    """
    names = [_user_name()] if path is None else [_project_name(path), _user_name()]
    return any(_is_taken(name, path) for name in names)


def _is_taken(name: str, path: Path | None) -> bool:
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(_CONNECT_MILLISECONDS):
        return False
    message = {"path": None if path is None else str(path.absolute()), "token": os.environ.get(_TOKEN, "")}
    socket.write(json.dumps(message).encode() + b"\n")
    answer = b""
    while not answer.endswith(b"\n") and socket.waitForReadyRead(_ANSWER_MILLISECONDS):
        answer += bytes(socket.readAll().data())
    return answer == _TAKEN


class OtherStarts(QObject):
    """Answers starts of the program on behalf of a window. `path_wanted` tells a path to be opened in it."""

    path_wanted = Signal(object)  # a Path

    def __init__(self, window: QMainWindow, is_idle: Callable[[], bool]) -> None:
        super().__init__(window)
        self._window, self._is_idle = window, is_idle
        self._project: Path | None = None
        self._for_user, self._for_project = self._server(), self._server()
        _listen(self._for_user, _user_name())
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)

    def note_project(self, project: Path | None) -> None:
        """Answer for this project from now on, or for none."""
        if self._project == project:
            return
        self._project = project
        self._for_project.close()
        if project is not None:
            _listen(self._for_project, _project_name(project))
        if not self._for_user.isListening():  # whoever answered for the user may be gone by now
            _listen(self._for_user, _user_name())

    def come_forward(self, token: str = "") -> None:
        """Bring the window to the front, or have the taskbar say that it wants to be looked at."""
        if token:
            os.environ[_TOKEN] = token  # Qt hands it to the desktop
        window = self._window
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.show()
        window.raise_()
        window.activateWindow()
        QApplication.alert(window)

    def close(self) -> None:
        """Answer nobody any more."""
        for server in (self._for_user, self._for_project):
            server.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Qt calls this: macOS tells of a double click this way."""
        if event.type() is QEvent.Type.FileOpen and isinstance(event, QFileOpenEvent) and event.file():
            self.path_wanted.emit(Path(event.file()))
            return True
        return bool(super().eventFilter(watched, event))

    def _server(self) -> QLocalServer:
        server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        server.newConnection.connect(self._connected)
        return server

    @Slot()
    def _connected(self) -> None:
        server = self.sender()
        socket = server.nextPendingConnection() if isinstance(server, QLocalServer) else None
        if socket is None:
            return
        socket.disconnected.connect(socket.deleteLater)
        socket.readyRead.connect(lambda: self._read(socket))
        if socket.bytesAvailable():
            self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            if socket.bytesAvailable() > _MOST_BYTES:
                socket.abort()
            return
        try:
            message = json.loads(bytes(socket.readLine().data()))
            path = None if message["path"] is None else Path(message["path"])
            token = str(message["token"])
            is_open = path is not None and self._project is not None and _is_same(path, self._project)
        except (ValueError, KeyError, TypeError, RecursionError):
            socket.abort()
            return
        is_taken = path is None or is_open or self._is_idle()
        socket.write(_TAKEN if is_taken else _BUSY)
        socket.flush()
        socket.disconnectFromServer()
        if is_taken:
            self.come_forward(token)
            if path is not None and not is_open:
                self.path_wanted.emit(path)


def _listen(server: QLocalServer, name: str) -> None:
    """Listen, unless another does; what a process that crashed has left behind is taken away."""
    if server.listen(name):
        return
    probe = QLocalSocket()
    probe.connectToServer(name)
    if not probe.waitForConnected(_CONNECT_MILLISECONDS):
        QLocalServer.removeServer(name)
        server.listen(name)
    probe.abort()


def _is_same(one: Path, other: Path) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def _user_name() -> str:
    """Programs with the same settings are one; a portable folder is one of its own."""
    from platformdirs import user_config_path

    return _named("", str(portable_folder() or user_config_path("GraphRAG Desktop", appauthor=False)))


def _project_name(project: Path) -> str:
    return _named(os.path.normcase(os.path.realpath(project)))


def _named(*parts: str) -> str:
    whole = "\0".join((getpass.getuser(), *parts)).encode("utf-8", "surrogatepass")
    name = f"graphrag-desktop-{hashlib.sha256(whole).hexdigest()[:24]}"
    folder = os.environ.get("XDG_RUNTIME_DIR", "")  # the user's own; else Qt takes that of temporary files
    place = str(Path(folder) / name)
    return place if _is_private(folder) and len(os.fsencode(place)) < _LONGEST_PLACE else name


def _is_private(folder: str) -> bool:
    """Whether nobody else can have put a socket there, that would be told which projects are opened."""
    if not folder or not hasattr(os, "getuid"):
        return False
    try:
        found = Path(folder).stat()
    except (OSError, ValueError):
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077
