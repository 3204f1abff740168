"""Communities as rows, reports to be read, and the way down to the words."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag_desktop.domain.answers import CitationStatus
from graphrag_desktop.domain.citations import parse_citations
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.explore.entities import entity_rows, entity_view
from graphrag_desktop.explore.hierarchy import hierarchy_view
from graphrag_desktop.explore.reports import report_view
from graphrag_desktop.explore.trail import community_trail, entity_trail, relationship_trail
from graphrag_desktop.project import Project, create_project
from graphrag_desktop.storage import communities, documents
from tests.projects import make_project


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with make_project(tmp_path_factory.mktemp("explored") / "mill.graphrag") as made:
        yield made


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Project]:
    with create_project(tmp_path / "empty.graphrag") as made:
        yield made


def _stands_in_its_document(project: Project, evidence: Evidence) -> bool:
    text = documents.text_of(project.database, evidence.document)
    return bool(evidence.quote) and text[evidence.span.start : evidence.span.end] == evidence.quote


def _number(project: Project, title: str) -> int:
    return next(each.number for each in entity_rows(project) if each.title == title)


def test_that_every_level_shows_every_entity_once(project: Project) -> None:
    view = hierarchy_view(project)

    assert view.deepest == 1
    assert [[row.number for row in view.at(level)] for level in (0, 1)] == [[1, 2, 3], [2, 4, 5, 3]]
    assert {sum(row.entities for row in view.at(level)) for level in (0, 1)} == {10}


def test_that_beyond_the_deepest_level_means_the_deepest(project: Project) -> None:
    view = hierarchy_view(project)

    assert view.at(9) == view.at(1)


def test_that_a_row_has_the_head_of_its_report(project: Project) -> None:
    row = hierarchy_view(project).rows[1]

    assert (row.title, row.children, row.rating, row.parent) == ("Edith Vane, Harwick Council", (4, 5), 5.0, None)
    assert row.report_tokens > 0


def test_that_an_unconnected_entity_stands_under_its_own_name(project: Project) -> None:
    (row,) = hierarchy_view(project).unconnected(0)

    assert (row.title, row.entities, row.has_report) == ("Old Lighthouse", 1, False)


def test_that_a_project_without_an_index_has_no_rows(empty: Project) -> None:
    view = hierarchy_view(empty)

    assert view.levels == ()
    assert view.at(0) == ()


def test_that_a_report_leads_up_down_and_to_its_entities(project: Project) -> None:
    view = report_view(project, 4)

    assert [row.number for row in view.lineage] == [1]
    assert [row.number for row in report_view(project, 1).children] == [4, 5]
    assert [each.title for each in view.members] == ["Norden Paper", "River Ouse", "Residents League"]
    assert view.engine == "by hand"


def test_that_every_citation_of_a_finding_reaches_the_words_it_stands_after(project: Project) -> None:
    for finding in report_view(project, 1).findings:
        (citation,) = finding.citations
        assert (citation.kind, citation.status) == (Kind.SOURCE, CitationStatus.OK)
        (evidence,) = citation.evidence
        assert evidence.quote == citation.text
        assert _stands_in_its_document(project, evidence)
        assert finding.explanation[parse_citations(finding.explanation)[0].span.start - 1] == " "


def test_that_evidence_names_its_page(project: Project) -> None:
    pages = {
        each.evidence[0].quote: each.evidence[0].page for f in report_view(project, 1).findings for each in f.citations
    }

    assert pages["Norden Paper discharges waste water into the River Ouse every night."] == 1
    assert pages["The Residents League demanded an independent inspection of Norden Paper."] == 2


def test_that_an_unconnected_entity_is_described_in_place_of_a_report(project: Project) -> None:
    view = report_view(project, 3)

    assert (view.summary, view.findings, view.engine) == ("Named in 1 sentences.", (), "")


def test_that_a_missing_report_is_said_to_be_missing(tmp_path: Path) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        communities.forget_reports(project.database, [2])

        assert "could not be written" in report_view(project, 2).summary
        assert hierarchy_view(project).rows[2].title == "Community 2"


def test_that_a_community_that_is_not_there_is_named(project: Project) -> None:
    with pytest.raises(InputError, match="no community 99"):
        report_view(project, 99)
    with pytest.raises(InputError, match="no community 99"):
        community_trail(project, 99)


def test_that_the_trail_of_a_community_is_that_of_all_below_it(project: Project) -> None:
    below = {each.quote for number in (4, 5) for each in community_trail(project, number)}

    trail = community_trail(project, 1)

    assert {each.quote for each in trail} == below
    assert len(trail) == len(below) == 10
    assert all(_stands_in_its_document(project, each) for each in trail)


def test_that_the_trail_of_an_unconnected_entity_names_it(project: Project) -> None:
    assert [each.quote for each in community_trail(project, 3)] == ["The Old Lighthouse was painted white again."]


def test_that_the_trail_of_an_entity_names_it_everywhere(project: Project) -> None:
    trail = entity_trail(project, _number(project, "Edith Vane"))

    assert {each.path for each in trail} == {"council.txt", "fair.txt"}
    assert all("Edith Vane" in each.quote for each in trail)


def test_that_the_trail_of_a_relationship_names_both_ends(project: Project) -> None:
    view = entity_view(project, _number(project, "River Ouse"))
    best = view.neighbours[0]

    trail = relationship_trail(project, best.relationship.number)

    assert best.relationship.count == len(trail) == 2
    assert all("River Ouse" in each.quote and best.entity.title in each.quote for each in trail)


def test_that_an_entity_is_shown_with_its_community_on_each_level(project: Project) -> None:
    view = entity_view(project, _number(project, "River Ouse"))

    assert view.communities == (1, 4)
    assert view.entity.aliases == ("the Ouse",)
    assert len(view.neighbours) == view.entity.degree


def test_that_what_is_not_there_is_named(project: Project) -> None:
    for look in (entity_view, entity_trail, relationship_trail):
        with pytest.raises(InputError):
            look(project, 999)
