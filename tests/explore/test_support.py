"""How many independent documents are behind an entity, a relationship, a finding and a hop: copies count once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.entities import entity_view
from graphrag_desktop.explore.hierarchy import hierarchy_view
from graphrag_desktop.explore.paths import find_ways
from graphrag_desktop.explore.reports import report_view
from graphrag_desktop.explore.support import Support, support_of
from graphrag_desktop.project import Project
from graphrag_desktop.storage import documents, graph
from tests.planted_case import PlantedModel, planted_project

_LETTER = (
    "Ida Rusk met Otto Kell in the Oren Mill on a cold evening in March. She told Otto Kell that the pumps of the ferry"
    " were broken, and Otto Kell said that Halmer Lines would pay for new ones before the summer came. Nothing was"
    " written down, and nobody else was in the room when Otto Kell gave his word to Ida Rusk about the pumps."
)
_TEXTS = {
    "letter.txt": _LETTER,
    "copy of the letter.txt": f"{_LETTER} Seen and filed.",
    "court.txt": "Ida Rusk told the Harbour Court that Otto Kell knew of it. The Harbour Court fined Halmer Lines.",
    "fair.txt": "Nora Quill opened the fair beside Tal Harbour. It rained on Tal Harbour all day.",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    model = PlantedModel(wanted=(), adds="", has_plant=False)
    with planted_project(tmp_path_factory.mktemp("support"), model, _TEXTS) as (made, _):
        yield made


def _number(project: Project, title: str) -> int:
    return next(each.number for each in graph.entities(project.database) if each.title == title)


def test_that_a_model_too_is_told_which_documents_are_mostly_the_same(project: Project) -> None:
    paths = {each.id: each.paths[0] for each in documents.documents(project.database)}

    copies = documents.copies(project.database)

    assert {frozenset((paths[one], paths[other])) for one, other in copies.items()} == {
        frozenset(("letter.txt", "copy of the letter.txt"))
    }


def test_that_a_copy_does_not_count_beside_what_it_copies(project: Project) -> None:
    rusk, mill, quill = (_number(project, each) for each in ("Ida Rusk", "Oren Mill", "Nora Quill"))

    support = support_of(project, Kind.ENTITY, [rusk, mill, quill])

    assert support == {rusk: Support(2, 3), mill: Support(1, 3), quill: Support(1, 3)}
    assert [support[each].is_single for each in (rusk, mill, quill)] == [False, True, True]


def test_that_an_entity_and_its_relationships_say_what_bears_them_out(project: Project) -> None:
    view = entity_view(project, _number(project, "Ida Rusk"))

    assert view.support == Support(2, 3)
    told = {each.entity.title: each.support for each in view.neighbours}
    assert told["Otto Kell"] == Support(1, 3)
    assert told["Otto Kell"].is_single


def test_that_a_finding_says_how_many_documents_its_citations_reach(project: Project) -> None:
    findings = [f for number in hierarchy_view(project).rows for f in report_view(project, number).findings]

    assert all(1 <= each.support.documents <= 2 for each in findings)
    quill = next(each for each in findings if each.summary == "Nora Quill")
    assert quill.support == Support(1, 3)


def test_that_a_hop_counts_independent_documents(project: Project) -> None:
    ways = find_ways(project, _number(project, "Ida Rusk"), _number(project, "Otto Kell"), frozenset(), RunControl())

    assert ways.shortest is not None
    assert [each.documents for each in ways.shortest.hops] == [1]


def test_that_in_a_project_of_one_document_nothing_is_marked() -> None:
    assert not Support(1, 1).is_single


def test_that_a_claim_has_the_document_of_its_text_unit(project: Project, tmp_path: Path) -> None:
    assert support_of(project, Kind.CLAIM, [7]) == {7: Support(0, 3)}
