"""Icons in the colours of the theme."""

import pytest
from PySide6.QtGui import QColor, QIcon

from graphrag_desktop.ui.theme import ActiveTheme, Choice


def test_that_an_icon_has_the_colour_of_its_token(active: ActiveTheme) -> None:
    image = active.icons.pixmap("check", "danger", 16).toImage()
    inks = {
        QColor(image.pixel(x, y)).name() for x in range(32) for y in range(32) if image.pixelColor(x, y).alpha() == 255
    }
    assert inks == {active.theme.hex("danger").lower()}


def test_that_an_icon_is_drawn_for_fine_screens(active: ActiveTheme) -> None:
    pixmap = active.icons.pixmap("check", size=16)
    assert (pixmap.width(), pixmap.deviceIndependentSize().width()) == (32, 16)


def test_that_an_icon_is_drawn_once(active: ActiveTheme) -> None:
    assert active.icons.pixmap("search").cacheKey() == active.icons.pixmap("search").cacheKey()
    assert active.icons.icon("search") is active.icons.icon("search")
    assert active.icons.icon("search") is not active.icons.icon("search", "accent")


def test_that_a_disabled_icon_is_pale(active: ActiveTheme) -> None:
    icon = active.icons.icon("search")
    normal, disabled = (icon.pixmap(16, mode).toImage() for mode in (QIcon.Mode.Normal, QIcon.Mode.Disabled))
    assert normal != disabled


def test_that_a_new_theme_has_new_icons(active: ActiveTheme) -> None:
    before = active.icons.pixmap("search").toImage()
    active.choose(Choice.DARK)
    assert active.icons.pixmap("search").toImage() != before


def test_that_an_icon_that_is_not_there_is_named(active: ActiveTheme) -> None:
    with pytest.raises(Exception, match="no-such-icon"):
        active.icons.icon("no-such-icon")
