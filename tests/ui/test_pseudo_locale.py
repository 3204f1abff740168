"""The window in a language with longer words and other letters, and in one that is written from right to left."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTranslator
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from graphrag_desktop.ui.actions import COMMANDS
from graphrag_desktop.ui.controls import ShortWords
from graphrag_desktop.ui.graph_canvas import GraphCanvas
from graphrag_desktop.ui.level_picker import LevelCell
from graphrag_desktop.ui.theme import ActiveTheme, Choice
from graphrag_desktop.ui.window import MainWindow
from graphrag_desktop.ui.workspaces import Workspace, usual_layout

_LONG = 60_000
_MARK = "·"  # at both ends of all that was translated
_ACCENTS = str.maketrans("aeiouAEIOUcnsz", "àéîöûÀÉÎÖÛçñšž")
_LONGER = 1.3
_NAMES = ("GraphRAG Desktop", "LGPL", "GPL", "Markdown")  # said the same in every language


class Pseudo(QTranslator):
    """Accents every word and makes it a third longer, leaving what is filled in later."""

    def isEmpty(self) -> bool:  # noqa: N802 - Qt's name
        return False

    def translate(
        self,
        context: str,
        sourceText: str,  # noqa: N803 - Qt's name
        disambiguation: str | None = None,
        n: int = -1,
    ) -> str:
        if not sourceText.strip(" {}") or (context[:1] == "Q" and context[1:2].isupper()):  # one of Qt's own
            return sourceText
        parts = sourceText.replace("&", "").split("{")
        words = parts[0].translate(_ACCENTS)
        for part in parts[1:]:
            name, _, rest = part.partition("}")
            words += f"{{{name}}}" + rest.translate(_ACCENTS)
        longer = round(len(sourceText) * (_LONGER - 1))
        return f"{_MARK}{words}{'~' * longer}{_MARK}"


@pytest.fixture
def abroad(qtbot: QtBot, qapp: QApplication, mill_project: Path) -> Iterator[MainWindow]:
    """A window on the small project, in no language at all."""
    pseudo = Pseudo()
    qapp.installTranslator(pseudo)
    window = MainWindow(ActiveTheme(qapp, Choice.LIGHT))
    qtbot.addWidget(window)
    window.appearance.set_still(is_still=True)
    window.resize(1280, 800)
    window.show()
    yield window
    window.close()
    qapp.removeTranslator(pseudo)


def _open(qtbot: QtBot, window: MainWindow, project: Path) -> None:
    with qtbot.waitSignals([window.session.view_loaded, window.reading.library.tables_loaded], timeout=_LONG):
        window.open_path(project)


def _seen(top: QWidget) -> list[QWidget]:
    return [each for each in top.findChildren(QWidget) if each.isVisible() and not each.visibleRegion().isEmpty()]


def _clipped(top: QWidget) -> list[str]:
    """Buttons, labels and tabs that are narrower than their words, and do not say by dots that there is more."""
    found = []
    for each in _seen(top):
        if any(map_.isAncestorOf(each) for map_ in top.findChildren(GraphCanvas)):
            continue  # what floats over the map is tried out with the map
        if isinstance(each, QPushButton | QCheckBox | QRadioButton) and each.text():
            is_shortened = each.property("look") == "search" or isinstance(each, LevelCell)  # and has a tooltip
            if not is_shortened and each.width() + 1 < each.minimumSizeHint().width():
                found.append(f"{each.text()}: {each.width()} of {each.minimumSizeHint().width()} pixels")
        elif isinstance(each, QLabel) and each.text() and not isinstance(each, ShortWords):
            needed = each.fontMetrics().horizontalAdvance(each.text())
            lacks_width = not each.wordWrap() and each.width() + 1 < needed
            lacks_height = each.wordWrap() and each.height() + 1 < each.heightForWidth(each.width())
            if lacks_width or lacks_height:
                found.append(f"{each.text()}: {each.width()} × {each.height()}")
        elif isinstance(each, QTabBar):
            found += [
                f"{each.tabText(place)} has no tooltip"
                for place in range(each.count())
                if not each.tabToolTip(place) and each.tabRect(place).width() < each.tabSizeHint(place).width()
            ]
    return found


def _untranslated(top: QWidget) -> list[str]:
    """Words in sight, or that are spoken, which no translator was asked for."""
    found: set[str] = set()
    for each in _seen(top):
        words = [each.toolTip(), each.accessibleName()]
        words += [each.text()] if isinstance(each, QAbstractButton | QLabel) else []
        words += [each.placeholderText()] if isinstance(each, QLineEdit | QPlainTextEdit) else []
        found.update(word for word in words if word)
    return sorted(found)


def test_that_nothing_is_cut_off_where_words_are_longer(qtbot: QtBot, abroad: MainWindow, mill_project: Path) -> None:
    assert _clipped(abroad) == []
    _open(qtbot, abroad, mill_project)
    for workspace in Workspace:
        abroad.desk.choose(workspace)
        qtbot.wait(50)
        assert _clipped(abroad) == [], workspace
    for command in ("preferences", "show_shortcuts", "about"):
        abroad.commands[command].trigger()
        qtbot.wait(50)
    for beside in abroad.tools.beside():
        assert _clipped(beside) == [], beside.objectName()


def test_that_every_word_of_the_program_can_be_translated(qtbot: QtBot, abroad: MainWindow, mill_project: Path) -> None:
    for command in COMMANDS:
        assert _MARK in abroad.commands[command.name].text(), command.name
    said = [each for each in _untranslated(abroad) if _MARK not in each]
    keys = {abroad.commands.keys_of("search_anything")}
    names = {*_NAMES, *keys}
    assert [each for each in said if any(letter.isalpha() for letter in each) and each not in names] == []
    _open(qtbot, abroad, mill_project)
    own = {*abroad.navigation.hierarchy.rows.values()}  # type: ignore[union-attr]
    data = " ".join(row.title for row in own) + " ".join(each.path for each in abroad.desk.documents.files)
    for workspace in Workspace:
        abroad.desk.choose(workspace)
        qtbot.wait(50)
        said = [each for each in _untranslated(abroad) if _MARK not in each and each not in names]
        said = [each for each in said if each not in data and any(letter.isalpha() for letter in each)]
        assert [each for each in said if each not in ("mill", "C1")] == [], workspace


def test_that_panels_change_sides_where_the_language_runs_from_right_to_left(
    qtbot: QtBot, qapp: QApplication, mill_project: Path
) -> None:
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    window = MainWindow(ActiveTheme(qapp, Choice.LIGHT))
    try:
        qtbot.addWidget(window)
        window.resize(1280, 800)
        window.show()
        _open(qtbot, window, mill_project)
        for workspace in Workspace:
            window.desk.choose(workspace)
            qtbot.wait(50)
            layout = usual_layout(workspace, 1280)
            left, right = (window.desk.docks.dock(each.panels[0]) for each in (layout.left, layout.right))
            assert left.x() > right.x(), workspace
    finally:
        window.close()
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
