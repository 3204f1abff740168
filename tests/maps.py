"""A map for a small project: what an index run would have drawn."""

from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.canvas import CanvasMaterial, draw_canvas
from graphrag_desktop.project import Project
from graphrag_desktop.storage import arrays, communities, graph


def forget_map(project: Project) -> None:
    """As if none had been drawn."""
    with project.database.writing() as connection:
        connection.execute("DELETE FROM canvas")


def draw_map(project: Project) -> int:
    """Draw the map and keep it; how many times there was something to be shown."""
    database = project.database
    material = CanvasMaterial(
        graph.entities(database),
        graph.relationships(database),
        communities.hierarchy(database),
        graph.mention_places(database),
        arrays.load_arrays(database, "canvas"),
    )
    shown = 0
    for drawn in draw_canvas(material, 1, RunControl()):
        arrays.keep_arrays(database, "canvas", drawn)
        shown += 1
    return shown
