"""Names on the map: which are shown, and that none covers another."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from graphrag_desktop.ui.graph_canvas_arrangement import Arrangement, arrange
from graphrag_desktop.ui.graph_canvas_camera import Camera
from graphrag_desktop.ui.graph_canvas_labels import Wanted, label_at, place_labels
from graphrag_desktop.ui.graph_canvas_lettering import Label, Lettering
from graphrag_desktop.ui.graph_canvas_sieve import Sieve
from graphrag_desktop.ui.graph_canvas_view import View
from graphrag_desktop.ui.theme import ActiveTheme
from tests.ui.graph_pictures import picture, two_communities

WIDTH, HEIGHT = 800.0, 600.0


@pytest.fixture
def lettering(active: ActiveTheme) -> Lettering:
    return Lettering(active.theme, 1.0)


def view_of(arrangement: Arrangement, level: int = 0) -> View:
    scene, details = arrangement.scene, arrangement.details(Sieve())
    left, bottom, right, top = scene.core
    scale = 0.8 * min(WIDTH / (right - left), HEIGHT / (top - bottom))
    middle_x, middle_y = (left + right) / 2, (bottom + top) / 2
    camera = Camera(middle_x - WIDTH / 2 / scale, middle_y + HEIGHT / 2 / scale, scale, WIDTH, HEIGHT)
    lines, areas = details.lines(level), arrangement.areas(level)
    return View(scene, scene.level(level), level, camera, 1.0, details.entities, lines, areas)


def crowd(count: int = 600) -> View:
    rng = np.random.default_rng(3)
    positions = [(float(x), float(y)) for x, y in rng.normal(size=(count, 2))]
    communities = (np.arange(count) % 40 + 1).tolist()
    pairs = rng.integers(0, count, (900, 2)).tolist()
    names = {number: f"A community with a name, number {number}" for number in range(1, 41)}
    return view_of(arrange(picture(positions, pairs, [communities], names)))


def all_wanted(view: View, *, chosen: tuple[int, ...] = (), community: int | None = None) -> Wanted:
    return Wanted(community, chosen, view.scene.by_degree[::-1], 60)


def boxes(labels: tuple[Label, ...], view: View) -> list[QRectF]:
    return [QRectF(*label.corner(view.camera), label.width, label.height) for label in labels]


def test_that_names_never_overlap(lettering: Lettering) -> None:
    view = crowd()
    shown = boxes(place_labels(view, all_wanted(view), lettering, ()), view)
    assert len(shown) > 10
    assert not any(one.intersects(other) for place, one in enumerate(shown) for other in shown[:place])


def test_that_names_stay_in_view_and_clear_of_what_floats(lettering: Lettering) -> None:
    view = crowd()
    floating = QRectF(300, 200, 200, 200)
    shown = boxes(place_labels(view, all_wanted(view), lettering, (floating,)), view)
    assert all(QRectF(0, 0, WIDTH, HEIGHT).contains(box) for box in shown)
    assert not any(box.intersects(floating) for box in shown)


def test_that_larger_communities_are_named_first(lettering: Lettering) -> None:
    arrangement = arrange(picture([(0, 0)] * 9 + [(5, 5)], communities=[[1] * 3 + [2] * 6 + [3]]))
    labels = place_labels(view_of(arrangement), Wanted(None, (), np.zeros(0, np.intp), 0), lettering, ())
    assert [label.community for label in labels] == [2, 1]  # a community of one has no name of its own
    assert [label.tail for label in labels] == ["6", "3"]


def test_that_an_untitled_community_is_called_by_its_number(lettering: Lettering) -> None:
    arrangement = arrange(picture([(0, 0)] * 3, communities=[[17, 17, 17]]))
    (label,) = place_labels(view_of(arrangement), Wanted(None, (), np.zeros(0, np.intp), 0), lettering, ())
    assert label.text == "Community 17"


def test_that_the_chosen_are_named_in_any_case(lettering: Lettering) -> None:
    view = crowd()
    for entity in view.scene.by_degree[:20].tolist():  # the least important
        camera_x, camera_y = view.camera.across(view.scene.x[[entity]]), view.camera.down(view.scene.y[[entity]])
        if 80 < camera_x[0] < WIDTH - 80 and 40 < camera_y[0] < HEIGHT - 40:
            labels = place_labels(view, all_wanted(view, chosen=(entity,)), lettering, ())
            assert labels[0].entity == entity
    labels = place_labels(view, all_wanted(view, community=40), lettering, ())
    assert labels[0].community == 40


def test_that_a_community_at_the_edge_keeps_its_name(lettering: Lettering) -> None:
    arrangement = arrange(
        picture([(0, 0)] * 5 + [(10, 0)] * 5, communities=[[1] * 5 + [2] * 5], titles={2: "A long name at the edge"})
    )
    view = view_of(arrangement)
    camera = replace(view.camera, left=10 - (WIDTH - 5) / view.camera.scale)  # the second lies 5 pixels from the right
    labels = place_labels(replace(view, camera=camera), Wanted(None, (), np.zeros(0, np.intp), 0), lettering, ())
    assert 2 in [label.community for label in labels]


def test_that_a_long_title_is_cut_to_one_short_line(lettering: Lettering) -> None:
    text, width, _ = lettering.measure("entity", "An entity\nwith a title " + "of many words " * 60)
    assert width <= 150
    assert text.endswith("…")
    assert "\n" not in text
    assert lettering.measure("entity", "Short")[0] == "Short"


def test_that_a_label_is_found_where_it_stands(lettering: Lettering) -> None:
    view = view_of(arrange(two_communities()))
    labels = place_labels(view, all_wanted(view), lettering, ())
    box = boxes(labels, view)[0]
    assert label_at(labels, view.camera, box.center().x(), box.center().y()) == labels[0]
    assert label_at(labels, view.camera, -50, -50) is None


def test_that_a_label_is_painted_on_whole_pixels_with_a_halo(lettering: Lettering, active: ActiveTheme) -> None:
    view = view_of(arrange(two_communities()))
    label = place_labels(view, all_wanted(view), lettering, ())[0]
    image = QImage(int(WIDTH), int(HEIGHT), QImage.Format.Format_RGB32)
    image.fill(active.theme.colour("danger"))
    painter = QPainter(image)
    lettering.paint(painter, label, view.camera)
    painter.end()
    left, top = label.corner(view.camera)
    inks = {
        image.pixelColor(x, y).name()
        for x in range(left, left + int(label.width))
        for y in range(top, top + int(label.height))
    }
    assert active.theme.hex("canvas").lower() in inks
