"""Where the documents do not agree: the statements side by side, each leading to its words."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QVBoxLayout, QWidget

from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.explore.disagreements import Difference, Disagreement, Disagreements, Statement
from graphrag_desktop.ui.controls import ShortWords
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.panel_states import Emptiness, StatefulPage
from graphrag_desktop.ui.panels import Sheet, Words
from graphrag_desktop.ui.scroll_area import ScrollArea
from graphrag_desktop.ui.theme import ActiveTheme

_MOST_SHOWN = 60
_BESIDE = 138  # pixels that a statement takes at least beside another
_MARGIN, _GAP = 16, 10
_LONGEST = 300  # characters of a statement: all of it is in the document


class DisagreementPanel(QWidget):
    """Lists disagreements; `passage_wanted` tells words of a document that are to be read."""

    passage_wanted = Signal(object)
    wanted = Signal()  # it is to be seen, and there is nothing to show yet

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._found: Disagreements | None = None
        self._cards: list[_Card] = []
        self._build()

    def show_disagreements(self, found: Disagreements) -> None:
        """Show what was found, and say what was compared."""
        self._found = found
        self._compared.setText(_compared(found))
        self._fill(found.found)
        if found.found:
            self._page.show_content()
        else:
            words = f"{_compared(found)} {_tr('What is worded otherwise is not found.')}"
            self._page.show_empty(Emptiness("circle-check", self.tr("No disagreement found"), words))

    def show_nothing(self) -> None:
        """Say what goes here."""
        self._found = None
        self._fill(())
        words = self.tr(
            "Claims about the same that differ, and sentences that are the same but for one figure, are listed here."
        )
        self._page.show_empty(Emptiness("columns-3", self.tr("Nothing compared yet"), words))

    def expect(self) -> None:
        """It is being looked for."""
        self._page.expect()

    def show_failure(self, reason: str) -> None:
        """It could not be looked for."""
        self._page.show_failure(self.tr("The comparison failed"), reason, self.tr("Try again"), self.wanted.emit)

    def take_focus(self) -> None:
        """Put the keyboard on the first statement."""
        for card in self._cards[:1]:
            card.take_focus()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this."""
        super().showEvent(event)
        if self._found is None:
            self.wanted.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: statements stand beside each other where they have room."""
        super().resizeEvent(event)
        self._fit()

    def _build(self) -> None:
        sheet = Sheet(margin=1, spacing=0)
        self._compared = Words(self._theme, role="caption", tone="3")
        inner = QWidget()
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(_MARGIN, 10, _MARGIN, 12)
        self._column.setSpacing(14)
        self._column.addWidget(self._compared)
        self._more = Words(self._theme, role="caption", tone="2")
        self._column.addWidget(self._more)
        self._column.addStretch(1)
        self._scroll = ScrollArea(inner, shows_through=True)
        self._page = StatefulPage(self._theme, self._scroll)
        sheet.column.addWidget(self._page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(sheet)
        self._theme.theme_changed.connect(self._fit)
        self.show_nothing()

    def _fill(self, found: Sequence[Disagreement]) -> None:
        for card in self._cards:
            self._column.removeWidget(card)
            card.deleteLater()
        self._cards = [_Card(self._theme, each) for each in found[:_MOST_SHOWN]]
        for place, card in enumerate(self._cards):
            card.passage_wanted.connect(self.passage_wanted)
            self._column.insertWidget(1 + place, card)
        left = len(found) - len(self._cards)
        self._more.setVisible(left > 0)
        self._more.setText(counted(left, "1 more is not shown.", "{n} more are not shown."))
        self._fit()

    def _fit(self) -> None:
        width = self.width() - 2 * _MARGIN - 16
        for card in self._cards:
            card.fit(max(120, width))


class _Card(QWidget):
    """One disagreement: what it is about, in what its statements differ, and the statements."""

    passage_wanted = Signal(object)

    def __init__(self, theme: ActiveTheme, shown: Disagreement) -> None:
        super().__init__()
        self._theme = theme
        self._buttons = [_StatementButton(theme, each) for each in shown.statements]
        for button in self._buttons:
            button.clicked.connect(lambda _=False, button=button: self._opened(button.statement))
        self._grid = QGridLayout()
        self._grid.setSpacing(_GAP)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addWidget(ShortWords(theme, shown.title, role="read", weight=600))
        column.addWidget(Words(theme, _about(shown), role="caption", tone="warn"))
        column.addLayout(self._grid)

    def take_focus(self) -> None:
        """Put the keyboard on its first statement."""
        self._buttons[0].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def fit(self, width: int) -> None:
        """Lay the statements out in so many columns as have room."""
        columns = max(1, min(len(self._buttons), width // self._theme.theme.pixels(_BESIDE)))
        each = (width - (columns - 1) * _GAP) // columns
        for place, button in enumerate(self._buttons):
            button.set_width(each)
            self._grid.addWidget(button, place // columns, place % columns, Qt.AlignmentFlag.AlignTop)

    def _opened(self, statement: Statement) -> None:
        if statement.evidence:
            self.passage_wanted.emit(statement.evidence[0])


class _StatementButton(QPushButton):
    """What one side says, in the words of its document, with where they stand."""

    def __init__(self, theme: ActiveTheme, statement: Statement) -> None:
        super().__init__()
        self.statement = statement
        words = " ".join(statement.words.split())
        short = words if len(words) <= _LONGEST else f"{words[:_LONGEST].rpartition(' ')[0]} …"
        place = _place(statement)
        is_quote = statement.kind is Kind.SOURCE
        self._labels = [
            Words(theme, statement.value, role="body", weight=600),
            Words(theme, short, role="small"),
            Words(theme, place, role="caption", tone="3"),
        ]
        if is_quote:
            self._labels[1].setFont(theme.theme.font("small", serif=True))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(8, 6, 8, 6)
        self._column.setSpacing(2)
        for label in self._labels:
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            self._column.addWidget(label)
        self.setAccessibleName(f"{statement.value}: {words} ({place})")
        self.setToolTip(f"{words}\n{place}")

    def set_width(self, width: int) -> None:
        """Be so wide, and as high as the words are then."""
        for label in self._labels:
            label.setFixedWidth(width - 16)
        self.setFixedSize(width, self._column.totalHeightForWidth(width))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Qt asks for this."""
        return self._column.sizeHint()


