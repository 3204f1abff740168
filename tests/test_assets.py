"""What is shipped beside the code: found in a checkout and in a wheel, whole, and under a licence that is named."""

import fnmatch
import hashlib
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from graphrag_desktop.assets import prepare_tiktoken, resource
from graphrag_desktop.domain.errors import GraphRagError
from tests.conftest import PROJECT_ROOT
from tests.test_architecture import CONFIGURATION, normalised

RESOURCES = PROJECT_ROOT / "resources"
NOTICES = (RESOURCES / "licences" / "THIRD-PARTY.md").read_text(encoding="utf-8")
OURS = ("resources/sample/*", "resources/styles/*", "resources/i18n/*")


def shipped_files() -> list[str]:
    return sorted(path.relative_to(PROJECT_ROOT).as_posix() for path in RESOURCES.rglob("*") if path.is_file())


def test_that_resources_are_found_in_the_checkout() -> None:
    assert resource("sample") == RESOURCES / "sample"


def test_that_a_missing_resource_is_an_incomplete_installation() -> None:
    with pytest.raises(GraphRagError, match=r"resources/fonts/none\.ttf is missing"):
        resource("fonts", "none.ttf")


def test_that_everything_shipped_has_a_licence() -> None:
    rows = [line for line in NOTICES.splitlines() if line.startswith("|") and "`resources/" in line]
    places = [place for row in rows for place in re.findall(r"`(resources/[^`]+)`", row)]
    covered = [f"{place}*" if place.endswith("/") else place for place in places]
    known = (*covered, *OURS, "resources/licences/*", "resources/*/LICENSE*")
    assert [name for name in shipped_files() if not any(fnmatch.fnmatch(name, each) for each in known)] == []


def test_that_every_licence_named_is_there() -> None:
    named = re.findall(r"`(resources/[^`*]*LICEN[^`*]*|resources/licences/[^`*]+)`", NOTICES)
    assert named
    assert [each for each in named if not (PROJECT_ROOT / each).exists()] == []


def test_that_every_dependency_is_named_in_the_notices() -> None:
    words = {normalised(word) for word in re.findall(r"[A-Za-z0-9][\w.-]*\w", NOTICES)}
    assert {normalised(each) for each in CONFIGURATION["project"]["dependencies"]} - words == set()


def test_that_the_token_tables_are_those_that_tiktoken_expects() -> None:
    sums = {
        "9b5ad71b2ce5302211f9c61530b329a4922fc6a4": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
        "fb374d419588a4632f3f557e76b4b70aebbca790": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    }
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in resource("tiktoken").iterdir()}
    assert found == sums


def test_that_tokens_are_counted_without_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")
    prepare_tiktoken()
    import tiktoken

    assert len(tiktoken.get_encoding("o200k_base").encode("The tide turns.")) == 4


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as it is built without a network, from a copy of the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index", "--quiet"]
    subprocess.run([*build, "--wheel-dir", str(folder), str(source_copy(folder))], check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def source_copy(folder: Path) -> Path:
    """What the wheel is made of, elsewhere, so that building leaves nothing in the checkout."""
    import shutil

    copy = folder / "source"
    ignore = shutil.ignore_patterns("__pycache__", "*.pyc")
    for name in ("graphrag_desktop", "resources", "prompts", "docs/guide"):
        shutil.copytree(PROJECT_ROOT / name, copy / name, ignore=ignore)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(PROJECT_ROOT / name, copy / name)
    return copy


def test_that_the_wheel_holds_all_code_resources_prompts_and_the_guide(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    code = {path.relative_to(PROJECT_ROOT).as_posix() for path in (PROJECT_ROOT / "graphrag_desktop").rglob("*.py")}
    prompts = {path.relative_to(PROJECT_ROOT).as_posix() for path in (PROJECT_ROOT / "prompts").rglob("*.*")}
    folder = PROJECT_ROOT / "docs" / "guide"
    guide = {f"guide/{path.relative_to(folder).as_posix()}" for path in folder.rglob("*.*")}
    assert held == code | {f"graphrag_desktop/{name}" for name in {*shipped_files(), *prompts, *guide}}


def test_that_resources_and_the_guide_are_found_in_an_unpacked_wheel(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    program = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r});"
        "from graphrag_desktop.assets import guide_folder, resource;"
        "print(resource('sample', '12-settlement.md'), guide_folder() / 'index.md', sep='\\n')"
    )
    ended = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
    found = [Path(line) for line in ended.stdout.splitlines()]
    package = tmp_path / "graphrag_desktop"
    assert found == [package / "resources" / "sample" / "12-settlement.md", package / "guide" / "index.md"]
    assert found[1].exists()
