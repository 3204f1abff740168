"""What became of each report for an answer, on the communities there are now, and how the map tells it apart."""

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.answers import ReportUse, ScoredPart, Use
from graphrag_desktop.ui.answer_heat import answer_heat
from graphrag_desktop.ui.graph_canvas_heat import Heat
from graphrag_desktop.ui.graph_canvas_legend import legend
from graphrag_desktop.ui.map_panel import MapPanel
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.use_words import USE_ICONS, short_use, use_words
from tests.ui.graph_pictures import two_communities
from tests.ui.mill import Mill, answer


def test_that_a_community_has_the_best_use_of_those_inside_it(mill: Mill) -> None:
    asked = replace(
        answer(),
        reports=(
            ReportUse(4, "The mill", 80, Use.DROPPED),
            ReportUse(5, "The council", 10, Use.ZERO),
            ReportUse(2, "The fair", 40, Use.READ),
        ),
    )
    heat = answer_heat(asked, mill.hierarchy.rows)
    assert heat.uses == {4: Use.DROPPED, 5: Use.ZERO, 1: Use.DROPPED, 2: Use.READ}
    assert heat.dropped == {1, 4}
    assert heat.used == frozenset()


def test_that_a_report_whose_part_failed_counts_as_not_asked(mill: Mill) -> None:
    failed = ScoredPart(2, (5,), 0, 0, is_kept=False, failure="The server hung up.")
    heat = answer_heat(replace(answer(), parts=(*answer().parts, failed)), mill.hierarchy.rows)
    assert 5 not in heat.uses
    assert heat.failed == 1


def test_that_every_use_has_words_and_a_sign_of_its_own() -> None:
    assert len({USE_ICONS[each] for each in Use}) == len({short_use(each) for each in Use}) == len(Use)
    assert len({use_words(each) for each in (*Use, None)}) == len(Use) + 1


@pytest.mark.parametrize("level", [0, 1])
def test_that_the_map_says_each_use_in_words_and_rings(active: ActiveTheme, qtbot: QtBot, level: int) -> None:
    panel = MapPanel(active)
    qtbot.addWidget(panel)
    panel.resize(700, 600)
    panel.show()
    panel.canvas.show_picture(two_communities())
    panel.canvas.set_level(level)
    heat = Heat(
        "Score", {1: 80.0, 2: 30.0}, used=frozenset({1}), unknown="not asked", ring="cited", dashed=frozenset({2}),
        broken_ring="over budget", notes={1: "cited", 2: "over"},
    )  # fmt: skip
    panel.canvas.set_heat(heat)
    shown = legend(panel.canvas.graph_map)
    assert shown is not None
    assert [each.words for each in shown.entries] == ["0–100", "not asked", "cited", "over budget"]
    assert [each.is_dashed for each in shown.entries] == [False, False, False, True]
    marks = panel.canvas.graph_map._marks()
    assert (marks.used, marks.dashed) == (frozenset({1}), frozenset({2}))
    assert not panel.grab().isNull()
