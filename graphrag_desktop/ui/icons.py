"""Icons: Lucide's line drawings from `resources/icons`, tinted with the colours of a theme."""

from collections.abc import Mapping
from functools import cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QImage, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from graphrag_desktop.assets import resource

_OVERSAMPLING = 2  # sharp at 200 % as well
_STROKE = 'stroke-width="1.75"'  # Lucide's own 2 is heavy beside Inter


class Icons:
    """The icons in the colours of one theme, each drawn once; a new theme has new ones.

    `colours` maps each token to `#RRGGBB`.
    """

    def __init__(self, colours: Mapping[str, str]) -> None:
        self._colours = colours
        self._pixmaps: dict[tuple[str, str, int], QPixmap] = {}
        self._icons: dict[tuple[str, str, int], QIcon] = {}

    def icon(self, name: str, token: str = "text2", size: int = 16) -> QIcon:  # noqa: S107 - the name of a colour
        """The icon for a control: in the token's colour, and in `text_off` while disabled."""
        key = (name, token, size)
        if key not in self._icons:
            icon = QIcon(self.pixmap(name, token, size))
            icon.addPixmap(self.pixmap(name, "text_off", size), QIcon.Mode.Disabled)
            self._icons[key] = icon
        return self._icons[key]

    def pixmap(self, name: str, token: str = "text2", size: int = 16) -> QPixmap:  # noqa: S107
        """The icon for painting, `size` pixels wide and high."""
        key = (name, token, size)
        if key not in self._pixmaps:
            self._pixmaps[key] = _render(self.svg(name, token), size)
        return self._pixmaps[key]

    def svg(self, name: str, token: str) -> bytes:
        """The drawing itself, tinted."""
        return _drawing(name).replace("currentColor", self._colours[token]).encode()


@cache
def _drawing(name: str) -> str:
    text = resource("icons", f"{name}.svg").read_text(encoding="utf-8")
    return text.replace('stroke-width="2"', _STROKE)


def _render(svg: bytes, size: int) -> QPixmap:
    side = size * _OVERSAMPLING
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(svg).render(painter)
    painter.end()
    image.setDevicePixelRatio(_OVERSAMPLING)
    return QPixmap.fromImage(image)
