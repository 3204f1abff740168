"""A global answer of a scripted model from its documents to its chips, over an index that changed, down to a planted error."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag_desktop.domain.answer_checks import Step, Verdict
from graphrag_desktop.domain.answers import Answer, CitationStatus
from graphrag_desktop.domain.citations import split_statements
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.events import StatementChecked
from graphrag_desktop.domain.identity import DocumentId, document_id
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.answers import kept_answer
from graphrag_desktop.pipeline.run import build_index
from graphrag_desktop.project import Project
from graphrag_desktop.query.answer_checking import check_answer
from graphrag_desktop.query.global_search import ask_global
from graphrag_desktop.storage import communities, documents, graph, journal
from tests.planted_case import (
    DOCUMENTS,
    OUTSIDE,
    PLANTED,
    PLANTED_REACHES,
    QUESTION,
    SAID,
    UNCITED,
    UNKNOWN,
    PlantedModel,
    copied_project,
    planted_project,
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("planted")
    with planted_project(place, PlantedModel()):
        return place


@pytest.fixture
def case(made: Path, tmp_path: Path) -> Iterator[tuple[Project, Path, PlantedModel]]:
    model = PlantedModel()
    with copied_project(made, tmp_path, model) as (project, folder):
        yield project, folder, model


def _document(path: str) -> DocumentId:
    return document_id(f"{DOCUMENTS[path]}\n".encode())


def _expected() -> list[tuple[DocumentId, int, int]]:
    places = [*SAID, PLANTED_REACHES]
    found = []
    for path, words in places:
        start = DOCUMENTS[path].index(words)
        found.append((_document(path), start, start + len(words)))
    return found


def _asked(project: Project) -> Answer:
    return ask_global(project, QUESTION, 0, RunControl())


def test_that_of_twelve_sentences_nine_reach_their_words_and_three_are_told_apart(
    case: tuple[Project, Path, PlantedModel],
) -> None:
    project, _, _ = case

    answer = _asked(project)

    statements = split_statements(answer.text)
    assert len(statements) == len(answer.statements) == 12
    sound = [each for each in answer.citations if each.status is CitationStatus.OK]
    reached = [(each.evidence[0].document, each.evidence[0].span.start, each.evidence[0].span.end) for each in sound]
    assert reached == _expected()
    told = {each.text: each.status for each in answer.citations if each.status is not CitationStatus.OK}
    assert told == {UNKNOWN: CitationStatus.UNKNOWN, OUTSIDE: CitationStatus.NOT_IN_CONTEXT}
    assert [each.text for each in answer.statements if not each.is_cited] == [UNKNOWN, OUTSIDE, UNCITED]
    assert [each.text for each, own in zip(answer.statements, statements, strict=True) if not own.groups] == [UNCITED]
    assert (answer.coverage, answer.valid_share, answer.reach) == (9 / 12, 9 / 11, 1.0)
    assert [each.missing for each in answer.statements if each.missing] == [("20",)]


def test_that_an_answer_stays_as_it_was_when_a_document_goes(case: tuple[Project, Path, PlantedModel]) -> None:
    project, folder, _ = case
    before = _asked(project)

    (folder / "3 mill.txt").unlink()
    build_index(project, folder, RunControl())

    answer = kept_answer(project, before.id)
    assert answer == before
    assert answer.index_version < journal.index_version(project.database)
    gone = _document("3 mill.txt")
    assert gone not in {each.id for each in documents.documents(project.database)}
    kept = [each.quote for citation in answer.citations for each in citation.evidence if each.document == gone]
    assert kept[0] == SAID[3][1]


def test_that_checking_names_the_report_in_which_an_error_was_planted(
    case: tuple[Project, Path, PlantedModel],
) -> None:
    project, _, model = case
    events: list[object] = []
    answer = _asked(project)

    check = check_answer(project, answer.id, RunControl(events.append)).check

    assert check is not None
    assert kept_answer(project, answer.id).check == check
    verdicts = {each.text: each.verdict for each in check.statements}
    said = [each.rstrip(".") for _, each in SAID]
    assert verdicts == {
        **dict.fromkeys(said, Verdict.SUPPORTED),
        **dict.fromkeys((PLANTED, UNKNOWN, OUTSIDE, UNCITED), Verdict.UNSUPPORTED),
    }
    assert check.fabrication_rate == 4 / 12
    planted = next(each for each in check.statements if each.text == PLANTED)
    (report,) = {each.number for each in answer.citations if each.text == PLANTED}
    assert (planted.entered, planted.entered_in) == (Step.REPORT, ((Kind.REPORT, report),))
    assert [each.verdict for each in planted.trail] == [
        Verdict.SUPPORTED, Verdict.SUPPORTED, Verdict.UNSUPPORTED, Verdict.UNSUPPORTED,
    ]  # fmt: skip
    zinc = next(each.number for each in graph.entities(project.database) if each.title == "Zinc Works")
    assert [each.records for each in planted.trail][1:3] == [((Kind.REPORT, report),), ((Kind.ENTITY, zinc),)]
    assert all(kind is Kind.SOURCE for kind, _ in planted.trail[3].records)
    for words in (UNKNOWN, OUTSIDE, UNCITED):
        added = next(each for each in check.statements if each.text == words)
        assert (added.entered, added.entered_in, len(added.trail)) == (Step.REDUCE, (), 3)
    assert [each.done for each in events if isinstance(each, StatementChecked)] == list(range(1, 13))
    assert check.model_calls == len(model.asked) == len(set(model.asked))
    assert communities.report(project.database, report) is not None


def test_that_a_supported_statement_was_followed_to_the_words_of_its_document(
    case: tuple[Project, Path, PlantedModel],
) -> None:
    project, _, _ = case
    check = check_answer(project, _asked(project).id, RunControl()).check

    assert check is not None
    ferry = check.statements[0]
    assert [each.records[0][0] for each in ferry.trail] == [Kind.PART, Kind.REPORT, Kind.ENTITY, Kind.SOURCE]
    assert ferry.trail[-1].sentences == (SAID[0][1],)
    assert (ferry.entered, ferry.why) == (None, "")
