"""Pictures of the map to take away, as other programs open them."""

import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication, QImage
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.ui.graph_canvas import GraphCanvas
from graphrag_desktop.ui.graph_canvas_export import copy_picture, save_picture
from graphrag_desktop.ui.graph_canvas_heat import Heat
from graphrag_desktop.ui.graph_canvas_sieve import Filters
from tests.ui.canvas_driver import settle
from tests.ui.graph_pictures import two_communities

FOOT = 75  # pixels below the view, without a legend


@pytest.fixture
def shown(canvas: GraphCanvas, qtbot: QtBot) -> GraphCanvas:
    """A map with a filter in force and heat on it."""
    canvas.show_picture(two_communities())
    canvas.set_filters(Filters(least_degree=1))
    canvas.set_heat(Heat("Score of each report", {1: 80.0}, used=frozenset({1}), unknown="not read", ring="in answer"))
    canvas.set_level(1)
    settle(canvas, qtbot)
    return canvas


def run(*command: str | Path) -> str:
    """What another program says; skips the test where it is not installed."""
    if shutil.which(str(command[0])) is None:
        pytest.skip(f"{command[0]} is not installed")
    return subprocess.run(command, check=True, capture_output=True, timeout=60).stdout.decode("utf-8")


def has_colours(path: Path) -> bool:
    """Whether a picture shows more than a plain ground."""
    image = QImage(str(path))
    seen = {image.pixel(x, y) for x in range(0, image.width(), 5) for y in range(0, image.height(), 5)}
    return len(seen) > 20


@pytest.mark.parametrize("times", [1, 2, 3, 4])
def test_that_pixels_are_as_fine_as_asked_for(shown: GraphCanvas, tmp_path: Path, times: int) -> None:
    save_picture(shown, tmp_path / "map.png", "stamp", times)
    image = QImage(str(tmp_path / "map.png"))
    assert image.width() == shown.camera.width * times
    assert image.height() >= (shown.camera.height + FOOT) * times
    assert has_colours(tmp_path / "map.png")


def test_that_a_picture_without_ground_shines_through(shown: GraphCanvas, tmp_path: Path) -> None:
    save_picture(shown, tmp_path / "map.png", "stamp", 1, has_ground=False)
    assert QImage(str(tmp_path / "map.png")).pixelColor(2, 2).alpha() == 0


def test_that_an_svg_is_drawn_by_another_program(shown: GraphCanvas, tmp_path: Path) -> None:
    save_picture(shown, tmp_path / "map.svg", "The mill · GraphRAG Desktop")
    root = ET.parse(tmp_path / "map.svg").getroot()
    assert root.get("viewBox") == f"0 0 900 {root.get('viewBox', '').split()[-1]}"
    run("rsvg-convert", tmp_path / "map.svg", "-o", tmp_path / "drawn.png")
    assert has_colours(tmp_path / "drawn.png")


def test_that_a_pdf_says_what_it_shows_to_another_program(shown: GraphCanvas, tmp_path: Path) -> None:
    save_picture(shown, tmp_path / "map.pdf", "The mill · GraphRAG Desktop")
    words = run("pdftotext", "-layout", tmp_path / "map.pdf", "-")
    assert shown.caption.split(".")[0] in words
    for part in ("Level C1", "at least 1 relationships", "The mill", "Score of each report", "not read", "in answer"):
        assert part in words
    run("pdftoppm", "-png", "-r", "96", tmp_path / "map.pdf", tmp_path / "page")
    (page,) = tmp_path.glob("page*.png")
    assert QImage(str(page)).width() == 900
    assert has_colours(page)


def test_that_the_clipboard_has_the_picture(shown: GraphCanvas) -> None:
    copy_picture(shown)
    assert QGuiApplication.clipboard().image().width() == 2 * shown.camera.width


def test_that_the_map_on_the_screen_stays_as_it_is(shown: GraphCanvas, tmp_path: Path) -> None:
    before = shown.caption, shown.camera, shown.grab().toImage()
    for name in ("map.png", "map.svg", "map.pdf"):
        save_picture(shown, tmp_path / name, "")
    assert (shown.caption, shown.camera, shown.grab().toImage()) == before


@pytest.mark.parametrize("name", ["map.gif", "nowhere/map.png", "nowhere/map.svg", "nowhere/map.pdf"])
def test_that_what_cannot_be_written_is_said(shown: GraphCanvas, tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError):
        save_picture(shown, tmp_path / name, "stamp")
