"""A form for the settings of a project, made from what `domain/settings.py` says about each."""

from collections.abc import Callable
from dataclasses import Field, dataclass, fields
from typing import cast

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from graphrag_desktop.domain.errors import InvalidSetting
from graphrag_desktop.domain.settings import Settings, SettingValue, SettingWords
from graphrag_desktop.ui.controls import Button
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.number_box import ChoiceBox, NumberBox
from graphrag_desktop.ui.panels import Words, row_of
from graphrag_desktop.ui.theme import ActiveTheme

STALE = ("units", "extraction", "communities", "reports", "answers", "nothing")
"""What settings make stale, in the order of the work: each makes all after it stale too."""

_CONTROL_WIDTH = 180
_SHORT_STEP = 0.1


@dataclass(frozen=True, slots=True)
class _Kind:
    """How the value of a setting is written."""

    is_whole: bool
    is_optional: bool


class SettingsForm(QWidget):
    """All settings in one column; `changed` comes with every value that the analyst changes."""

    changed = Signal()

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._rows: dict[str, SettingRow] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(14)
        for stale in STALE:
            declared = [each for each in fields(Settings) if each.metadata["words"].stale == stale]
            if not declared:
                continue
            column.addSpacing(0 if not self._rows else 8)
            column.addWidget(Words(theme, group_words(stale), role="title", weight=600))
            column.addWidget(Words(theme, stale_words(stale), role="small", tone="3"))
            for each in declared:
                row = SettingRow(theme, cast("Field[SettingValue]", each))
                row.changed.connect(self.changed)
                self._rows[each.name] = row
                column.addWidget(row)
        column.addStretch(1)

    def show_settings(self, settings: Settings) -> None:
        """Show the values of a project."""
        for name, value in settings.as_dict().items():
            self._rows[name].show_value(value)

    def settings(self) -> Settings:
        """The values shown; raises `InvalidSetting` where two of them contradict."""
        return Settings().changed({name: row.value for name, row in self._rows.items()})

    def problem(self) -> str:
        """Why the values cannot be kept; empty if they can."""
        try:
            self.settings()
        except InvalidSetting as error:
            return error.words
        return ""

    def set_back(self) -> None:
        """Show what every setting came with."""
        self.show_settings(Settings())
        self.changed.emit()


