"""A page of a document as it looks, with its passages marked: drawn elsewhere, shown and scrolled here."""

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame

from graphrag_desktop.domain.page_pictures import PagePicture, Rectangle
from graphrag_desktop.ui.theme import ActiveTheme

_MARGIN = 16
_WIDEST = 900  # pixels of the window: a wider page is harder to read
_SMALLEST_ZOOM, _LARGEST_ZOOM, _ZOOM_STEP = 0.5, 4.0, 1.15
_SETTLED = 150  # milliseconds after the last change of size, before the page is drawn anew
_VEIL = 0.30  # of a mark over the words
_BEYOND = 1.5  # pixels that a mark stands out around its words


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A page with its picture: the first of `picture.places` is the passage looked at, if `has_passage`."""

    number: int
    count: int
    picture: PagePicture
    has_passage: bool


class PageView(QAbstractScrollArea):
    """Shows one page; `width_wanted` asks for it to be drawn for another width, in pixels of the screen, and
    `turned` for the page before or after."""

    width_wanted = Signal(int)
    turned = Signal(int)

    def __init__(self, active: ActiveTheme) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._active = active
        self._page: ShownPage | None = None
        self._image = QImage()
        self._zoom = 1.0
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED)
        self._settled.timeout.connect(self._ask)
        active.theme_changed.connect(self.viewport().update)

    @property
    def is_drawn(self) -> bool:
        """Whether there is a page to be seen."""
        return self._page is not None

    @property
    def picture_width(self) -> int:
        """How wide a page is to be drawn for this view, in pixels of the screen."""
        room = max(120, self.viewport().width() - 2 * _MARGIN)
        return round(min(room, self._active.theme.pixels(_WIDEST)) * self._zoom * self.devicePixelRatioF())

    def show_page(self, page: ShownPage) -> None:
        """Show a page, at its passage or from its top; the same page drawn anew stays where it is."""
        is_same = self._page is not None and (self._page.number, self._page.picture.places) == (
            page.number,
            page.picture.places,
        )
        picture = page.picture
        self._page = page
        self._image = QImage(
            picture.pixels, picture.width, picture.height, picture.stride, QImage.Format.Format_RGB32
        )  # the picture keeps its pixels for as long as the page is shown
        self._image.setDevicePixelRatio(self.devicePixelRatioF())
        self._fit()
        if not is_same:
            self._go_to_passage()
        self.viewport().setAccessibleDescription(self._words(page))
        self.viewport().update()

    def clear(self) -> None:
        """Show no page."""
        self._page, self._image = None, QImage()
        self._fit()
        self.viewport().update()

    def zoom_by(self, steps: int) -> None:
        """Make the page larger or smaller."""
        self._zoom = min(max(self._zoom * _ZOOM_STEP**steps, _SMALLEST_ZOOM), _LARGEST_ZOOM)
        self._settled.start()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: with Ctrl the page grows or shrinks; past its end the next one is asked for."""
        steps = event.angleDelta().y()
        bar = self.verticalScrollBar()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_by(1 if steps > 0 else -1)
        elif steps < 0 and bar.value() == bar.maximum():
            self.turned.emit(1)
        elif steps > 0 and bar.value() == bar.minimum():
            self.turned.emit(-1)
        else:
            super().wheelEvent(event)
        event.accept()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: the page is drawn anew once the size has settled."""
        super().resizeEvent(event)
        self._fit()
        if self._page is not None and event.size().width() != event.oldSize().width():
            self._settled.start()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Qt calls this: the page on the desk, the passage marked strongly and other cited ones softly."""
        painter = QPainter(self.viewport())
        theme = self._active.theme
        painter.fillRect(self.viewport().rect(), theme.colour("desk"))
        if self._page is None:
            return
        place = self._place()
        painter.drawImage(place.topLeft(), self._image)
        painter.setPen(QPen(theme.colour("line"), 1))
        painter.drawRect(QRectF(place).adjusted(-0.5, -0.5, 0.5, 0.5))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, rectangles in enumerate(self._page.picture.places):
            is_passage = number == 0 and self._page.has_passage
            for each in rectangles:
                self._paint_mark(painter, self._box(each), is_passage=is_passage)

    def _paint_mark(self, painter: QPainter, box: QRectF, *, is_passage: bool) -> None:
        ink = QColor(self._active.theme.colour("mark_line"))
        veil = QColor(ink)
        veil.setAlphaF(_VEIL if is_passage else _VEIL / 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(veil)
        painter.drawRoundedRect(box, 2, 2)
        if is_passage:
            painter.setPen(QPen(ink, 1))
            painter.drawLine(box.bottomLeft(), box.bottomRight())

    def _place(self) -> QRectF:
        """Where the page stands in the viewport."""
        size = QSize(round(self._image.width() / self._ratio()), round(self._image.height() / self._ratio()))
        left = max(_MARGIN, (self.viewport().width() - size.width()) // 2) - self.horizontalScrollBar().value()
        top = max(_MARGIN, (self.viewport().height() - size.height()) // 2) - self.verticalScrollBar().value()
        return QRectF(QPoint(left, top), size)

    def _ratio(self) -> float:
        return self._image.devicePixelRatio() or 1.0

    def _box(self, part: Rectangle) -> QRectF:
        place = self._place()
        return QRectF(
            place.left() + part.left * place.width(),
            place.top() + part.top * place.height(),
            (part.right - part.left) * place.width(),
            (part.bottom - part.top) * place.height(),
        ).adjusted(-_BEYOND, -_BEYOND, _BEYOND, _BEYOND)

    def _fit(self) -> None:
        """The scroll bars cover the page with its margin."""
        view = self.viewport().size()
        for bar, length, room in (
            (self.horizontalScrollBar(), self._image.width(), view.width()),
            (self.verticalScrollBar(), self._image.height(), view.height()),
        ):
            whole = round(length / self._ratio()) + 2 * _MARGIN if length else 0
            bar.setRange(0, max(0, whole - room))
            bar.setPageStep(room)
            bar.setSingleStep(40)

    def _go_to_passage(self) -> None:
        bar = self.verticalScrollBar()
        bar.setValue(0)
        if self._page is not None and self._page.has_passage and self._page.picture.places[0]:
            box = self._box(self._page.picture.places[0][0])
            bar.setValue(round(box.top() - self.viewport().height() / 3))

    def _words(self, page: ShownPage) -> str:
        return self.tr("Page {n} of {all}").format(n=page.number, all=page.count)

    @Slot()
    def _ask(self) -> None:
        if self._page is not None and abs(self.picture_width - self._page.picture.width) > 1:
            self.width_wanted.emit(self.picture_width)
