"""Preferences: how the window looks, who reads and writes, and the settings of the open project."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QRadioButton, QSlider, QVBoxLayout, QWidget

from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.ui.appearance import AppearanceKeeper
from graphrag_desktop.ui.controls import Button
from graphrag_desktop.ui.dialogs import SideWindow, pages, scrolled
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.models_page import ModelsPage
from graphrag_desktop.ui.panels import MessageBar, Sheet, Words, named, row_of
from graphrag_desktop.ui.prompts_page import PromptsPage
from graphrag_desktop.ui.settings_form import SettingsForm
from graphrag_desktop.ui.theme import LARGEST_SCALE, SMALLEST_SCALE, ActiveTheme, Choice

_SIZE = (820, 760)
_SCALE_STEPS = 20  # of a hundred


class PreferencesWindow(SideWindow):
    """Appearance takes effect at once; the settings of the project are told by `settings_chosen` when they are kept."""

    settings_chosen = Signal(object)  # the new Settings

    def __init__(self, parent: QWidget, appearance: AppearanceKeeper) -> None:
        theme = appearance.theme
        super().__init__(parent, theme, "preferencesWindow", self.tr("Preferences"))
        self.project = ProjectPage(theme)
        self.project.settings_chosen.connect(self.settings_chosen)
        self.models = ModelsPage(theme)
        self.prompts = PromptsPage(theme)
        self._pages = pages(
            (self.tr("Appearance"), AppearancePage(appearance)),
            (self.tr("Models"), self.models),
            (self.tr("Project"), self.project),
            (self.tr("Prompts"), self.prompts),
        )
        self.column.addWidget(self._pages)
        self.resize(*_SIZE)

    def present_project(self) -> None:
        """Show the settings of the project."""
        self._pages.setCurrentWidget(self.project)
        self.present()

    def present_prompts(self) -> None:
        """Show the prompts of the project."""
        self._pages.setCurrentWidget(self.prompts)
        self.present()

    def present_models(self) -> None:
        """Show the models."""
        self._pages.setCurrentWidget(self.models)
        self.present()


class AppearancePage(QWidget):
    """Light or dark, the size of everything, and motion."""

    def __init__(self, appearance: AppearanceKeeper) -> None:
        super().__init__()
        self._appearance = appearance
        theme = appearance.theme
        sheet = Sheet(margin=18, spacing=12)
        sheet.column.addWidget(Words(theme, self.tr("Colours"), weight=600))
        self._choices: dict[Choice, QRadioButton] = {}
        group = QButtonGroup(self)
        for choice, words in (
            (Choice.SYSTEM, self.tr("As the system")),
            (Choice.LIGHT, self.tr("Light")),
            (Choice.DARK, self.tr("Dark")),
        ):
            button = QRadioButton(words)
            button.clicked.connect(lambda _=False, choice=choice: appearance.choose(choice))
            group.addButton(button)
            self._choices[choice] = button
            sheet.column.addWidget(button)
        sheet.column.addWidget(Words(theme, self.tr("Size of text and controls"), weight=600))
        self._scale = named(QSlider(Qt.Orientation.Horizontal), "scaleSlider", self.tr("Size of text and controls"))
        self._scale.setRange(round(SMALLEST_SCALE * _SCALE_STEPS), round(LARGEST_SCALE * _SCALE_STEPS))
        self._share = Words(theme, role="caption", tone="2")
        self._scale.valueChanged.connect(self._scale_moved)
        row = row_of(self._scale, self._share)
        row.setStretch(0, 1)
        sheet.column.addLayout(row)
        sheet.column.addWidget(Words(theme, self.tr("Motion"), weight=600))
        self._still = QCheckBox(self.tr("Reduce motion: the map cuts where it would fly"))
        self._still.setChecked(appearance.is_still)
        self._still.toggled.connect(lambda is_still: appearance.set_still(is_still=is_still))
        sheet.column.addWidget(self._still)
        sheet.column.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(sheet)
        self._show()
        theme.theme_changed.connect(self._show)

    def _show(self) -> None:
        theme = self._appearance.theme
        self._choices[theme.choice].setChecked(True)
        self._scale.setValue(round(theme.theme.scale * _SCALE_STEPS))
        self._share.setText(self.tr("{share} %").format(share=figure(round(theme.theme.scale * 100))))

    def _scale_moved(self, value: int) -> None:
        if value != round(self._appearance.theme.theme.scale * _SCALE_STEPS):
            self._appearance.set_scale(value / _SCALE_STEPS)


class ProjectPage(QWidget):
    """The settings of the open project, kept when the analyst says so."""

    settings_chosen = Signal(object)

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._kept = Settings()
        self._is_changeable = False
        self._head = Words(theme, role="small", tone="2")
        self._bar = MessageBar(theme)
        self._form = SettingsForm(theme)
        self._form.changed.connect(self._changed)
        self._keep = named(Button(theme, self.tr("Keep"), kind="primary"), "keepSettingsButton")
        self._undo = Button(theme, self.tr("Undo changes"))
        self._back = Button(theme, self.tr("Set all back"), kind="quiet")
        self._keep.clicked.connect(lambda: self.settings_chosen.emit(self._form.settings()))
        self._undo.clicked.connect(lambda: self.show_settings(self._kept, self._head.text(), is_changeable=True))
        self._back.clicked.connect(self._form.set_back)
        sheet = Sheet(margin=18, spacing=12)
        sheet.column.addWidget(self._head)
        sheet.column.addWidget(scrolled(self._form), 1)
        sheet.column.addWidget(self._bar)
        buttons = row_of(self._back, self._undo, self._keep)
        buttons.insertStretch(1, 1)
        sheet.column.addLayout(buttons)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(sheet)
        self.show_nothing()

    def show_nothing(self) -> None:
        """No project is open."""
        self.show_settings(Settings(), self.tr("Open a project to see and change its settings."), is_changeable=False)

    def show_settings(self, settings: Settings, head: str, *, is_changeable: bool) -> None:
        """Show the settings of a project, under a sentence that names it."""
        self._kept, self._is_changeable = settings, is_changeable
        self._head.setText(head)
        self._form.show_settings(settings)
        self._form.setEnabled(is_changeable)
        self._changed()

    def _changed(self) -> None:
        problem = self._form.problem()
        if problem:
            self._bar.tell(problem)
        else:
            self._bar.hide()
        is_other = not problem and self._form.settings() != self._kept
        self._keep.setEnabled(self._is_changeable and is_other)
        self._undo.setEnabled(self._is_changeable and (is_other or bool(problem)))
        self._back.setEnabled(self._is_changeable)
