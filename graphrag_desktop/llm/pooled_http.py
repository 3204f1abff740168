"""The connections below the `openai` package, by `urllib3`: of one server, kept, for many threads.

Whatever a server sends, a call ends: its head and its body have to come in time, and the body has an end, unpacked too.

The general HTTP client goes through all its connections twice for each call: with twenty-five calls at a time that was
most of what a call cost. Imported only where a client is made: it needs the HTTP libraries at once.
"""

import socket
import time
import zlib
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

from graphrag_desktop.llm.deadlines import DEADLINES

_READ_AT_ONCE = 65_536
_MOST_BYTES = 60_000_000  # unpacked; whoever reads a body may stop sooner
_MOST_REFUSED_BYTES = 1_000_000
_UNPACKED = {"gzip", "x-gzip", "deflate"}
_PLAIN = {"", "identity"}
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
        self._seconds = seconds
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
        self._pool.ConnectionCls = _watched(cast(type[HTTPConnection], self._pool.ConnectionCls), opened, seconds)

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """The response, its body still to come."""
        deadline = time.monotonic() + self._seconds
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
        packing = reply.headers.get("content-encoding", "").strip().lower()
        headers = [(name, value) for name, value in reply.headers.items() if name.lower() != "content-encoding"]
        return httpx2.Response(reply.status, headers=headers, stream=_Body(reply, packing, deadline))

    def close(self) -> None:
        """Close what is idle; what is in use is closed when it is done with."""
        self._pool.close()


class _Body(httpx2.SyncByteStream):
    """A body as it comes, unpacked; its connection is used again only where all of it was read."""

    def __init__(self, reply: urllib3.BaseHTTPResponse, packing: str, deadline: float) -> None:
        self._reply = reply
        self._packing = packing
        self._deadline = deadline
        self._unpacker = zlib.decompressobj(zlib.MAX_WBITS | 32) if packing in _UNPACKED else None

    def __iter__(self) -> Iterator[bytes]:
        if self._unpacker is None and self._packing not in _PLAIN:
            raise httpx2.DecodingError(f"it is packed as “{self._packing[:40]}”, which nobody asked for")
        received = 0
        try:
            while chunk := self._reply.read1(_READ_AT_ONCE):
                for piece in self._unpacked(chunk):
                    yield piece
                    received += len(piece)
                    if self._reply.status >= 300 and received > _MOST_REFUSED_BYTES:
                        return  # what is left of a refusal is of no use
                    if received > _MOST_BYTES:
                        raise httpx2.ReadError("it never stops writing")
                    if time.monotonic() > self._deadline:
                        raise httpx2.ReadTimeout("it did not end in time")
        except HTTPError as error:
            raise _as_above(error) from error
        except zlib.error as error:
            raise httpx2.DecodingError(f"it cannot be unpacked: {error}") from error

    def close(self) -> None:
        """Done with it, wherever one was."""
        self._reply.close()
        self._reply.release_conn()

    def _unpacked(self, chunk: bytes) -> Iterator[bytes]:
        """The chunk in pieces that are small, however much it holds."""
        if self._unpacker is None:
            yield chunk
            return
        while chunk and not self._unpacker.eof:
            piece = self._unpacker.decompress(chunk, _READ_AT_ONCE)
            chunk = self._unpacker.unconsumed_tail
            if piece:
                yield piece


def _watched(
    kind: type[HTTPConnection], opened: Callable[[socket.socket], None], seconds: float
) -> type[HTTPConnection]:
    class Watched(kind):  # type: ignore[misc, valid-type]  # one class for connections with and without encryption
        def connect(self) -> None:
            super().connect()
            opened(self.sock)

        def getresponse(self) -> urllib3.HTTPResponse:
            with DEADLINES.within(self.sock, seconds):
                return cast(urllib3.HTTPResponse, super().getresponse())

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
