"""What sits in a line of text and is no letter: citations as chips, communities and entities as small buttons."""

from dataclasses import dataclass
from typing import Literal, Protocol

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from graphrag_desktop.domain.citations import format_citations
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.ui.citation_states import CitationState
from graphrag_desktop.ui.colours import Rgb
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.theme import ActiveTheme, Token

_ICONS = {
    Kind.REPORT: "file-text",
    Kind.ENTITY: "circle-dot",
    Kind.RELATIONSHIP: "spline",
    Kind.CLAIM: "flag",
    Kind.SOURCE: "quote",
}
_INKS: dict[CitationState, tuple[Token, Token]] = {
    CitationState.QUOTED: ("ok", "ok_soft"),
    CitationState.RECORD: ("ok", "ok_soft"),
    CitationState.CLOSE: ("warn", "warn_soft"),
    CitationState.OUTSIDE: ("warn", "sheet"),
    CitationState.UNKNOWN: ("danger", "danger_soft"),
}
_UNKNOWN_YET: tuple[Token, Token] = ("text3", "pressed")
_STATE_ICONS = {CitationState.OUTSIDE: "unlink", CitationState.UNKNOWN: "circle-help"}
_KIND_WORDS = {
    Kind.REPORT: "Report",
    Kind.ENTITY: "Entity",
    Kind.RELATIONSHIP: "Relationship",
    Kind.CLAIM: "Claim",
    Kind.SOURCE: "Source",
    Kind.PART: "Part",
}
_CHIP_HEIGHT, _CHIP_LINE = 18, 13  # the line does not grow: a chip is drawn around its place in it
_CHIP_ICON, _CHIP_SIDES, _CHIP_GAP = 12, 4, 3
_CHIP_RADIUS, _PILL_RADIUS = 4.0, 6.0
_PILL_HEIGHT, _PILL_LINE, _PILL_SIDES = 24, 28, 8


class InlineObject(Protocol):
    """Something drawn in a line of text."""

    @property
    def plain(self) -> str:
        """What a copy has in its place."""
        ...

    def size(self, active: ActiveTheme, most: float) -> QSizeF:
        """The room it takes in its line; no wider than `most`."""
        ...

    def paint(self, painter: QPainter, box: QRectF, active: ActiveTheme, *, is_lit: bool) -> None:
        """Draw it into its room; lit while the cursor or the keyboard is on it."""
        ...


