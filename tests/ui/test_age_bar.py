"""An answer of an earlier index: what is said above it, and by what name its reports go."""

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.explore.answer_age import AnswerAge
from graphrag_desktop.explore.records import RecordView
from graphrag_desktop.ui.age_bar import AgeBar, as_it_was
from graphrag_desktop.ui.theme import ActiveTheme
from tests.ui.mill import answer, citation


@pytest.fixture
def bar(active: ActiveTheme, qtbot: QtBot) -> AgeBar:
    made = AgeBar(active)
    qtbot.addWidget(made)
    return made


def test_that_it_is_looked_after_only_what_an_answer_of_an_earlier_index_cites(bar: AgeBar, qtbot: QtBot) -> None:
    bar.set_version(2)
    with qtbot.assertNotEmitted(bar.age_wanted):
        bar.show_answer(answer())
    with qtbot.waitSignal(bar.age_wanted) as wanted:
        bar.set_version(3)
    assert wanted.args == [answer()]
    assert bar._bar.isHidden()  # nothing is said before it is known


def test_that_an_answer_is_out_of_date_where_a_record_it_cites_is_not_as_it_was(bar: AgeBar) -> None:
    bar.set_version(3)
    bar.show_answer(answer())
    bar.show_age(AnswerAge("another", 3, changed=((Kind.REPORT, 4),)))
    assert bar._bar.isHidden()
    bar.show_age(AnswerAge(answer().id, 3))
    assert bar._bar.isHidden()
    bar.show_age(AnswerAge(answer().id, 3, changed=((Kind.REPORT, 4), (Kind.ENTITY, 1)), gone=((Kind.SOURCE, 2),)))
    assert not bar._bar.isHidden()
    assert "2 records say something else now and 1 is gone" in bar._bar.text
    bar.show_answer(None)
    assert bar._bar.isHidden()


def test_that_it_can_be_asked_again_at_its_level(bar: AgeBar, qtbot: QtBot) -> None:
    bar.set_version(3)
    bar.show_answer(replace(answer(), level=1))
    bar.show_age(AnswerAge(answer().id, 3, gone=((Kind.SOURCE, 2),)))
    with qtbot.waitSignal(bar.again_wanted) as wanted:
        bar._bar._act.click()
    assert wanted.args == [1, Mode.GLOBAL]
    bar.show_answer(replace(answer(), mode=Mode.BASIC, level=0))
    bar.show_age(AnswerAge(answer().id, 3, gone=((Kind.SOURCE, 2),)))
    with qtbot.waitSignal(bar.again_wanted) as wanted:
        bar._bar._act.click()
    assert wanted.args == [0, Mode.BASIC]


def test_that_a_report_goes_by_the_title_that_it_had() -> None:
    record = RecordView(citation(kind=Kind.REPORT, number=4), "Another title by now", ())

    assert as_it_was(record, answer()).title == "The mill"
    assert as_it_was(record, None) is record
    assert as_it_was(replace(record, citation=citation(number=4)), answer()).title == "Another title by now"
