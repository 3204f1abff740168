"""The pages of the user guide as they are shipped: their order, their titles, their text, and how headings are linked to."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from graphrag_desktop.assets import guide_folder

FIRST_PAGE = "index"


@dataclass(frozen=True, slots=True)
class GuidePage:
    """A page; `name` is that of its file without the ending, `markdown` what the file holds without its title and notes."""

    name: str
    title: str
    markdown: str

    @property
    def text(self) -> str:
        """Its words as they are read, for searching."""
        return re.sub(r"!?\[([^\]]*)\]\([^)]*\)|[`*|]", r"\1", self.markdown)


@cache
def guide_pages() -> tuple[GuidePage, ...]:
    """All pages: the first, then the others in the order in which it links to them."""
    folder = guide_folder()
    first = _read(folder / f"{FIRST_PAGE}.md")
    names = dict.fromkeys(re.findall(r"\]\(([\w-]+)\.md\)", first.markdown))
    return (first, *(_read(folder / f"{name}.md") for name in names))


def slug(heading: str) -> str:
    """The anchor of a heading, as public sites for Markdown make it."""
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", heading.strip().lower()))


def _read(file: Path) -> GuidePage:
    text = re.sub(r"<!--.*?-->\n?", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    title, _, markdown = text.partition("\n")
    return GuidePage(file.stem, title.removeprefix("# ").strip(), markdown)
