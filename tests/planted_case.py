"""Six documents about a harbour, and a scripted model that reads, reports on and answers them, with faults planted in what it writes.

It repeats what it is given, word for word, so that every sentence of an answer is known beforehand with its place.
"""

import json
import re
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import SettingValue
from graphrag_desktop.engines.model_engine import ModelEngine, ModelRoles
from graphrag_desktop.engines.model_prompts import model_prompts
from graphrag_desktop.llm.models import ChatRequest
from graphrag_desktop.llm.scripted import Scripted, ScriptedModel
from graphrag_desktop.pipeline.run import build_index, start_project
from graphrag_desktop.project import Project, open_project
from graphrag_desktop.query.global_search import ask_global

DOCUMENTS: Mapping[str, str] = {
    "1 ferry.txt": (
        "Halmer Lines owned the Varn Ferry. The Varn Ferry sank off Tal Harbour on 3 May 1921."
        " Halmer Lines had put off the repair of the pumps twice."
    ),
    "2 court.txt": (
        "Ida Rusk told the Harbour Court about the pumps of the Varn Ferry."
        " The Harbour Court fined Halmer Lines 12,000 crowns in June 1921."
    ),
    "3 mill.txt": (
        "The Oren Mill grinds wheat for Tal Harbour. Otto Kell bought the Oren Mill for 40,000 crowns in spring."
    ),
    "4 strike.txt": (
        "Nora Quill led the dockers of Tal Harbour out on strike in 1922."
        " Otto Kell paid the dockers nothing while the strike lasted."
    ),
    "5 works.txt": (
        "The Zinc Works let its waste water into the Ketter River. Max Farrow counted 300 dead fish in the Ketter River."
    ),
    "6 council.txt": (
        "Eva Tarrant asked the Zinc Works to close its outlet within a month."
        " The Ketter River supplied Tal Harbour with water."
    ),
}
NAMES = (
    "Halmer Lines", "Varn Ferry", "Tal Harbour", "Ida Rusk", "Harbour Court", "Oren Mill", "Otto Kell", "Nora Quill",
    "Zinc Works", "Max Farrow", "Ketter River", "Eva Tarrant",
)  # fmt: skip
SAID = (
    ("1 ferry.txt", "The Varn Ferry sank off Tal Harbour on 3 May 1921."),
    ("1 ferry.txt", "Halmer Lines had put off the repair of the pumps twice."),
    ("2 court.txt", "The Harbour Court fined Halmer Lines 12,000 crowns in June 1921."),
    ("3 mill.txt", "Otto Kell bought the Oren Mill for 40,000 crowns in spring."),
    ("4 strike.txt", "Nora Quill led the dockers of Tal Harbour out on strike in 1922."),
    ("4 strike.txt", "Otto Kell paid the dockers nothing while the strike lasted."),
    ("5 works.txt", "Max Farrow counted 300 dead fish in the Ketter River."),
    ("6 council.txt", "Eva Tarrant asked the Zinc Works to close its outlet within a month."),
)
"""What the answer says and the documents say, with where they do."""

PLANTED = "The Zinc Works let its waste water into the Ketter River for 20 years"
"""What a report says and none of its records does: nearly what a document says."""

PLANTED_REACHES = ("5 works.txt", "The Zinc Works let its waste water into the Ketter River.")
UNKNOWN = "The ferry was never raised"
OUTSIDE = "The mill stood still for a week"
UNCITED = "Nobody else was ever tried."
QUESTION = "What happened at the harbour?"

_UNIT = re.compile(r"<text>\n(.*?)\n</text>", re.DOTALL)
_ENTITY = re.compile(r"^Entity (\d+): (.+?) \(\w+\)\. (.*)$", re.MULTILINE)
_REPORT = re.compile(r"^Report (\d+): ", re.MULTILINE)
_SOURCE = re.compile(r"^Source (\d+): .*\n(.*)$", re.MULTILINE)
_CITED = re.compile(r"^- (.*) \[Data: ((?:Reports|Sources) \(\d+\))\]$", re.MULTILINE)
_SENTENCE = re.compile(r"[^.]+\.(?=\s|$)")


