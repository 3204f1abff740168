"""What everybody has to be able to find: names to be spoken, tooltips, keys, and nothing that a mouse alone can do."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from graphrag_desktop.ui.passwords_window import PasswordsWindow
from graphrag_desktop.ui.preview_window import PreviewWindow
from graphrag_desktop.ui.window import MainWindow

_CONTROLS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
)
_PARTS_OF_QT = ("qt_", "ScrollLeftButton", "ScrollRightButton")
_FILLED_WHEN_SHOWN = frozenset({"MessageBar", "_EmptyPage", "_FailurePage", "PathCard"})
_BESIDE = ("preferences", "choose_models", "edit_prompts", "show_shortcuts", "show_guide", "about")


def _controls(whole: QWidget) -> Iterator[QWidget]:
    for each in (whole, *whole.findChildren(QWidget)):
        is_control = isinstance(each, _CONTROLS) or bool(each.focusPolicy() & Qt.FocusPolicy.TabFocus)
        if is_control and not _is_of_qt(each):
            yield each


def _is_of_qt(widget: QWidget) -> bool:
    """Parts that Qt makes inside its own controls; the control around them speaks for them."""
    if widget.objectName().startswith(_PARTS_OF_QT) or isinstance(widget, QScrollBar):
        return True
    inner = widget.parentWidget()
    while inner is not None:
        if isinstance(inner, (QAbstractSpinBox, QComboBox, QLineEdit, QTabBar, QAbstractItemView)):
            return True
        inner = inner.parentWidget()
    around = widget.parentWidget()
    return isinstance(around, QAbstractScrollArea) and around.viewport() is widget


def _waits(widget: QWidget) -> bool:
    """Whether it lies in what is hidden until it has something to say, and gets its words then."""
    each: QWidget | None = widget
    is_hidden = False
    while each is not None:
        is_hidden = is_hidden or each.isHidden()
        if type(each).__name__ in _FILLED_WHEN_SHOWN:
            return is_hidden
        each = each.parentWidget()
    return False


def _spoken(widget: QWidget) -> str:
    interface = QAccessible.queryAccessibleInterface(widget)
    return (interface.text(QAccessible.Text.Name) if interface else "") or widget.accessibleName()


def _told(widget: QWidget) -> str:
    parents: list[str] = []
    each = widget.parentWidget()
    while each is not None and len(parents) < 4:
        parents.append(type(each).__name__)
        each = each.parentWidget()
    return f"{type(widget).__name__} {widget.objectName()} in {' < '.join(parents)}"


def _wholes(window: MainWindow) -> list[QWidget]:
    for name in _BESIDE:
        window.commands[name].trigger()
    window.tools.open_palette("")
    beside = [*window.tools.beside(), window.tools.palette]
    own = window.appearance.theme
    return [window, *beside, PreviewWindow(window, own), PasswordsWindow(window, own)]


def test_that_every_control_of_every_panel_and_window_has_a_name_to_be_spoken(opened: MainWindow) -> None:
    silent = [
        _told(each)
        for whole in _wholes(opened)
        for each in _controls(whole)
        if not _spoken(each).strip() and not _waits(each)
    ]
    assert silent == []


def test_that_what_is_an_icon_alone_has_a_tooltip(opened: MainWindow) -> None:
    bare = [
        _told(each)
        for whole in _wholes(opened)
        for each in whole.findChildren(QAbstractButton)
        if not each.icon().isNull()
        and not each.text().strip()
        and not each.toolTip()
        and not _is_of_qt(each)
        and not _waits(each)
    ]
    assert bare == []


def test_that_an_icon_for_a_command_names_its_keys(opened: MainWindow) -> None:
    """The command's own words with a key behind them, wherever a button of the same name stands."""
    keys = {action.text().replace("&", "").rstrip("…"): action.shortcut().toString() for action in _actions(opened)}
    keyless = [
        _told(each)
        for each in opened.findChildren(QToolButton)
        if not each.text().strip()
        and keys.get(each.accessibleName())
        and keys[each.accessibleName()] not in each.toolTip()
    ]
    assert keyless == []


def _actions(window: MainWindow) -> list[QAction]:
    return [each for each in window.actions() if not each.shortcut().isEmpty()]


def _offered(menu: QMenu) -> list[tuple[str, bool]]:
    menu.aboutToShow.emit()
    return [(each.text(), each.isEnabled()) for each in menu.actions() if not each.isSeparator()]


def _submenu(window: MainWindow, name: str) -> QMenu:
    found = window.findChild(QMenu, name)
    assert isinstance(found, QMenu), name
    return found


@pytest.mark.parametrize("name", ["chosenFile", "chosenItem", "chosenQuestion"])
def test_that_what_a_panel_s_own_menu_offers_stands_in_the_menus_too(opened: MainWindow, name: str) -> None:
    fills: dict[str, Callable[[QMenu], object]] = {each.name: each.fill for each in opened.desk.choice_menus}
    own = QMenu()
    fills[name](own)
    expected = [(each.text(), each.isEnabled()) for each in own.actions() if not each.isSeparator()]
    assert _offered(_submenu(opened, name)) == expected
    assert expected == [(expected[0][0], False)], "nothing is chosen yet, which is said"


def test_that_the_menus_follow_what_is_chosen_in_a_panel(opened: MainWindow, qtbot: QtBot) -> None:
    row = opened.desk.documents.files[0]
    assert row.document is not None
    opened.desk.show("documents")
    view = opened.desk.documents._view
    view.selectRow(0)
    offered = _offered(_submenu(opened, "chosenFile"))
    assert ("Show its text", True) in offered
    opened.commands["write_note"].trigger()
    qtbot.waitUntil(lambda: opened.desk.case.item is not None, timeout=60_000)
    assert ("Take out", True) in _offered(_submenu(opened, "chosenItem"))


def test_that_a_list_that_merely_gets_the_keyboard_chooses_nothing(opened: MainWindow, qtbot: QtBot) -> None:
    for name, panel in (("documents", opened.desk.documents), ("entities", opened.desk.entities)):
        opened.desk.show(name)
        panel.take_focus()
        assert opened.navigation.place.document is None and opened.navigation.place.entity is None, name
        view = panel._view
        qtbot.keyClick(view, Qt.Key.Key_Down)
        chosen = opened.navigation.place.document if name == "documents" else opened.navigation.place.entity
        assert chosen is not None, "an arrow chooses the first row"
        opened.navigation.clear()
