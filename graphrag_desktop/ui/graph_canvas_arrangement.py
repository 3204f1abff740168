"""A picture with all that is worked out for it once: its levels and colours, what appears when, the outlines of territories.

Numbers only, no Qt: `arrange` may run on any thread, and for many entities should.
"""

from graphrag_desktop.ui.colours import Appearance
from graphrag_desktop.ui.graph_canvas_areas import Areas, make_areas
from graphrag_desktop.ui.graph_canvas_detail import EntityDetail, LineDetail, entity_detail, line_detail
from graphrag_desktop.ui.graph_canvas_grouping import Indexes, Mask
from graphrag_desktop.ui.graph_canvas_outlines import Outlines
from graphrag_desktop.ui.graph_canvas_scene import GraphScene
from graphrag_desktop.ui.graph_canvas_sieve import Sieve, entities_through, lines_through
from graphrag_desktop.ui.graph_picture import GraphPicture

_HUGE = 200_000  # entities, from which the first picture waits neither for all levels nor ...
_FIRST_LINES = 500_000  # ... for more relationships: the overview has room for some thousands


class Details:
    """What passes a sieve, and at which scale it appears; levels are worked out when they are asked for."""

    def __init__(self, scene: GraphScene, sieve: Sieve) -> None:
        self._scene = scene
        self.shown: Mask = entities_through(scene, sieve)
        self.order = lines_through(scene, sieve, self.shown)
        self.entities: EntityDetail = entity_detail(scene.points, self.shown)
        self._lines: dict[int, LineDetail] = {}

    def lines(self, level: int) -> LineDetail:
        """The relationships on a level; of a huge map at first only the strongest."""
        level = self._scene.clamp(level)
        if level not in self._lines:
            self._lines[level] = self._work_out(level, self.order)
        return self._lines[level]

    def begin_lines(self, level: int, most: int) -> None:
        """Work out the strongest relationships of a level; what is said of these stays true when the others come."""
        self._lines.setdefault(level, self._work_out(level, self.order[:most]))

    def complete_lines(self, level: int) -> None:
        """Work out all relationships of a level."""
        level = self._scene.clamp(level)
        if not self.has_all_lines(level):
            self._lines[level] = self._work_out(level, self.order)

    def _work_out(self, level: int, order: Indexes) -> LineDetail:
        scene, member_of = self._scene, self._scene.level(level).member_of
        return line_detail(scene.points, scene.pairs, scene.lengths, member_of, order, self.entities)

    def has_all_lines(self, level: int) -> bool:
        """Whether all relationships of a level were worked out already."""
        return self.has_lines(level) and len(self._lines[self._scene.clamp(level)].order) == len(self.order)

    def has_lines(self, level: int) -> bool:
        """Whether a level was worked out already."""
        return self._scene.clamp(level) in self._lines


class Arrangement:
    """The scene of a picture with what is kept beside it."""

    def __init__(self, picture: GraphPicture) -> None:
        self.picture = picture
        self.scene = scene = GraphScene(picture)
        self.outlines = None if scene.territories is None else Outlines(scene.territories)
        self._open: Details | None = None
        self._areas: dict[int, Areas] = {}

    def details(self, sieve: Sieve) -> Details:
        """What passes a sieve; that everything passes is worked out once."""
        if not sieve.is_open:
            return Details(self.scene, sieve)
        if self._open is None:
            self._open = Details(self.scene, sieve)
        return self._open

    def areas(self, level: int) -> Areas:
        """Which communities are told apart at which scale on a level."""
        level = self.scene.clamp(level)
        if level not in self._areas:
            self._areas[level] = make_areas(self.scene, self.outlines, level)
        return self._areas[level]

    def has_areas(self, level: int) -> bool:
        """Whether a level was worked out already."""
        return self.scene.clamp(level) in self._areas


def arrange(picture: GraphPicture) -> Arrangement:
    """Make a picture ready to be shown: with all its levels, or, of a huge one, with the overview; then `complete` it."""
    arrangement = Arrangement(picture)
    scene = arrangement.scene
    for appearance in Appearance:
        scene.colours(appearance)
    if scene.count > _HUGE:
        arrangement.details(Sieve()).begin_lines(0, _FIRST_LINES)
        if scene.depth:
            arrangement.areas(0)
    else:
        complete(arrangement)
    return arrangement


def complete(arrangement: Arrangement) -> bool:
    """Make ready what a huge picture was first shown without, and say whether that is more; else harmless."""
    details = arrangement.details(Sieve())
    was_whole = details.has_all_lines(0)
    for level in range(max(arrangement.scene.depth, 1)):
        details.complete_lines(level)
        if arrangement.scene.depth:
            arrangement.areas(level)
    _ = arrangement.scene.links
    return not was_whole
