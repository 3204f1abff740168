"""What the tests of the model layer share: a client on a scripted server, quick to try again."""

from collections.abc import Iterator

import pytest

from graphrag_desktop.llm.models import ChatRequest, Message, Role
from tests.llm.speaking import Speaking
from tests.scripted_server import ScriptedServer


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


@pytest.fixture
def speaking(server: ScriptedServer) -> Iterator[Speaking]:
    with Speaking(server) as found:
        yield found


@pytest.fixture
def hello() -> ChatRequest:
    return ChatRequest((Message(Role.USER, "Say something."),), 100, task="greet")
