"""Servers that mean harm, by number: each is one clear failure, within a time and a size that are known before."""

import contextlib
import json
import resource
import time
import zlib
from collections.abc import Iterable, Iterator

import pytest

from graphrag_desktop.domain.errors import GraphRagError, HostRefused, ModelError
from graphrag_desktop.llm.models import ChatRequest, Finish, Message, Role
from tests.hostile_server import HostileServer, Reply, head, repeated
from tests.llm.speaking import Speaking
from tests.scripted_server import ScriptedServer

REQUEST = ChatRequest((Message(Role.USER, "Say something."),), 100)
SECONDS = 0.5
MEGABYTE = b"x" * 1_000_000
CHUNKED = ("Content-Type: application/json", "Transfer-Encoding: chunked")
EVENT = b'data: {"choices": [{"index": 0, "delta": {"content": "word "}}]}\n\n'


def chunk(data: bytes) -> bytes:
    return f"{len(data):x}\r\n".encode() + data + b"\r\n"


def drip(data: bytes) -> Iterator[bytes]:
    for at in range(len(data)):
        yield data[at : at + 1]
        time.sleep(0.02)


def packed(size: int) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    return b"".join([*(packer.compress(MEGABYTE) for _ in range(size // len(MEGABYTE))), packer.flush()])


def reply_of(content: str) -> bytes:
    body = json.dumps({"choices": [{"index": 0, "message": {"content": content}, "finish_reason": "stop"}]}).encode()
    return head("Content-Type: application/json", f"Content-Length: {len(body)}") + body


def plain(body: bytes, *lines: str) -> Reply:
    def reply() -> Iterable[bytes]:
        return [head(f"Content-Length: {len(body)}", *lines), body]

    return reply


MOST = 60_000_000
WITHOUT_AN_END = {"19 a text of a million words"}
HUGE = head("Content-Type: application/json", "Content-Length: 100000000")
BOMB = packed(400_000_000)
DEEP = b"[" * 200_000
CASES: dict[str, Reply] = {
    "1 a reply of 100 MB": lambda: repeated(HUGE, MEGABYTE, 100),
    "2 a reply that never ends": lambda: repeated(head(*CHUNKED), chunk(MEGABYTE)),
    "3 events that never end": lambda: repeated(head("Content-Type: text/event-stream"), EVENT * 100),
    "4 a line that never ends": lambda: repeated(head("Content-Type: text/event-stream"), b"data: " + MEGABYTE),
    "5 a web page": plain(b"<html><title>Welcome</title></html>", "Content-Type: text/html"),
    "6 a picture": plain(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40, "Content-Type: image/png"),
    "7 a body that drips": lambda: drip(head("Content-Length: 5000") + b"{" * 4_000),
    "8 a head that drips": lambda: drip(b"HTTP/1.1 200 OK\r\nX-Slow: " + b"a" * 1_000),
    "9 nothing at all": lambda: drip(b""),
    "10 a bomb": plain(BOMB, "Content-Type: application/json", "Content-Encoding: gzip"),
    "11 a bomb in a refusal": lambda: [
        head("Content-Encoding: gzip", f"Content-Length: {len(BOMB)}", status="500 Broken"),
        BOMB,
    ],
    "12 a packing nobody asked for": plain(BOMB, "Content-Encoding: zstd"),
    "13 a packing that is none": plain(b"no gzip at all", "Content-Encoding: gzip"),
    "14 a refusal that never ends": lambda: repeated(head(*CHUNKED, status="500 Broken"), chunk(MEGABYTE)),
    "15 a refusal that drips": lambda: drip(head("Content-Length: 5000", status="429 Wait") + b"{" * 4_000),
    "16 a head without end": lambda: repeated(b"HTTP/1.1 200 OK\r\n", b"X-More: " + b"a" * 1_000 + b"\r\n"),
    "17 no HTTP": lambda: [b"220 mail.example.org ESMTP ready\r\n"],
    "18 brackets within brackets": plain(DEEP, "Content-Type: application/json"),
    "19 a text of a million words": lambda: [reply_of("word " * 1_000_000)],
    "20 chunks of a size that is none": lambda: [head(*CHUNKED), b"ffffffffffffffffffff\r\nabc"],
    "21 a length below nothing": lambda: [head("Content-Length: -5"), b"{}"],
    "22 a reply of bytes that are no text": plain(b"\xff\xfe\x00\xd8" * 100, "Content-Type: application/json"),
}


def memory() -> int:
    """The most this process has ever held, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1_024


@pytest.mark.parametrize("name", CASES)
def test_that_a_hostile_reply_is_a_clear_failure_in_a_known_time_and_size(server: ScriptedServer, name: str) -> None:
    before, started, begun = memory(), time.process_time(), time.monotonic()
    with HostileServer(CASES[name]) as hostile, Speaking(server, base_url=hostile.base_url, seconds=SECONDS) as asking:
        with pytest.raises(ModelError, match=r"\w"):
            asking.model.chat(REQUEST, asking.control)
        with contextlib.suppress(ModelError):
            told = asking.model.stream(REQUEST, asking.control, lambda text: None)
            assert len(told.text) < MOST
            assert told.finish is Finish.UNTOLD or name in WITHOUT_AN_END
        assert hostile.sent < 2 * 500_000_000
    assert time.monotonic() - begun < 40 * SECONDS
    assert memory() - before < 400_000_000
    assert time.process_time() - started < 20  # the server's own thread counts too


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "307 Temporary", "308 Permanent"])
def test_that_a_redirect_is_refused_and_names_where_it_leads(server: ScriptedServer, status: str) -> None:
    trap_hits = server.counts.calls
    hostile = HostileServer(
        lambda: [head(f"Location: {server.base_url}/chat/completions", "Content-Length: 0", status=status)]
    )
    with (
        hostile,
        Speaking(server, base_url=hostile.base_url) as asking,
        pytest.raises(HostRefused, match="sends calls on"),
    ):
        asking.model.chat(REQUEST, asking.control)
    assert server.counts.calls == trap_hits


@pytest.mark.parametrize(
    "usage",
    [
        {"prompt_tokens": 10**30, "completion_tokens": 5},
        {"prompt_tokens": -7, "completion_tokens": -(10**25)},
        {"prompt_tokens": "many", "completion_tokens": None},
        {"prompt_tokens": 1e308, "completion_tokens": True},
        [],
    ],
)
def test_that_counts_that_cannot_be_are_no_counts(server: ScriptedServer, usage: object) -> None:
    body = json.dumps({"choices": [{"message": {"content": "Yes."}, "finish_reason": "stop"}], "usage": usage}).encode()
    with HostileServer(plain(body)) as hostile, Speaking(server, base_url=hostile.base_url) as asking:
        used = asking.model.chat(REQUEST, asking.control).usage
    assert 0 <= used.prompt_tokens < 2**63 and 0 <= used.completion_tokens < 2**63


@pytest.mark.parametrize(
    "row", ["[1e999, 1]", f"[{10**400}, 1]", '["1", "x"]', "[[1], 2]", "{}", '"AAAA"', '"not base64!"', "[" * 5_000]
)
def test_that_vectors_that_cannot_be_are_refused(server: ScriptedServer, row: str) -> None:
    body = f'{{"data": [{{"index": 0, "embedding": {row}}}]}}'.encode()
    with (
        HostileServer(plain(body)) as hostile,
        Speaking(server, base_url=hostile.base_url) as asking,
        pytest.raises(GraphRagError),
    ):
        asking.model.embed(["a text"], asking.control)