class SettingRow(QWidget):
    """One setting: its name, its value, what it does, its range, and the way back."""

    changed = Signal()

    def __init__(self, theme: ActiveTheme, setting: "Field[SettingValue]") -> None:
        super().__init__()
        self._default: SettingValue = getattr(Settings(), setting.name)
        self._words = cast(SettingWords, setting.metadata["words"])
        declared = str(setting.type).removeprefix("<class '").removesuffix("'>")
        self._kind = _Kind(is_whole="float" not in declared, is_optional="None" in declared)
        label = _said(self._words.label)
        self._back = Button(theme, self.tr("Set back"), kind="quiet")
        self._back.setAccessibleName(self.tr("Set back: {setting}").format(setting=label))
        self._back.clicked.connect(self._back_clicked)
        control, self._read, self._write = self._control(declared)
        for part in (control, *control.findChildren(QWidget)):
            if part.focusPolicy() & Qt.FocusPolicy.TabFocus:
                part.setAccessibleName(label)
                part.setAccessibleDescription(_said(self._words.explanation))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        row = row_of(Words(theme, label, weight=500), self._back, control)
        row.setStretch(0, 1)
        column.addLayout(row)
        column.addWidget(Words(theme, self._explanation(), role="small", tone="2"))
        self.show_value(self._default)

    @property
    def value(self) -> SettingValue:
        """What is shown."""
        return self._read()

    def show_value(self, value: SettingValue) -> None:
        """Show a value without telling."""
        with QSignalBlocker(self):
            self._write(value)
        self._back.setVisible(value != self._default)

    def _explanation(self) -> str:
        words = self._words
        parts = [_said(words.explanation)]
        if words.low is not None and words.high is not None:
            low, high = (figure(int(each)) if each == int(each) else f"{each:g}" for each in (words.low, words.high))
            parts.append(self.tr("From {low} to {high}.").format(low=low, high=high))
        return " ".join(parts)

    def _control(self, declared: str) -> tuple[QWidget, Callable[[], SettingValue], Callable[[SettingValue], None]]:
        if declared == "bool":
            return self._check_box()
        if self._words.choices:
            return self._choice()
        if declared == "str":
            return self._field()
        return self._number()

    def _check_box(self) -> tuple[QWidget, Callable[[], SettingValue], Callable[[SettingValue], None]]:
        box = QCheckBox(self.tr("On"))
        box.toggled.connect(self._value_changed)
        return box, box.isChecked, lambda value: box.setChecked(bool(value))

    def _choice(self) -> tuple[QWidget, Callable[[], SettingValue], Callable[[SettingValue], None]]:
        box = ChoiceBox()
        box.addItems(list(self._words.choices))
        box.setMinimumWidth(_CONTROL_WIDTH)
        box.currentIndexChanged.connect(self._value_changed)
        return box, box.currentText, lambda value: box.setCurrentText(str(value))

    def _field(self) -> tuple[QWidget, Callable[[], SettingValue], Callable[[SettingValue], None]]:
        field = QLineEdit()
        field.setMinimumWidth(_CONTROL_WIDTH)
        field.textEdited.connect(self._value_changed)
        return field, field.text, lambda value: field.setText(str(value))

    def _number(self) -> tuple[QWidget, Callable[[], SettingValue], Callable[[SettingValue], None]]:
        """A box for a number, and where it may be left to the program another one to say so."""
        decimals = 0 if self._kind.is_whole else 2
        number = NumberBox(self._words.low or 0.0, self._words.high or 1e12, decimals=decimals)
        number.setSingleStep(1 if self._kind.is_whole else _SHORT_STEP)
        number.setFixedWidth(_CONTROL_WIDTH)
        number.valueChanged.connect(self._value_changed)
        left = QCheckBox(self.tr("Automatic"))
        left.setVisible(self._kind.is_optional)
        left.toggled.connect(number.setDisabled)
        left.toggled.connect(self._value_changed)

        def read() -> SettingValue:
            if self._kind.is_optional and left.isChecked():
                return None
            return int(number.value()) if self._kind.is_whole else number.value()

        def write(value: SettingValue) -> None:
            left.setChecked(value is None)
            if value is not None:
                number.setValue(float(value))

        both = QWidget()
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(left)
        row.addWidget(number)
        return both, read, write

    def _value_changed(self) -> None:
        self._back.setVisible(self._read() != self._default)
        self.changed.emit()

    def _back_clicked(self) -> None:
        self.show_value(self._default)
        self.changed.emit()


def group_words(stale: str) -> str:
    """What settings are about that make the same stale."""
    return {
        "units": _tr("Documents and text units"),
        "extraction": _tr("Reading"),
        "communities": _tr("Communities"),
        "reports": _tr("Reports"),
        "answers": _tr("Answers"),
    }.get(stale, _tr("Pace and cost"))


def stale_words(stale: str) -> str:
    """What a change of a setting makes necessary."""
    return {
        "units": _tr("A change makes text units and all after them anew."),
        "extraction": _tr("A change reads the text units anew, and makes all after them."),
        "communities": _tr("A change finds the communities anew, and writes their reports."),
        "reports": _tr("A change writes the reports anew."),
        "answers": _tr("A change is for new questions."),
    }.get(stale, _tr("A change makes nothing anew."))


def _said(text: str) -> str:
    return QCoreApplication.translate("Settings", text)


def _tr(text: str) -> str:
    return QCoreApplication.translate("SettingsForm", text)
