"""One server over HTTP: bodies go out, responses come back, a stop ends what is in flight."""

import contextlib
import json
import threading
import time
import weakref
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphrag_desktop.domain.errors import Cancelled, InvalidSetting, ServerFailed
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm.connections import Connections
from graphrag_desktop.llm.hosts import check_address, check_key, is_azure, is_near, origin
from graphrag_desktop.llm.json_text import Json
from graphrag_desktop.llm.models import ModelSettings
from graphrag_desktop.llm.refusals import HttpAnswer, Refusal, Remedy, dropped, overdue, unreachable

if TYPE_CHECKING:
    import httpx2

_CONNECT_SECONDS = 5.0  # connecting cannot be interrupted by a stop, so it must not be long
_MOST_BYTES = 50_000_000  # no reply is that large: one that floods is cut off
_MOST_CONNECTIONS = 1_000  # the gate decides how many there are; none that is idle is closed for being one too many


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


@dataclass(frozen=True, slots=True)
class _Client:
    """The connections of one run: those kept open for the next call, and all there are, to be ended."""

    http: "httpx2.Client"
    connections: Connections


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
        self._clients: weakref.WeakKeyDictionary[RunControl, _Client] = weakref.WeakKeyDictionary()
        self._headers = self._own_headers()
        self._targets: dict[str, httpx2.URL] = {}
        read = settings.seconds
        self._timeouts = {"connect": _CONNECT_SECONDS, "read": read, "write": read, "pool": read}

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
            each.http.close()

    def _sent(self, call: Call, control: RunControl) -> "httpx2.Response":
        content = None
        if call.body is not None:
            content = json.dumps(call.body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        client = self._client(control)
        try:
            return client.http.send(self._request(call.path, content, client), stream=True)
        except RuntimeError as error:  # what a client says that was closed meanwhile
            control.checkpoint()
            raise Unanswered(dropped(self._origin, str(error))) from error

    def _request(self, path: str, content: bytes | None, client: "_Client") -> "httpx2.Request":
        """The request, made whole: nothing is taken from defaults or from the environment."""
        import httpx2

        return httpx2.Request(
            "GET" if content is None else "POST",
            self._target(path),
            headers=self._headers,
            content=content,
            extensions={"timeout": self._timeouts, "trace": client.connections.happened},
        )

    def _target(self, path: str) -> "httpx2.URL":
        """Where a path lies; Azure's older addresses name the model in it."""
        import httpx2

        found = self._targets.get(path)
        if found is None:
            if self._settings.api_version:
                place = f"{self._address}/openai/deployments/{self._settings.model}{path}"
                found = httpx2.URL(place, params={"api-version": self._settings.api_version})
            else:
                found = httpx2.URL(f"{self._address}{path}")
            self._targets[path] = found
        return found

    def _client(self, control: RunControl) -> "_Client":
        with self._lock:
            client = self._clients.get(control)
            if client is None:
                client = self._new_client()
                self._clients[control] = client
                weakref.finalize(control, client.http.close)
                control.on_cancel(client.connections.abort)
            return client

    def _new_client(self) -> "_Client":
        import httpx2

        limits = httpx2.Limits(max_connections=_MOST_CONNECTIONS, max_keepalive_connections=_MOST_CONNECTIONS)
        is_far = not is_near(self._settings.base_url)
        try:
            http = httpx2.Client(follow_redirects=False, trust_env=is_far, limits=limits)
        except (ImportError, ValueError) as error:  # a proxy of a kind that is not understood
            raise InvalidSetting(
                f"The proxy of this machine's environment cannot be used: {error}.",
                "Change HTTPS_PROXY or ALL_PROXY, or name the server in NO_PROXY.",
            ) from error
        return _Client(http, Connections())

    def _own_headers(self) -> dict[str, str]:
        """What the protocol needs and the key of this server, nothing else."""
        headers = {"Accept": "application/json", "Content-Type": "application/json", "User-Agent": "GraphRAG-Desktop"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
            if is_azure(self._address):
                headers["api-key"] = self._key
        return headers

    def _explained(self, error: Exception, control: RunControl) -> Exception:
        """What it means that a call failed on its way; on a stop whatever happened is its doing."""
        import httpx2

        if control.is_cancelled:
            return Cancelled()
        words = str(error) or type(error).__name__
        if isinstance(error, (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.ProxyError)):
            return Unanswered(unreachable(self._origin, words))
        if isinstance(error, httpx2.TimeoutException):
            return Unanswered(overdue(self._origin, self._settings.seconds))
        return Unanswered(dropped(self._origin, words))


class OpenResponse:
    """A response whose body is still to come."""

    def __init__(self, response: "httpx2.Response", deadline: float, seconds: float, where: str) -> None:
        self.status = response.status_code
        self.headers = {name.lower(): value for name, value in response.headers.items()}
        self._response = response
        self._deadline = deadline
        self._seconds = seconds
        self._where = where

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
