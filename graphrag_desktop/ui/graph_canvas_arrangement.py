"""A picture with all that is worked out for it once: its levels and colours, what appears when, the outlines of territories.

Numbers only, no Qt: `arrange` may run on any thread, and for many entities should.
"""

from graphrag_desktop.ui.colours import Appearance
from graphrag_desktop.ui.graph_canvas_areas import Areas, make_areas
from graphrag_desktop.ui.graph_canvas_detail import EntityDetail, LineDetail, entity_detail, line_detail
from graphrag_desktop.ui.graph_canvas_grouping import Mask
from graphrag_desktop.ui.graph_canvas_outlines import Outlines
from graphrag_desktop.ui.graph_canvas_scene import GraphScene
from graphrag_desktop.ui.graph_canvas_sieve import Sieve, entities_through, lines_through
from graphrag_desktop.ui.graph_picture import GraphPicture

_HUGE = 200_000  # entities, from which the first picture does not wait for all levels


class Details:
    """What passes a sieve, and at which scale it appears; levels are worked out when they are asked for."""

    def __init__(self, scene: GraphScene, sieve: Sieve) -> None:
        self._scene = scene
        self.shown: Mask = entities_through(scene, sieve)
        self.order = lines_through(scene, sieve, self.shown)
        self.entities: EntityDetail = entity_detail(scene.points, self.shown)
        self._lines: dict[int, LineDetail] = {}

    def lines(self, level: int) -> LineDetail:
        """The relationships on a level."""
        level = self._scene.clamp(level)
        if level not in self._lines:
            member_of = self._scene.level(level).member_of
            self._lines[level] = line_detail(
                self._scene.points, self._scene.pairs, self._scene.lengths, member_of, self.order, self.entities
            )
        return self._lines[level]

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
    _arrange_levels(arrangement, 1 if scene.count > _HUGE else scene.depth)
    return arrangement


def complete(arrangement: Arrangement) -> None:
    """Make ready what a huge picture was first shown without; harmless where nothing is left to do."""
    _arrange_levels(arrangement, arrangement.scene.depth)


def _arrange_levels(arrangement: Arrangement, count: int) -> None:
    details = arrangement.details(Sieve())
    for level in range(max(count, 1)):
        details.lines(level)
        if arrangement.scene.depth:
            arrangement.areas(level)
    if count == arrangement.scene.depth:
        _ = arrangement.scene.links
