"""One task that a model does: which provider, at which address, which model, and what it costs."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from graphrag_desktop.domain.model_choice import ModelPlace
from graphrag_desktop.engines.model_servers import is_here
from graphrag_desktop.ui.controls import ShortWords
from graphrag_desktop.ui.model_providers import AZURE, OTHER, PROVIDERS, provider_of
from graphrag_desktop.ui.number_box import ChoiceBox, NumberBox
from graphrag_desktop.ui.panels import Words, named, row_of
from graphrag_desktop.ui.theme import ActiveTheme

_PROVIDER_WIDTH, _MODEL_WIDTH, _PRICE_WIDTH = 190, 210, 96
_SETTLE_MILLISECONDS = 600  # after the last letter of an address
_MOST_PRICE = 10_000.0


class ModelRole(QWidget):
    """Where there is an `otherwise`, that is the first choice, and stands for no model of its own.

    `changed` comes with everything the analyst changes; `list_wanted` once an address may be one to ask for models.
    """

    changed = Signal()
    list_wanted = Signal(str)  # the address

    def __init__(self, theme: ActiveTheme, name: str, title: str, words: str, otherwise: str = "") -> None:
        super().__init__()
        self._theme, self._has_otherwise = theme, bool(otherwise)
        self._title, self._own = title, QWidget()
        self._provider = named(ChoiceBox(), f"{name}Provider", self.tr("{task}: provider").format(task=title))
        if otherwise:
            self._provider.addItem(otherwise)
        self._provider.addItems([each.name for each in PROVIDERS])
        self._address = named(QLineEdit(), f"{name}Address", self.tr("{task}: address").format(task=title))
        self._address.setPlaceholderText("http://127.0.0.1:11434/v1")
        self._model = named(ChoiceBox(), f"{name}Model", self.tr("{task}: model").format(task=title))
        self._version = named(QLineEdit(), f"{name}Version", self.tr("{task}: API version").format(task=title))
        self._version.setPlaceholderText(self.tr("API version, with older addresses only"))
        self._prices = tuple(self._price(f"{name}{side}Price") for side in ("Prompt", "Completion"))
        self._state = Words(theme, role="small", tone="2")
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MILLISECONDS)
        self._settle.timeout.connect(self._ask_for_list)
        self._build(words)
        self._connect()
        self._show_parts()

    @property
    def place(self) -> ModelPlace | None:
        """The model chosen; None where it is no model of its own. It may be incomplete while it is being written."""
        if self._is_otherwise:
            return None
        prices = [each.number for each in self._prices]
        version = self._version.text().strip() if self._is_azure else ""
        return ModelPlace(self._address.text().strip(), self._model.currentText().strip(), version, *prices)

    def show_place(self, place: ModelPlace | None) -> None:
        """Show a choice without telling."""
        with QSignalBlocker(self), QSignalBlocker(self._provider):
            if place is None and self._has_otherwise:
                self._provider.setCurrentIndex(0)
            else:
                shown = place or ModelPlace("", "")
                self._provider.setCurrentText(provider_of(shown.base_url).name)
                self._address.setText(shown.base_url)
                self._model.setEditText(shown.model)
                self._version.setText(shown.api_version)
                for box, value in zip(self._prices, (shown.prompt_price, shown.completion_price), strict=True):
                    box.show_number(value)
        self._show_parts()

    def use(self, base_url: str, models: Sequence[str], model: str = "") -> None:
        """Take a server that was found, with its models."""
        before = self.place or ModelPlace("", "")
        chosen = model or (before.model if before.model in models else next(iter(models), ""))
        self.show_place(replace(before, base_url=base_url, model=chosen))
        self.show_models(base_url, models)
        self.changed.emit()

    def show_models(self, base_url: str, models: Sequence[str]) -> None:
        """Offer the models of the server at an address, if that is still the one meant."""
        if base_url != self._address.text().strip():
            return
        written = self._model.currentText()
        with QSignalBlocker(self._model):
            self._model.clear()
            self._model.addItems(list(models))
            self._model.setEditText(written or next(iter(models), ""))
        self._say("" if models else self.tr("The server lists no models: write the name."))
        if not written and models:
            self.changed.emit()

    def show_trouble(self, base_url: str, reason: str) -> None:
        """Say why there is no list."""
        if base_url == self._address.text().strip():
            self._say(reason)

    @property
    def _is_otherwise(self) -> bool:
        return self._has_otherwise and self._provider.currentIndex() == 0

    @property
    def _is_azure(self) -> bool:
        return provider_of(self._address.text()) is AZURE

    def _build(self, words: str) -> None:
        self._provider.setFixedWidth(_PROVIDER_WIDTH)
        self._model.setEditable(True)
        self._model.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._model.setFixedWidth(_MODEL_WIDTH)
        line_edit = self._model.lineEdit()
        if line_edit is not None:
            line_edit.setPlaceholderText(self.tr("model"))
        names = QVBoxLayout()
        names.setSpacing(1)
        names.addWidget(ShortWords(self._theme, self._title, weight=500))
        names.addWidget(ShortWords(self._theme, words, role="small", tone="3"))
        head = row_of(spacing=12)
        head.addLayout(names, 1)
        head.addWidget(self._provider, 0, Qt.AlignmentFlag.AlignTop)
        grid = QGridLayout(self._own)
        grid.setContentsMargins(0, 2, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        grid.addWidget(self._address, 0, 0)
        grid.addWidget(self._model, 0, 1)
        grid.addWidget(self._version, 1, 0, 1, 2)
        grid.addWidget(self._build_prices(), 2, 0, 1, 2)
        grid.addWidget(self._state, 3, 0, 1, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self._own)

    def _build_prices(self) -> QWidget:
        """A line that is there for servers that may send a bill."""
        self._bill = QWidget()
        line = QHBoxLayout(self._bill)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(Words(self._theme, self.tr("Price of a million tokens"), role="small", tone="2"), 1)
        for words, box in zip((self.tr("read"), self.tr("written")), self._prices, strict=True):
            label = Words(self._theme, words, role="small", tone="2", wraps=False)
            label.setSizePolicy(label.sizePolicy().Policy.Fixed, label.sizePolicy().Policy.Preferred)
            line.addWidget(label)
            line.addWidget(box)
        return self._bill

    def _price(self, name: str) -> NumberBox:
        box = named(
            NumberBox(0.0, _MOST_PRICE, decimals=3, unknown=self.tr("not known")),
            name,
            self.tr("{task}: price of a million tokens").format(task=self._title),
        )
        box.show_number(None)
        box.setFixedWidth(_PRICE_WIDTH)
        return box

    def _connect(self) -> None:
        self._provider.currentTextChanged.connect(self._provider_chosen)
        self._address.textEdited.connect(self._address_written)
        self._model.editTextChanged.connect(lambda _: self.changed.emit())
        self._version.textEdited.connect(lambda _: self.changed.emit())
        for box in self._prices:
            box.valueChanged.connect(lambda _: self.changed.emit())

    def _provider_chosen(self, name: str) -> None:
        provider = next((each for each in PROVIDERS if each.name == name), None)
        if provider is not None and provider is not provider_of(self._address.text()):
            self._address.setText(provider.address)
            self._model.clear()
            self._model.clearEditText()  # a name that is in no list stays otherwise, and would go to another server
            self._say("")
        self._show_parts()
        if provider is OTHER or provider is AZURE:
            self._address.setFocus(Qt.FocusReason.OtherFocusReason)
        elif provider is not None:
            self._ask_for_list()
        self.changed.emit()

    def _address_written(self) -> None:
        with QSignalBlocker(self._provider):
            self._provider.setCurrentText(provider_of(self._address.text()).name)
        self._show_parts()
        self._settle.start()
        self.changed.emit()

    def _ask_for_list(self) -> None:
        address = self._address.text().strip()
        if address and "NAME" not in address:
            self._say(self.tr("Asking for its models …"))
            self.list_wanted.emit(address)

    def _show_parts(self) -> None:
        self._own.setVisible(not self._is_otherwise)
        self._version.setVisible(self._is_azure)
        self._bill.setVisible(not is_here(self._address.text()))
        self._state.setVisible(bool(self._state.text()))

    def _say(self, words: str) -> None:
        self._state.setText(words)
        self._state.setVisible(bool(words))
