"""The card that says what lies under the cursor: an entity's kind and figures, a relationship's two ends and evidence."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QPoint, QPropertyAnimation, QTimer, Slot
from PySide6.QtWidgets import QFrame, QGraphicsOpacityEffect, QLabel, QVBoxLayout, QWidget

from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.graph_canvas_legend import kind_words
from graphrag_desktop.ui.graph_canvas_pointing import Target
from graphrag_desktop.ui.graph_canvas_scene import GraphScene
from graphrag_desktop.ui.theme import ActiveTheme

_REST_MILLISECONDS = 250
_FADE_MILLISECONDS = 100
_WIDEST = 280
_OFF = 16  # from the cursor


@dataclass(frozen=True, slots=True)
class CardText:
    """A title, a line of what it is, a line of figures."""

    title: str
    kind: str
    figures: str


def card_text(scene: GraphScene, target: Target, level: int) -> CardText | None:
    """What a card says of a target; None for an area, whose name is on the map."""
    if target.entity is not None:
        return _of_entity(scene, target.entity, level)
    if target.line is not None:
        start, end = scene.pairs[target.line].tolist()
        documents = int(scene.line_documents[target.line])
        found = counted(documents, _tr("In a single document"), "In {n} documents")
        found = found if documents else _tr("Found by a model, in no single sentence")
        return CardText(f"{scene.titles[start]} – {scene.titles[end]}", _tr("Relationship"), found)
    return None


class HoverCard(QFrame):
    """A raised sheet beside the cursor; comes after a rest, and at once goes."""

    def __init__(self, active: ActiveTheme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("graphHoverCard")
        self.setProperty("surface", "raised")
        self.is_animated = True
        self._active = active
        self._wanted: tuple[CardText, QPoint] | None = None
        self._title, self._kind, self._figures = QLabel(self), QLabel(self), QLabel(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 9)
        column.setSpacing(2)
        for label in (self._title, self._kind, self._figures):
            label.setWordWrap(True)
            column.addWidget(label)
        self._rest = QTimer(self, singleShot=True, interval=_REST_MILLISECONDS)
        self._rest.timeout.connect(self._rested)
        self._effect = QGraphicsOpacityEffect(self)
        self.setGraphicsEffect(self._effect)
        self._fade = QPropertyAnimation(self._effect, b"opacity", self)
        self._fade.setStartValue(0.0)
        self._fade.setEndValue(1.0)
        self.dress()
        self.hide()

    @property
    def words(self) -> tuple[str, str, str]:
        """What it says."""
        return self._title.text(), self._kind.text(), self._figures.text()

    def dress(self) -> None:
        """Take the fonts of the theme of the moment."""
        theme = self._active.theme
        self._title.setFont(theme.font("body", 600))
        self._kind.setFont(theme.font("caption"))
        self._figures.setFont(theme.font("caption", tabular=True))
        self._kind.setProperty("tone", "2")
        self._figures.setProperty("tone", "2")

    def rest_on(self, text: CardText | None, place: QPoint) -> None:
        """The cursor is over something: say what once it stays there; nothing hides the card."""
        if text is None:
            self._wanted = None
            self._rest.stop()
            self.hide()
        elif self._wanted is None or self._wanted[0] != text:
            self._wanted = text, place
            self.hide()
            self._rest.start()

    @Slot()
    def _rested(self) -> None:
        if self._wanted is None:
            return
        text, place = self._wanted
        for label, words in ((self._title, text.title), (self._kind, text.kind), (self._figures, text.figures)):
            label.setText(words)
            label.setVisible(bool(words))
            width = min(label.fontMetrics().horizontalAdvance(words) + 4, self._active.theme.pixels(_WIDEST))
            label.setFixedWidth(width)
        self.adjustSize()
        self._stand_beside(place)
        self._fade.setDuration(_FADE_MILLISECONDS if self.is_animated else 0)
        self.show()
        self.raise_()
        self._fade.start()

    def _stand_beside(self, place: QPoint) -> None:
        room = self.parentWidget() or self
        x, y = place.x() + _OFF, place.y() + _OFF
        if x + self.width() > room.width() - 4:
            x = max(place.x() - _OFF - self.width(), 4)
        if y + self.height() > room.height() - 4:
            y = max(place.y() - _OFF - self.height(), 4)
        self.move(x, y)


def _of_entity(scene: GraphScene, entity: int, level: int) -> CardText:
    kind = scene.kind_names[int(scene.kinds[entity])]
    number = scene.community_of(entity, level)
    community = "" if number is None else scene.community_titles.get(number, "")
    words = " · ".join(
        filter(None, [_tr("Likely: {kind}").format(kind=kind_words(kind).lower()) if kind else "", community])
    )
    mentions, documents = int(scene.mentions[entity]), int(scene.documents[entity])
    figures = [counted(int(scene.degrees[entity]), _tr("1 relationship"), "{n} relationships")]
    if mentions:
        named = counted(mentions, _tr("1 mention"), "{n} mentions")
        figures.insert(0, f"{named} {counted(documents, _tr('in 1 document'), 'in {n} documents')}")
    return CardText(scene.titles[entity], words, " · ".join(figures))


def _tr(text: str) -> str:
    return QCoreApplication.translate("GraphCanvas", text)
