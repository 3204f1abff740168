"""Search for words with signs that a full-text search has a meaning for (field case 69)."""

from collections.abc import Iterator

import pytest

from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.search import search
from graphrag_desktop.pipeline.run import build_index, start_project
from graphrag_desktop.project import Project

ROWS = {
    "multi-agent": "The multi-agent system was tested by Anna Berg in Vienna.",
    "don't": "The crew said they don't accept the offer of the Zinc Works.",
    "@nasa": "The message came from @nasa late on Friday.",
    "ubuntu 20.04": "The server ran ubuntu 20.04 until Marta Lind replaced it.",
    "NEAR(": "The sign NEAR( was painted on the door of the mill.",
    "foo:bar": "The tag foo:bar was printed on every box from Genoa.",
    "50%": "About 50% of the herring was lost at Bergen.",
}
WITHOUT_A_WORD = ("why?", "a,b", '"', "AND", "*", "(x", "C", "-", "' OR 1")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    folder = tmp_path_factory.mktemp("signs")
    for at, text in enumerate(ROWS.values()):
        (folder / f"{at}.txt").write_text(text, encoding="utf-8")
    made = start_project(tmp_path_factory.mktemp("project") / "signs.graphrag", folder)
    build_index(made, folder, RunControl())
    yield made
    made.close()


@pytest.mark.parametrize("words", ROWS)
def test_69_that_signs_in_a_question_are_no_operators(project: Project, words: str) -> None:
    found = search(project, words)
    assert found.sentences[0].path == f"{list(ROWS).index(words)}.txt"


@pytest.mark.parametrize("words", WITHOUT_A_WORD)
def test_69_that_signs_and_words_that_say_nothing_are_no_error(project: Project, words: str) -> None:
    assert len(search(project, words).sentences) <= 20
