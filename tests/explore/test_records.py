"""What the card of a citation shows: the record it names and the words around what it reaches."""

from collections.abc import Iterator

import pytest

from graphrag_desktop.domain.answers import Citation, CitationStatus
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.explore.records import record_view
from graphrag_desktop.project import Project
from graphrag_desktop.storage import graph
from graphrag_desktop.storage.evidence import EvidenceReader
from tests.projects import make_project


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with make_project(tmp_path_factory.mktemp("cited") / "mill.graphrag") as made:
        yield made


def _citation(project: Project, kind: Kind, number: int) -> Citation:
    evidence = EvidenceReader(project.database).record(kind, number) or ()
    return Citation("words", kind, number, CitationStatus.OK, evidence)


def test_that_each_kind_of_record_is_called_by_its_name(project: Project) -> None:
    entity = next(each for each in graph.entities(project.database) if each.title == "River Ouse")
    relationship = graph.relationships(project.database)[0]

    assert record_view(project, _citation(project, Kind.ENTITY, entity.number)).title == "River Ouse"
    assert record_view(project, _citation(project, Kind.SOURCE, 1)).title == "council.txt"
    assert record_view(project, _citation(project, Kind.REPORT, 2)).title
    title = record_view(project, _citation(project, Kind.RELATIONSHIP, relationship.number)).title
    assert " – " in title


@pytest.mark.parametrize("kind", list(Kind))
def test_that_a_record_there_is_none_of_has_no_title(project: Project, kind: Kind) -> None:
    shown = record_view(project, Citation("words", kind, 999, CitationStatus.UNKNOWN))

    assert (shown.title, shown.passages) == ("", ())


def test_that_a_passage_stands_between_whole_words_of_its_paragraph(project: Project) -> None:
    entity = next(each for each in graph.entities(project.database) if each.title == "Old Lighthouse")
    shown = record_view(project, _citation(project, Kind.ENTITY, entity.number))

    (passage,) = shown.passages
    assert passage.evidence.quote == "The Old Lighthouse was painted white again."
    assert passage.is_cut_before and not passage.is_cut_after
    assert not passage.before.startswith(" ") and passage.before.split()[-1] == "League."
