"""Single reports written for a question, where an index run has not written them."""

from graphrag_desktop.domain.identity import Key
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.finishing import report_material
from graphrag_desktop.pipeline.reports import write_reports
from graphrag_desktop.project import Project
from graphrag_desktop.storage import communities


def write_missing_reports(
    project: Project, numbers: tuple[int, ...], control: RunControl
) -> tuple[tuple[int, ...], tuple[tuple[str, str], ...]]:
    """Write the reports of these communities and keep them as a run would; a later run has them.

    Returns the numbers of those written, and what failed with its reason. Reports that are there are used, and not
    written again.
    """
    if project.read_only_reason:
        return (), tuple((f"report {each}", project.read_only_reason) for each in numbers)
    database = project.database
    kept = communities.reports(database)
    before = {number: (Key(each), kept[number]) for number, each in communities.report_keys(database).items()}
    written: list[int] = []
    failures: list[tuple[str, str]] = []
    for group in write_reports(report_material(project), project.engine, before, control, only=frozenset(numbers)):
        communities.keep_reports(database, group.reports)
        written += [each.number for each in group.reports.values()]
        failures += [(each.failure.item, each.failure.reason) for each in group.failures]
    return tuple(sorted(written)), tuple(failures)
