"""HTTP/1.1 straight over sockets, below the `openai` package: one server, kept connections, no work beside that.

The general client of the HTTP library takes addresses apart six times a call and looks through all its connections twice:
with twenty-five calls at a time that was most of what a call cost. Imported only where a client is made: it needs the HTTP
library at once.
"""

import http.client
import select
import socket
import ssl
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence

import httpx2

_READ_AT_ONCE = 65_536
_KEPT_SECONDS = 4.0  # servers close what is idle for 5 and more: whoever writes just then loses the call


class DirectClient(httpx2.Client):
    """A client of one server that sends `headers`, what HTTP needs, and nothing else; follows no redirect.

    `check` is asked once for each address, and raises where nothing may go there.
    """

    def __init__(
        self, transport: "DirectTransport", headers: Sequence[tuple[bytes, bytes]], check: Callable[[str], None]
    ) -> None:
        super().__init__(transport=transport, trust_env=False, follow_redirects=False)
        self._direct = transport
        usual = ((name.encode(), self.headers[name].encode()) for name in ("Accept-Encoding", "Connection"))
        self._sent = (*usual, *headers)
        self._check = check
        self._targets: dict[str, httpx2.URL] = {}

    def build_request(self, method: str, url: httpx2.URL | str, **fields: object) -> httpx2.Request:
        """The request; of `fields` only its content is taken."""
        target = self._targets.get(str(url))
        if target is None:
            self._check(str(url))
            target = self._targets[str(url)] = httpx2.URL(url)
        headers = [(b"Host", target.netloc), (b"Accept", b"application/json"), *self._sent]
        body = fields.get("content")
        if isinstance(body, bytes):
            headers += [(b"Content-Type", b"application/json"), (b"Content-Length", b"%d" % len(body))]
        stream = httpx2.ByteStream(body if isinstance(body, bytes) else b"")
        return httpx2.Request(method, target, headers=headers, stream=stream)

    def send(self, request: httpx2.Request, *, stream: bool = False, **_: object) -> httpx2.Response:
        """The response, read unless it is a `stream`."""
        if self.is_closed:
            raise RuntimeError("the client was closed")
        response = self._direct.handle_request(request)
        response.request = request
        if not stream:
            response.read()
        return response


class DirectTransport(httpx2.BaseTransport):
    """Carries requests to the one origin of `address`, from any thread; `opened` is told every socket and may raise.

    Raises the errors of the HTTP library: `ConnectError`, `ReadTimeout` and so on.
    """

    def __init__(
        self, address: str, connect_seconds: float, seconds: float, opened: Callable[[socket.socket], None]
    ) -> None:
        url = httpx2.URL(address)
        self._is_encrypted = url.scheme == "https"
        self._host = url.host
        self._port = url.port or (443 if self._is_encrypted else 80)
        self._connect_seconds = connect_seconds
        self._seconds = seconds
        self._opened = opened
        self._lock = threading.Lock()
        self._idle: deque[tuple[socket.socket, float]] = deque()
        self._context: ssl.SSLContext | None = None
        self._is_closed = False

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """The response, its body still to come."""
        line = self._kept() or self._connected()
        try:
            reply = _head(line, request)
        except BaseException:
            line.close()
            raise
        stream = _Body(reply, lambda is_sound: self._give_back(line, is_sound=is_sound))
        return httpx2.Response(reply.status, headers=reply.getheaders(), stream=stream)

    def close(self) -> None:
        """Close what is idle; what is in use is closed when it is done with."""
        with self._lock:
            self._is_closed = True
            idle = list(self._idle)
            self._idle.clear()
        for line, _ in idle:
            line.close()

    def _kept(self) -> socket.socket | None:
        while True:
            with self._lock:
                if not self._idle:
                    return None
                line, since = self._idle.pop()
            if time.monotonic() - since < _KEPT_SECONDS and not _has_news(line):
                return line
            line.close()

    def _connected(self) -> socket.socket:
        try:
            line = socket.create_connection((self._host, self._port), self._connect_seconds)
        except TimeoutError as error:
            raise httpx2.ConnectTimeout(str(error)) from error
        except OSError as error:
            raise httpx2.ConnectError(str(error)) from error
        try:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            line = self._encrypted(line) if self._is_encrypted else line
            line.settimeout(self._seconds)
            self._opened(line)
        except TimeoutError as error:
            line.close()
            raise httpx2.ConnectTimeout(str(error)) from error
        except OSError as error:
            line.close()
            raise httpx2.ConnectError(str(error)) from error
        except BaseException:
            line.close()
            raise
        return line

    def _encrypted(self, line: socket.socket) -> socket.socket:
        with self._lock:
            if self._context is None:
                self._context = httpx2.create_ssl_context()
                self._context.set_alpn_protocols(["http/1.1"])
            context = self._context
        return context.wrap_socket(line, server_hostname=self._host)

    def _give_back(self, line: socket.socket, *, is_sound: bool) -> None:
        with self._lock:
            if is_sound and not self._is_closed:
                self._idle.append((line, time.monotonic()))
                return
        line.close()


