"""Search where words are not parted by spaces (field case 98)."""

from collections.abc import Iterator

import pytest

from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.search import search
from graphrag_desktop.pipeline.run import build_index, start_project
from graphrag_desktop.project import Project

ROWS = {
    "a.txt": "步2 重跑gen-itgc后50条悬空引用清零，修复已验证。",
    "b.txt": "サンドボックス修正テストが終わった。",
    "c.txt": "연구진은 지식그래프를 구축하였다. 지식그래프는 연구진의 성과다.",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    folder = tmp_path_factory.mktemp("scripts")
    for name, text in ROWS.items():
        (folder / name).write_text(text, encoding="utf-8")
    made = start_project(tmp_path_factory.mktemp("project") / "scripts.graphrag", folder)
    build_index(made, folder, RunControl())
    yield made
    made.close()


@pytest.mark.parametrize(
    ("words", "path"),
    [("悬空引用", "a.txt"), ("テスト", "b.txt"), ("サンドボックス", "b.txt"), ("지식그래프", "c.txt")],
)
def test_98_that_a_part_of_a_run_of_signs_finds_its_sentence(project: Project, words: str, path: str) -> None:
    found = search(project, words)

    assert found.sentences[0].path == path
    assert words in found.sentences[0].quote


def test_98_that_an_entity_is_found_by_a_part_of_its_name(project: Project) -> None:
    assert [each.title for each in search(project, "그래프").entities] == ["지식그래프"]
