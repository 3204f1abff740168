"""Territories: the area of each community on the map, as closed lines around where its entities stand most densely.

A community's territory is where the smoothed density of its entities is high enough, and more than its share of all
density, so that the territories of one level never overlap.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter
from scipy.spatial import cKDTree

from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.canvas_arrays import Territories
from graphrag_desktop.pipeline.contours import trace_rings

Places = NDArray[np.float64]

_LEAST = 3  # entities of a community that has an area
_SHARE = 0.535  # of all density: above a half, so that neighbours keep a narrow gap
_FLOOR = 0.24  # of the density where a community's own entities stand
_SMOOTHING = 0.9  # standard deviation of the smoothing, in distances of neighbours ...
_SMOOTHING_OF_AREA = 0.11  # ... and at least in radii of a usual community
_CELLS = 3.0  # of the field in one standard deviation
_MOST_CELLS = 4_096  # across the field
_REACH = 4.0  # standard deviations from an entity to the edge of its community's crop
_STRAY = 3.0  # times as far from the middle as half of a community: not what its area is drawn around
_SHEET_CELLS = 4_000_000
_PART = 0.2  # of the largest part's area: smaller islands are left out
_HOLE = 0.03
_FINE = 16  # points of a line that are all kept; of a longer one every second is enough


def draw_territories(positions: NDArray[np.floating], levels: NDArray[np.integer], control: RunControl) -> Territories:
    """The territories of the communities of each level (L, n), given by their numbers; entities without a place count not."""
    placed = np.isfinite(positions).all(axis=1)
    places, homes = positions[placed].astype(np.float64), levels[:, placed]
    drawn: list[_Level] = []
    if len(places) >= _LEAST:
        spacing = _spacing(places)
        for level, home in enumerate(homes):
            drawn.append(_draw_level(places, home, level, spacing, control))
    merged = [
        each.corners if not above else _merged(each, drawn[above - 1], homes, above) for above, each in enumerate(drawn)
    ]
    rings = [
        np.stack([np.full(len(each.owners), level), each.owners, each.lengths], axis=1)
        for level, each in enumerate(drawn)
    ]
    return Territories(
        np.concatenate([np.zeros((0, 2)), *(each.corners for each in drawn)]).astype(np.float32),
        np.concatenate([np.zeros((0, 2)), *merged]).astype(np.float32),
        np.concatenate([np.zeros((0, 3)), *rings]).astype(np.int32),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Level:
    """The lines of one level: all corners, whose each line is, and how many corners it has."""

    corners: Places
    owners: NDArray[np.int64]
    lengths: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class _Field:
    """Density on a grid of square cells: that of all entities, and how it is smoothed."""

    origin: NDArray[np.float64]
    cell: float
    sigma: float  # in cells
    total: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Crop:
    """The part of the field where a community stands, and where it lies on the sheet that is worked on."""

    owner: int
    entities: NDArray[np.int64]
    row: int
    column: int
    height: int
    width: int
    sheet_row: int = 0
    sheet_column: int = 0


def _spacing(places: Places) -> float:
    """The usual distance of neighbours."""
    nearest = cKDTree(places).query(places, k=2)[0][:, 1]
    return float(np.median(nearest)) * 1.2 or 1.0


def _draw_level(places: Places, home: NDArray[np.integer], level: int, spacing: float, control: RunControl) -> _Level:
    numbers, member_of, sizes = np.unique(home, return_inverse=True, return_counts=True)
    order = np.argsort(member_of, kind="stable")
    groups = [
        (int(numbers[each]), order[start:end])
        for each, (start, end) in enumerate(pairwise(np.append(0, np.cumsum(sizes)).tolist()))
        if sizes[each] >= _LEAST
    ]
    typical = float(np.sqrt(np.median(sizes[member_of]))) * 0.56 * spacing
    field = _field(places, max(_SMOOTHING * spacing, _SMOOTHING_OF_AREA * typical))
    crops = [_crop(places, field, number, entities) for number, entities in groups]
    found: list[tuple[Places, int]] = []
    for sheet in _sheets(crops):
        control.checkpoint()
        found.extend(_rings_of(sheet, places, field))
    return _Level(
        np.concatenate([np.zeros((0, 2)), *(corners for corners, _ in found)]),
        np.array([owner for _, owner in found], np.int64),
        np.array([len(corners) for corners, _ in found], np.int64),
    )


def _field(places: Places, smoothing: float) -> _Field:
    low, high = places.min(axis=0), places.max(axis=0)
    smoothing = max(smoothing, float((high - low).max()) / _MOST_CELLS * _CELLS)
    cell = smoothing / _CELLS
    margin = int(np.ceil(_REACH * _CELLS)) + 2
    origin = low - margin * cell
    width, height = (np.ceil((high - low) / cell).astype(int) + 2 * margin + 1).tolist()
    rows, columns = _cells(places, origin, cell)
    counts = np.bincount(rows * width + columns, minlength=width * height).astype(np.float32)
    return _Field(origin, cell, _CELLS, gaussian_filter(counts.reshape(height, width), _CELLS, truncate=_REACH - 0.5))


def _cells(places: Places, origin: NDArray[np.float64], cell: float) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    columns, rows = ((places - origin) / cell).astype(np.int64).T
    return rows, columns


def _crop(places: Places, field: _Field, owner: int, entities: NDArray[np.int64]) -> _Crop:
    own = places[entities]
    distance = np.hypot(*(own - np.median(own, axis=0)).T)
    near = entities[distance <= _STRAY * np.median(distance)]
    rows, columns = _cells(places[near], field.origin, field.cell)
    margin = int(np.ceil(_REACH * field.sigma))
    row, column = int(rows.min()) - margin, int(columns.min()) - margin
    return _Crop(owner, near, row, column, int(np.ptp(rows)) + 2 * margin + 1, int(np.ptp(columns)) + 2 * margin + 1)


def _sheets(crops: Sequence[_Crop]) -> Iterator[list[_Crop]]:
    """The crops laid side by side on sheets, the highest first: one sheet is worked on at a time."""
    widest = max([2_048, *(each.width for each in crops)])
    sheet: list[_Crop] = []
    row = column = shelf = 0
    for each in sorted(crops, key=lambda crop: -crop.height):
        if column + each.width > widest:
            row, column, shelf = row + shelf, 0, 0
        if sheet and (row + each.height) * widest > _SHEET_CELLS:
            yield sheet
            sheet, row, column, shelf = [], 0, 0, 0
        sheet.append(_Crop(each.owner, each.entities, each.row, each.column, each.height, each.width, row, column))
        column, shelf = column + each.width, max(shelf, each.height)
    if sheet:
        yield sheet


def _rings_of(sheet: Sequence[_Crop], places: Places, field: _Field) -> Iterator[tuple[Places, int]]:
    """The lines around the communities on a sheet, as places on the map, each with its community's number."""
    height = max(each.sheet_row + each.height for each in sheet)
    width = max(each.sheet_column + each.width for each in sheet)
    counts = np.zeros((height, width), np.float32)
    total = np.zeros_like(counts)
    crop_at = np.zeros((height, width), np.int32)
    for number, each in enumerate(sheet):
        rows, columns = _cells(places[each.entities], field.origin, field.cell)
        np.add.at(counts, (rows - each.row + each.sheet_row, columns - each.column + each.sheet_column), 1)
        window = np.s_[
            each.sheet_row : each.sheet_row + each.height, each.sheet_column : each.sheet_column + each.width
        ]
        total[window] = field.total[each.row : each.row + each.height, each.column : each.column + each.width]
        crop_at[window] = number
    own = gaussian_filter(counts, field.sigma, truncate=_REACH - 0.5)
    share = gaussian_filter(own / np.maximum(total, 1e-9), field.sigma / 4) / _SHARE
    floors = np.array([_floor(each, own, places, field) for each in sheet], np.float32)
    corners, lengths = trace_rings(np.minimum(own / floors[crop_at], share), 1.0)
    yield from _worth_drawing(corners, lengths, sheet, crop_at, field)


