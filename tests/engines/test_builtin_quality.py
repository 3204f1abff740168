"""The built-in engine meets its targets on the sample case, whose key and questions were written before it was tuned."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag_desktop.project import Project
from tests.bench.quality import (
    loaded,
    measure_answered,
    measure_facts,
    measure_names,
    measure_refusals,
    records,
    sample_project,
    texts,
)

_NAMES, _ALIASES = 0.9, 0.95
_FACTS, _REFUSED, _ANSWERED = 0.85, 0.9, 0.95
_QUESTIONS = loaded("sample_questions.json")


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    path: Path = tmp_path_factory.mktemp("quality") / "sample.graphrag"
    with sample_project(path) as project:
        yield project


def test_that_names_of_the_key_are_entities_and_their_aliases_lead_to_them(sample: Project) -> None:
    names, aliases, _ = measure_names(sample)

    assert names.value >= _NAMES, str(names)
    assert aliases.value >= _ALIASES, str(aliases)


def test_that_the_right_document_is_among_the_first_sources_of_a_fact(sample: Project) -> None:
    facts = measure_facts(sample, records(_QUESTIONS["facts"]))

    assert facts.value >= _FACTS, str(facts)


def test_that_what_the_documents_cannot_answer_is_not_answered(sample: Project) -> None:
    refused = measure_refusals(sample, texts(_QUESTIONS["unanswerable"]))

    assert refused.value >= _REFUSED, str(refused)


def test_that_what_they_answer_is_not_refused(sample: Project) -> None:
    answered = measure_answered(sample, [*texts(_QUESTIONS["whole"]), *texts(_QUESTIONS["facts"])])

    assert answered.value >= _ANSWERED, str(answered)
