"""A model server on loopback that speaks OpenAI's protocol over real HTTP, always the same, and misbehaves on command.

    python -m tests.scripted_server --port 8999 --latency 0.05      to run one by hand; it prints its address, and
                                                                    GET /counts tells what it did

In a test: `with ScriptedServer(Script(...)) as server: ... server.base_url ... server.counts`.
"""

import argparse
import asyncio
import json
import re
import sys
import threading
from collections import Counter, deque
from collections.abc import Coroutine
from dataclasses import replace
from typing import Self

from tests import scripted_brain as brain
from tests.scripted_behaviour import (
    CHAT,
    EMBEDDINGS,
    MODELS,
    Asked,
    Counts,
    Fault,
    Headers,
    Json,
    Script,
    delta,
    packed,
    refused,
    reply_text,
)


class ScriptedServer:
    """A server on a thread of its own, on a free port unless one is given."""

    def __init__(self, script: Script | None = None, *, port: int = 0, keeps_requests: bool = True) -> None:
        self.script = script or Script()
        self.counts = Counts()
        self.keeps_requests = keeps_requests
        self._seen: Counter[str] = Counter()
        self._port = port
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="scripted server", daemon=True)
        self._connections: set[_Connection] = set()
        self._busy = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    @property
    def base_url(self) -> str:
        """Where it speaks."""
        return f"http://127.0.0.1:{self._port}/v1"

    @property
    def origin(self) -> str:
        """The same without a path."""
        return f"http://127.0.0.1:{self._port}"

    def __enter__(self) -> Self:
        self._thread.start()
        self._do(self._start())
        return self

    def __exit__(self, *_: object) -> None:
        self._do(self._stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def behave(self, **changes: object) -> None:
        """Change the script from now on."""
        self.script = replace(self.script, **changes)  # type: ignore[arg-type]  # names of its own fields

    def forget(self) -> None:
        """Count anew."""
        self.counts = Counts(open_now=self.counts.open_now)
        self._seen.clear()

    async def _start(self) -> None:
        self._server = await self._loop.create_server(lambda: _Connection(self), "127.0.0.1", self._port)
        self._port = self._server.sockets[0].getsockname()[1]

    async def _stop(self) -> None:
        self._server.close()
        for each in list(self._connections):
            each.close()
        await asyncio.sleep(0)

    def _do(self, work: Coroutine[object, object, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    def asked(self, path: str, body: Json, headers: Headers, raw: bytes) -> Asked:
        """Count a request."""
        counts = self.counts
        counts.paths[path] += 1
        said = brain.answer(body) if path == CHAT else brain.Said("embed" if path == EMBEDDINGS else "models", "")
        counts.tasks[said.task] += 1
        repeat = 1
        if self.keeps_requests:
            name = f"{path} {hash(raw)}"
            self._seen[name] += 1
            repeat = self._seen[name]
        asked = Asked(path, body, counts.paths[path], repeat, said, self._busy + len(self._waiting) + 1, headers)
        if self.keeps_requests:
            counts.requests.append(asked)
        return asked

    async def take_turn(self) -> None:
        """Wait until fewer than `at_once` are served."""
        while self._busy >= self.script.at_once:
            turn: asyncio.Future[None] = self._loop.create_future()
            self._waiting.append(turn)
            await turn
        self._busy += 1

    def give_turn(self) -> None:
        """Let the next one be served."""
        self._busy -= 1
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                break


class _Connection(asyncio.Protocol):
    """One connection; requests come one after the other. A client that goes away ends what is done for it."""

    def __init__(self, server: ScriptedServer) -> None:
        self._server = server
        self._buffer = b""
        self._transport: asyncio.Transport | None = None
        self._task: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._server._connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._server._connections.discard(self)
        if self._task is not None and not self._task.done():
            self._server.counts.lost += 1
            self._task.cancel()

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        head, found, rest = self._buffer.partition(b"\r\n\r\n")
        if not found:
            return
        lines = head.decode("latin-1").split("\r\n")
        headers = {
            name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])
        }
        length = int(headers.get("content-length", 0))
        if len(rest) >= length:
            self._buffer = rest[length:]
            path = lines[0].split()[1]
            self._task = self._server._loop.create_task(self._answer(path, headers, rest[:length]))

    async def _answer(self, path: str, headers: Headers, raw: bytes) -> None:
        server = self._server
        server.counts.open_now += 1
        server.counts.open_most = max(server.counts.open_most, server.counts.open_now)
        try:
            await self._answered(path.partition("?")[0], headers, raw)
        finally:
            server.counts.open_now -= 1

    async def _answered(self, path: str, headers: Headers, raw: bytes) -> None:
        server = self._server
        if path == "/counts":
            counts = server.counts
            told = {
                "paths": dict(counts.paths), "tasks": dict(counts.tasks), "open_most": counts.open_most,
                "open_now": counts.open_now, "lost": counts.lost, "prompt_tokens": counts.prompt_tokens,
                "completion_tokens": counts.completion_tokens,
            }  # fmt: skip
            return self._send(200, json.dumps(told))
        path = re.sub(r"^/openai/deployments/[^/]+", "/v1", path)
        body = json.loads(raw) if raw else {}
        asked = server.asked(path, body, headers, raw)
        if server.script.key and headers.get("authorization") != f"Bearer {server.script.key}":
            echoed = {"error": {"message": f"Wrong key: {headers.get('authorization')}", "code": "invalid_api_key"}}
            return self._send(401, json.dumps(echoed))
        if path == MODELS:
            listed = json.dumps({"object": "list", "data": [{"id": each} for each in server.script.models]})
            await asyncio.sleep(server.script.list_latency)
            return self._send(200, listed)
        if path not in {CHAT, EMBEDDINGS}:
            return self._send(404, "<html><title>404 page not found</title></html>")
        await server.take_turn()
        try:
            if server.script.latency:
                await asyncio.sleep(server.script.latency)
            await self._served(asked)
        finally:
            server.give_turn()

    async def _served(self, asked: Asked) -> None:
        script = self._server.script
        fault = script.faults(asked)
        no = refused(asked.body, script)
        if fault.hang:
            await asyncio.sleep(3_600)
        elif fault.status == 0:
            self.close()
        elif fault.status != 200:
            error = fault.error or {"error": {"message": "It does not work now."}}
            self._send(fault.status, fault.body or json.dumps(error), fault.headers)
        elif no is not None:
            self._send(400, json.dumps(no))
        else:
            self._server.counts.answered[asked.task] += 1
            await self._good(asked, fault)

    async def _good(self, asked: Asked, fault: Fault) -> None:
        if asked.path == EMBEDDINGS:
            self._embed(asked, fault)
        elif asked.body.get("stream"):
            await self._stream(asked, fault)
        else:
            response = json.dumps(self._reply(asked, fault), ensure_ascii=False) if fault.body is None else fault.body
            if fault.drip:
                await self._drip(response.encode(), fault.drip)
            else:
                self._send(200, response)

    def _reply(self, asked: Asked, fault: Fault) -> Json:
        text, finish = reply_text(asked, fault, self._server.script)
        message: Json = {"role": "assistant", "content": text}
        if fault.reasoning:
            message["reasoning_content"] = fault.reasoning
        if fault.refusal:
            message = {"role": "assistant", "content": None, "refusal": fault.refusal}
        choice = {"index": 0, "message": message, "finish_reason": finish}
        return {"id": "s", "object": "chat.completion", "choices": [choice], "usage": self._usage(asked, text)}

    def _usage(self, asked: Asked, text: str) -> Json:
        script = self._server.script
        read = brain.tokens(asked.prompt)
        if script.window:
            read = min(read, script.window)
        if script.cached:
            read = min(read, 40) if asked.number > 1 and asked.task != "other" else read
        written = brain.tokens(text)
        self._server.counts.prompt_tokens += read
        self._server.counts.completion_tokens += written
        return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}

    async def _stream(self, asked: Asked, fault: Fault) -> None:
        assert self._transport is not None
        self._write_head(200, {"Content-Type": "text/event-stream"}, None)
        text, finish = reply_text(asked, fault, self._server.script)
        size = self._server.script.piece
        events: list[Json] = [delta({"role": "assistant"})]
        events += [delta({"content": text[at : at + size]}) for at in range(0, len(text), size)]
        if fault.refusal:
            events = [delta({"refusal": fault.refusal})]
        events.append(delta({}, finish))
        if asked.body.get("stream_options"):
            events.append({"choices": [], "usage": self._usage(asked, text)})
        for event in events:
            self._chunk(f"data: {json.dumps(event, ensure_ascii=False)}\n\n")
            if fault.drip:
                await asyncio.sleep(fault.drip)
        self._chunk("data: [DONE]\n\n")
        self._transport.write(b"0\r\n\r\n")

    def _embed(self, asked: Asked, fault: Fault) -> None:
        script = self._server.script
        if fault.body is not None:
            return self._send(200, fault.body)
        texts = asked.body["input"]
        assert isinstance(texts, list)
        if script.longest_text and any(brain.tokens(text) > script.longest_text for text in texts):
            message = f"input length exceeds the context length ({script.longest_text} tokens)"
            return self._send(400, json.dumps({"error": {"message": message}}))
        rows = [brain.vector(text, script.dimensions) for text in texts]
        is_packed = asked.body.get("encoding_format") == "base64" and not script.floats
        data = [{"index": at, "embedding": packed(row) if is_packed else row} for at, row in enumerate(rows)]
        used = sum(brain.tokens(text) for text in texts)
        self._server.counts.prompt_tokens += used
        return self._send(200, json.dumps({"data": data, "usage": {"prompt_tokens": used, "total_tokens": used}}))

    async def _drip(self, data: bytes, seconds: float) -> None:
        assert self._transport is not None
        self._write_head(200, {"Content-Type": "application/json"}, len(data))
        for at in range(len(data)):
            self._transport.write(data[at : at + 1])
            await asyncio.sleep(seconds)

    def _send(self, status: int, body: str, headers: Headers | None = None) -> None:
        data = body.encode("utf-8", "surrogatepass")
        self._write_head(status, {"Content-Type": "application/json", **(headers or {})}, len(data))
        if self._transport is not None:
            self._transport.write(data)

    def _write_head(self, status: int, headers: Headers, length: int | None) -> None:
        size = {"Transfer-Encoding": "chunked"} if length is None else {"Content-Length": str(length)}
        lines = [f"HTTP/1.1 {status} Scripted", *(f"{name}: {value}" for name, value in {**headers, **size}.items())]
        if self._transport is not None:
            self._transport.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))

    def _chunk(self, text: str) -> None:
        data = text.encode("utf-8")
        if self._transport is not None:
            self._transport.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8999)
    parser.add_argument("--latency", type=float, default=0.05)
    parser.add_argument("--dimensions", type=int, default=1_536)
    chosen = parser.parse_args()
    script = Script(latency=chosen.latency, dimensions=chosen.dimensions)
    with ScriptedServer(script, port=chosen.port, keeps_requests=False) as server:
        sys.stdout.write(f"{server.base_url}\n")
        sys.stdout.flush()
        threading.Event().wait()


if __name__ == "__main__":
    main()