def _floor(crop: _Crop, own: NDArray[np.float32], places: Places, field: _Field) -> float:
    rows, columns = _cells(places[crop.entities], field.origin, field.cell)
    here = own[rows - crop.row + crop.sheet_row, columns - crop.column + crop.sheet_column]
    alone = 1 / (2 * np.pi * field.sigma**2)  # the density of one entity by itself
    return max(_FLOOR * float(np.median(here)), 0.3 * alone)


def _worth_drawing(
    corners: Places, lengths: NDArray[np.int64], sheet: Sequence[_Crop], crop_at: NDArray[np.int32], field: _Field
) -> Iterator[tuple[Places, int]]:
    """Lines without small islands and holes, thinned, as places on the map."""
    ends = np.cumsum(lengths)
    owners = (
        crop_at[corners[ends - lengths, 0].astype(int), corners[ends - lengths, 1].astype(int)] if len(ends) else ends
    )
    after = np.arange(len(corners)) + 1
    after[ends - 1] = ends - lengths
    crossed = corners[:, 1] * corners[after, 0] - corners[after, 1] * corners[:, 0]
    areas = np.add.reduceat(crossed, ends - lengths) / 2 if len(ends) else np.zeros(0)
    largest = np.zeros(len(sheet))
    np.maximum.at(largest, owners, areas)
    keeps = np.where(areas > 0, areas >= _PART * largest[owners], -areas >= np.maximum(_HOLE * largest[owners], 12.0))
    for ring in np.flatnonzero(keeps).tolist():
        crop = sheet[owners[ring]]
        own = corners[ends[ring] - lengths[ring] : ends[ring]]
        own = own if len(own) <= _FINE else own[::2]
        shifted = own[:, ::-1] + (crop.column - crop.sheet_column + 0.5, crop.row - crop.sheet_row + 0.5)
        yield field.origin + shifted * field.cell, crop.owner


