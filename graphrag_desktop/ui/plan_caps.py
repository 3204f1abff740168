"""Where an index run pauses: a cap on money, tokens, minutes or calls, one of them at a time in sight."""

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from graphrag_desktop.domain.settings import Settings, SettingValue
from graphrag_desktop.ui.number_box import ChoiceBox, NumberBox
from graphrag_desktop.ui.panels import Words, named
from graphrag_desktop.ui.theme import ActiveTheme

_CAPS = ("cap_money", "cap_tokens", "cap_minutes", "cap_calls")
_STEPS = {"cap_money": 1.0, "cap_tokens": 100_000.0, "cap_minutes": 10.0, "cap_calls": 100.0}
_MOST = {"cap_money": 1_000_000.0, "cap_tokens": 1e12, "cap_minutes": 1_000_000.0, "cap_calls": 100_000_000.0}


class PlanCaps(QWidget):
    """All four are kept; the one to be seen is the first that is set, or the one chosen."""

    changed = Signal()

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._amounts: dict[str, float | None] = dict.fromkeys(_CAPS)
        self._kind = named(ChoiceBox(), "capKind", self.tr("What the run pauses at"))
        for words in (self.tr("cost"), self.tr("tokens"), self.tr("minutes"), self.tr("calls")):
            self._kind.addItem(words)
        self._amount = named(
            NumberBox(0.0, 1e12, decimals=2, unknown=self.tr("no end")), "capAmount", self.tr("Pause at")
        )
        self._amount.setFixedWidth(110)
        self._amount.setKeyboardTracking(False)
        self._kind.currentIndexChanged.connect(lambda _: self._show_amount())
        self._amount.valueChanged.connect(lambda _: self._amount_changed())
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(Words(theme, self.tr("Pause at"), tone="2"), 1)
        row.addWidget(self._kind)
        row.addWidget(self._amount)

    @property
    def values(self) -> Mapping[str, SettingValue]:
        """The caps as settings."""
        return {
            name: None if amount is None else amount if name in {"cap_money", "cap_minutes"} else round(amount)
            for name, amount in self._amounts.items()
        }

    def show_values(self, settings: Settings) -> None:
        """Show the caps of settings."""
        self._amounts = {name: getattr(settings, name) for name in _CAPS}
        if self._amounts[self._name] is None:
            at = next((place for place, name in enumerate(_CAPS) if self._amounts[name] is not None), None)
            if at is not None:
                with QSignalBlocker(self._kind):
                    self._kind.setCurrentIndex(at)
        self._show_amount()

    @property
    def _name(self) -> str:
        return _CAPS[max(0, self._kind.currentIndex())]

    def _show_amount(self) -> None:
        name = self._name
        with QSignalBlocker(self._amount):
            self._amount.set_decimals(2 if name == "cap_money" else 0, _MOST[name])
            self._amount.setSingleStep(_STEPS[name])
            self._amount.show_number(self._amounts[name])

    def _amount_changed(self) -> None:
        amount = self._amount.number
        is_too_small = amount is not None and self._name != "cap_money" and amount < 1
        self._amounts[self._name] = None if is_too_small else amount
        self.changed.emit()
