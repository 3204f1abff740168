"""The named colours and fonts, light and dark."""

import re
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFontInfo, QPalette
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from graphrag_desktop.assets import resource
from graphrag_desktop.ui.colours import Appearance, community_colours, contrast, parse_hex
from graphrag_desktop.ui.theme import TOKENS, ActiveTheme, Choice, Theme, Token, load_fonts

TEXT_PAIRS: list[tuple[Token, Token]] = [
    *(
        (ink, ground)
        for ink in ("text", "text2", "text3")
        for ground in ("desk", "sheet", "sunken", "raised", "canvas")
    ),
    *((ink, ground) for ink in ("text", "text2", "text3") for ground in ("hover", "pressed", "selection", "track")),
    ("text", "mark"),
    ("text", "mark_soft"),
    ("text", "track_on"),
    ("on_accent", "accent"),
    ("on_accent", "accent_hover"),
    ("on_accent", "accent_press"),
    ("accent", "sheet"),
    ("accent", "accent_soft"),
    ("ok", "ok_soft"),
    ("ok", "sheet"),
    ("warn", "warn_soft"),
    ("warn", "sheet"),
    ("danger", "danger_soft"),
    ("danger", "sheet"),
    ("on_tip", "tip"),
]
CONTROL_PAIRS: list[tuple[Token, Token]] = [
    ("line_control", "sheet"),
    ("focus", "sheet"),
    ("focus", "canvas"),
    ("mark_line", "sheet"),
]


@pytest.mark.parametrize("appearance", Appearance)
@pytest.mark.parametrize(("ink", "ground"), TEXT_PAIRS)
def test_that_text_can_be_read(appearance: Appearance, ink: Token, ground: Token) -> None:
    theme = Theme(appearance)
    assert contrast(theme.rgb(ink), theme.rgb(ground)) >= 4.5


@pytest.mark.parametrize("appearance", Appearance)
@pytest.mark.parametrize(("line", "ground"), CONTROL_PAIRS)
def test_that_controls_can_be_made_out(appearance: Appearance, line: Token, ground: Token) -> None:
    theme = Theme(appearance)
    assert contrast(theme.rgb(line), theme.rgb(ground)) >= 3.0


def test_that_the_other_grey_of_communities_is_the_token_for_captions(active: ActiveTheme) -> None:
    sizes = dict.fromkeys(range(1, 22), 1)
    for appearance in Appearance:
        grey = community_colours(dict.fromkeys(sizes), sizes, appearance)[21]
        wanted = Theme(appearance).rgb("text3")
        assert max(abs(one - other) for one, other in zip(grey, wanted, strict=True)) <= 1


def test_that_the_bundled_fonts_are_used(active: ActiveTheme) -> None:
    assert {"Inter", "Source Serif 4"} <= set(load_fonts())
    assert QFontInfo(active.theme.font("body")).family() == "Inter"
    assert QFontInfo(active.theme.font("read", serif=True)).family() == "Source Serif 4"


def test_that_fonts_grow_with_the_interface_scale(active: ActiveTheme) -> None:
    body = active.theme.font("body")
    assert QFontInfo(body).pixelSize() == 13
    assert Theme(Appearance.LIGHT, 1.6).font("body").pointSizeF() == pytest.approx(body.pointSizeF() * 1.6)
    assert Theme(Appearance.LIGHT, 1.6).pixels(10) == 16


def test_that_the_style_sheet_knows_every_name_in_the_template(active: ActiveTheme) -> None:
    template = resource("styles", "window.qss").read_text(encoding="utf-8")
    sheet = active.theme.style_sheet(template, {"check": "a.svg", "down": "b.svg"})
    assert "@" in template
    assert "@" not in sheet


def test_that_the_template_itself_has_no_colours() -> None:
    template = resource("styles", "window.qss").read_text(encoding="utf-8")
    assert "#" not in template
    assert "rgb" not in template


