"""Documents, the picture, what a project holds, and search."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.domain.identity import DocumentId, Span
from graphrag_desktop.explore.documents import documents_view, source_of_passage, source_view
from graphrag_desktop.explore.hierarchy import hierarchy_view
from graphrag_desktop.explore.picture import picture
from graphrag_desktop.explore.project_info import project_info
from graphrag_desktop.explore.search import search
from graphrag_desktop.project import Project, create_project
from graphrag_desktop.storage import graph
from graphrag_desktop.storage.evidence import EvidenceReader
from tests.projects import MILL, document_of, make_project


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with make_project(tmp_path_factory.mktemp("explored") / "mill.graphrag") as made:
        yield made


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Project]:
    with create_project(tmp_path / "empty.graphrag") as made:
        yield made


def test_that_documents_are_listed_with_their_pages_and_units(project: Project) -> None:
    rows = documents_view(project)

    assert [(row.document.paths, row.pages, row.text_units) for row in rows] == [
        (("council.txt",), 2, 2), (("fair.txt",), 0, 1), (("letters/river.txt",), 0, 1),
    ]  # fmt: skip


def test_that_a_source_is_shown_with_all_that_points_into_it(project: Project) -> None:
    view = source_view(project, document_of(MILL, "fair.txt"))
    titles = {each.number: each.title for each in graph.entities(project.database)}

    assert view.text == MILL.texts["fair.txt"]
    assert len(view.sentences) == 5
    assert all(view.text[span.start : span.end] == titles[number] for number, span in view.mentions)


def test_that_a_document_that_went_is_named(project: Project) -> None:
    with pytest.raises(InputError):
        source_view(project, DocumentId("gone"))


def test_that_the_picture_has_a_row_for_each_entity(project: Project) -> None:
    drawn = picture(project)

    assert drawn is not None
    assert drawn.positions.shape == (drawn.count, 2)
    assert drawn.communities.shape == (2, drawn.count)
    known = {each.number: each for each in graph.entities(project.database)}
    assert [known[number].title for number in drawn.numbers.tolist()] == list(drawn.titles)
    assert [known[number].degree for number in drawn.numbers.tolist()] == drawn.degrees.tolist()
    assert np.all((drawn.pairs >= 0) & (drawn.pairs < drawn.count))


def test_that_the_picture_shows_communities_as_the_tree_does(project: Project) -> None:
    drawn = picture(project)
    view = hierarchy_view(project)

    assert drawn is not None
    for level in range(view.deepest + 1):
        for row in view.at(level):
            assert len(drawn.rows_of(row.number, level)) == row.entities


def test_that_there_is_no_picture_before_a_run(empty: Project) -> None:
    assert picture(empty) is None


def test_that_a_project_is_told_at_a_glance(project: Project) -> None:
    info = project_info(project)

    assert (info.counts.documents, info.counts.sentences, info.counts.entities) == (3, 16, 10)
    assert (info.counts.communities, info.counts.reports) == (4, 4)
    assert (info.engine, info.index_version) == ("by hand", 1)
    assert [each.path for each in info.skipped] == ["scan.pdf"]
    assert info.file_bytes == project.path.stat().st_size


def test_that_an_empty_project_is_told_as_empty(empty: Project) -> None:
    info = project_info(empty)

    assert (info.counts.documents, info.engine, info.index_version) == (0, "", 0)


def test_that_names_are_found_by_any_of_their_words_in_any_case(project: Project) -> None:
    found = search(project, "VANE edith")

    assert [each.title for each in found.entities] == ["Edith Vane"]
    assert [row.number for row in found.communities] == [1, 5]


def test_that_an_entity_is_found_by_its_alias(project: Project) -> None:
    assert [each.title for each in search(project, "the Ouse").entities] == ["River Ouse"]


def test_that_documents_are_found_by_path_and_sentences_by_what_they_say(project: Project) -> None:
    assert [each.paths for each in search(project, "letters").documents] == [("letters/river.txt",)]
    assert search(project, "dead fish?").sentences[0].quote.startswith("The Residents League counted forty dead fish")


@pytest.mark.parametrize("text", ["", "  ", "?", "%", "_", "zebra", '"', "NEAR("])
def test_that_what_is_not_there_finds_nothing(project: Project, text: str) -> None:
    found = search(project, text)

    assert (found.communities, found.entities, found.documents, found.sentences) == ((), (), (), ())


def test_that_a_passage_whose_document_is_gone_or_changed_is_shown_as_it_was_kept(tmp_path: Path) -> None:
    with make_project(tmp_path / "mill.graphrag") as project:
        evidence = EvidenceReader(project.database).evidence(document_of(MILL, "fair.txt"), Span(0, 15))
        whole = source_of_passage(project, evidence)
        gone = source_of_passage(project, replace(evidence, document=DocumentId("gone")))
        moved = source_of_passage(project, replace(evidence, span=Span(3, 18)))

    assert (whole.is_kept, whole.text) == (False, MILL.texts["fair.txt"])
    for view in (gone, moved):
        assert (view.is_kept, view.text, view.document.paths) == (True, "The Spring Fair", ("fair.txt",))