def _merged(own: _Level, above: _Level, homes: NDArray[np.integer], level: int) -> Places:
    """Where corners lie once the children have grown into their parent: on its line, or half-way to a sibling's.

    The nearest corner is looked for among those of one family by giving each family a height of its own.
    """
    if not len(own.corners) or not len(above.corners):
        return own.corners
    first = np.unique(homes[level], return_index=True)
    parent_of = dict(zip(first[0].tolist(), homes[level - 1][first[1]].tolist(), strict=True))
    owner = np.repeat(own.owners, own.lengths)
    family = np.repeat([parent_of[each] for each in own.owners.tolist()], own.lengths)
    far = 4 * float(np.ptp(own.corners, axis=0).max()) + 1.0
    parents = cKDTree(np.column_stack([above.corners, np.repeat(above.owners, above.lengths) * far]))
    to_parent, parent = parents.query(np.column_stack([own.corners, family * far]), distance_upper_bound=far / 2)
    to_sibling, sibling = _nearest_sibling(own.corners, family, owner, far)
    merged = own.corners.copy()
    grows = np.isfinite(to_parent) & (to_parent <= to_sibling)
    merged[grows] = above.corners[parent[grows]]
    meets = np.isfinite(to_sibling) & (to_sibling < to_parent) & np.isfinite(to_parent)
    merged[meets] = (own.corners[meets] + own.corners[sibling[meets]]) / 2
    return merged


def _nearest_sibling(
    corners: Places, family: NDArray[np.int64], owner: NDArray[np.int64], far: float
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The distance to the nearest corner of another community of the same family, and which it is; infinite without one."""
    tree = cKDTree(np.column_stack([corners, family * far]))
    neighbours = min(24, len(corners))
    distances, found = tree.query(np.column_stack([corners, family * far]), k=neighbours, distance_upper_bound=far / 2)
    distances, found = distances.reshape(len(corners), -1), found.reshape(len(corners), -1)
    is_other = np.isfinite(distances) & (owner[np.minimum(found, len(corners) - 1)] != owner[:, None])
    distances = np.where(is_other, distances, np.inf)
    best = np.argmin(distances, axis=1)
    rows = np.arange(len(corners))
    return distances[rows, best], found[rows, best]
