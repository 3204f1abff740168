"""The keys of the servers chosen: one row a server, with where its key is kept; a key that was typed is not shown again."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QVBoxLayout, QWidget

from graphrag_desktop.domain.model_checks import KeyState
from graphrag_desktop.ui.controls import Button, Glyph, ShortWords
from graphrag_desktop.ui.panels import Words, named, row_of
from graphrag_desktop.ui.theme import ActiveTheme


class ModelKeys(QWidget):
    """`key_given` tells a server's address, its key, and whether it is to last; an empty one is to be forgotten."""

    key_given = Signal(str, str, bool)

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._rows: dict[str, KeyRow] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(10)

    @property
    def addresses(self) -> tuple[str, ...]:
        """The servers that have a row."""
        return tuple(self._rows)

    def show_servers(self, addresses: Mapping[str, str]) -> None:
        """Have a row for each of these addresses, called by what they map to; what is being typed stays."""
        for gone in self._rows.keys() - addresses.keys():
            row = self._rows.pop(gone)
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        for address, name in addresses.items():
            if address not in self._rows:
                row = KeyRow(self._theme, name)
                row.given.connect(lambda key, lasts, address=address: self.key_given.emit(address, key, lasts))
                self._rows[address] = row
                self._column.addWidget(row)
                row.show()  # now, not when the loop of events comes round
        self.setVisible(bool(self._rows))

    def show_state(self, address: str, state: KeyState) -> None:
        """Say where a server's key is."""
        if address in self._rows:
            self._rows[address].show_state(state)

    def show_trouble(self, address: str, reason: str) -> None:
        """Say why a key cannot be kept."""
        if address in self._rows:
            self._rows[address].show_trouble(reason)


class KeyRow(QWidget):
    """The key of one server."""

    given = Signal(str, bool)

    def __init__(self, theme: ActiveTheme, name: str) -> None:
        super().__init__()
        self._is_given = False  # what is in the field was handed on, and is looked at
        label = self.tr("Key for {server}").format(server=name)
        self._field = named(QLineEdit(), "keyField", label)
        self._field.setEchoMode(QLineEdit.EchoMode.Password)
        self._field.setInputMethodHints(Qt.InputMethodHint.ImhSensitiveData | Qt.InputMethodHint.ImhHiddenText)
        self._field.setPlaceholderText(self.tr("Paste it here"))
        self._once = QCheckBox(self.tr("For this session only"))
        self._keep = named(Button(theme, self.tr("Keep key")), "keepKeyButton")
        self._keep.setEnabled(False)
        self._keep.clicked.connect(self._keep_clicked)
        self._field.textChanged.connect(self._key_written)
        self._field.returnPressed.connect(self._keep_clicked)
        self._forget = named(Button(theme, self.tr("Forget"), kind="quiet"), "forgetKeyButton")
        self._forget.setAccessibleName(self.tr("Forget the key for {server}").format(server=name))
        self._forget.clicked.connect(self._forget_clicked)
        self._forget.hide()
        self._icon = Glyph(theme, "info", "text3", 14)
        self._state = Words(theme, role="small", tone="2")
        row = row_of(self._field, self._once, self._keep, self._forget)
        row.setStretch(0, 1)
        told = row_of(self._icon, self._state, spacing=6)
        told.setStretch(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(ShortWords(theme, label, weight=500))
        column.addLayout(row)
        column.addLayout(told)

    def show_state(self, state: KeyState) -> None:
        """Say where the key is; what is being typed, and what was said of it, stays."""
        if self._field.text() and not self._is_given:
            return
        self._is_given = False
        self._field.clear()
        self._icon.show_icon("shield-check" if state.is_there else "info", "ok" if state.is_there else "text3")
        self._state.setText(state.words)
        self._forget.setVisible(state.is_there and "environment" not in state.words)

    def show_trouble(self, reason: str) -> None:
        """Say what is wrong with what was typed."""
        self._is_given = False
        self._icon.show_icon("circle-alert", "danger")
        self._state.setText(reason)

    def _key_written(self, text: str) -> None:
        self._keep.setEnabled(bool(text.strip()))

    def _forget_clicked(self) -> None:
        self._is_given = True
        self.given.emit("", True)  # noqa: FBT003 - what the signal tells

    def _keep_clicked(self) -> None:
        key = self._field.text()
        if key.strip():
            self._is_given = True
            self.given.emit(key, not self._once.isChecked())
