"""One way of asking among those compared: which it is, what it takes, its answer as it is written, how it differs."""

import re
from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from graphrag_desktop.domain.answers import Answer, Citation
from graphrag_desktop.domain.events import AnswerGrew, ContextChosen, Event, PartFailed, PartScored
from graphrag_desktop.explore.records import RecordView
from graphrag_desktop.query.comparing import Way
from graphrag_desktop.ui.answer_markdown import how_answered
from graphrag_desktop.ui.citation_card import CitationGuide
from graphrag_desktop.ui.cited_text import MORE, CitedText, markdown_blocks
from graphrag_desktop.ui.controls import Button, IconButton, ShortWords
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.machine_notice import notice_block
from graphrag_desktop.ui.number_box import ChoiceBox
from graphrag_desktop.ui.panels import MessageBar, Words, named, row_of
from graphrag_desktop.ui.prose import Prose
from graphrag_desktop.ui.theme import ActiveTheme
from graphrag_desktop.ui.way_offers import WayOffer

_MEASURE = 568
_SENTENCE_END = re.compile(r"[.!?…。！？][\"”’)\]】*_]*(?=\s|$)|\]|\n")


class CompareColumn(QFrame):
    """Shows one way of asking; `way_changed` tells that the analyst chose another."""

    way_changed = Signal()
    stop_wanted = Signal()
    remove_wanted = Signal()
    citation_wanted = Signal(object)
    record_wanted = Signal(object)

    def __init__(self, theme: ActiveTheme, place: int) -> None:
        super().__init__()
        self._theme = theme
        self._offers: Sequence[WayOffer] = ()
        self._answer: Answer | None = None
        self._text = ""
        self._drawn = 0
        self._opened: set[int] = set()
        self._is_busy = False
        self.setProperty("surface", "card")
        self._build(place)

    @property
    def offer(self) -> WayOffer | None:
        """The way that is chosen; None while there is none."""
        place = self._way.currentIndex()
        return self._offers[place] if 0 <= place < len(self._offers) else None

    @property
    def answer(self) -> Answer | None:
        """The answer, once it is there."""
        return self._answer

    @property
    def is_busy(self) -> bool:
        """Whether it is being answered."""
        return self._is_busy

    @property
    def head(self) -> tuple[QWidget, ...]:
        """What takes the keyboard, in order."""
        return self._way, self._stop, self._remove, self._view

    def show_offers(self, offers: Sequence[WayOffer], chosen: Way) -> None:
        """Offer ways of asking, with one of them chosen."""
        self._offers = offers
        self._way.blockSignals(True)  # noqa: FBT003 - Qt's
        self._way.clear()
        for each in offers:
            self._way.addItem(each.words)
        ways = [each.way for each in offers]
        self._way.setCurrentIndex(ways.index(chosen) if chosen in ways else 0)
        self._way.blockSignals(False)  # noqa: FBT003
        self._tell_takes()

    def allow_removal(self, *, is_allowed: bool) -> None:
        """Whether it may be taken away."""
        self._remove.setVisible(is_allowed)

    def clear(self) -> None:
        """Nothing is asked yet."""
        self._answer, self._text, self._drawn, self._is_busy = None, "", 0, False
        self._opened.clear()
        self._bar.hide()
        self._differs.hide()
        self._tell_takes()
        self._show_state()
        self._view.show_blocks(())

    def begin(self) -> None:
        """It is being asked."""
        self.clear()
        self._is_busy = True
        self._state.setText(self.tr("Reading"))
        self._show_state()

    def follow(self, happened: Event) -> None:
        """Show one event; what is written is drawn by `draw_grown`."""
        match happened:
            case PartScored():
                words = self.tr("Part {n} of {all} read: helpfulness {score} of 100")
                words = words.format(n=figure(happened.number), all=figure(happened.parts), score=happened.score)
                self._state.setText(words)
            case PartFailed():
                self._state.setText(self.tr("Part {n} could not be read").format(n=figure(happened.number)))
            case ContextChosen():
                sent = len(happened.considered.context.items)
                self._state.setText(counted(sent, "1 record is sent", "{n} records are sent"))
            case AnswerGrew():
                self._text += happened.text
            case _:
                pass

    def draw_grown(self) -> None:
        """Draw what was written since, by whole sentences."""
        if self._answer is not None:
            return
        whole = max((found.end() for found in _SENTENCE_END.finditer(self._text)), default=0)
        if whole != self._drawn:
            self._drawn = whole
            self._view.show_blocks(markdown_blocks(self._text[:whole], CitedText(())), keeps_place=True)

    def show_answer(self, answer: Answer) -> None:
        """Show what came of it, whole or not."""
        self._answer, self._text, self._is_busy = answer, answer.text, False
        self._state.setText(how_answered(answer))
        if answer.is_stopped:
            self._bar.tell(self.tr("Stopped. What is written is kept, with what it cost."), "warn")
        elif answer.failure:
            self._bar.tell(answer.failure, "warn")
        self._guide.set_citations(self._citations)
        self._draw()
        self._show_state()

    def show_failure(self, words: str) -> None:
        """There is no answer."""
        self._is_busy = False
        self._text += "\n"  # what there is of a sentence is shown too
        self.draw_grown()
        self._state.setText("")
        self._bar.tell(words)
        self._show_state()

    def show_difference(self, words: str) -> None:
        """Say how it differs from the others, and what its context was filled with."""
        self._differs.setText(words)
        self._differs.setVisible(bool(words))

    def show_record(self, record: RecordView) -> None:
        """Complete the card of a citation."""
        self._guide.show_record(record)

    def take_focus(self) -> None:
        """Put the keyboard on the choice of the way."""
        self._way.setFocus()

    @property
    def _citations(self) -> tuple[Citation, ...]:
        return () if self._answer is None else self._answer.citations

    def _build(self, place: int) -> None:
        self._way = named(ChoiceBox(), f"compareWay{place}", self.tr("Way of asking {n}").format(n=place))
        self._way.setMinimumWidth(120)
        self._way.currentIndexChanged.connect(lambda _: self._way_chosen())
        tip = self.tr("Stop this one. What is written stays, and is kept.")
        self._stop = Button(self._theme, self.tr("Stop"), icon="circle-stop", kind="quiet", tip=tip)
        named(self._stop, f"compareStop{place}", self.tr("Stop way {n}").format(n=place))
        self._stop.clicked.connect(self.stop_wanted)
        self._remove = IconButton(self._theme, "x", self.tr("Leave this way out"))
        self._remove.clicked.connect(self.remove_wanted)
        head = row_of(self._way, self._stop, self._remove, spacing=4)
        head.setStretch(0, 1)
        self._state = ShortWords(self._theme, role="caption", tone="2")
        self._bar = MessageBar(self._theme)
        view = Prose(self._theme, _MEASURE, padding=12)
        self._view = named(view, f"compareAnswer{place}", self.tr("Answer {n}").format(n=place))
        self._view.link_followed.connect(self._link_followed)
        self._guide = CitationGuide(self._theme, self._view)
        self._guide.citation_followed.connect(self.citation_wanted)
        self._guide.record_wanted.connect(self.record_wanted)
        self._differs = Words(self._theme, role="caption", tone="2")
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 8, 1, 8)
        column.setSpacing(6)
        state, foot = row_of(self._state), row_of(self._differs)
        for row in (head, state, foot):
            row.setContentsMargins(12, 0, 10, 0)
        column.addLayout(head)
        column.addLayout(state)
        column.addWidget(self._bar)
        column.addWidget(self._view, 1)
        column.addLayout(foot)
        self.clear()

    def _draw(self) -> None:
        cited = CitedText(self._citations, self._opened)
        self._view.show_blocks((*markdown_blocks(self._text, cited), notice_block()), keeps_place=True)

    def _show_state(self) -> None:
        self._stop.setVisible(self._is_busy)
        self._way.setEnabled(not self._is_busy)
        self._remove.setEnabled(not self._is_busy)

    def _tell_takes(self) -> None:
        offer = self.offer
        self._state.setText("" if offer is None else offer.takes)

    def _way_chosen(self) -> None:
        self.clear()
        self.way_changed.emit()

    def _link_followed(self, href: str) -> None:
        scheme, _, place = href.partition(":")
        if scheme == MORE:
            self._opened.add(int(place))
            self._draw()
