"""How good the built-in engine's map and answers are: `python -m tests.bench.quality [sample|corpora] [--project PROJECT]`.

What is asked and what is right were written down before the engine was tuned: `tests/data/sample_key.json`,
`sample_questions.json` and `corpora_questions.json`. Collections made by others are passed over where they are absent.
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from graphrag_desktop.assets import resource
from graphrag_desktop.domain.answers import Answer, Mode
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.events import Event
from graphrag_desktop.domain.graph import Entity
from graphrag_desktop.domain.identity import Span, entity_id
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.documents import documents_view, source_view
from graphrag_desktop.explore.entities import entity_rows
from graphrag_desktop.pipeline.run import build_index
from graphrag_desktop.project import Project, create_project
from graphrag_desktop.query.modes import MODES, search_for

Value: TypeAlias = "Mapping[str, Value] | Sequence[Value] | str | int | None"
Record: TypeAlias = "Mapping[str, Value]"

FIRST_SOURCES = 5
"""Among so many sources of an answer the right document must be."""

_DATA = Path(__file__).resolve().parents[1] / "data"
_SHARED = Path(os.environ.get("GRAPHRAG_SHARED", Path(__file__).resolve().parents[3] / "shared"))
_KINDS = {"ship": "place"}  # a ship is no person and no organisation; what else it may be called is left open


@dataclass(frozen=True, slots=True)
class Share:
    """How many of a number of things were found, and what was not."""

    name: str
    found: int
    missing: tuple[str, ...]

    @property
    def value(self) -> float:
        """The share found; 1 of nothing."""
        everything = self.found + len(self.missing)
        return self.found / everything if everything else 1.0

    def __str__(self) -> str:
        lines = [f"{self.name}: {100 * self.value:.0f} % ({self.found} of {self.found + len(self.missing)})"]
        return "\n".join([*lines, *(f"  missing: {each}" for each in self.missing)])


@dataclass(slots=True)
class _Counted:
    found: int = 0
    missing: list[str] = field(default_factory=list)

    def add(self, what: str, *, is_found: bool) -> None:
        self.found += is_found
        if not is_found:
            self.missing.append(what)

    def share(self, name: str) -> Share:
        return Share(name, self.found, tuple(self.missing))


@cache
def loaded(name: str) -> Record:
    """A file of `tests/data`."""
    found = json.loads((_DATA / name).read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def records(value: Value) -> list[Record]:
    """The records of a list."""
    assert isinstance(value, Sequence) and not isinstance(value, str)
    return [each for each in value if isinstance(each, Mapping)]


def texts(value: Value) -> list[str]:
    """The texts of a list, or the questions of its records."""
    assert isinstance(value, Sequence) and not isinstance(value, str)
    return [str(each["question"]) if isinstance(each, Mapping) else str(each) for each in value]


def measure_names(project: Project) -> tuple[Share, Share, Share]:
    """Names of the sample key that are entities, aliases that lead to the same entity, types that are right.

    A name that must stay apart from another and does not counts as missing. An alias is looked up among the entities,
    and where it is no name of its own there ("Mr Vane"), in the text: its place must name the entity of the whole name.
    """
    key = loaded("sample_key.json")
    entities = entity_rows(project)
    known, places = _known(entities), _Places(project, entities)
    names, aliases, types = _Counted(), _Counted(), _Counted()
    glued = {frozenset(map(str, pair)) for pair in _pairs(key["must_stay_apart"]) if _same(known, *map(str, pair))}
    for each in records(key["entities"]):
        name, kind = str(each["name"]), str(each["type"])
        entity = known.get(entity_id(name))
        is_apart = not any(name in pair for pair in glued)
        names.add(
            name if entity is None or is_apart else f"{name} (not apart)", is_found=entity is not None and is_apart
        )
        if entity is None:
            continue
        types.add(f"{name}: {entity.type}, not {kind}", is_found=_is_of(entity.type, kind))
        for alias in records(each.get("aliases", ())):
            other = str(alias["name"])
            led = {known[entity_id(other)]} if entity_id(other) in known else places.named(other, alias["shown"])
            to = sorted(found.title for found in led)
            aliases.add(f"{other} of {name}: leads to {to}", is_found=entity in led and len(led) == 1)
    return names.share("names"), aliases.share("aliases"), types.share("types")


class _Places:
    """What the words of a quotation name, by the mentions of the index."""

    def __init__(self, project: Project, entities: Sequence[Entity]) -> None:
        self._project = project
        self._by_number = {each.number: each for each in entities}
        self._documents = {path: row.document.id for row in documents_view(project) for path in row.document.paths}

    def named(self, words: str, shown: Value) -> set[Entity]:
        """The entities named where `words` stand in the quotation."""
        assert isinstance(shown, Mapping)
        view = source_view(self._project, self._documents[str(shown["document"])])
        quote = str(shown["quote"])
        start = view.text.index(quote) + quote.index(words)
        place = Span(start, start + len(words))
        return {self._by_number[number] for number, span in view.mentions if span.overlaps(place)}


def _pairs(value: Value) -> list[Sequence[Value]]:
    assert isinstance(value, Sequence)
    return [each for each in value if isinstance(each, Sequence) and not isinstance(each, str)]


def _known(entities: Sequence[Entity]) -> dict[str, Entity]:
    """Entities by their own name and by their other names; an own name goes before another's."""
    known: dict[str, Entity] = {}
    for entity in entities:
        known.update((entity_id(alias), entity) for alias in entity.aliases)
    known.update((entity_id(entity.title), entity) for entity in entities)
    return known


