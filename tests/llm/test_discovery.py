"""Model servers on this machine, found at the ports where they usually are."""

import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from graphrag_desktop.domain.errors import Cancelled
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm.discovery import UsualPlace, find_servers
from tests.scripted_server import ScriptedServer


def port_of(server: ScriptedServer) -> int:
    return int(server.origin.rpartition(":")[2])


@pytest.fixture
def silent_port() -> Iterator[int]:
    """One at which something listens and never says a word."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield listening.getsockname()[1]


@pytest.fixture
def closed_port() -> int:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        return int(closed.getsockname()[1])


class _Page(BaseHTTPRequestHandler):
    """A program that serves pages, and sends whoever asks for models somewhere else."""

    asked: list[str] = []  # noqa: RUF012 - of the one server of a test

    def do_GET(self) -> None:
        self.asked.append(self.path)
        if self.path == "/v1/models":
            self.send_response(302)
            self.send_header("Location", "/elsewhere")
            self.end_headers()
            return
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"data": [{"id": "lured"}]}')

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name
        """Nothing."""


def test_that_servers_are_found_with_their_models_beside_ports_where_nothing_is(
    closed_port: int, silent_port: int
) -> None:
    with ScriptedServer() as one, ScriptedServer() as other:
        other.behave(models=("llama3.2:3b", "nomic-embed-text"))
        places = (
            UsualPlace("Closed", closed_port),
            UsualPlace("LM Studio", port_of(one)),
            UsualPlace("Silent", silent_port),
            UsualPlace("Ollama", port_of(other)),
        )
        found = find_servers(RunControl(), places, seconds=1.0)
    assert [(each.name, each.models) for each in found] == [
        ("LM Studio", ("scripted-embedding", "scripted-model")),
        ("Ollama", ("llama3.2:3b", "nomic-embed-text")),
    ]
    assert found[0].base_url == one.base_url


def test_that_what_redirects_is_no_model_server_and_is_not_followed() -> None:
    _Page.asked = []
    with HTTPServer(("127.0.0.1", 0), _Page) as pages:
        threading.Thread(target=pages.serve_forever, daemon=True).start()
        assert find_servers(RunControl(), (UsualPlace("Pages", pages.server_port),)) == ()
        pages.shutdown()
    assert _Page.asked == ["/v1/models"]


def test_that_looking_around_takes_no_key_along_and_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHRAG_API_KEY", "sk-TESTLEAK123")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-TESTLEAK123")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    with ScriptedServer() as server:
        assert find_servers(RunControl(), (UsualPlace("Ollama", port_of(server)),))
        (asked,) = server.counts.requests
    assert "authorization" not in asked.headers
    assert "TESTLEAK" not in repr(asked.headers)


def test_that_a_server_that_wants_a_key_is_found_and_says_so() -> None:
    with ScriptedServer() as server:
        server.behave(key="sk-secret")
        (found,) = find_servers(RunControl(), (UsualPlace("vLLM", port_of(server)),))
    assert (found.needs_key, found.models) == (True, ())


def test_that_a_stop_ends_the_search(closed_port: int) -> None:
    control = RunControl()
    control.cancel()
    with pytest.raises(Cancelled):
        find_servers(control, (UsualPlace("Closed", closed_port),))
