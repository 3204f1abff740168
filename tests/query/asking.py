"""Small projects to ask in every way: one that the built-in engine could have read, one that a model did."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from graphrag_desktop.domain.answers import Answer, Mode
from graphrag_desktop.domain.events import Event
from graphrag_desktop.domain.model_choice import ModelChoice, ModelPlace
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.engines.model_engine import ModelEngine, ModelRoles
from graphrag_desktop.engines.model_prompts import model_prompts
from graphrag_desktop.llm.models import ChatRequest
from graphrag_desktop.llm.scripted import Scripted, ScriptedModel
from graphrag_desktop.project import Project
from graphrag_desktop.query.modes import search_for
from tests.projects import MILL, Collection, make_project

WATER = "What does Norden Paper discharge?"
FAIR = "Who opened the Spring Fair?"


def asked(project: Project, mode: Mode, question: str, level: int = 0) -> tuple[Answer, list[Event]]:
    """The answer, and all that was told while it came."""
    events: list[Event] = []
    return search_for(project, mode, level).run(question, RunControl(events.append)), events


@contextmanager
def read_by_model(
    path: Path, reply: Callable[[ChatRequest], Scripted], collection: Collection = MILL
) -> Iterator[tuple[Project, ScriptedModel]]:
    """A project without measures, whose questions go to a scripted model with vectors."""
    with make_project(path, replace(collection, is_measured=False)) as project:
        yield project, give_model(project, reply)


def give_model(project: Project, reply: Callable[[ChatRequest], Scripted]) -> ScriptedModel:
    """Have a scripted model answer the questions of a project; what it reads and writes has a price."""
    place = ModelPlace("http://127.0.0.1:1/v1", "scripted", prompt_price=1.0, completion_price=2.0)
    project.keep_models(ModelChoice(place, embeddings=place))
    model = ScriptedModel(reply)
    roles = ModelRoles(model, model, model, model)
    project.engine = ModelEngine(roles, project.replies, model_prompts({}), project.settings)
    return model
