"""Questions and views on a project that the real pipeline made with the built-in engine."""

import shutil
from collections.abc import Iterator

import pytest

from graphrag_desktop.assets import resource
from graphrag_desktop.domain.answers import Answer, Citation, CitationStatus, Use
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.hierarchy import hierarchy_view
from graphrag_desktop.explore.picture import picture
from graphrag_desktop.explore.reports import report_view
from graphrag_desktop.explore.trail import community_trail
from graphrag_desktop.pipeline.run import build_index, start_project
from graphrag_desktop.project import Project
from graphrag_desktop.query.global_search import ask_global
from graphrag_desktop.query.levels import estimate_levels
from graphrag_desktop.storage import documents
from graphrag_desktop.storage.answers import answers
from graphrag_desktop.storage.check import find_problems

_QUESTION = "What happened to the oyster beds?"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """The first of the sample's documents, indexed."""
    folder = tmp_path_factory.mktemp("sample")
    for each in sorted(resource("sample").iterdir())[:5]:
        shutil.copy(each, folder / each.name)
    made = start_project(tmp_path_factory.mktemp("project") / "sample.graphrag", folder)
    build_index(made, folder, RunControl())
    yield made
    made.close()


def _asked(project: Project, question: str, level: int = 0) -> Answer:
    return ask_global(project, question, level, RunControl())


def _is_sound(project: Project, citation: Citation) -> bool:
    quotes = [
        (each.quote, documents.text_of(project.database, each.document)[each.span.start : each.span.end])
        for each in citation.evidence
    ]
    return citation.status is CitationStatus.OK and bool(quotes) and all(quote == text for quote, text in quotes)


def test_that_every_citation_of_an_answer_leads_to_words_of_the_documents(project: Project) -> None:
    answer = _asked(project, _QUESTION)

    assert answer.is_answered
    assert answer.coverage == 1.0
    assert answer.citations
    assert all(_is_sound(project, each) for each in answer.citations)
    assert any("oyster" in each.quote.lower() for citation in answer.citations for each in citation.evidence)


def test_that_every_level_answers_from_what_was_estimated_for_it(project: Project) -> None:
    for estimate in estimate_levels(project):
        answer = _asked(project, _QUESTION, estimate.level)

        assert (answer.level, len(answer.parts)) == (estimate.level, estimate.map_calls)
        assert any(each.use is Use.CITED for each in answer.reports)
        assert all(each.score > 0 for each in answer.reports if each.use is Use.CITED)


def test_that_an_absent_subject_is_said_to_be_absent(project: Project) -> None:
    answer = _asked(project, "Who won the football cup?")

    assert not answer.is_answered
    assert "football" in answer.text
    assert answer.citations == ()


def test_that_a_question_about_everything_is_answered_from_what_is_rated_highest(project: Project) -> None:
    answer = _asked(project, "What are the main themes of these documents?")

    assert answer.is_answered
    assert all(_is_sound(project, each) for each in answer.citations)


def test_that_the_same_question_gives_the_same_answer(project: Project) -> None:
    first, second = _asked(project, _QUESTION, 1), _asked(project, _QUESTION, 1)

    assert (first.text, first.parts, first.citations) == (second.text, second.parts, second.citations)
    assert {first.id, second.id} <= {each.id for each in answers(project.database)}


def test_that_every_report_can_be_read_down_to_its_words(project: Project) -> None:
    view = hierarchy_view(project)
    for number, row in view.rows.items():
        report = report_view(project, number, view)
        citations = [*report.summary_citations, *(each for finding in report.findings for each in finding.citations)]

        assert row.is_unconnected or citations
        assert all(_is_sound(project, each) for each in citations)
        assert len(report.members) == row.entities


def test_that_communities_have_a_trail_and_a_place_in_the_picture(project: Project) -> None:
    view = hierarchy_view(project)
    drawn = picture(project)

    assert drawn is not None
    for level in range(view.deepest + 1):
        assert {row.number for row in view.at(level)} == set(drawn.communities[level].tolist())
    assert all(community_trail(project, row.number, view) for row in view.at(0))


def test_that_asking_leaves_the_project_sound(project: Project) -> None:
    assert find_problems(project.database) == ()
