"""Pages drawn as they look, with the places of words on them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SoughtWords:
    """Words to be found on a page; `place` is where they begin in the page's text, 0 to 1."""

    text: str
    place: float


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A part of a picture, its edges as shares of the picture's width and height from the left and the top."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A page: `pixels` has four bytes (blue, green, red, unused) for each pixel, `stride` bytes for each row.

    `places` are the rectangles of each of the words sought, one for each line, none where they were not found.
    """

    width: int
    height: int
    stride: int
    pixels: bytes
    places: tuple[tuple[Rectangle, ...], ...]
