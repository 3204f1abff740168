"""ForceAtlas2 on a grid: repulsion between all entities as one convolution, attraction along relationships.

Forces and adaptive speed are those of Jacomy et al., ForceAtlas2 (PLoS ONE 2014); a particle mesh takes the place of the
Barnes-Hut tree, which costs nine to twenty times as much in Python. A pull towards the centres of an entity's communities
keeps each in one place, so that every level of the hierarchy can be read.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.fft import irfft2, rfft2
from scipy.sparse import coo_matrix

from graphrag_desktop.pipeline.layout_packing import Levels, Points

_REPULSION = 2.0
_GRAVITY = 1.0
_OVERVIEW_PULL, _SECOND_PULL, _DEEPEST_PULL = 0.05, 0.07, 0.2
_MOST_APART = 0.1  # of all attraction within communities of the overview, what may draw to others


class ForceLayout:
    """Places that move step by step; the same start gives the same course."""

    def __init__(self, start: Points, pairs: NDArray[np.int64], levels: Levels) -> None:
        self.places = start.astype(np.float64)
        entities = len(start)
        links = coo_matrix((_weights(pairs, levels), (pairs[:, 0], pairs[:, 1])), shape=(entities, entities)).tocsr()
        self._links = (links + links.T).tocsr()
        self._strengths = np.asarray(self._links.sum(axis=1)).ravel()
        self._masses = np.bincount(pairs.ravel(), minlength=entities) + 1.0
        self._pulls = [(level, weight, np.maximum(1, np.bincount(level))) for level, weight in _pulling(levels)]
        self._forces = np.zeros_like(self.places)
        self._speed = self._efficiency = 1.0
        self._cells = 64 if entities < 500 else 128 if entities < 5_000 else 256 if entities < 30_000 else 512
        self._kernel_x, self._kernel_y = _kernels(self._cells)

    def step(self) -> None:
        """Move every entity once."""
        forces = self._repulsion()
        forces += self._links @ self.places - self._strengths[:, None] * self.places
        inward = self.places - self.places.mean(axis=0)
        distance = np.hypot(*inward.T) + 1e-9
        forces -= inward * (_GRAVITY * self._masses / distance)[:, None]
        for level, weight, sizes in self._pulls:
            for axis in (0, 1):
                centres = np.bincount(level, self.places[:, axis]) / sizes
                forces[:, axis] -= weight * self._masses * (self.places[:, axis] - centres[level])
        swinging = np.hypot(*(forces - self._forces).T)
        self._adapt_speed(swinging, 0.5 * np.hypot(*(forces + self._forces).T))
        self.places += forces * (self._speed / (1 + np.sqrt(self._speed * self._masses * swinging)))[:, None]
        self._forces = forces

    def _repulsion(self) -> Points:
        """Spread masses on the grid, convolve with 1/distance, read the force where each entity is."""
        cells = self._cells
        low = self.places.min(axis=0)
        width = float((self.places.max(axis=0) - low).max()) / (cells - 2) + 1e-12
        scaled = (self.places - low) / width
        corner = scaled.astype(np.int64)
        right, up = (scaled - corner).T
        left, down = 1 - right, 1 - up
        base = (
            corner[:, 1] * 2 * cells + corner[:, 0]
        )  # rows twice as long: the empty half keeps the grid from wrapping
        shares = ((left * down, 0), (right * down, 1), (left * up, 2 * cells), (right * up, 2 * cells + 1))
        density = np.zeros(4 * cells * cells)
        for share, shift in shares:
            density += np.bincount(base + shift, weights=share * self._masses, minlength=density.size)
        transformed = rfft2(density.astype(np.float32).reshape(2 * cells, 2 * cells))
        forces = np.zeros_like(self.places)
        for axis, kernel in enumerate((self._kernel_x, self._kernel_y)):
            field = irfft2(transformed * kernel, (2 * cells, 2 * cells)).ravel()
            for share, shift in shares:
                forces[:, axis] += share * field[base + shift]
        return forces * (_REPULSION * self._masses / width)[:, None]

    def _adapt_speed(self, swinging: NDArray[np.float64], traction: NDArray[np.float64]) -> None:
        """ForceAtlas2's global speed: as fast as the swinging of the whole allows."""
        entities = len(self.places)
        swing, pull = float((self._masses * swinging).sum()), float((self._masses * traction).sum())
        if swing <= 0 or pull <= 0:
            return
        estimate = 0.05 * math.sqrt(entities)
        tolerance = max(math.sqrt(estimate), min(10.0, estimate * pull / entities**2))
        if swing / pull > 2:
            self._efficiency = max(0.05, self._efficiency * 0.5)
            tolerance = max(tolerance, 1.0)
        target = tolerance * self._efficiency * pull / swing
        if swing > tolerance * pull:
            self._efficiency = max(0.05, self._efficiency * 0.7)
        elif self._speed < 1000:
            self._efficiency *= 1.3
        self._speed += min(target - self._speed, 0.5 * self._speed)


def _weights(pairs: NDArray[np.int64], levels: Levels) -> NDArray[np.float64]:
    """How strongly each relationship draws: the deeper the community that both entities share, the more.

    In a dense graph most relationships lead out of a community and would mix on the map what belongs together (837
    entities, 4,912 relationships: of an entity's ten neighbours on the map 40 % share its community of the overview, with
    this 97 %); in a sparse one, whose communities stand apart anyway, all draw alike.
    """
    is_shared = levels[:, pairs[:, 0]] == levels[:, pairs[:, 1]]
    within = int(is_shared[0].sum())
    weight = min(1.0, _MOST_APART * max(within, 1) / max(len(pairs) - within, 1))
    weights: NDArray[np.float64] = weight ** (1 - is_shared.mean(axis=0))
    return weights


def _pulling(levels: Levels) -> Sequence[tuple[NDArray[np.int64], float]]:
    """The levels whose communities hold together, and how strongly: the deepest most."""
    pulls = [(levels[0], _OVERVIEW_PULL), (levels[-1], _DEEPEST_PULL)]
    return [*pulls, (levels[1], _SECOND_PULL)] if len(levels) > 1 else pulls


def _kernels(cells: int) -> tuple[NDArray[np.complex64], NDArray[np.complex64]]:
    """The transformed field of one mass at the origin, along each axis; softened within a cell."""
    steps = np.r_[np.arange(cells), np.arange(-cells, 0)].astype(np.float32)
    x, y = np.meshgrid(steps, steps)
    squared = x * x + y * y + 0.5
    return rfft2((x / squared).astype(np.float32)), rfft2((y / squared).astype(np.float32))
