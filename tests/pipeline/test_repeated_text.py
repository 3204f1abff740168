"""What repeats in a folder: kept and found, out of the graph, copies named."""

from collections.abc import Iterator

import pytest

from graphrag_desktop.domain.identity import Span
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.documents import documents_view
from graphrag_desktop.language.words import search_terms
from graphrag_desktop.pipeline.run import build_index, start_project
from graphrag_desktop.project import Project
from graphrag_desktop.storage import documents, graph
from graphrag_desktop.storage.search import sentences_with_all
from tests.news import TEXTS
from tests.pipeline.formats.made_files import pdf

_MORE = """The council of Lower Quillon will vote on the plans for a new harbour before the winter storms begin.
Three surveyors have measured the depth of the bay and found rock where the charts promised sand.
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """Some news, a copy of one with a line more, and the others on the pages of a PDF with a running header."""
    folder = tmp_path_factory.mktemp("repeated")
    texts = list(TEXTS.values())
    (folder / "a.txt").write_text(texts[0] + texts[1], encoding="utf-8")
    (folder / "b.txt").write_text(texts[0] + texts[1] + _MORE, encoding="utf-8")
    pages = [
        f"Gazette of Lower Quillon\n{text.strip()}\n\nPage {number}" for number, text in enumerate(texts[2:], start=1)
    ]
    (folder / "c.pdf").write_bytes(pdf(pages))
    made = start_project(tmp_path_factory.mktemp("project") / "repeated.graphrag", folder)
    build_index(made, folder, RunControl())
    yield made
    made.close()


def test_that_a_copy_is_named_with_what_it_copies(project: Project) -> None:
    assert {row.document.paths[0]: row.copy_of for row in documents_view(project)} == {
        "a.txt": "b.txt",
        "b.txt": "",
        "c.pdf": "",
    }


def test_that_nothing_is_named_in_a_copy(project: Project) -> None:
    [copy] = [row.document for row in documents_view(project) if row.copy_of]

    assert graph.mentions_within(project.database, copy.id) == ()
    assert documents.sentences_within(project.database, copy.id, Span(0, copy.characters))


def test_that_a_running_header_is_found_and_names_nothing(project: Project) -> None:
    titles = {each.title for each in graph.entities(project.database)}

    assert len(sentences_with_all(project.database, search_terms("gazette"), 99)) == len(TEXTS) - 2
    assert not {title for title in titles if "gazette" in title.lower()}
    assert any("Nordlys" in title for title in titles)
