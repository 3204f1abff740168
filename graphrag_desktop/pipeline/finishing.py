"""What follows once documents, graph and communities are committed: reports, their vectors, the map."""

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from graphrag_desktop.domain.errors import ModelError
from graphrag_desktop.domain.events import IndexChanged, Stage, StageAdvanced, StageFinished, StageStarted, Warned
from graphrag_desktop.domain.identity import Key, memo_key
from graphrag_desktop.domain.reports import CommunityReport
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.failures import StageFailure, failure_of, gather_failures
from graphrag_desktop.project import Project
from graphrag_desktop.storage import arrays, claims, communities, graph, journal

if TYPE_CHECKING:
    from graphrag_desktop.pipeline.reports import ReportMaterial


def finish_index(project: Project, control: RunControl) -> None:
    """Write the reports, compare them, and lay out the map: meanwhile, where most of the time is spent waiting for a model."""
    key = _reports_key(project)
    material = None if journal.stage_key(project.database, "reports") == key else report_material(project)
    with ThreadPoolExecutor(1, thread_name_prefix="layout") as executor:
        laid_out = None if project.models is None else executor.submit(lay_out_stage, project, control)
        write_reports_stage(project, key, material, control)
        embed_reports_stage(project, control)
        if laid_out is not None:
            laid_out.result()
    if laid_out is None:
        lay_out_stage(project, control)


def finish_edit(project: Project, control: RunControl) -> None:
    """What follows an edit: where a model writes, reports that are to be written again wait for the next run."""
    if project.models is None:
        finish_index(project, control)
    else:
        embed_reports_stage(project, control)  # those there were are kept with their vectors: nothing is asked
        lay_out_stage(project, control)


def reports_to_write(project: Project) -> tuple[int, ...]:
    """The communities whose report is missing, or was written from other records than there are now."""
    from graphrag_desktop.pipeline.reports import reports_due

    if journal.stage_key(project.database, "reports") == _reports_key(project):
        return ()
    return reports_due(report_material(project), project.engine, _kept_reports(project))


def _kept_reports(project: Project) -> dict[int, tuple[Key, CommunityReport]]:
    kept = communities.reports(project.database)
    return {number: (Key(each), kept[number]) for number, each in communities.report_keys(project.database).items()}


def _reports_key(project: Project) -> Key:
    settings, index = project.settings, journal.stage_key(project.database, "index")
    return memo_key(
        "reports", index, project.engine.writing_identity, settings.report_data_tokens, settings.report_tokens
    )


def report_material(project: Project) -> "ReportMaterial":
    """All that reports are made of, as the committed index holds it."""
    from graphrag_desktop.language.tokens import count_tokens
    from graphrag_desktop.pipeline.report_records import shelve_records
    from graphrag_desktop.pipeline.reports import ReportMaterial

    database = project.database
    hierarchy = communities.hierarchy(database)
    sentences = {each.number: each for each in graph.all_sentences(database)}
    homes = {owner: [sentences[each] for each in numbers] for owner, numbers in communities.homes(database).items()}
    shelf = shelve_records(
        hierarchy,
        graph.entities(database),
        graph.relationships(database),
        homes,
        count_tokens,
        claims.claims(database),
    )
    return ReportMaterial(
        hierarchy, shelf, lambda numbers: tuple(sentences[each] for each in numbers), count_tokens, project.settings
    )


def write_reports_stage(project: Project, key: Key, material: "ReportMaterial | None", control: RunControl) -> None:
    """Write every report whose records changed, none without material; what failed is tried again by the next run."""
    from graphrag_desktop.pipeline.reports import communities_to_report, write_reports

    if material is None:
        control.emit(StageFinished(Stage.REPORTS, reused=True))
        return
    database = project.database
    before = _kept_reports(project)
    control.emit(StageStarted(Stage.REPORTS, len(communities_to_report(material.hierarchy))))
    failures: list[StageFailure] = []
    for group in write_reports(material, project.engine, before, control):
        communities.keep_reports(database, group.reports)
        failures.extend(group.failures)
        for each in group.failures:
            if not each.is_waiting:
                control.emit(Warned(Stage.REPORTS, each.failure.item, each.failure.reason))
        control.emit(StageAdvanced(Stage.REPORTS, group.done))
    journal.replace_failures(database, Stage.REPORTS.value, gather_failures(failures, "reports"))
    if not failures:
        journal.keep_stage_key(database, "reports", key)
    control.emit(StageFinished(Stage.REPORTS))
    control.emit(IndexChanged(journal.index_version(database), Stage.REPORTS))


def embed_reports_stage(project: Project, control: RunControl) -> None:
    """Vectors of the reports, for the topics that lie nearest to a question."""
    database = project.database
    identity = project.engine.embedding_identity
    key = memo_key(
        "embeddings", journal.stage_key(database, "index"), identity, *communities.report_keys(database).values()
    )
    if journal.stage_key(database, "embeddings") == key:
        control.emit(StageFinished(Stage.EMBEDDINGS, reused=True))
        return
    from array import array

    from graphrag_desktop.domain.arrays import StoredArray

    kept = communities.reports(database)
    control.emit(StageStarted(Stage.EMBEDDINGS, len(kept)))
    try:
        vectors = project.engine.embed([each.text for each in kept.values()], control)
    except ModelError as error:  # questions do without
        failure = failure_of(Stage.EMBEDDINGS, "vectors of the reports", error).failure
        journal.replace_failures(database, Stage.EMBEDDINGS.value, [failure])
        control.emit(Warned(Stage.EMBEDDINGS, failure.item, failure.reason))
        control.emit(StageFinished(Stage.EMBEDDINGS))
        return
    journal.replace_failures(database, Stage.EMBEDDINGS.value, [])
    numbers = StoredArray("<i4", (len(kept),), array("i", kept).tobytes())
    arrays.keep_arrays(database, "vectors", {"report vectors": vectors, "report numbers": numbers})
    journal.keep_stage_key(database, "embeddings", key)
    control.emit(StageFinished(Stage.EMBEDDINGS))


def lay_out_stage(project: Project, control: RunControl) -> None:
    """Place every entity on the map."""
    database = project.database
    key = memo_key("layout 2", journal.stage_key(database, "index"), project.settings.seed)
    if journal.stage_key(database, "layout") == key:
        control.emit(StageFinished(Stage.LAYOUT, reused=True))
        return
    from graphrag_desktop.pipeline.canvas import CanvasMaterial, draw_canvas

    control.emit(StageStarted(Stage.LAYOUT, 0))
    material = CanvasMaterial(
        graph.entities(database),
        graph.relationships(database),
        communities.hierarchy(database),
        graph.mention_places(database),
        arrays.load_arrays(database, "canvas"),
    )
    for drawn in draw_canvas(material, project.settings.seed, control):
        arrays.keep_arrays(database, "canvas", drawn)
        control.emit(IndexChanged(journal.index_version(database), Stage.LAYOUT))
    journal.keep_stage_key(database, "layout", key)
    control.emit(StageFinished(Stage.LAYOUT))
