"""Screens of any density, and motion for those who want none."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from graphrag_desktop import ui
from graphrag_desktop.assets import resource
from graphrag_desktop.ui.window import MainWindow

_SHOWN = """
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QApplication
from graphrag_desktop.ui.theme import ActiveTheme, Choice
from graphrag_desktop.ui.window import MainWindow
application = QApplication([])
window = MainWindow(ActiveTheme(application, Choice.LIGHT))
window.resize(1024, 700)
window.show()
picture = window.grab()
print(application.highDpiScaleFactorRoundingPolicy().name, window.devicePixelRatio(), picture.width(), window.width(),
      QFontInfo(window.font()).pixelSize())
window.close()
"""


@pytest.mark.parametrize("scale", ["1", "1.25", "1.5", "2"])
def test_that_the_window_is_drawn_as_finely_as_the_screen_is(scale: str) -> None:
    surroundings = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": scale}
    ran = subprocess.run(
        [sys.executable, "-c", _SHOWN], env=surroundings, capture_output=True, text=True, check=True, timeout=120
    )
    policy, ratio, pixels, width, font = ran.stdout.split()
    assert policy == "PassThrough", "125 % stays 125 %"
    assert float(ratio) == float(scale)
    assert int(width) == 1024, "the same window, whatever the screen"
    assert int(pixels) == round(1024 * float(scale))
    assert int(font) == 13, "sizes in points follow the screen by themselves"


def test_that_no_font_has_a_size_in_pixels() -> None:
    folder = Path(next(iter(ui.__path__)))
    sized = [each.name for each in folder.glob("*.py") if "setPixelSize(" in each.read_text(encoding="utf-8")]
    assert sized == []
    template = resource("styles", "window.qss").read_text(encoding="utf-8")
    assert re.findall(r"font(?:-size)?\\s*:[^;]*px", template) == []


def test_that_icons_are_drawn_from_outlines() -> None:
    assert {each.suffix for each in resource("icons").iterdir() if each.is_file()} <= {".svg", ".txt", ".md", ""}


def test_that_nothing_moves_by_itself_for_whoever_wants_that(opened: MainWindow) -> None:
    canvas = opened.desk.map.canvas
    opened.appearance.set_still(is_still=True)
    canvas.zoom(3)
    before = canvas.camera
    canvas.fit()
    there = canvas.camera
    assert there != before, "the camera cuts"
    opened.navigation.go_to_level(1)
    opened.navigation.go_to_community(1)
    assert not canvas.is_animated
