"""Small folders indexed by a model on the scripted server, for tests of whole runs."""

from collections import Counter
from pathlib import Path

from graphrag_desktop.domain.events import Event
from graphrag_desktop.domain.index import RunSummary
from graphrag_desktop.domain.model_choice import ModelChoice, ModelPlace
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings, SettingValue
from graphrag_desktop.pipeline.run import build_index, start_project
from graphrag_desktop.project import Project
from tests.scripted_behaviour import Asked
from tests.scripted_server import ScriptedServer

PEOPLE = "Ada Varn, Ida Rusk, Otto Kell, Lena Thole, Max Farrow, Nora Quill, Jon Merrin, Eva Tarrant".split(", ")
PLACES = "Ketter Quay, Tal Harbour, Oren Mill, Zinc Works, Oyster Beds, Crane Yard".split(", ")


def write_folder(folder: Path, documents: int = 4, sentences: int = 24) -> Path:
    """Documents of plain prose about the same people and places, each with words of its own."""
    folder.mkdir(exist_ok=True)
    for number in range(documents):
        lines = [
            f"In the year {1800 + 10 * number + at}, {PEOPLE[(number + at) % 8]} brought cargo number {number * 100 + at} from"
            f" {PLACES[at % 6]} to {PLACES[(at + number + 1) % 6]}, where {PEOPLE[(3 * at + number) % 8]} counted"
            f" {7 * at + number} barrels of herring and {at} crates of timber."
            for at in range(sentences)
        ]
        (folder / f"{number}.txt").write_text("\n\n".join(lines), encoding="utf-8")
    return folder


class ModelRuns:
    """A folder and its project, indexed again and again by models of one server."""

    def __init__(self, server: ScriptedServer, place: Path, **settings: SettingValue) -> None:
        self.server = server
        self.folder = write_folder(place / "papers")
        self.path = place / "papers.graphrag"
        self.settings: dict[str, SettingValue] = {"unit_tokens": 150, "overlap_tokens": 20, **settings}
        self.events: list[Event] = []

    def run(
        self, model: str = "scripted-model", control: RunControl | None = None, **settings: SettingValue
    ) -> RunSummary:
        """Index the folder, as a process of its own would."""
        with self.opened(model, **settings) as project:
            return build_index(project, self.folder, control or RunControl(self.events.append))

    def opened(self, model: str = "scripted-model", **settings: SettingValue) -> Project:
        """The project, to be closed."""
        project = start_project(self.path, self.folder)
        place, vectors = ModelPlace(self.server.base_url, model), ModelPlace(self.server.base_url, "scripted-embedding")
        project.keep_models(ModelChoice(place, embeddings=vectors))
        project.keep_settings(Settings().changed({**self.settings, **settings}))
        return project

    @property
    def asked(self) -> Counter[str]:
        """How often each chat request was made, by its very words."""
        return Counter(repr(each.body) for each in self.server.counts.requests if each.task not in {"models", "embed"})


def is_every(each: Asked, number: int) -> bool:
    """Whether a request is one in so many, by its words alone."""
    return sum(map(ord, each.prompt)) % number == 0
