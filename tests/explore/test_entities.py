"""An entity with all that surrounds it: each neighbour and claim with the words it rests on."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from graphrag_desktop.domain.answers import CitationStatus
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.explore.disagreements import ClaimMark
from graphrag_desktop.explore.entities import entity_view
from graphrag_desktop.project import Project
from graphrag_desktop.storage import graph
from tests.explore.test_disagreements import CLAIM, keep_claims
from tests.projects import make_project


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with make_project(tmp_path / "mill.graphrag") as made:
        yield made


def _number(project: Project, title: str) -> int:
    return next(each.number for each in graph.entities(project.database) if each.title == title)


def test_that_every_relationship_comes_with_a_sentence_that_names_both_ends(project: Project) -> None:
    view = entity_view(project, _number(project, "Norden Paper"))
    assert view.citation.kind is Kind.ENTITY
    assert all("Norden Paper" in each.quote for each in view.citation.evidence)
    assert view.neighbours
    for each in view.neighbours:
        assert each.citation is not None
        assert (each.citation.kind, each.citation.number) == (Kind.RELATIONSHIP, each.relationship.number)
        assert each.citation.status is CitationStatus.OK
        assert all(each.entity.title in words.quote for words in each.citation.evidence)


def test_that_claims_about_an_entity_are_marked_by_all_claims_about_the_same(project: Project) -> None:
    keep_claims(project, CLAIM, replace(CLAIM, number=2, status="FALSE", source=2))
    for title in ("Norden Paper", "River Ouse"):
        found = entity_view(project, _number(project, title)).claims
        assert [each.claim.number for each in found] == [1, 2]
        assert all(each.mark.is_contradicted and each.citation.evidence for each in found)
    assert entity_view(project, _number(project, "Tom Hale")).claims == ()
    assert entity_view(project, _number(project, "River Ouse")).claims[0].mark == ClaimMark(1, is_contradicted=True)
