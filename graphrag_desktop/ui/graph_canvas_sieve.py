"""What the analyst has chosen to see of the map: filters, and entities hidden or pinned by hand."""

from dataclasses import dataclass, replace

import numpy as np

from graphrag_desktop.ui.graph_canvas_grouping import Indexes, Mask
from graphrag_desktop.ui.graph_canvas_scene import GraphScene

_LEAST_HUB = 10  # relationships


@dataclass(frozen=True, slots=True)
class Filters:
    """Which entities and relationships are shown: the ones of no `left_out` kind, with at least so many relationships,
    documents, and documents of a relationship; hubs have more relationships than three standard deviations above all.
    """

    left_out: frozenset[str] = frozenset()
    least_degree: int = 0
    least_documents: int = 0
    least_evidence: int = 0
    hides_hubs: bool = False


@dataclass(frozen=True, slots=True)
class Sieve:
    """Filters, and the numbers of entities hidden and pinned by hand; with `among` no others are shown at all."""

    filters: Filters = Filters()
    hidden: frozenset[int] = frozenset()
    pinned: frozenset[int] = frozenset()
    among: frozenset[int] | None = None

    @property
    def is_open(self) -> bool:
        """Whether it lets everything through."""
        return self.filters == Filters() and not self.hidden and self.among is None

    def hiding(self, numbers: frozenset[int]) -> "Sieve":
        """The same with these hidden."""
        return replace(self, hidden=self.hidden | numbers)

    def showing(self, numbers: frozenset[int]) -> "Sieve":
        """The same with none of these hidden by hand."""
        return replace(self, hidden=self.hidden - numbers)

    def pinning(self, numbers: frozenset[int]) -> "Sieve":
        """The same with these pinned, or, if they all are, with none of them."""
        is_pinned = numbers <= self.pinned
        return replace(self, pinned=self.pinned - numbers if is_pinned else self.pinned | numbers)


def entities_through(scene: GraphScene, sieve: Sieve) -> Mask:
    """Which entities are shown."""
    filters = sieve.filters
    shown = np.ones(scene.count, np.bool_)
    if filters.left_out:
        left_out = [place for place, name in enumerate(scene.kind_names) if name in filters.left_out]
        shown &= ~np.isin(scene.kinds, left_out)
    if filters.least_degree:
        shown &= scene.degrees >= filters.least_degree
    if filters.least_documents:
        shown &= scene.documents >= filters.least_documents
    if filters.hides_hubs:
        shown &= ~hubs(scene)
    if sieve.among is not None:
        named = np.zeros(scene.count, np.bool_)
        named[scene.places(sieve.among)] = True
        shown &= named
    if sieve.hidden:
        shown[scene.places(sieve.hidden)] = False
    return shown


def lines_through(scene: GraphScene, sieve: Sieve, shown: Mask) -> Indexes:
    """The relationships that may be shown, strongest first."""
    order = scene.strongest_first
    if sieve.is_open:
        return order
    passes = shown[scene.pairs[:, 0]] & shown[scene.pairs[:, 1]]
    if sieve.filters.least_evidence:
        passes &= scene.line_documents >= sieve.filters.least_evidence
    return order[passes[order]]


def hubs(scene: GraphScene) -> Mask:
    """Entities with so many relationships that they tie everything to everything."""
    if not scene.count:
        return np.zeros(0, np.bool_)
    most = max(float(scene.degrees.mean() + 3 * scene.degrees.std()), float(_LEAST_HUB))
    is_hub: Mask = scene.degrees > most
    return is_hub