@dataclass
class PlantedModel:
    """The replies; `asked` are the statements and sentences that it was given to check, in order.

    `adds` is what the answer says besides what its parts say; `has_plant` puts the planted sentence into a report. A
    statement with the words `failing` gets a reply of no use; one
    about 1922 waits for the `gate`. With `repeats` the answer is all that its parts say. `prompts` are all that came.
    """

    names: tuple[str, ...] = NAMES
    wanted: tuple[str, ...] = (*(words for _, words in SAID), PLANTED)
    adds: str = f"- {UNKNOWN} [Data: Reports (999)].\n- {OUTSIDE} [Data: Relationships (1)].\n\n{UNCITED}"
    has_plant: bool = True
    failing: str = ""
    gate: threading.Event | None = None
    repeats: bool = False
    prompts: list[str] = field(default_factory=list)
    asked: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)

    def reply(self, request: ChatRequest) -> Scripted:
        """The reply to a request, by its task."""
        prompt = request.messages[0].text
        self.prompts.append(prompt)
        records = prompt.partition("# Records")[2]
        replies: Mapping[str, Callable[[], str]] = {
            "extract": lambda: self._records(_UNIT.findall(prompt)[-1]),
            "extract check": lambda: "N",
            "describe": lambda: " ".join(dict.fromkeys(_listed(prompt))),
            "report": lambda: self._report(records),
            "map": lambda: _part(records),
            "answer": lambda: self._at_once(records),
            "reduce": lambda: self._answer(prompt.partition("# Analysts' answers")[2]),
            "check": lambda: self._verdict(prompt),
        }
        return replies[request.task]()

    def _records(self, unit: str) -> str:
        records = []
        for name in self.names:
            if told := [each.strip() for each in _SENTENCE.findall(unit) if name in each]:
                records.append(f'("entity"<|>{name}<|>thing<|>{" ".join(told)})')
        for sentence in _SENTENCE.findall(unit):
            named = [name for name in self.names if name in sentence]
            records += [
                f'("relationship"<|>{one}<|>{other}<|>{sentence.strip()}<|>5)' for one, other in pairwise(named)
            ]
        return "\n##\n".join(records) + "\n<|COMPLETE|>"

    def _report(self, records: str) -> str:
        findings = []
        for number, title, description in _ENTITY.findall(records):
            cited = [
                f"{each.strip().rstrip('.')} [Data: Entities ({number})]." for each in _SENTENCE.findall(description)
            ]
            if self.has_plant and title == "Zinc Works":
                cited.append(f"{PLANTED} [Data: Entities ({number})].")
            findings.append({"summary": title, "explanation": " ".join(cited)})
        titles = ", ".join(title for _, title, _ in _ENTITY.findall(records)[:2])
        return json.dumps(
            {"title": titles, "summary": f"On {titles}.", "rating": 5, "rating_explanation": "x", "findings": findings}
        )

    def _answer(self, parts: str) -> str:
        found: dict[str, str] = {}
        for words, record in _CITED.findall(parts):
            found.setdefault(words.rstrip("."), record)
        if self.repeats:
            return parts.strip()
        told = [each.rstrip(".") for each in self.wanted if each != PLANTED or each in found]
        lines = [f"- {each} [Data: {found[each]}]." for each in told]
        return "\n".join(["# The harbour", "", *lines, self.adds])

    def _at_once(self, records: str) -> str:
        told = [each for each in self.wanted if each.rstrip(".") in records]
        return "\n".join(f"- {each}" for each in (*told, UNCITED))

    def _verdict(self, prompt: str) -> str:
        statement = re.findall(r"^Statement: (.*)$", prompt, re.MULTILINE)[0]
        numbered = re.findall(r"^(\d+)\. (.*)$", _UNIT.findall(prompt)[-1], re.MULTILINE)
        if self.gate is not None and "1922" in statement:
            self.gate.wait(timeout=30)
        self.asked.append((statement, tuple(words for _, words in numbered)))
        if self.failing and self.failing in statement:
            return "I cannot say."
        said = [int(number) for number, words in numbered if statement.rstrip(".") in words]
        verdict = {
            "sentences": [*said, 9999],
            "reason": "" if said else "None of it.",
            "verdict": "supported" if said else "not supported",
        }
        return json.dumps(verdict)


@contextmanager
def planted_project(
    place: Path, model: PlantedModel, texts: Mapping[str, str] = DOCUMENTS, **settings: SettingValue
) -> Iterator[tuple[Project, Path]]:
    """The folder of these documents and its project, indexed by the model and open."""
    folder = place / "papers"
    folder.mkdir()
    for name, text in texts.items():
        (folder / name).write_text(text + "\n", encoding="utf-8")
    project = start_project(place / "papers.graphrag", folder)
    with project:
        project.keep_settings(project.settings.changed(settings))
        take_model(project, model)
        build_index(project, folder, RunControl())
        yield project, folder


def asked_case(place: Path) -> Path:
    """A folder and its project, made and asked once by the model, and closed: to be copied from `place`."""
    with planted_project(place, PlantedModel()) as (project, _):
        ask_global(project, QUESTION, 0, RunControl())
    return place


@contextmanager
def copied_project(made: Path, place: Path, model: PlantedModel) -> Iterator[tuple[Project, Path]]:
    """A copy of a folder and project that were made before, open, with a model of its own."""
    shutil.copytree(made, place, dirs_exist_ok=True)
    with open_project(place / "papers.graphrag") as project:
        take_model(project, model)
        yield project, place / "papers"


def take_model(project: Project, model: PlantedModel, prompts: Mapping[str, str] | None = None) -> ScriptedModel:
    """Have the project read and write by the scripted model, asked in words of the project's own."""
    scripted = ScriptedModel(model.reply)
    roles = ModelRoles(scripted, scripted, scripted, scripted)
    project.engine = ModelEngine(roles, project.replies, model_prompts(prompts or {}), project.settings)
    return scripted


def _part(records: str) -> str:
    """Every sentence of every report or text unit, each with its number."""
    lines = [
        f"- {each.strip().rstrip('.')} [Data: Sources ({unit[1]})]"
        for unit in _SOURCE.finditer(records)
        for each in _SENTENCE.findall(unit[2])
    ]
    starts = [*_REPORT.finditer(records), None]
    for found, following in pairwise(starts):
        assert found is not None
        text = records[found.end() : following.start() if following else len(records)]
        lines += [
            f"- {each} [Data: Reports ({found[1]})]" for each in re.findall(r"(\S[^\n.]*?) \[Data:[^\]]*\]\.", text)
        ]
    reports = [{"number": int(each[1]), "score": 80} for each in _REPORT.finditer(records)]
    return json.dumps({"answer": "\n".join(lines), "score": 80 if lines else 0, "reports": reports}, ensure_ascii=False)


def _listed(prompt: str) -> list[str]:
    listed = re.search(r"^Descriptions: (.*)$", prompt, re.MULTILINE)
    assert listed is not None
    found: list[str] = json.loads(listed[1])
    return found
