"""Reports as records of a context, and which of them say most to a question."""

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from graphrag_desktop.domain.contexts import ContextItem, Kind
from graphrag_desktop.domain.reports import CommunityReport
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.project import Project
from graphrag_desktop.query.index_memory import remember_index
from graphrag_desktop.query.kept_vectors import is_latent, question_vector, vectors_of
from graphrag_desktop.query.measured_question import MeasuredQuestion
from graphrag_desktop.query.retrieval import by_rating, with_evidence
from graphrag_desktop.storage import communities, graph

SUMMARY_LEVEL = 2
"""Or the deepest: reports near enough to what they tell of to say something of it (microsoft/graphrag asks there too)."""


def report_item(report: CommunityReport) -> ContextItem:
    """A report as it is sent."""
    return ContextItem(Kind.REPORT, report.number, report.title, report.text, report.tokens)


def rank_reports(
    project: Project, question: str, among: Collection[int], most: int, control: RunControl
) -> tuple[ContextItem, ...]:
    """The reports of `among` nearest to a question, the nearest first, `most` at most, each with its relevance.

    By cosine of vectors. Where the built-in engine reads and writes by how helpful the sentences are that they rest on,
    which it can tell: a report without such a sentence is none of them. A question that names nothing has no nearest
    report there, and the reports rated highest come first.
    """
    if is_latent(project):
        measured = MeasuredQuestion(project, question)
        if measured.asked.is_overview:
            return _rated_highest(project, among, most)
        memory = remember_index(project)
        found = measured.reports(memory, sorted(measured.communities(memory) & frozenset(among)))
        ranked = sorted(
            (each for each in found if found[each].sentences), key=lambda each: (-found[each].relevance, each)
        )
        told = communities.reports_of(project.database, ranked[:most])
        return measured.told((report_item(told[each]), found[each]) for each in ranked[:most] if each in told)
    vectors = vectors_of(project, "report", control)
    cosines = vectors.cosines(question_vector(project, question, control))
    wanted = frozenset(among)
    order = [place for place in np.argsort(-cosines, kind="stable").tolist() if int(vectors.numbers[place]) in wanted]
    relevance = {int(vectors.numbers[place]): max(0.0, float(cosines[place])) for place in order[:most]}
    told = communities.reports_of(project.database, relevance)
    return tuple(
        replace(report_item(told[number]), relevance=near) for number, near in relevance.items() if number in told
    )


def _rated_highest(project: Project, among: Collection[int], most: int) -> tuple[ContextItem, ...]:
    heads = communities.report_heads(project.database)
    rated = sorted((each for each in among if each in heads), key=lambda each: (-heads[each].rating, each))[:most]
    told = communities.reports_of(project.database, rated)
    found = {number: by_rating(told[number], project, remember_index(project)) for number in rated if number in told}
    quoted = (number for each in found.values() for number, _ in each.sentences)
    sentences = graph.evidence_sentences(project.database, quoted)
    return tuple(with_evidence(report_item(told[number]), each, sentences) for number, each in found.items())
