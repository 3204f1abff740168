"""The user guide beside the window: its pages, its links, its search, and which page F1 opens."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtWidgets import QApplication, QListWidget, QWidget
from pytestqt.qtbot import QtBot

from graphrag_desktop.ui.filter_field import FilterField
from graphrag_desktop.ui.guide_links import SUBJECTS, subject_of
from graphrag_desktop.ui.guide_pages import guide_pages, slug
from graphrag_desktop.ui.guide_view import GuideView
from graphrag_desktop.ui.guide_window import GuideWindow
from graphrag_desktop.ui.theme import ActiveTheme, Choice
from graphrag_desktop.ui.window import MainWindow


@pytest.fixture
def guide(active: ActiveTheme, qtbot: QtBot) -> Iterator[GuideWindow]:
    parent = QWidget()
    qtbot.addWidget(parent)
    shown = GuideWindow(parent, active)
    with qtbot.waitExposed(shown):
        shown.present()
    yield shown
    parent.close()


def view_of(guide: GuideWindow) -> GuideView:
    found = guide.findChild(GuideView)
    assert isinstance(found, GuideView)
    return found


def top_line(view: GuideView) -> str:
    return view.cursorForPosition(QPoint(10, 12)).block().text()


def press(
    qtbot: QtBot, guide: GuideWindow, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    qtbot.keyClick(guide, key, modifier)


def test_that_every_page_is_typeset_with_its_headings_tables_and_pictures(guide: GuideWindow) -> None:
    view = view_of(guide)
    for page in guide_pages():
        guide.open_page(page.name)
        assert view.toPlainText().startswith(page.title)
        assert slug(page.title) in view.anchors
        assert "](" not in view.toPlainText() and "<!--" not in view.toPlainText() and "|---" not in view.toPlainText()


def test_that_pictures_are_there_and_no_wider_than_the_lines(guide: GuideWindow) -> None:
    view = view_of(guide)
    picture = view.loadResource(QTextDocument.ResourceType.ImageResource.value, QUrl("pictures/ask.png"))
    assert isinstance(picture, QImage) and not picture.isNull()
    assert picture.width() <= view.viewport().width() * view.devicePixelRatioF()


def test_that_a_link_leads_to_the_heading_of_another_page_and_back_leads_back(guide: GuideWindow, qtbot: QtBot) -> None:
    view = view_of(guide)
    guide.open_page("asking")
    view.anchorClicked.emit(QUrl("indexing.md#passwords"))
    assert guide.page == "indexing"
    assert top_line(view) == "Passwords"
    press(qtbot, guide, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert guide.page == "asking"
    press(qtbot, guide, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert guide.page == "indexing"


def test_that_a_search_counts_in_all_pages_and_enter_goes_from_place_to_place(guide: GuideWindow, qtbot: QtBot) -> None:
    view, field, contents = view_of(guide), guide.findChild(FilterField), guide.findChild(QListWidget)
    assert isinstance(field, FilterField) and isinstance(contents, QListWidget)
    field.setText("password-file")
    for _ in range(8):
        qtbot.keyClick(field, Qt.Key.Key_Return)
        assert view.hit[0] > 0
    named = [contents.item(row).text() for row in range(contents.count())]
    assert [each for each in named if each.startswith("Indexing a folder  (")]
    assert "Reading sources" in named
    field.setText("no such words anywhere")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert view.hit == (0, 0)


def test_that_the_guide_follows_light_and_dark_and_stays_where_it_is(guide: GuideWindow, active: ActiveTheme) -> None:
    view = view_of(guide)
    guide.open_page("exploring", "filters")
    active.choose(Choice.DARK)
    assert top_line(view) == "Filters"


@pytest.mark.parametrize(
    ("panel", "subject"),
    [
        (lambda window: window.desk.ask, ("asking", "")),
        (lambda window: window.desk.source, ("sources", "")),
        (lambda window: window.desk.documents, ("indexing", "what-became-of-each-file")),
        (lambda window: window.desk.map.canvas, ("exploring", "the-map")),
        (lambda window: window.pages.plan, ("indexing", "the-plan")),
        (lambda window: window.pages, ("index", "")),
    ],
)
def test_that_each_panel_has_its_page(
    window: MainWindow, panel: Callable[[MainWindow], QWidget], subject: tuple[str, str]
) -> None:
    assert subject_of(panel(window)) == subject


def test_that_every_panel_that_has_a_page_exists(window: MainWindow) -> None:
    window.tools.show_preferences()
    window.commands["show_shortcuts"].trigger()
    window.pages.plan.options_wanted.emit()
    names = {type(each).__name__ for each in window.findChildren(QWidget)}
    assert set(SUBJECTS) - names == set()


def test_that_f1_opens_the_page_on_the_panel_with_the_keyboard(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_F1)
    guide = next(each for each in window.tools.beside() if isinstance(each, GuideWindow))
    assert guide.isVisible()
    assert guide.page == "first-steps"
