"""Basic search: the text units nearest to a question, as many as fit, answered from at once (GraphRAG's condition SS)."""

from graphrag_desktop.domain.asking import Candidate, Considered, fill
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.project import Project
from graphrag_desktop.query.kept_vectors import is_latent
from graphrag_desktop.query.measured_question import MeasuredQuestion
from graphrag_desktop.query.restricting import units_within
from graphrag_desktop.query.text_unit_records import rank_units

MOST_UNITS = 10
"""Text units that are sent (microsoft/graphrag: k = 10)."""


def consider_basic(project: Project, question: str, control: RunControl) -> Considered:
    """The ten nearest text units until the first that does not fit the window, and those that come after them.

    Where the built-in engine can tell that a text unit says nothing to the question, that one is not sent.
    """
    limit = project.settings.map_data_tokens
    ranked = rank_units(project, question, control)
    measured = is_latent(project)
    filled = fill(ranked, limit)
    candidates = tuple(
        Candidate(each.item, each.is_in and place < MOST_UNITS and not (measured and not each.item.relevance))
        for place, each in enumerate(filled)
    )
    missing = MeasuredQuestion(project, question).missing if measured else ()
    choices = len(units_within(project))
    return Considered(candidates, limit, Kind.SOURCE, missing, choices)