def _about(shown: Disagreement) -> str:
    differs = {
        Difference.STATUS: _tr("claims of different status"),
        Difference.DATE: _tr("different dates"),
        Difference.FIGURE: _tr("the same words, another figure"),
    }[shown.differs]
    return " · ".join(
        [*([shown.kind] if shown.kind else []), differs, counted(shown.documents, "1 document", "{n} documents")]
    )


def _place(statement: Statement) -> str:
    name = "" if statement.kind is Kind.SOURCE else _tr("Claim {n} · ").format(n=statement.number)
    if not statement.evidence:
        return f"{name}{_tr('its words are gone')}"
    first = statement.evidence[0]
    page = "" if first.page is None else _tr(", page {n}").format(n=first.page)
    return f"{name}{first.path}{page}"


def _compared(found: Disagreements) -> str:
    words = [
        counted(found.sentences, "1 sentence with a figure was compared", "{n} sentences with figures were compared")
    ]
    if found.claims:
        claims = counted(found.claims, "1 claim", "{n} claims")
        single = sum(mark.documents <= 1 for mark in found.marks.values())
        against = sum(mark.is_contradicted for mark in found.marks.values())
        words.append(
            _tr(
                "{claims} were compared by subject and kind: {single} stand in a single document, {against} are contradicted"
            ).format(claims=claims, single=figure(single), against=figure(against))
        )
    return f"{'; '.join(words)}."


def _tr(text: str) -> str:
    return QCoreApplication.translate("Disagreements", text)
