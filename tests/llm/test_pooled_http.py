"""Connections to models: whole bodies, broken ones, and connections that are kept, or were closed meanwhile."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2
import pytest

from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm.models import ModelSettings
from graphrag_desktop.llm.pooled_http import PooledTransport
from graphrag_desktop.llm.transport import Call, Transport

BODY = b"{}"
WHOLE = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n"
CUT = b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello"
CUT_CHUNKS = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhel"


def _request(line: socket.socket) -> bytes:
    """A request as far as its body, if it has one, which comes behind it."""
    asked = line.recv(65_536)
    while asked.startswith(b"POST") and not asked.endswith(BODY):
        asked += line.recv(65_536)
    return asked


class Canned:
    """A server with canned replies: a list for each connection, which it closes behind the last of them."""

    def __init__(self, *connections: list[bytes]) -> None:
        self.heads: list[bytes] = []
        self.closed = [threading.Event() for _ in connections]
        self._connections = connections
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}/v1"
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        for replies, closed in zip(self._connections, self.closed, strict=True):
            line, _ = self._listening.accept()
            with line:
                for reply in replies:
                    self.heads.append(_request(line))
                    line.sendall(reply)
            closed.set()

    def close(self) -> None:
        """When all was served."""
        self._thread.join(10)
        self._listening.close()


@contextmanager
def asking(*connections: list[bytes]) -> Iterator[tuple[httpx2.Client, Canned, list[socket.socket]]]:
    server = Canned(*connections)
    opened: list[socket.socket] = []
    client = httpx2.Client(transport=PooledTransport(server.address, 5, 5, opened.append))
    try:
        yield client, server, opened
    finally:
        client.close()
        server.close()
    assert all(each.fileno() == -1 for each in opened)  # nothing is left open


def asked(client: httpx2.Client, server: Canned) -> str:
    return client.post(f"{server.address}/chat", content=BODY).text


def test_that_bodies_are_read_whole_over_one_connection() -> None:
    with asking([WHOLE, CHUNKED, WHOLE]) as (client, server, opened):
        assert [asked(client, server) for _ in range(3)] == ["hello"] * 3
    assert len(opened) == 1


@pytest.mark.parametrize("reply", [CUT, CUT_CHUNKS, b"SSH-2.0-OpenSSH_9.9\r\n", b""])
def test_that_a_reply_that_breaks_off_or_is_none_is_an_error(reply: bytes) -> None:
    with asking([reply]) as (client, server, _), pytest.raises(httpx2.RemoteProtocolError):
        asked(client, server)


def test_that_a_connection_that_was_closed_meanwhile_is_not_used_again() -> None:
    with asking([WHOLE], [WHOLE]) as (client, server, opened):
        assert asked(client, server) == "hello"
        assert server.closed[0].wait(10)
        assert asked(client, server) == "hello"
    assert len(opened) == 2


def test_that_a_server_elsewhere_is_asked_by_way_of_the_proxy_that_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    proxy = Canned([b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"])
    for name in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.setenv(name, proxy.address.removesuffix("/v1"))
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    transport = Transport(ModelSettings("http://models.example.com/v1", "m", key="sk-own", seconds=60.0))
    try:
        assert transport.ask(Call("/models"), RunControl()).body == "{}"
    finally:
        transport.close()
        proxy.close()
    (head,) = proxy.heads
    assert head.startswith(b"GET http://models.example.com/v1/models HTTP/1.1\r\n")
    assert b"authorization: bearer sk-own" in head.lower() and b"stainless" not in head.lower()
