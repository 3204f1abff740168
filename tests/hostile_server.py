"""A server on loopback that sends whatever it is told to, for as long as somebody listens."""

import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Self

Reply = Callable[[], Iterable[bytes]]


class HostileServer:
    """Answers every request with the same bytes; `sent` counts them, `asked` the requests."""

    def __init__(self, reply: Reply) -> None:
        self._reply = reply
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._lines: set[socket.socket] = set()
        self.sent = self.asked = 0
        self.is_over = threading.Event()

    @property
    def base_url(self) -> str:
        """Where it speaks."""
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}/v1"

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.is_over.set()
        self._listening.close()
        for line in list(self._lines):
            line.close()

    def _accept(self) -> None:
        while True:
            try:
                line, _ = self._listening.accept()
            except OSError:
                return
            self._lines.add(line)
            threading.Thread(target=self._answer, args=(line,), daemon=True).start()

    def _answer(self, line: socket.socket) -> None:
        try:
            asked = b""
            while b"\r\n\r\n" not in asked and not asked.startswith(b"\x16"):  # which begins an encrypted line
                asked += line.recv(65_536)
            self.asked += 1
            for piece in self._reply():
                if self.is_over.is_set():
                    break
                line.sendall(piece)
                self.sent += len(piece)
        except OSError:
            pass
        finally:
            line.close()


def head(*lines: str, status: str = "200 OK") -> bytes:
    """The head of a response."""
    return "\r\n".join([f"HTTP/1.1 {status}", *lines, "", ""]).encode()


def repeated(start: bytes, piece: bytes, times: int | None = None) -> Iterator[bytes]:
    """A beginning, and then the same again and again: for ever, without a number."""
    yield start
    while times is None or times > 0:
        yield piece
        times = None if times is None else times - 1