def _same(known: Mapping[str, Entity], one: str, other: str) -> bool:
    first, second = known.get(entity_id(one)), known.get(entity_id(other))
    return first is not None and second is not None and first.id == second.id


def _is_of(found: str, kind: str) -> bool:
    return found not in {"person", "organization"} if kind in _KINDS else found == kind


def ask(project: Project, question: str, level: int = 0, mode: Mode = Mode.GLOBAL) -> Answer:
    """The answer of an open project, in one way of asking, at a level where that has one."""
    return search_for(project, mode, level).run(question, RunControl(_ignore))


def _ignore(_: Event) -> None:
    return


def first_sources(answer: Answer) -> list[str]:
    """The documents of the first sources that an answer cites, in its order, each passage once."""
    passages = dict.fromkeys(
        (evidence.document, evidence.span, evidence.path)
        for citation in answer.citations
        if citation.kind is Kind.SOURCE
        for evidence in citation.evidence
    )
    return [PurePosixPath(path).name for _, _, path in [*passages][:FIRST_SOURCES]]


def measure_facts(project: Project, facts: Sequence[Record], level: int = 0, mode: Mode = Mode.GLOBAL) -> Share:
    """Fact questions whose right document is among the first sources of the answer."""
    counted = _Counted()
    for fact in facts:
        question, right = str(fact["question"]), set(_strings(fact["documents"]))
        shown = first_sources(ask(project, question, level, mode))
        counted.add(f"{question} {sorted(right)}; shown {shown}", is_found=not right.isdisjoint(shown))
    return counted.share("facts" if mode is Mode.GLOBAL else f"facts, {mode.value}")


def facts_of(name: str) -> list[Record]:
    """The fact questions of the sample or of a collection; none where it has none."""
    questions = loaded("sample_questions.json") if name == "sample" else loaded("corpora_questions.json").get(name)
    return records(questions["facts"]) if isinstance(questions, Mapping) and "facts" in questions else []


def _strings(value: Value) -> list[str]:
    assert isinstance(value, Sequence) and not isinstance(value, str)
    return [str(each) for each in value]


def measure_refusals(project: Project, questions: Sequence[str], level: int = 0) -> Share:
    """Questions that the documents cannot answer, and that are not answered."""
    counted = _Counted()
    for question in questions:
        answer = ask(project, question, level)
        counted.add(f"{question} {answer.text[:300]}", is_found=not answer.is_answered)
    return counted.share("refused")


def measure_answered(project: Project, questions: Sequence[str], level: int = 0) -> Share:
    """Questions that the documents answer, and that get an answer."""
    counted = _Counted()
    for question in questions:
        counted.add(question, is_found=ask(project, question, level).is_answered)
    return counted.share("answered")


def sample_project(path: Path) -> Project:
    """The sample case, indexed."""
    return indexed(resource("sample"), path)


def indexed(folder: Path, path: Path) -> Project:
    """A project of a folder, indexed by the built-in engine."""
    project = create_project(path)
    build_index(project, folder, RunControl(_ignore))
    return project


def measure_sample(project: Project) -> Iterator[Share]:
    """All that the sample case is measured by, at the level that questions are asked at by default."""
    questions = loaded("sample_questions.json")
    yield from measure_names(project)
    yield measure_facts(project, records(questions["facts"]))
    yield measure_refusals(project, texts(questions["unanswerable"]))
    yield measure_answered(project, [*texts(questions["whole"]), *texts(questions["facts"])])


def measure_corpus(project: Project, corpus: str) -> Iterator[Share]:
    """All that a collection made by others is measured by."""
    questions = loaded("corpora_questions.json")[corpus]
    assert isinstance(questions, Mapping)
    if "facts" in questions:
        yield measure_facts(project, records(questions["facts"]))
    if "unanswerable" in questions:
        yield measure_refusals(project, texts(questions["unanswerable"]))
    yield measure_answered(project, [*texts(questions.get("whole", ())), *texts(questions.get("facts", ()))])


def _folders() -> dict[str, Path]:
    corpora = {name: _SHARED / "corpora" / name / "input" for name in ("sotu_100k", "sotu_1m")}
    return {"sample": resource("sample"), **corpora, "real": _SHARED / "fixtures" / "real"}


def main(arguments: Sequence[str]) -> None:
    """Index what is asked for, or open a project of it, and print every share with what is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("collections", nargs="*", choices=[[], *_folders()], help="what to measure; all by default")
    for name in _folders():
        parser.add_argument(f"--{name}", type=Path, help="a project of it that is indexed already")
    parser.add_argument("--modes", action="store_true", help="only the fact questions, in every way of asking")
    options = parser.parse_args(arguments)
    for name in options.collections or [*_folders()]:
        if not _folders()[name].is_dir():
            print(f"{name}: not here")
            continue
        with tempfile.TemporaryDirectory() as scratch:
            given = getattr(options, name)
            path = given or Path(scratch) / f"{name}.graphrag"
            project = create_project(path) if given is None else _opened(path)
            with project:
                if given is None:
                    build_index(project, _folders()[name], RunControl(_ignore))
                print(f"== {name}")
                for share in _shares(project, name, in_all_modes=options.modes):
                    print(share, flush=True)


def _shares(project: Project, name: str, *, in_all_modes: bool) -> Iterator[Share]:
    if in_all_modes:
        return (measure_facts(project, facts_of(name), mode=each.mode) for each in MODES)
    return measure_sample(project) if name == "sample" else measure_corpus(project, name)


def _opened(path: Path) -> Project:
    from graphrag_desktop.project import open_project

    return open_project(path, for_writing=False)


if __name__ == "__main__":
    main(sys.argv[1:])
