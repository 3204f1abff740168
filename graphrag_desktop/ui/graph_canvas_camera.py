"""The part of the map in view, and the way from places on the map to pixels and back."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Bounds = tuple[float, float, float, float]
"""Left, bottom, right and top on the map."""


@dataclass(frozen=True, slots=True)
class Camera:
    """The part of the map in view: its left and upper edge on the map, pixels to one unit, and its size in pixels."""

    left: float
    top: float
    scale: float
    width: float
    height: float

    def across(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        """From the map to pixels from the left."""
        return (x - self.left) * self.scale

    def down(self, y: NDArray[np.float64]) -> NDArray[np.float64]:
        """From the map to pixels from above; the map's y points up."""
        return (self.top - y) * self.scale

    def pixel(self, x: float, y: float) -> tuple[float, float]:
        """One place of the map in pixels."""
        return (x - self.left) * self.scale, (self.top - y) * self.scale

    def place(self, across: float, down: float) -> tuple[float, float]:
        """The place on the map of a pixel."""
        return self.left + across / self.scale, self.top - down / self.scale

    @property
    def bounds(self) -> Bounds:
        """The part of the map in view."""
        return self.left, self.top - self.height / self.scale, self.left + self.width / self.scale, self.top

    def at_ratio(self, ratio: float) -> "Camera":
        """The same view in the pixels of a screen that has `ratio` of them for each of ours."""
        return replace(self, scale=self.scale * ratio, width=self.width * ratio, height=self.height * ratio)

    def contains(
        self, x: NDArray[np.float64], y: NDArray[np.float64], margin: float | NDArray[np.float64]
    ) -> NDArray[np.bool_]:
        """Which places are in view, or at most `margin` pixels outside; that may differ from place to place."""
        reach = margin / self.scale
        left, bottom, right, top = self.bounds
        return (x >= left - reach) & (x <= right + reach) & (y >= bottom - reach) & (y <= top + reach)
