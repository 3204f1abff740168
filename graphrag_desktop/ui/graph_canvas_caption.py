"""What of the graph is to be seen, in words that are true of the last frame."""

from PySide6.QtCore import QCoreApplication

from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.graph_canvas_frame import Shown
from graphrag_desktop.ui.graph_canvas_map import GraphMap
from graphrag_desktop.ui.graph_canvas_scene import GraphScene


def caption(graph_map: GraphMap, shown: Shown) -> str:
    """How many entities and relationships were painted, of how many; why not all; what was chosen."""
    scene = graph_map.scene
    if not scene.entities:
        return _tr("No entities yet")
    sentences = [_counts(scene, graph_map, shown), _why(scene, graph_map, shown), _chosen(graph_map, shown)]
    return ". ".join(sentence for sentence in sentences if sentence)


def _counts(scene: GraphScene, graph_map: GraphMap, shown: Shown) -> str:
    passing = int(graph_map.details.shown.sum())
    sees_all = shown.in_view >= passing
    if shown.entities == scene.entities:
        words = (
            _tr("1 entity") if scene.entities == 1 else _tr("All {count} entities").format(count=figure(scene.entities))
        )
    else:
        words = _tr("{part} of {whole} entities").format(part=figure(shown.entities), whole=figure(scene.entities))
    if not scene.relationships:
        return words if sees_all else words + _tr(" in view")
    drawn = figure(shown.relationships)
    if not sees_all:
        if shown.relationships == 1:
            return words + _tr(" and 1 relationship in view")
        return words + _tr(" and {count} relationships in view").format(count=drawn)
    if shown.relationships == scene.relationships:
        return words + (
            _tr(" and 1 relationship")
            if scene.relationships == 1
            else _tr(" and {count} relationships").format(count=drawn)
        )
    return words + _tr(", {part} of {whole} relationships").format(part=drawn, whole=figure(scene.relationships))


def _why(scene: GraphScene, graph_map: GraphMap, shown: Shown) -> str:
    reasons: list[str] = []
    sees_all = shown.in_view >= int(graph_map.details.shown.sum())
    has_more_lines = sees_all and shown.relationships < len(graph_map.details.order)
    if shown.entities < shown.in_view or has_more_lines:
        reasons.append(_tr("the best connected first, zoom in for more"))
    if 0 < shown.areas < shown.communities:
        reasons.append(
            _tr("{part} areas for {whole} communities").format(
                part=figure(shown.areas), whole=figure(shown.communities)
            )
        )
    left_out = scene.count - int(graph_map.details.shown.sum())
    if left_out:
        reasons.append(_tr("{count} left out by filters, by time or by hand").format(count=figure(left_out)))
    if scene.unplaced:
        reasons.append(_tr("{count} without a place yet").format(count=figure(scene.unplaced)))
    text = "; ".join(reasons)
    return text[:1].upper() + text[1:]


def _chosen(graph_map: GraphMap, shown: Shown) -> str:
    emphasis = graph_map.emphasis
    if emphasis is None or shown.chosen is None or shown.chosen >= emphasis.total:
        return ""
    part, whole = figure(shown.chosen), figure(emphasis.total)
    return _tr("{part} of {whole} relationships of the choice").format(part=part, whole=whole)


def _tr(text: str) -> str:
    return QCoreApplication.translate("GraphCanvas", text)