@dataclass(frozen=True, slots=True)
class Chip:
    """A citation: the kind's icon and the number, its state by colour and form."""

    kind: Kind
    number: int
    state: CitationState | None  # None while the answer is still being written and nothing was looked up

    @property
    def plain(self) -> str:
        """The citation as it is written."""
        return format_citations([(self.kind, self.number)]).replace("Data: ", "").replace(" (", ": ").replace(")", "")

    def size(self, active: ActiveTheme, most: float) -> QSizeF:
        """As wide as icon and number."""
        scale = active.theme.pixels
        width = QFontMetricsF(_caption(active)).horizontalAdvance(self._label)
        return QSizeF(width + scale(_CHIP_ICON + 2 * _CHIP_SIDES + 2) + _CHIP_GAP, scale(_CHIP_LINE))

    def paint(self, painter: QPainter, box: QRectF, active: ActiveTheme, *, is_lit: bool) -> None:
        """Draw it."""
        theme = active.theme
        ink, ground = _UNKNOWN_YET if self.state is None else _INKS[self.state]
        height = theme.pixels(_CHIP_HEIGHT)
        box = QRectF(box.left(), box.center().y() - height / 2, box.width() - _CHIP_GAP, height)
        pen = QPen(theme.colour(ink), 1)
        if self.state is CitationState.OUTSIDE and not is_lit:
            pen.setStyle(Qt.PenStyle.DashLine)
        has_border = is_lit or self.state in {CitationState.OUTSIDE, CitationState.UNKNOWN}
        painter.setPen(pen if has_border else Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour(ground))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), _CHIP_RADIUS, _CHIP_RADIUS)
        icon = _STATE_ICONS.get(self.state) if self.state is not None else None
        size = theme.pixels(_CHIP_ICON)
        side = theme.pixels(_CHIP_SIDES)
        place = QPointF(box.left() + side, box.center().y() - size / 2)
        painter.drawPixmap(place, active.icons.pixmap(icon or _ICONS.get(self.kind, "quote"), ink, size))
        painter.setFont(_caption(active))
        painter.setPen(theme.colour(ink))
        painter.drawText(box.adjusted(side + size + 2, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self._label)

    @property
    def _label(self) -> str:
        return f"≈{self.number}" if self.state is CitationState.CLOSE else str(self.number)


@dataclass(frozen=True, slots=True)
class MoreChip:
    """Stands for chips that are folded away."""

    count: int
    hidden: str

    @property
    def plain(self) -> str:
        """The citations folded away."""
        return self.hidden

    def size(self, active: ActiveTheme, most: float) -> QSizeF:
        """As wide as its figure."""
        width = QFontMetricsF(_caption(active)).horizontalAdvance(f"+{self.count}")
        return QSizeF(width + active.theme.pixels(2 * _CHIP_SIDES + 2) + _CHIP_GAP, active.theme.pixels(_CHIP_LINE))

    def paint(self, painter: QPainter, box: QRectF, active: ActiveTheme, *, is_lit: bool) -> None:
        """Draw it."""
        theme = active.theme
        height = theme.pixels(_CHIP_HEIGHT)
        box = QRectF(box.left(), box.center().y() - height / 2, box.width() - _CHIP_GAP, height)
        painter.setPen(QPen(theme.colour("text3"), 1) if is_lit else Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("pressed"))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), _CHIP_RADIUS, _CHIP_RADIUS)
        painter.setFont(_caption(active))
        painter.setPen(theme.colour("text2"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"+{self.count}")


@dataclass(frozen=True, slots=True)
class Pill:
    """A small button in the text: a community with its number of entities, or an entity with its degree."""

    words: str
    count: int
    icon: Literal["list-tree", "circle-dot", "file-text"]
    colour: Rgb | None = None

    @property
    def plain(self) -> str:
        """Its words and figure."""
        return f"{self.words} ({self.count})"

    def size(self, active: ActiveTheme, most: float) -> QSizeF:
        """As wide as its words, which are shortened where they do not fit the line."""
        scale = active.theme.pixels
        words, figures = self._widths(active)
        width = scale(2 * _PILL_SIDES + _CHIP_ICON + 6) + words + (figures + scale(6) if self.count else 0)
        return QSizeF(min(width + 6, most), scale(_PILL_LINE))

    def paint(self, painter: QPainter, box: QRectF, active: ActiveTheme, *, is_lit: bool) -> None:
        """Draw it."""
        theme, scale = active.theme, active.theme.pixels
        height = scale(_PILL_HEIGHT)
        box = QRectF(box.left(), box.bottom() - height - scale(1), box.width() - 6, height)
        painter.setPen(QPen(theme.colour("accent" if is_lit else "line"), 1))
        painter.setBrush(theme.colour("hover" if is_lit else "sheet"))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), _PILL_RADIUS, _PILL_RADIUS)
        size = scale(_CHIP_ICON)
        left = box.left() + scale(_PILL_SIDES)
        self._paint_icon(painter, QRectF(left, box.center().y() - size / 2, size, size), active)
        left += size + scale(6)
        figures = self._widths(active)[1]
        right = box.right() - scale(_PILL_SIDES)
        if self.count:
            painter.setFont(_caption(active))
            painter.setPen(theme.colour("text3"))
            place = QRectF(right - figures, box.top(), figures + 1, height)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, figure(self.count))
            right -= figures + scale(6)
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("text"))
        room = QRectF(left, box.top(), right - left + 1, height)
        shown = QFontMetricsF(painter.font()).elidedText(self.words, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)

    def _paint_icon(self, painter: QPainter, box: QRectF, active: ActiveTheme) -> None:
        if self.colour is None or self.icon != "list-tree":
            painter.drawPixmap(box.topLeft(), active.icons.pixmap(self.icon, "text2", round(box.width())))
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(*self.colour))
        painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 3, 3)

    def _widths(self, active: ActiveTheme) -> tuple[float, float]:
        words = QFontMetricsF(active.theme.font("small")).horizontalAdvance(self.words) + 1
        return words, QFontMetricsF(_caption(active)).horizontalAdvance(figure(self.count))


def kind_words(kind: Kind, number: int) -> str:
    """A record as it is called in a sentence: Report 12."""
    word = QCoreApplication.translate("Citation", _KIND_WORDS.get(kind, "Record"))
    return f"{word} {number}"


def kind_icon(kind: Kind) -> str:
    """The icon of a kind of record."""
    return _ICONS.get(kind, "quote")


def state_inks(state: CitationState) -> tuple[Token, Token]:
    """The ink and the ground of a state."""
    return _INKS[state]


def _caption(active: ActiveTheme) -> QFont:
    return active.theme.font("caption", 500, tabular=True)
