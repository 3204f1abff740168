"""Questions of several kinds to the sample case, answered by the built-in engine."""

from collections.abc import Iterator

import pytest

from graphrag_desktop.assets import resource
from graphrag_desktop.domain.answers import Answer
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.language.antecedents import leans
from graphrag_desktop.pipeline.run import build_index, start_project
from graphrag_desktop.project import Project
from graphrag_desktop.query.antecedents import with_antecedents
from graphrag_desktop.query.global_search import ask_global
from graphrag_desktop.storage import documents, graph


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """The sample case, indexed."""
    made = start_project(tmp_path_factory.mktemp("project") / "sample.graphrag", resource("sample"))
    build_index(made, resource("sample"), RunControl())
    yield made
    made.close()


def _asked(project: Project, question: str) -> Answer:
    return ask_global(project, question, 0, RunControl())


def _lines(answer: Answer) -> list[str]:
    return [line for line in answer.text.splitlines() if line.startswith("- ")]


def test_that_who_gained_is_answered_without_the_word(project: Project) -> None:
    lines = _lines(_asked(project, "Who profited from the container terminal?"))

    assert any("640,000 crowns" in line for line in lines)
    assert any("beneficiary" in line for line in lines)


def test_that_contradictions_are_set_side_by_side(project: Project) -> None:
    answer = _asked(project, "Where do the sources contradict each other?")
    pairs = [section.strip().splitlines() for section in answer.text.split("###")[1:]]

    assert pairs
    assert all(len([line for line in pair if line.startswith("- ")]) == 2 for pair in pairs)
    assert answer.coverage == 1.0


def test_that_a_course_of_events_goes_by_its_days(project: Project) -> None:
    answer = _asked(project, "How did the affair develop over time?")
    years = [line.removeprefix("### ")[:4] for line in answer.text.splitlines() if line.startswith("### ")]

    assert len(years) > 3
    assert years == sorted(years)


def test_that_an_answer_is_short_and_says_nothing_twice(project: Project) -> None:
    for question in ("What harm was done to people and to nature?", "Which controls failed, and why?"):
        lines = _lines(_asked(project, question))

        assert 2 < len(lines) <= 7
        assert len(set(lines)) == len(lines)


def test_that_what_leans_is_quoted_with_what_it_leans_on(project: Project) -> None:
    measures = project.arrays.measures
    told = graph.evidence_sentences(project.database, measures.numbers.tolist())
    alone = with_antecedents(project.database, measures, told)
    joined = [each for number, each in alone.items() if leans(told[number].text)]

    assert joined
    assert set(alone) < set(told)
    assert all(len(each.text) > len(told[each.number].text) for each in joined)
    for each in joined[:20]:
        text = documents.text_of(project.database, each.document)[each.span.start : each.span.end]
        assert text.split() == each.text.split()


def test_that_other_acts_than_the_word_of_the_question_answer_it(project: Project) -> None:
    lines = _lines(_asked(project, "Who warned, and what became of the warnings?"))

    assert any("memorandum" in line for line in lines)
    assert not any("without warning" in line for line in lines)


def test_that_a_question_for_what_remains_passes_over_what_is_past(project: Project) -> None:
    lines = _lines(_asked(project, "Which risks remain for the estuary and the harbour?"))

    assert len(lines) >= 5
    assert not any("threatened to call in" in line for line in lines)


def test_that_every_thing_a_question_names_is_spoken_of(project: Project) -> None:
    lines = _lines(_asked(project, "How did money flow between the companies, the bank and the foundation?"))

    assert any("Foundation" in line for line in lines)
