"""Writing that this system has no letters for: said once, instead of boxes without a word."""

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFontDatabase

from graphrag_desktop.ui.notices import Notice, NoticeStrip
from graphrag_desktop.ui.project_view import ProjectView

Writing = QFontDatabase.WritingSystem

_SCRIPTS: tuple[tuple[int, int, Writing, str], ...] = (  # first and last code point, as Qt calls it, in words
    (0x0590, 0x05FF, Writing.Hebrew, "Hebrew"),
    (0x0600, 0x06FF, Writing.Arabic, "Arabic"),
    (0x0900, 0x097F, Writing.Devanagari, "Devanagari"),
    (0x0E00, 0x0E7F, Writing.Thai, "Thai"),
    (0x3040, 0x30FF, Writing.Japanese, "Japanese"),
    (0x4E00, 0x9FFF, Writing.SimplifiedChinese, "Chinese"),
    (0xAC00, 0xD7AF, Writing.Korean, "Korean"),
)
_MOST = 3_000  # titles looked at: a collection in a language has it in many


def unwritable(titles: Iterable[str]) -> tuple[str, ...]:
    """The scripts of some titles for which no font is installed, in words."""
    used: set[int] = set()
    for _, title in zip(range(_MOST), titles, strict=False):
        if not title.isascii():
            used.update(_scripts_of(title))
    return tuple(
        QCoreApplication.translate("Fonts", words)
        for place, (_, _, writing, words) in enumerate(_SCRIPTS)
        if place in used and not QFontDatabase.families(writing)
    )


def _scripts_of(title: str) -> set[int]:
    return {place for sign in title for place, (first, last, _, _) in enumerate(_SCRIPTS) if first <= ord(sign) <= last}


def tell_missing_fonts(notices: NoticeStrip, view: ProjectView) -> None:
    """Say once for a project that was opened which scripts of its titles no font here has."""
    scripts = unwritable(row.title for row in view.hierarchy.rows.values())
    if scripts:
        words = QCoreApplication.translate(
            "MainWindow",
            "No font here has the letters of {scripts}: they show as boxes. Install one, such as Noto Sans.",
        )
        notices.tell(Notice(words.format(scripts=", ".join(scripts)), matter="fonts"))