class _Body(httpx2.SyncByteStream):
    """A body as it comes; a connection is used again only where all of it was read."""

    def __init__(self, reply: http.client.HTTPResponse, give_back: Callable[[bool], None]) -> None:
        self._reply = reply
        self._give_back: Callable[[bool], None] | None = give_back
        self._is_whole = False

    def __iter__(self) -> Iterator[bytes]:
        reply = self._reply
        try:
            while chunk := reply.read1(_READ_AT_ONCE):
                yield chunk
        except TimeoutError as error:
            raise httpx2.ReadTimeout(str(error)) from error
        except OSError as error:
            raise httpx2.ReadError(str(error)) from error
        except http.client.HTTPException as error:
            raise httpx2.RemoteProtocolError(f"the reply broke off ({type(error).__name__})") from error
        if reply.length:
            raise httpx2.RemoteProtocolError(f"the reply broke off, {reply.length:,} bytes early")
        self._is_whole = True

    def close(self) -> None:
        """Done with it: once, however often it is said."""
        give_back, self._give_back = self._give_back, None
        if give_back is not None:
            is_sound = self._is_whole and not self._reply.will_close
            self._reply.close()
            give_back(is_sound)


def _head(line: socket.socket, request: httpx2.Request) -> http.client.HTTPResponse:
    """Send a request as a whole and read the head of its response."""
    lines = [b"%s: %s" % header for header in request.headers.raw]
    head = b"%s %s HTTP/1.1\r\n%s\r\n\r\n" % (request.method.encode("ascii"), request.url.raw_path, b"\r\n".join(lines))
    try:
        line.sendall(head + request.read())
    except TimeoutError as error:
        raise httpx2.WriteTimeout(str(error)) from error
    except OSError as error:
        raise httpx2.WriteError(str(error)) from error
    reply = http.client.HTTPResponse(line, method=request.method)
    try:
        reply.begin()
    except TimeoutError as error:
        reply.close()
        raise httpx2.ReadTimeout(str(error)) from error
    except OSError as error:  # among them that it was closed without a word
        reply.close()
        raise httpx2.ReadError(str(error)) from error
    except http.client.HTTPException as error:
        reply.close()
        raise httpx2.RemoteProtocolError(f"no response of HTTP ({error})") from error
    return reply


def _has_news(line: socket.socket) -> bool:
    """Whether the other side sent something unasked, which is that it closed the connection."""
    try:
        if hasattr(select, "poll"):  # `select` itself takes no number beyond 1,023
            watch = select.poll()
            watch.register(line, select.POLLIN)
            return bool(watch.poll(0))
        return bool(select.select([line], [], [], 0)[0])
    except (OSError, ValueError):
        return True
