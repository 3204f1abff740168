"""What the documentation says is so: commands, settings, formats, keys and links are those there are."""

import re
import sys
from collections.abc import Iterator

import pytest
import typer.main
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from graphrag_desktop.cli import _app
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.pipeline.formats.registry import FORMATS
from graphrag_desktop.ui.actions import COMMANDS
from graphrag_desktop.ui.guide_links import SUBJECTS
from graphrag_desktop.ui.guide_pages import FIRST_PAGE, guide_pages, slug
from tests.conftest import PROJECT_ROOT
from tests.guide_tables import GUIDE as FOLDER
from tests.guide_tables import tables, with_table

PAGES = {each.name: each.read_text(encoding="utf-8") for each in sorted(FOLDER.glob("*.md"))}
GUIDE = "\n".join(PAGES.values())
README = (PROJECT_ROOT / "README.md").read_text(encoding="utf-8")
COMMAND_NAMES = set(typer.main.get_command(_app).commands)  # type: ignore[attr-defined]
LARGEST_PICTURE = 250_000


def links(text: str) -> Iterator[tuple[str, str]]:
    """Where the links and pictures of a page lead to: file and heading."""
    for found in re.findall(r"\]\(([^):]+)\)", re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
        file, _, heading = found.partition("#")
        yield file, heading


def headings(page: str) -> set[str]:
    return {slug(each) for each in re.findall(r"^#+ (.+)$", page, re.MULTILINE)}


def test_that_the_guide_has_every_setting_and_no_other() -> None:
    assert sorted(re.findall(r"^\| `(\w+)` \|", PAGES["settings.md"], re.MULTILINE)) == sorted(Settings().as_dict())
    assert set(re.findall(r"--set ([a-z_]+)=", f"{GUIDE}\n{README}")) <= set(Settings().as_dict())


@pytest.mark.skipif(
    sys.platform != "linux", reason="other systems have other usual keys; the page shows those of Linux"
)
def test_that_the_tables_of_keys_and_settings_are_those_of_the_program(qapp: QApplication) -> None:
    made = tables()
    stale = [name for name, table in made.items() if with_table(PAGES[name], table) != PAGES[name]]
    assert stale == [], "bring them up to date: python -m tests.guide_tables"
    assert all(f"| {each.words.replace('&', '')} |" in made["keys.md"] for each in COMMANDS)


def test_that_the_guide_names_every_format_and_no_other() -> None:
    endings = {ending for each in FORMATS for ending in each.endings}
    assert set(re.findall(r"`(\.[a-z0-9]+)`", PAGES["indexing.md"])) == endings


def test_that_every_command_shown_exists() -> None:
    shown = re.findall(r"^graphrag-desktop (\w[\w-]*) ", f"{README}\n{GUIDE}", re.MULTILINE)
    assert set(shown) <= COMMAND_NAMES
    for page in (README, PAGES["command-line.md"]):
        assert set(re.findall(r"^graphrag-desktop (\w[\w-]*) ", page, re.MULTILINE)) == COMMAND_NAMES


def test_that_the_guide_has_every_option_and_no_other() -> None:
    commands = typer.main.get_command(_app)
    known = {option for command in commands.commands.values() for each in command.params for option in each.opts}  # type: ignore[attr-defined]
    known |= {option for each in commands.params for option in each.opts} | {"--help"}
    shown = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", PAGES["command-line.md"]))
    assert shown - known - {"-wal", "-shm"} == set()
    assert {each for each in known if each.startswith("--")} - shown == set()


def test_that_every_link_and_picture_leads_somewhere() -> None:
    pages = [*PROJECT_ROOT.glob("*.md"), *(PROJECT_ROOT / "docs").rglob("*.md")]
    found = [(page, *link) for page in pages for link in links(page.read_text(encoding="utf-8"))]
    assert found
    lost = []
    for page, file, heading in found:
        target = page.parent / file if file else page
        if not target.exists() or (heading and heading not in headings(target.read_text(encoding="utf-8"))):
            lost.append(f"{page.name}: {file}#{heading}")
    assert lost == []


def test_that_the_first_page_leads_to_all_others() -> None:
    assert {each.name for each in guide_pages()} == {name.removesuffix(".md") for name in PAGES}
    assert guide_pages()[0].name == FIRST_PAGE


def test_that_f1_finds_a_page_and_heading_for_every_panel() -> None:
    for name, heading in SUBJECTS.values():
        assert not heading or heading in headings(PAGES[f"{name}.md"]), (name, heading)


def test_that_pictures_of_the_guide_are_shown_small_and_few() -> None:
    pictures = sorted((FOLDER / "pictures").iterdir())
    shown = {file for page in PAGES.values() for file, _ in links(page) if file.startswith("pictures/")}
    assert shown == {f"pictures/{each.name}" for each in pictures}
    assert len(pictures) <= 12
    for each in pictures:
        assert not QImage(str(each)).isNull(), each.name
        assert each.stat().st_size <= LARGEST_PICTURE, each.name


def test_that_decisions_have_their_three_parts() -> None:
    for page in sorted((PROJECT_ROOT / "docs" / "decisions").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        assert text.startswith(f"# {int(page.name[:4])}. "), page.name
        assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ["Decision", "Background", "Discussion"], page.name
