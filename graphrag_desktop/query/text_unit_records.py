"""Text units as records of a context, and which of them say most to a question."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from graphrag_desktop.domain.contexts import ContextItem, Kind
from graphrag_desktop.domain.documents import TextUnit
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.language.tokens import count_tokens
from graphrag_desktop.project import Project
from graphrag_desktop.query.kept_vectors import is_latent, question_vector, vectors_of
from graphrag_desktop.query.measured_question import MeasuredQuestion
from graphrag_desktop.query.restricting import units_within
from graphrag_desktop.storage.neighbourhoods import UnitTexts


def unit_tokens(project: Project, units: Iterable[TextUnit], texts: UnitTexts | None = None) -> dict[int, int]:
    """How many tokens each text unit has as it is sent, by number; no text is read for it."""
    texts, encoding = texts or UnitTexts(project.database), project.settings.encoding
    heads: dict[str, int] = {}
    found: dict[int, int] = {}
    for unit in units:
        path = texts.path(unit.document)
        if path not in heads:
            heads[path] = count_tokens(_head(unit.number, path), encoding) + 1
        found[unit.number] = unit.tokens + heads[path]
    return found


def unit_items(project: Project, units: Sequence[TextUnit], relevance: Mapping[int, float]) -> tuple[ContextItem, ...]:
    """The text units as they are sent: number, document, words. A text unit that is not in `relevance` has none."""
    texts = UnitTexts(project.database)
    tokens = unit_tokens(project, units, texts)
    return tuple(
        ContextItem(
            Kind.SOURCE,
            each.number,
            texts.path(each.document),
            _head(each.number, texts.path(each.document)) + texts.text(each),
            tokens[each.number],
            relevance=relevance.get(each.number),
        )
        for each in units
    )


def rank_units(project: Project, question: str, control: RunControl) -> tuple[ContextItem, ...]:
    """The text units nearest to a question first, `_MOST` of them at most, each with its relevance.

    By cosine of vectors (GraphRAG, Edge et al., 3.2, condition SS). Where the built-in engine reads and writes, first
    by how helpful their sentences are, which it can tell: text units without such a sentence follow by cosine.
    """
    vectors = vectors_of(project, "text unit", control)
    cosines = vectors.cosines(question_vector(project, question, control))
    by_number = {each.number: each for each in units_within(project)}
    if not is_latent(project):
        order = np.argsort(-cosines, kind="stable")[:_MOST]
        numbers = vectors.numbers[order].tolist()
        relevance = dict(zip(numbers, np.maximum(cosines[order], 0).tolist(), strict=True))
        return unit_items(project, [by_number[each] for each in numbers], relevance)
    measured = MeasuredQuestion(project, question)
    helpful = np.array([_helpfulness(measured, each) for each in vectors.numbers.tolist()], np.float32)
    order = np.lexsort((-cosines, -helpful))[:_MOST]
    numbers = vectors.numbers[order].tolist()
    items = unit_items(project, [by_number[each] for each in numbers], {})
    return measured.told((item, measured.units.get(item.number)) for item in items)


_MOST = 40  # text units that are looked at beside those that fit: far more than a window of 8,000 tokens holds


def _head(number: int, path: str) -> str:
    return f"Source {number}: {path}\n"


def _helpfulness(measured: MeasuredQuestion, number: int) -> float:
    found = measured.units.get(number)
    return 0.0 if found is None else found.relevance
