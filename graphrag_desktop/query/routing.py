"""Routing: which way of asking a question is suggested, by its words and by what of the index it names; no model is asked."""

from collections.abc import Mapping, Sequence

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.domain.routing import Shape, Suggestion
from graphrag_desktop.language import lexicon_routing as cues
from graphrag_desktop.project import Project
from graphrag_desktop.query.levels import estimate_levels
from graphrag_desktop.query.named_entities import named_entities

_CONCEPT = "concept"
_SEVERAL = 2
_MOST_NAMES = 3  # in the reason
_WAYS: Mapping[Shape, tuple[str, ...]] = {
    Shape.OVERVIEW: ("global",),
    Shape.LISTING: ("global",),
    Shape.DEPTH: ("guided", "global"),
    Shape.PASSAGES: ("source-text",),
    Shape.FACT: ("basic",),
    Shape.CONNECTION: ("grag", "local"),
    Shape.WIDE: ("drift", "local"),
    Shape.ENTITY: ("local",),
    Shape.UNTOLD: ("global",),
}
"""The ways of asking that suit a shape, the best first; of those the program has, the first is suggested."""


def suggest(project: Project, question: str) -> Suggestion:
    """The way of asking for a question to this project: names count that its index knows, concepts apart."""
    named = named_entities(project.database, question)
    return route(question, [each.title for each in named if each.type.casefold() != _CONCEPT])


def suggested_level(project: Project, suggestion: Suggestion) -> int:
    """The level for a suggestion; 0 where its way of asking has none."""
    return suggestion.level(estimate_levels(project)) if suggestion.mode.has_level else 0


def route(question: str, named: Sequence[str]) -> Suggestion:
    """The way of asking for a question that names these things; where none is known, capitals are taken for names."""
    names = tuple(dict.fromkeys(named)) or tuple(dict.fromkeys(found[0] for found in cues.NAME.finditer(question)))
    shape = _shape(question, names)
    return Suggestion(question, _way(shape), shape, names[:_MOST_NAMES])


def _shape(question: str, names: Sequence[str]) -> Shape:
    """The first shape that the words and names of a question allow; the order is what decides between them."""
    is_said = {
        Shape.PASSAGES: cues.PASSAGES.search(question),
        Shape.CONNECTION: len(names) >= _SEVERAL and cues.CONNECTION.search(question),
        Shape.FACT: cues.FACT.search(question),
        Shape.WIDE: names and cues.WIDE.search(question),
        Shape.DEPTH: cues.DEPTH.search(question),
        Shape.OVERVIEW: not names and cues.WHOLE.search(question),
        Shape.LISTING: cues.LISTING.search(question),
        Shape.ENTITY: names,
    }
    found = next((shape for shape, is_so in is_said.items() if is_so), Shape.UNTOLD)
    return Shape.OVERVIEW if found is Shape.UNTOLD and cues.OVERVIEW.search(question) else found


def _way(shape: Shape) -> Mode:
    known = {each.value for each in Mode}
    return Mode(next(each for each in _WAYS[shape] if each in known))
