"""What a stretch of time leaves of the map, the tree and the lists: the map's sieve holds it, so that it can be undone."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal, Slot

from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.explore.timeline import Narrowing, Timeline, timeline
from graphrag_desktop.ui.graph_canvas_sieve import Sieve
from graphrag_desktop.ui.notices import Notice
from graphrag_desktop.ui.panel_reading import PanelReading
from graphrag_desktop.ui.panels import Offer
from graphrag_desktop.ui.timeline_chart import Range
from graphrag_desktop.ui.timeline_words import range_words
from graphrag_desktop.ui.window_parts import WindowParts
from graphrag_desktop.ui.workspaces import SOURCE, TIMELINE

_MATTER = "time"


class TimelineLinks(QObject):
    """Connects the timeline of a desk with the project behind it, and with all that it narrows."""

    loaded = Signal()

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.desk)
        self._parts = parts
        self._panel, self._canvas = parts.desk.timeline, parts.desk.map.canvas
        self._timeline: Timeline | None = None
        self._reading = PanelReading(parts.session, timeline, self)
        self._stretch: Range | None = None  # what all lists show now
        self._stretches: dict[frozenset[int], tuple[Range, Narrowing]] = {}  # by what they leave, for undoing
        self._reading.began.connect(self._panel.expect)
        self._reading.done.connect(self._loaded)
        self._reading.failed.connect(self._panel.show_failure)
        self._panel.wanted.connect(self._reading.begin)
        self._panel.range_chosen.connect(self._range_chosen)
        self._panel.passage_wanted.connect(self._show_passage)
        self._canvas.sieve_changed.connect(self._sieve_changed)
        parts.session.view_loaded.connect(lambda _: self._view_loaded())
        parts.session.project_changed.connect(self._forget)
        parts.session.project_closed.connect(self._forget)

    @property
    def timeline(self) -> Timeline | None:
        """What was read of the project that is open."""
        return self._timeline

    def show(self) -> None:
        """Bring the timeline to the front, with the keyboard."""
        self._parts.desk.show(TIMELINE)
        self._panel.take_focus()

    def _loaded(self, found: Timeline) -> None:
        self._timeline = found
        self._panel.show_timeline(found)
        stretch, self._stretch = self._stretch, None
        if stretch is not None:  # the index is another, the time that is looked at is the same
            self._range_chosen(stretch)
        self.loaded.emit()

    def _view_loaded(self) -> None:
        """Another index: what is dated is read again where it is to be seen, else when it is."""
        self._reading.give_up()
        self._timeline = None
        if self._stretch is not None or self._parts.desk.is_shown(TIMELINE):
            self._reading.begin()
        else:
            self._panel.show_nothing()

    def _forget(self) -> None:
        self._reading.give_up()
        self._timeline = None
        self._stretches.clear()
        self._panel.show_nothing()
        self._narrow(None, None)

    @Slot(object)
    def _range_chosen(self, stretch: Range | None) -> None:
        """The map tells of a sieve that is another; where the same entities are left it has nothing to tell."""
        sieve = self._canvas.sieve
        if stretch is None or self._timeline is None:
            self._canvas.change_sieve(replace(sieve, among=None), self.tr("Show all times"))
            self._narrow(None, None)
            return
        narrowing = self._timeline.narrowed(*stretch)
        self._stretches[narrowing.entities] = stretch, narrowing
        self._canvas.change_sieve(replace(sieve, among=narrowing.entities), self.tr("Narrow to a time"))
        self._narrow(stretch, narrowing)

    @Slot(object)
    def _sieve_changed(self, sieve: Sieve) -> None:
        """Undone, done again, or done with."""
        if sieve.among is None:
            self._narrow(None, None)
        elif sieve.among in self._stretches:
            self._narrow(*self._stretches[sieve.among])

    def _narrow(self, stretch: Range | None, narrowing: Narrowing | None) -> None:
        """Have all lists show what the map shows, and say so where it is seen."""
        if stretch == self._stretch:
            return
        self._stretch = stretch
        desk = self._parts.desk
        desk.entities.narrow_to(None if narrowing is None else narrowing.entities)
        desk.documents.narrow_to(None if narrowing is None else narrowing.documents)
        desk.communities.narrow_to(None if narrowing is None else narrowing.communities)
        self._panel.show_range(stretch, narrowing)
        if stretch is None:
            self._parts.notices.withdraw(_MATTER)
            return
        words = self.tr("Map, communities, entities and documents show only what is dated {time}.")
        offer = Offer(self.tr("Show all times"), lambda: self._range_chosen(None))
        self._parts.notices.tell(Notice(words.format(time=range_words(*stretch)), "ok", offer, matter=_MATTER))

    @Slot(object)
    def _show_passage(self, passage: Evidence) -> None:
        self._parts.desk.source.show_passages((passage,))
        self._parts.desk.show(SOURCE)
