"""A port of this machine at which nobody should call: what is written in a document or an answer fetches nothing."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Listener:
    """The port, and who called."""

    port: int
    called: list[object] = field(default_factory=list)

    @property
    def home(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def listening() -> Iterator[Listener]:
    """Listen for as long as the context lasts."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        found = Listener(server.getsockname()[1])

        def listen() -> None:
            while True:
                try:
                    connection, address = server.accept()
                except OSError:
                    return
                found.called.append(address)
                connection.close()

        threading.Thread(target=listen, daemon=True).start()
        yield found
