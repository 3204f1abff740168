"""HTTP over sockets of our own: whole bodies, broken ones, and connections that are kept, or were closed meanwhile."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2
import pytest

from graphrag_desktop.domain.errors import HostRefused
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm.direct_http import DirectClient, DirectTransport
from graphrag_desktop.llm.models import ModelSettings
from graphrag_desktop.llm.transport import Call, Transport

WHOLE = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n"
CUT = b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello"
CUT_CHUNKS = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhel"


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
                    self.heads.append(line.recv(65_536))
                    line.sendall(reply)
            closed.set()

    def close(self) -> None:
        """When all was served."""
        self._thread.join(10)
        self._listening.close()


def refuse_others(url: str) -> None:
    if not url.startswith("http://127.0.0.1:"):
        raise HostRefused("Not there.", "")


@contextmanager
def asking(*connections: list[bytes]) -> Iterator[tuple[DirectClient, Canned, list[socket.socket]]]:
    server = Canned(*connections)
    opened: list[socket.socket] = []
    client = DirectClient(DirectTransport(server.address, 5, 5, opened.append), ((b"X-Own", b"yes"),), refuse_others)
    try:
        yield client, server, opened
    finally:
        client.close()
        server.close()
    assert all(each.fileno() == -1 for each in opened)  # nothing is left open


def asked(client: DirectClient, server: Canned) -> str:
    return client.send(client.build_request("POST", f"{server.address}/chat", content=b"{}")).text


def test_that_bodies_are_read_whole_over_one_connection() -> None:
    with asking([WHOLE, CHUNKED, WHOLE]) as (client, server, opened):
        assert [asked(client, server) for _ in range(3)] == ["hello"] * 3
    assert len(opened) == 1
    first = server.heads[0].split(b"\r\n")
    assert first[0] == b"POST /v1/chat HTTP/1.1"
    names = {each.partition(b":")[0].lower() for each in first[1:-2]}
    assert names == {
        b"host",
        b"accept",
        b"accept-encoding",
        b"connection",
        b"content-type",
        b"content-length",
        b"x-own",
    }


@pytest.mark.parametrize("reply", [CUT, CUT_CHUNKS, b"SSH-2.0-OpenSSH_9.9\r\n", b""])
def test_that_a_reply_that_breaks_off_or_is_none_is_an_error(reply: bytes) -> None:
    with asking([reply]) as (client, server, _), pytest.raises((httpx2.RemoteProtocolError, httpx2.ReadError)):
        asked(client, server)


def test_that_a_connection_that_was_closed_meanwhile_is_not_used_again() -> None:
    with asking([WHOLE], [WHOLE]) as (client, server, opened):
        assert asked(client, server) == "hello"
        assert server.closed[0].wait(10)
        assert asked(client, server) == "hello"
    assert len(opened) == 2


def test_that_a_closed_client_and_another_host_are_refused() -> None:
    with asking([WHOLE]) as (client, server, _):
        with pytest.raises(HostRefused):
            client.build_request("GET", "http://example.com/v1/models")
        assert asked(client, server) == "hello"
        client.close()
        with pytest.raises(RuntimeError):
            asked(client, server)


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
