"""Model servers on this machine, found by asking the ports at which they usually listen, all at the same time."""

import queue
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

from graphrag_desktop.domain.model_checks import FoundServer
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm.json_text import Json, items_at, member, parse_json, text_at

_SECONDS = 2.0
_MOST_BYTES = 2_000_000  # a list of models is never that long; something else answers there


@dataclass(frozen=True, slots=True)
class UsualPlace:
    """What usually listens at a port of this machine."""

    name: str
    port: int


USUAL_PLACES = (
    UsualPlace("Ollama", 11_434),
    UsualPlace("LM Studio", 1_234),
    UsualPlace("llama.cpp", 8_080),
    UsualPlace("vLLM", 8_000),
    UsualPlace("Jan", 1_337),
    UsualPlace("KoboldCpp", 5_001),
    UsualPlace("KoboldCpp", 5_000),
)

_BY_OWNER = {
    "library": "Ollama",
    "organization_owner": "LM Studio",
    "llamacpp": "llama.cpp",
    "vllm": "vLLM",
    "koboldcpp": "KoboldCpp",
}
"""What servers say of who owns their models, which is what they are themselves."""


def find_servers(
    control: RunControl, places: tuple[UsualPlace, ...] = USUAL_PLACES, seconds: float = _SECONDS
) -> tuple[FoundServer, ...]:
    """Those that answer with a list of models within so many seconds, in the order of `places`.

    Only this machine's own address is asked, by no name that could lead elsewhere; no key is sent, no redirect
    followed, no proxy used. What answers something else is no model server.
    """
    deadline = time.monotonic() + seconds
    answers: queue.SimpleQueue[tuple[UsualPlace, FoundServer | None]] = queue.SimpleQueue()
    for place in places:
        work = threading.Thread(target=_ask, args=(place, deadline, answers), name="probe", daemon=True)
        work.start()
    found: dict[UsualPlace, FoundServer] = {}
    for _ in places:
        control.checkpoint()
        try:
            place, server = answers.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            break  # what is so slow is not waited for; its thread ends by itself
        if server is not None:
            found[place] = server
    control.checkpoint()
    return tuple(found[place] for place in places if place in found)


def _ask(
    place: UsualPlace, deadline: float, answers: "queue.SimpleQueue[tuple[UsualPlace, FoundServer | None]]"
) -> None:
    import httpx2

    base_url = f"http://127.0.0.1:{place.port}/v1"
    server: FoundServer | None = None
    try:
        left = max(0.1, deadline - time.monotonic())
        with (
            httpx2.Client(trust_env=False, follow_redirects=False, timeout=left) as client,
            client.stream("GET", f"{base_url}/models", headers={"Accept": "application/json"}) as response,
        ):
            body = bytearray()
            for piece in response.iter_bytes():
                body += piece
                if len(body) > _MOST_BYTES or time.monotonic() > deadline:
                    return
            server = _recognised(place, base_url, response.status_code, bytes(body))
    except (httpx2.HTTPError, OSError, ValueError):
        server = None
    finally:
        answers.put((place, server))


def _recognised(place: UsualPlace, base_url: str, status: int, body: bytes) -> FoundServer | None:
    """The server that such an answer comes from; raises `ValueError` where it is no JSON."""
    told = parse_json(body.decode("utf-8", "replace"))
    if status == 401 and member(told, "error") is not None:
        return FoundServer(place.name, base_url, (), needs_key=True)
    if status != 200 or not isinstance(told, dict) or not isinstance(told.get("data"), list):
        return None
    listed = items_at(told, "data")
    names = sorted({name for each in listed if (name := text_at(each, "id") or text_at(each, "name"))})
    return FoundServer(_name(place, listed), base_url, tuple(names))


def _name(place: UsualPlace, listed: Sequence[Json]) -> str:
    owners = (_BY_OWNER.get(text_at(each, "owned_by").lower()) for each in listed)
    return next((each for each in owners if each), place.name)
