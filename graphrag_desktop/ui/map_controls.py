"""What the map is coloured by and what of it is shown: beside the level slider, and all of it in one sheet."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from graphrag_desktop.ui.controls import IconButton
from graphrag_desktop.ui.graph_canvas_legend import kind_words
from graphrag_desktop.ui.graph_canvas_sieve import Filters
from graphrag_desktop.ui.graph_canvas_tints import ColourBy
from graphrag_desktop.ui.panels import Words
from graphrag_desktop.ui.theme import ActiveTheme

_MOST_WEIGHT = 10
_WIDE = 760  # pixels of the map, from which all controls have room beside the slider
_LEAST = 360  # below it the slider needs all there is
_SLIDER = 72


class FilterSheet(QFrame):
    """All filters, opened from a button; each change counts at once."""

    filters_wanted = Signal(object)

    def __init__(self, theme: ActiveTheme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("mapFilters")
        self.setProperty("surface", "raised")
        self._is_telling = True
        self._kinds: dict[str, QCheckBox] = {}
        self._degree, self._documents, self._evidence = (QSpinBox(maximum=1_000_000) for _ in range(3))
        self._hubs = QCheckBox(self.tr("Hide hubs"))
        self._kind_column = QVBoxLayout()
        self._kind_column.setSpacing(4)
        form = QFormLayout(verticalSpacing=6, horizontalSpacing=12)
        for words, box in (
            (self.tr("Relationships of an entity, at least"), self._degree),
            (self.tr("Documents of an entity, at least"), self._documents),
            (self.tr("Documents of a relationship, at least"), self._evidence),
        ):
            label = Words(theme, words)
            label.setBuddy(box)
            box.setAccessibleName(words)
            box.valueChanged.connect(self._tell)
            form.addRow(label, box)
        self._hubs.toggled.connect(self._tell)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(10)
        column.addWidget(Words(theme, self.tr("Kinds of entities"), weight=600, wraps=False))
        column.addLayout(self._kind_column)
        column.addLayout(form)
        column.addWidget(self._hubs)

    def show_kinds(self, names: Sequence[str]) -> None:
        """Offer other kinds of entities."""
        for box in self._kinds.values():
            self._kind_column.removeWidget(box)
            box.deleteLater()
        self._kinds = {name: QCheckBox(kind_words(name)) for name in sorted(names, key=kind_words)}
        for box in self._kinds.values():
            box.setChecked(True)
            box.toggled.connect(self._tell)
            self._kind_column.addWidget(box)

    def show_filters(self, filters: Filters) -> None:
        """Show what is in force, without telling."""
        self._is_telling = False
        for name, box in self._kinds.items():
            box.setChecked(name not in filters.left_out)
        self._degree.setValue(filters.least_degree)
        self._documents.setValue(filters.least_documents)
        self._evidence.setValue(filters.least_evidence)
        self._hubs.setChecked(filters.hides_hubs)
        self._is_telling = True

    def _tell(self) -> None:
        if self._is_telling:
            left_out = frozenset(name for name, box in self._kinds.items() if not box.isChecked())
            self.filters_wanted.emit(
                Filters(
                    left_out,
                    self._degree.value(),
                    self._documents.value(),
                    self._evidence.value(),
                    self._hubs.isChecked(),
                )
            )


class MapControls(QWidget):
    """Colour, weight, hubs, and a button for all filters; what has no room is in the sheet."""

    filters_wanted = Signal(object)
    colours_wanted = Signal(object)

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._filters = Filters()
        self._is_telling = True
        self.sheet = FilterSheet(theme, self)
        self.sheet.filters_wanted.connect(self.filters_wanted)
        self._colour = QComboBox()
        self._colour.setAccessibleName(self.tr("What the map is coloured by"))
        for words, colour_by in ((self.tr("Community"), ColourBy.COMMUNITY), (self.tr("Kind"), ColourBy.KIND)):
            self._colour.addItem(words, colour_by)
        self._colour.activated.connect(lambda _: self.colours_wanted.emit(self._colour.currentData()))
        self._weight = QSlider(Qt.Orientation.Horizontal)
        self._weight.setRange(1, _MOST_WEIGHT)
        self._weight.setPageStep(1)
        self._weight.setAccessibleName(self.tr("Documents of a relationship, at least"))
        self._weight.setFixedWidth(_SLIDER)
        self._weight_words = Words(theme, role="small", tone="2")
        self._weight.valueChanged.connect(self._weight_moved)
        self._hubs = QCheckBox(self.tr("Hide hubs"))
        self._hubs.toggled.connect(self._tell)
        self._button = IconButton(theme, "list-filter", self.tr("Filters"))
        self._button.clicked.connect(self._open_sheet)
        self._parts: tuple[QWidget, ...] = (self._weight_words, self._weight, self._hubs)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        self._colour_words = Words(theme, self.tr("Colour"), role="small", tone="2")
        self._colour_words.setFixedWidth(
            self._colour_words.fontMetrics().horizontalAdvance(self._colour_words.text()) + 2
        )
        for widget in (self._colour_words, self._colour, *self._parts, self._button):
            row.addWidget(widget)
        self._say_weight()

    def show_kinds(self, names: Sequence[str]) -> None:
        """The kinds of entities that are on the map."""
        self.sheet.show_kinds(names)
        self.sheet.show_filters(self._filters)

    def show_filters(self, filters: Filters) -> None:
        """Show what is in force, without telling."""
        self._filters, self._is_telling = filters, False
        self._weight.setValue(min(max(filters.least_evidence, 1), _MOST_WEIGHT))
        self._hubs.setChecked(filters.hides_hubs)
        self._is_telling = True
        self.sheet.show_filters(filters)
        self._say_weight()

    def show_colours(self, colour_by: ColourBy, *, has_heat: bool) -> None:
        """Show what gives the colours; while there is heat nothing else can."""
        self._colour.setCurrentIndex(self._colour.findData(colour_by))
        self._colour.setEnabled(not has_heat)
        self._colour.setToolTip(self.tr("The map shows the values of an answer now.") if has_heat else "")

    def adapt(self, width: int) -> None:
        """Leave out what has no room on a map of this width."""
        for widget in self._parts:
            widget.setVisible(width >= _WIDE)
        self._colour_words.setVisible(width >= _WIDE - 160)
        self._colour.setVisible(width >= _LEAST)  # the menu of the map has it too

    def _weight_moved(self, _: int) -> None:
        self._say_weight()
        self._tell()

    def _say_weight(self) -> None:
        self._weight_words.setText(self.tr("Weight ≥ {count}").format(count=self._weight.value()))
        self._weight_words.setFixedWidth(
            self._weight_words.fontMetrics().horizontalAdvance(self._weight_words.text()) + 2
        )

    def _tell(self) -> None:
        if self._is_telling:
            weight = self._weight.value()
            before = self._filters
            changed = Filters(
                before.left_out,
                before.least_degree,
                before.least_documents,
                weight if weight > 1 else 0,
                self._hubs.isChecked(),
            )
            self.filters_wanted.emit(changed)

    def _open_sheet(self) -> None:
        self.sheet.adjustSize()
        corner = self._button.mapToGlobal(QPoint(self._button.width() - self.sheet.width(), -self.sheet.height() - 4))
        self.sheet.move(corner)
        self.sheet.show()
        self.sheet.setFocus(Qt.FocusReason.PopupFocusReason)
