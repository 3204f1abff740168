"""One server over HTTP, by the `openai` package: bodies go out, responses come back, a stop ends what is in flight."""

import contextlib
import json
import threading
import time
import weakref
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast
from urllib.parse import quote
from urllib.request import getproxies

from graphrag_desktop.domain.errors import Cancelled, HostRefused, InvalidSetting, ServerFailed
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm.connections import Connections
from graphrag_desktop.llm.hosts import check_address, check_key, is_azure, is_near, origin
from graphrag_desktop.llm.json_text import Json
from graphrag_desktop.llm.models import ModelSettings
from graphrag_desktop.llm.refusals import HttpAnswer, Refusal, Remedy, dropped, overdue, unconnected

if TYPE_CHECKING:
    import httpx2
    import openai
    from openai import RequestOptions

_CONNECT_SECONDS = 5.0  # connecting cannot be interrupted by a stop, so it must not be long
_MOST_BYTES = 50_000_000  # no reply is that large: one that floods is cut off
_SENT_HEADERS = frozenset({b"host", b"accept", b"connection", b"content-type", b"content-length", b"transfer-encoding"})


class Unanswered(Exception):
    """A call that came to nothing on its way."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal.error))
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Call:
    """What is asked of a server: a path, and a body unless it is a plain question."""

    path: str
    body: Mapping[str, Json] | None = None


class Transport:
    """Sends calls to one server, from any thread. Each run has its own connections, so that stopping it ends them.

    Nothing from the environment reaches the server: no key, address, organisation or header meant for another program.
    Redirects are not followed, and nothing goes to another host than the one named.
    """

    def __init__(self, settings: ModelSettings) -> None:
        self._address = check_address(settings.base_url, is_local_only=settings.is_local_only)
        self._key = check_key(settings.key, settings.base_url)
        self._settings = settings
        self._origin = origin(settings.base_url)
        self._lock = threading.Lock()
        self._clients: weakref.WeakKeyDictionary[RunControl, openai.OpenAI] = weakref.WeakKeyDictionary()

    def ask(self, call: Call, control: RunControl) -> HttpAnswer:
        """The response in one piece, whatever its status; raises `Unanswered`, or `Cancelled` on a stop."""
        with self.opened(call, control) as response:
            body = b"".join(response.chunks())
            return HttpAnswer(response.status, response.headers, body.decode("utf-8", "replace"))

    @contextlib.contextmanager
    def opened(self, call: Call, control: RunControl) -> Iterator["OpenResponse"]:
        """A response while it still comes; raises as `ask`."""
        import httpx2

        deadline = time.monotonic() + self._settings.seconds
        response: httpx2.Response | None = None
        try:
            control.checkpoint()
            response = self._sent(call, control)
            yield OpenResponse(response, deadline, self._settings.seconds, self._origin)
        except httpx2.HTTPError as error:
            raise self._explained(error, control) from error
        finally:
            if response is not None:
                response.close()

    def close(self) -> None:
        """Close every connection."""
        with self._lock:
            clients = list(self._clients.values())
            self._clients.clear()
        for each in clients:
            each.close()

    def _sent(self, call: Call, control: RunControl) -> "httpx2.Response":
        import httpx2
        import openai

        client = self._client(control)
        path, options = self._target(call.path)
        try:
            if call.body is None:
                sent = client.get(
                    path, cast_to=httpx2.Response, options=options, stream=True, stream_cls=openai.Stream[object]
                )
            else:
                content = json.dumps(call.body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
                sent = client.post(
                    path,
                    cast_to=httpx2.Response,
                    content=content,
                    options=options,
                    stream=True,
                    stream_cls=openai.Stream[object],
                )
            return cast(httpx2.Response, sent)  # of this kind, unread, though it is declared as a stream of objects
        except openai.APIStatusError as error:
            return error.response
        except openai.APIConnectionError as error:
            cause = error.__cause__
            raise self._explained(cause if isinstance(cause, httpx2.HTTPError) else error, control) from error
        except RuntimeError as error:  # what a client says that was closed meanwhile
            control.checkpoint()
            raise Unanswered(dropped(self._origin, str(error))) from error

    def _target(self, path: str) -> tuple[str, "RequestOptions"]:
        """Where a path lies and what goes with it; Azure's older addresses name the model in the path."""
        import openai

        timeout = openai.Timeout(self._settings.seconds, connect=_CONNECT_SECONDS)
        options: RequestOptions = {
            "timeout": timeout,
            "headers": {"Content-Type": "application/json"},
            "max_retries": 0,
        }
        if self._settings.api_version:
            version = quote(self._settings.api_version, safe="")
            return f"{self._address}/openai/deployments/{self._settings.model}{path}?api-version={version}", options
        return f"{self._address}{path}", options

    def _client(self, control: RunControl) -> "openai.OpenAI":
        with self._lock:
            client = self._clients.get(control)
            if client is None:
                client, connections = self._new_client()
                self._clients[control] = client
                weakref.finalize(control, client.close)
                control.on_cancel(connections.abort)
            return client

    def _new_client(self) -> tuple["openai.OpenAI", Connections]:
        import openai

        connections = Connections()
        try:
            http = self._http(connections)
        except (ImportError, ValueError) as error:  # a proxy of a kind that is not understood
            raise InvalidSetting(
                f"The proxy of this machine's environment cannot be used: {error}.",
                "Change HTTPS_PROXY or ALL_PROXY, or name the server in NO_PROXY.",
            ) from error
        client = openai.OpenAI(
            api_key=self._key or "none",
            base_url=self._address,
            organization="",
            project="",
            webhook_secret="",
            max_retries=0,
            http_client=http,
        )
        return client, connections

    def _http(self, connections: Connections) -> "httpx2.Client":
        """Straight to the server, or by way of the proxy that the environment names for servers elsewhere."""
        import httpx2
        import openai

        from graphrag_desktop.llm.pooled_http import PooledTransport

        if is_near(self._settings.base_url) or not getproxies():
            pooled = PooledTransport(self._address, _CONNECT_SECONDS, self._settings.seconds, connections.add)
            hooks = {"request": [self._clean]}
            return httpx2.Client(transport=pooled, event_hooks=hooks, follow_redirects=False, trust_env=False)
        hooks = {"request": [self._clean, connections.watch]}
        return openai.DefaultHttpxClient(event_hooks=hooks, follow_redirects=False)

    def _check(self, url: str) -> None:
        """Refuse what would go to another server than the one named."""
        if origin(url) != self._origin:
            raise HostRefused(f"A call to {origin(url)} was stopped: {self._origin} was named.", "")

    def _clean(self, request: "httpx2.Request") -> None:
        """Send what the protocol needs and the key of this server, nothing else, and to this server only."""
        import httpx2

        self._check(str(request.url))
        needed = [(name, value) for name, value in request.headers.raw if name.lower() in _SENT_HEADERS]
        request.headers = httpx2.Headers([*needed, *self._own_headers])

    @property
    def _own_headers(self) -> tuple[tuple[bytes, bytes], ...]:
        own = {"User-Agent": "GraphRAG-Desktop", "Accept-Encoding": "gzip, deflate"}
        if self._key:
            own["Authorization"] = f"Bearer {self._key}"
            if is_azure(self._address):
                own["api-key"] = self._key
        return tuple((name.encode("ascii"), value.encode("ascii")) for name, value in own.items())

    def _explained(self, error: Exception, control: RunControl) -> Exception:
        """What it means that a call failed on its way; on a stop whatever happened is its doing."""
        import httpx2

        if control.is_cancelled:
            return Cancelled()
        words = str(error) or type(error).__name__
        if isinstance(error, (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.ProxyError)):
            return Unanswered(unconnected(self._origin, words))
        if isinstance(error, httpx2.TimeoutException):
            return Unanswered(overdue(self._origin, self._settings.seconds))
        return Unanswered(dropped(self._origin, words))


class OpenResponse:
    """A response whose body is still to come."""

    def __init__(self, response: "httpx2.Response", deadline: float, seconds: float, where: str) -> None:
        self.status = response.status_code
        self._response = response
        self._deadline = deadline
        self._seconds = seconds
        self._where = where

    @property
    def headers(self) -> dict[str, str]:
        """The headers, their names in small letters."""
        return {name.lower(): value for name, value in self._response.headers.items()}

    def chunks(self) -> Iterator[bytes]:
        """The body as it comes; raises `Unanswered` where it takes too long as a whole, or never ends."""
        if self._response.is_closed:
            yield self._response.content
            return
        received = 0
        for chunk in self._response.iter_bytes():
            yield chunk
            received += len(chunk)
            if time.monotonic() > self._deadline:  # one that drips never trips the limit on a single read
                raise Unanswered(overdue(self._where, self._seconds))
            if received > _MOST_BYTES:
                failed = ServerFailed(f"{self._where} never stops writing.", "Try another model.")
                raise Unanswered(Refusal(Remedy.GIVE_UP, failed))
