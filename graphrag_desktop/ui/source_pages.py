"""The pages of a document as they look: which is shown, turned, drawn anew, with the passage and others cited marked."""

from bisect import bisect_right

from PySide6.QtCore import Signal, Slot

from graphrag_desktop.domain.identity import Span
from graphrag_desktop.domain.page_pictures import PagePicture
from graphrag_desktop.explore.documents import SourceView
from graphrag_desktop.explore.page_pictures import WantedPage
from graphrag_desktop.ui.page_view import PageView, ShownPage
from graphrag_desktop.ui.reader import Marks
from graphrag_desktop.ui.theme import ActiveTheme


class SourcePages(PageView):
    """Shows pages of one document; `page_wanted` asks for the picture of one, a `WantedPage`."""

    page_wanted = Signal(object)
    place_changed = Signal(int)  # the character at the top of the page shown

    def __init__(self, active: ActiveTheme) -> None:
        super().__init__(active)
        self._source: SourceView | None = None
        self._marks = Marks()
        self._at = 0  # the place of the page among the pages
        self._wanted: WantedPage | None = None
        self.width_wanted.connect(self._want)
        self.turned.connect(self._turn)

    def show_source(self, source: SourceView, marks: Marks) -> None:
        """Show a document at its passage, or where it is, or from its first page."""
        if self._source is None or self._source.document.id != source.document.id:
            self._at = 0
            self.clear()
        self._source, self._marks = source, marks
        if marks.passage is not None:
            starts = [page.span.start for page in source.pages]
            self._at = max(0, bisect_right(starts, marks.passage.start) - 1)
        self._want(self.picture_width)

    def show_picture(self, wanted: WantedPage, picture: PagePicture) -> None:
        """The picture of a page came; one that is no longer wanted is not shown."""
        if wanted is self._wanted and self._source is not None:
            has_passage = bool(wanted.passages) and wanted.passages[0] == self._marks.passage
            self.show_page(ShownPage(wanted.page.number, len(self._source.pages), picture, has_passage))
            self.place_changed.emit(wanted.page.span.start)

    @Slot(int)
    def _want(self, width: int) -> None:
        source = self._source
        if source is None or not source.pages:
            return
        page = source.pages[self._at]
        passage = self._marks.passage
        here = [passage] if passage is not None and passage.overlaps(page.span) else []
        cited = [each for each in self._marks.cited if each.overlaps(page.span) and each != passage]
        self._wanted = WantedPage(source.document, page, source.text, tuple[Span, ...]([*here, *cited]), width)
        self.page_wanted.emit(self._wanted)

    @Slot(int)
    def _turn(self, step: int) -> None:
        count = 0 if self._source is None else len(self._source.pages)
        at = min(max(0, self._at + step), count - 1)
        if count and at != self._at:
            self._at = at
            self._want(self.picture_width)
