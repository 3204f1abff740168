"""What the documentation says is so: commands, settings, formats and links are those there are."""

import re

from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.pipeline.formats.registry import FORMATS
from tests.conftest import PROJECT_ROOT

GUIDE = (PROJECT_ROOT / "docs" / "guide" / "index.md").read_text(encoding="utf-8")
README = (PROJECT_ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = {"index", "ask", "communities", "report", "info", "check", "demo", "screenshot"}


def test_that_the_guide_names_every_setting() -> None:
    assert [name for name in Settings().as_dict() if f"`{name}`" not in GUIDE] == []


def test_that_the_guide_names_every_format_and_no_other() -> None:
    assert set(re.findall(r"`(\.[a-z0-9]+)`", GUIDE)) == {ending for each in FORMATS for ending in each.endings}


def test_that_every_command_shown_exists() -> None:
    shown = re.findall(r"^graphrag-desktop (\w+) ", f"{README}\n{GUIDE}", re.MULTILINE)
    assert set(shown) <= COMMANDS
    assert set(re.findall(r"^graphrag-desktop (\w+) ", README, re.MULTILINE)) == COMMANDS


def test_that_every_link_leads_somewhere() -> None:
    pages = [*PROJECT_ROOT.glob("*.md"), *(PROJECT_ROOT / "docs").rglob("*.md")]
    links = [
        (page, link) for page in pages for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    ]
    assert links
    assert [f"{page.name}: {link}" for page, link in links if not (page.parent / link).exists()] == []


def test_that_decisions_have_their_three_parts() -> None:
    for page in sorted((PROJECT_ROOT / "docs" / "decisions").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        assert text.startswith(f"# {int(page.name[:4])}. "), page.name
        assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ["Decision", "Background", "Discussion"], page.name
