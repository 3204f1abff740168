"""All levels at once: reports of every level and text units ranked together, packed into one window.

RAPTOR (Sarthi et al. 2024) calls this searching the collapsed tree: no level is chosen, what is nearest is read, broad or
narrow.
"""

from graphrag_desktop.domain.asking import Candidate, Considered, fill
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.project import Project
from graphrag_desktop.query.kept_vectors import is_latent
from graphrag_desktop.query.measured_question import MeasuredQuestion
from graphrag_desktop.query.report_ranking import rank_reports
from graphrag_desktop.query.restricting import numbers_within, units_within
from graphrag_desktop.query.text_unit_records import rank_units
from graphrag_desktop.storage import communities

_MOST_REPORTS = 40  # that are looked at beside those that fit, as of text units


def consider_all_levels(project: Project, question: str, control: RunControl) -> Considered:
    """The records nearest to a question, whatever their level, until the first that does not fit the window.

    Where the built-in engine can tell that a record says nothing to the question, that one is not sent.
    """
    limit = project.settings.map_data_tokens
    known = numbers_within(project, Kind.REPORT, communities.report_heads(project.database))
    reports = rank_reports(project, question, known, _MOST_REPORTS, control)
    units = rank_units(project, question, control)
    ranked = sorted(
        (*reports, *units), key=lambda each: -(each.relevance or 0.0)
    )  # reports first where they are as near
    choices = len(known) + len(units_within(project))
    if not is_latent(project):
        return Considered(fill(tuple(ranked), limit), limit, Kind.REPORT, choices=choices)
    filled = fill(tuple(ranked), limit)
    candidates = tuple(Candidate(each.item, each.is_in and bool(each.item.relevance)) for each in filled)
    missing = MeasuredQuestion(project, question).missing
    return Considered(candidates, limit, Kind.REPORT, missing, choices)
