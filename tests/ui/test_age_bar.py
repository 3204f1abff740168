"""An answer of an earlier index: what is said above it, and by what name its reports go."""

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.explore.records import RecordView
from graphrag_desktop.ui.age_bar import AgeBar, as_it_was
from graphrag_desktop.ui.theme import ActiveTheme
from tests.ui.mill import answer, citation


@pytest.fixture
def bar(active: ActiveTheme, qtbot: QtBot) -> AgeBar:
    made = AgeBar(active)
    qtbot.addWidget(made)
    return made


def test_that_only_an_answer_of_an_earlier_index_is_said_to_be_one(bar: AgeBar) -> None:
    bar.set_version(2)
    bar.show_answer(answer())
    assert bar._bar.isHidden()
    bar.set_version(3)
    assert not bar._bar.isHidden()
    assert "has changed since" in bar._bar.text
    bar.show_answer(None)
    assert bar._bar.isHidden()


def test_that_it_can_be_asked_again_at_its_level(bar: AgeBar, qtbot: QtBot) -> None:
    bar.set_version(3)
    bar.show_answer(replace(answer(), level=1))
    with qtbot.waitSignal(bar.again_wanted) as wanted:
        bar._bar._act.click()
    assert wanted.args == [1, Mode.GLOBAL]
    bar.show_answer(replace(answer(), mode=Mode.BASIC, level=0))
    with qtbot.waitSignal(bar.again_wanted) as wanted:
        bar._bar._act.click()
    assert wanted.args == [0, Mode.BASIC]


def test_that_a_report_goes_by_the_title_that_it_had() -> None:
    record = RecordView(citation(kind=Kind.REPORT, number=4), "Another title by now", ())

    assert as_it_was(record, answer()).title == "The mill"
    assert as_it_was(record, None) is record
    assert as_it_was(replace(record, citation=citation(number=4)), answer()).title == "Another title by now"
