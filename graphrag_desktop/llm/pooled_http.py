"""The connections below the `openai` package, by `urllib3`: of one server, kept, for many threads.

The general HTTP client goes through all its connections twice for each call: with twenty-five calls at a time that was
most of what a call cost. Imported only where a client is made: it needs the HTTP libraries at once.
"""

import socket
from collections.abc import Callable, Iterator
from typing import cast

import httpx2
import urllib3
from urllib3.connection import HTTPConnection
from urllib3.exceptions import (
    ConnectTimeoutError,
    HTTPError,
    NewConnectionError,
    ProtocolError,
    ReadTimeoutError,
    SSLError,
)

_READ_AT_ONCE = 65_536
_KEPT = 64  # more calls at a time open connections of their own
_OPTIONS = [*HTTPConnection.default_socket_options, (socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)]


class PooledTransport(httpx2.BaseTransport):
    """Carries requests to the one origin of `address`, from any thread; `opened` is told every socket and may raise.

    A connection that was dropped while nobody used it is opened anew; nothing is tried twice and no redirect followed.
    Raises the errors of the HTTP client above: `ConnectError`, `ReadTimeout` and so on.
    """

    def __init__(
        self, address: str, connect_seconds: float, seconds: float, opened: Callable[[socket.socket], None]
    ) -> None:
        url = httpx2.URL(address)
        timeout = urllib3.Timeout(connect=connect_seconds, read=seconds)
        if url.scheme == "https":
            self._pool: urllib3.HTTPConnectionPool = urllib3.HTTPSConnectionPool(
                url.host,
                url.port,
                timeout,
                maxsize=_KEPT,
                retries=False,
                socket_options=_OPTIONS,
                ssl_context=httpx2.create_ssl_context(),
            )
        else:
            self._pool = urllib3.HTTPConnectionPool(
                url.host, url.port, timeout, maxsize=_KEPT, retries=False, socket_options=_OPTIONS
            )
        self._pool.ConnectionCls = _watched(cast(type[HTTPConnection], self._pool.ConnectionCls), opened)

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """The response, its body still to come."""
        try:
            reply = self._pool.urlopen(
                request.method,
                request.url.raw_path.decode("ascii"),
                request.read() or None,
                dict(request.headers),
                redirect=False,
                assert_same_host=False,
                preload_content=False,
                decode_content=False,
            )
        except HTTPError as error:
            raise _as_above(error) from error
        return httpx2.Response(reply.status, headers=list(reply.headers.items()), stream=_Body(reply))

    def close(self) -> None:
        """Close what is idle; what is in use is closed when it is done with."""
        self._pool.close()


class _Body(httpx2.SyncByteStream):
    """A body as it comes; its connection is used again only where all of it was read."""

    def __init__(self, reply: urllib3.BaseHTTPResponse) -> None:
        self._reply = reply

    def __iter__(self) -> Iterator[bytes]:
        try:
            while chunk := self._reply.read1(_READ_AT_ONCE):
                yield chunk
        except HTTPError as error:
            raise _as_above(error) from error

    def close(self) -> None:
        """Done with it, wherever one was."""
        self._reply.close()
        self._reply.release_conn()


def _watched(kind: type[HTTPConnection], opened: Callable[[socket.socket], None]) -> type[HTTPConnection]:
    class Watched(kind):  # type: ignore[misc, valid-type]  # one class for connections with and without encryption
        def connect(self) -> None:
            super().connect()
            opened(self.sock)

    return Watched


def _as_above(error: HTTPError) -> httpx2.TransportError:
    """What an error of the connections is called by the client above."""
    words = str(error)
    if isinstance(error, ConnectTimeoutError):
        return httpx2.ConnectTimeout(words)
    if isinstance(error, (NewConnectionError, SSLError)):
        return httpx2.ConnectError(words)
    if isinstance(error, ReadTimeoutError):
        return httpx2.ReadTimeout(words)
    if isinstance(error, ProtocolError):
        return httpx2.RemoteProtocolError(words)
    return httpx2.ReadError(words)