def test_that_no_other_module_has_colours() -> None:
    ui = Path(sys.modules["graphrag_desktop.ui.theme"].__file__ or "").parent
    colour = re.compile(r"#[0-9A-Fa-f]{6}\b|Qt\.GlobalColor\.(?!transparent)")
    found = [file.name for file in ui.glob("*.py") if colour.search(file.read_text(encoding="utf-8"))]
    assert set(found) <= {"theme.py", "colours.py"}


def test_that_the_palette_has_the_tokens(active: ActiveTheme) -> None:
    palette = Theme(Appearance.DARK).palette()
    assert palette.color(QPalette.ColorRole.Window) == QColor(TOKENS["desk"][1])
    assert palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text) == QColor(TOKENS["text_off"][1])


def test_that_the_system_is_followed_while_it_runs(active: ActiveTheme, qapp: QApplication, qtbot: QtBot) -> None:
    active.choose(Choice.SYSTEM)
    with qtbot.waitSignal(active.theme_changed) as changed:
        qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert changed.args is not None
    assert changed.args[0] == active.theme == Theme(Appearance.DARK)
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(TOKENS["desk"][1])


def test_that_a_choice_holds_whatever_the_system_does(active: ActiveTheme, qapp: QApplication) -> None:
    active.choose(Choice.DARK)
    qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Light)
    assert active.theme == Theme(Appearance.DARK)
    active.choose(Choice.LIGHT)
    assert active.theme == Theme(Appearance.LIGHT)


def test_that_choosing_the_same_again_changes_nothing(active: ActiveTheme, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(active.theme_changed):
        active.choose(Choice.LIGHT)


def test_that_the_application_is_dressed_before_widgets_hear_of_it(active: ActiveTheme, qapp: QApplication) -> None:
    seen: list[tuple[QColor, bool]] = []
    active.theme_changed.connect(
        lambda: seen.append((qapp.palette().color(QPalette.ColorRole.Base), "#17191E" in qapp.styleSheet()))
    )
    active.choose(Choice.DARK)
    assert seen == [(QColor("#17191E"), True)]


def test_that_the_scale_stays_between_80_and_160_percent(active: ActiveTheme) -> None:
    active.set_scale(9)
    assert active.theme.scale == 1.6
    active.set_scale(0.1)
    assert active.theme.scale == 0.8
    active.set_scale(1)


def test_that_a_label_takes_its_tone(active: ActiveTheme, qtbot: QtBot) -> None:
    label = QLabel("figures")
    label.setProperty("tone", "danger")
    qtbot.addWidget(label)
    label.ensurePolished()
    assert label.palette().color(QPalette.ColorRole.WindowText) == QColor(active.theme.hex("danger"))


def test_that_hexadecimal_is_read() -> None:
    assert parse_hex("#0A10FF") == (10, 16, 255)


def test_that_the_qt_binding_keeps_its_references_of_none(active: ActiveTheme) -> None:
    colour = QColor()
    before = sys.getrefcount(None)
    for _ in range(1_000):
        colour.setAlpha(7)
    assert abs(sys.getrefcount(None) - before) < 100  # PySide6 6.12.0 drops one for each call, until the process dies


@pytest.mark.parametrize("appearance", list(Appearance))
def test_that_high_contrast_leaves_nothing_pale(appearance: Appearance) -> None:
    usual, strong = Theme(appearance), Theme(appearance, is_contrasting=True)
    for ink in ("text2", "text3", "line", "line_control", "edge"):
        before, after = (contrast(each.rgb(ink), each.rgb("sheet")) for each in (usual, strong))
        assert after > before, ink
    assert contrast(strong.rgb("text3"), strong.rgb("sheet")) >= 7
    assert contrast(strong.rgb("line"), strong.rgb("sheet")) >= 3


def test_that_the_contrast_the_system_asks_for_is_followed(active: ActiveTheme) -> None:
    assert active.theme.is_contrasting == (
        active._hints is not None and active._hints.contrastPreference() is Qt.ContrastPreference.HighContrast
    )
    active.follow_contrast()
    assert not active.theme.is_contrasting
