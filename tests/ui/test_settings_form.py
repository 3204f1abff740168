"""Settings are shown with their words, and can be set back."""

from dataclasses import fields, replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QDoubleSpinBox, QLabel, QPushButton, QRadioButton, QSlider
from pytestqt.qtbot import QtBot

from graphrag_desktop.domain.settings import Settings, setting_words
from graphrag_desktop.project import open_project
from graphrag_desktop.ui.preferences_window import PreferencesWindow, ProjectPage
from graphrag_desktop.ui.settings_form import STALE, SettingsForm
from graphrag_desktop.ui.side_windows import most_stale
from graphrag_desktop.ui.theme import ActiveTheme, Choice
from graphrag_desktop.ui.window import MainWindow


@pytest.fixture
def form(qtbot: QtBot, active: ActiveTheme) -> SettingsForm:
    form = SettingsForm(active)
    qtbot.addWidget(form)
    return form


def test_that_every_setting_is_shown_with_its_words(form: SettingsForm) -> None:
    texts = [label.text() for label in form.findChildren(QLabel)]
    for each in fields(Settings):
        words = setting_words(each.name)
        assert words.label in texts
        assert any(text.startswith(words.explanation) for text in texts)
        assert words.stale in STALE
    assert any("From 50 to 8,000." in text for text in texts)


def test_that_values_shown_are_the_values_read(form: SettingsForm) -> None:
    settings = replace(
        Settings(), unit_tokens=900, max_cluster_size=12, resolution=0.75, join_components=False, encoding="cl100k_base"
    )
    form.show_settings(settings)
    assert form.settings() == settings
    form.show_settings(Settings())
    assert form.settings() == Settings()


def test_that_two_settings_that_contradict_are_said(form: SettingsForm) -> None:
    assert form.problem() == ""
    form.show_settings(Settings())
    for box in form.findChildren(QDoubleSpinBox):
        if box.accessibleName() == "Overlap":
            box.setValue(700)
    assert "overlap_tokens is 700" in form.problem()


def test_that_a_setting_can_be_set_back(form: SettingsForm) -> None:
    form.show_settings(replace(Settings(), unit_tokens=900))
    backs = {each.accessibleName(): each for each in form.findChildren(QPushButton)}
    assert not backs["Set back: Text unit"].isHidden()
    assert backs["Set back: Overlap"].isHidden()
    backs["Set back: Text unit"].click()
    assert form.settings() == Settings()


def test_that_the_wheel_does_not_change_what_it_passes_over(qtbot: QtBot, form: SettingsForm) -> None:
    box = next(each for each in form.findChildren(QDoubleSpinBox) if each.accessibleName() == "Text unit")
    turn = QWheelEvent(
        QPointF(5, 5), QPointF(5, 5), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,  # noqa: FBT003
    )  # fmt: skip
    QApplication.sendEvent(box, turn)
    assert box.value() == Settings().unit_tokens


def test_that_what_is_stale_is_what_comes_first() -> None:
    before = Settings()
    assert most_stale(before, replace(before, report_tokens=500, seed=7)) == "communities"
    assert most_stale(before, replace(before, map_data_tokens=4_000)) == "answers"
    assert most_stale(before, before) == "nothing"


def test_that_settings_are_kept_in_the_project_and_the_next_run_is_offered(
    qtbot: QtBot, opened: MainWindow, mill_project: Path
) -> None:
    opened.commands["preferences"].trigger()
    (shown,) = opened.findChildren(PreferencesWindow)
    page = shown.findChildren(ProjectPage)[0]
    keep = page.findChild(QPushButton, "keepSettingsButton")
    assert isinstance(keep, QPushButton) and not keep.isEnabled()
    box = next(each for each in page.findChildren(QDoubleSpinBox) if each.accessibleName() == "Text unit")
    qtbot.waitUntil(box.isEnabled)
    box.setValue(750)
    assert keep.isEnabled()
    keep.click()
    qtbot.waitUntil(lambda: any("settings are kept" in text for text in opened.notices.texts))
    assert any("text units and all after them" in text for text in opened.notices.texts)
    opened.close()
    with open_project(mill_project) as project:
        assert project.settings.unit_tokens == 750


def test_that_no_setting_can_be_changed_while_no_project_is_open(qtbot: QtBot, window: MainWindow) -> None:
    window.commands["preferences"].trigger()
    (shown,) = window.findChildren(PreferencesWindow)
    (form,) = shown.findChildren(SettingsForm)
    assert all(not box.isEnabled() for box in form.findChildren(QDoubleSpinBox))
    assert any("Open a project" in label.text() for label in shown.findChildren(QLabel))


def test_that_appearance_is_changed_at_once_and_shown_as_it_is(qtbot: QtBot, window: MainWindow) -> None:
    window.commands["preferences"].trigger()
    (shown,) = window.findChildren(PreferencesWindow)
    next(each for each in shown.findChildren(QRadioButton) if each.text() == "Dark").click()
    assert window.appearance.theme.choice is Choice.DARK
    assert window.commands["show_dark"].isChecked()
    slider = shown.findChild(QSlider, "scaleSlider")
    assert isinstance(slider, QSlider)
    slider.setValue(slider.maximum())
    assert window.appearance.theme.theme.scale == pytest.approx(1.6)
    window.commands["make_usual"].trigger()
    assert slider.value() == 20


def test_that_a_number_has_room_in_its_field(qtbot: QtBot, form: SettingsForm) -> None:
    form.resize(560, 900)
    form.show()
    for field in form.findChildren(QDoubleSpinBox):
        words = field.lineEdit()
        needed = words.fontMetrics().horizontalAdvance(words.text())
        assert words.width() >= needed + 4, f"{field.accessibleName()}: {words.width()} pixels for {words.text()}"
        assert words.height() >= words.fontMetrics().height()
