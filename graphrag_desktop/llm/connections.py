"""The sockets of one client, so that another thread can end every request in flight."""

import contextlib
import socket
import threading
import weakref
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol, cast

from graphrag_desktop.domain.errors import Cancelled

if TYPE_CHECKING:
    import httpx2


class _Stream(Protocol):
    def get_extra_info(self, name: str) -> object: ...


class Connections:
    """Watches the connections of a client as they are opened.

    `client.close()` ends no request that waits for its answer; shutting its socket down does, on both sides, within
    milliseconds.
    """

    def __init__(self) -> None:
        self._sockets: weakref.WeakSet[socket.socket] = weakref.WeakSet()
        self._lock = threading.Lock()
        self._is_aborted = False

    def watch(self, request: "httpx2.Request") -> None:
        """The hook for every request of the client."""
        trace: Callable[[str, Mapping[str, object]], None] = self._happened
        request.extensions["trace"] = trace

    def add(self, opened: socket.socket) -> None:
        """Watch a connection; raises `Cancelled` where they were ended while it was opened."""
        with self._lock:
            self._sockets.add(opened)
            is_aborted = self._is_aborted
        if is_aborted:
            raise Cancelled

    def abort(self) -> None:
        """End every request in flight, and let none begin any more."""
        with self._lock:
            self._is_aborted = True
            sockets = list(self._sockets)
        for each in sockets:
            with contextlib.suppress(OSError):
                socket.socket.shutdown(each, socket.SHUT_RDWR)  # an encrypted one would first talk to the other side

    def _happened(self, name: str, details: Mapping[str, object]) -> None:
        if not name.endswith(("connect_tcp.complete", "start_tls.complete")):  # encrypted, it is another socket
            return
        opened = cast(_Stream, details["return_value"]).get_extra_info("socket")
        if isinstance(opened, socket.socket):
            self.add(opened)
