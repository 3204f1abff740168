"""Pages of indexed documents are drawn from their files, those inside other files too."""

import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.domain.identity import Span
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.documents import documents_view, source_view
from graphrag_desktop.explore.page_pictures import PagePictures, WantedPage, has_pages_to_draw
from graphrag_desktop.pipeline.run import build_index, start_project
from graphrag_desktop.project import Project

WORDS = "The word processor didn't just change workplaces"


@pytest.fixture(scope="module")
def project(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    folder = tmp_path_factory.mktemp("pages") / "case"
    folder.mkdir()
    real = shared / "fixtures" / "real"
    with zipfile.ZipFile(folder / "box.zip", "w") as archive:
        archive.write(real / "docling_multi_page.pdf", "in/words.pdf")
    shutil.copy(real / "markitdown_test.pdf", folder / "open.pdf")
    (folder / "note.txt").write_text(
        "Harwick Council met in the town hall. Norden Paper was not there.", encoding="utf-8"
    )
    with start_project(folder.parent / "case.graphrag", folder) as made:
        build_index(made, folder, RunControl())
        yield made


@pytest.fixture(scope="module")
def pictures() -> Iterator[PagePictures]:
    drawing = PagePictures()
    yield drawing
    drawing.rest()


def wanted(project: Project, ending: str, words: str) -> WantedPage:
    row = next(each for each in documents_view(project) if each.document.paths[0].endswith(ending))
    source = source_view(project, row.document.id)
    start = source.text.index(words)
    page = next(each for each in source.pages if each.span.start <= start < each.span.end)
    return WantedPage(source.document, page, source.text, (Span(start, start + len(words)),), 400)


def test_that_a_passage_of_a_pdf_inside_an_archive_is_marked_on_its_page(
    project: Project, pictures: PagePictures
) -> None:
    picture = pictures.draw(project, wanted(project, "words.pdf", WORDS))
    assert picture.width == 400
    assert len(picture.places) == 1
    assert picture.places[0]


def test_that_a_passage_on_another_page_is_left_out(project: Project, pictures: PagePictures) -> None:
    page = wanted(project, "words.pdf", WORDS)
    nothing = WantedPage(page.document, page.page, page.text, (Span(len(page.text) - 5, len(page.text)),), 400)
    assert pictures.draw(project, nothing).places == ()


def test_that_only_a_pdf_has_pages_to_draw(project: Project) -> None:
    drawn = {each.document.paths[0]: has_pages_to_draw(each.document) for each in documents_view(project)}
    assert drawn["note.txt"] is False
    assert drawn["open.pdf"] is True


def test_that_a_file_changed_since_is_not_drawn(project: Project, pictures: PagePictures) -> None:
    page = wanted(project, "open.pdf", "1")
    assert project.folder is not None
    file = project.folder / "open.pdf"
    content = file.read_bytes()
    file.write_bytes(content + b"\n")
    try:
        with pytest.raises(InputError, match="changed since it was read"):
            pictures.draw(project, page)
        file.unlink()
        with pytest.raises(InputError, match="no longer in the folder"):
            pictures.draw(project, page)
    finally:
        file.write_bytes(content)
    assert pictures.draw(project, page).width == 400
