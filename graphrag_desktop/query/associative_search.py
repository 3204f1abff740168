"""Associative search: the passages that a walk comes by most often which starts at what the question names.

HippoRAG 2 (Gutiérrez et al. 2025): personalised PageRank over entities and text units; it starts at the ends of the five
relationships nearest to the question, and a little at the nearest text units. Left out are the call that filters those
relationships, and edges between like entities anywhere but where the walk starts.
"""

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from scipy import sparse

from graphrag_desktop.domain.asking import Candidate, Considered, fill
from graphrag_desktop.domain.contexts import ContextItem, Kind
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.language.vectors import Floats, Ints
from graphrag_desktop.language.walks import Weights, walk_from, walk_matrix
from graphrag_desktop.project import Project
from graphrag_desktop.query.basic_search import MOST_UNITS
from graphrag_desktop.query.kept_vectors import KeptVectors, is_latent, question_vector, vectors_of
from graphrag_desktop.query.measured_question import MeasuredQuestion
from graphrag_desktop.query.named_entities import named_entities
from graphrag_desktop.query.restricting import numbers_within
from graphrag_desktop.query.text_unit_records import unit_items
from graphrag_desktop.storage import documents, graph, journal
from graphrag_desktop.storage.database import Database
from graphrag_desktop.storage.neighbourhoods import naming_pairs, relationship_pairs

NEAREST_RELATIONSHIPS = 5
"""Whose ends a walk starts at (HippoRAG 2: five triples, five phrases at most)."""

LEAST_ALIKE = 0.8
"""Entities as near as this are walked between as if they were one (HippoRAG: synonym edges)."""

_LOOKED_AT = 40  # text units beside those that fit, as in basic search


@dataclass(frozen=True, eq=False)
class Places:
    """Entities (n), then text units (m), as places of a walk: their numbers, ascending each, and how it goes on."""

    entities: Ints
    units: Ints
    steps: sparse.csr_array
    mentions: Ints
    """In how many text units each entity is named."""


def consider_associative(project: Project, question: str, control: RunControl) -> Considered:
    """The text units that the walk comes by most, until the first that does not fit the window, ten at most.

    Their α is the share of its time that it spends there, of the highest; before them stand the entities where it
    starts, which are not sent. Where the built-in engine can tell that a text unit says nothing to the question, that
    one is not sent.
    """
    places = known_places(project)
    measured = MeasuredQuestion(project, question) if is_latent(project) else None
    starts = _starts(project, question, places, measured, control)
    control.checkpoint()
    shares = walk_from(places.steps, starts, project.settings.walk_damping)
    at_units = shares[len(places.entities) :]
    order = np.argsort(-at_units, kind="stable")
    helpful = {} if measured is None else measured.units
    walked = (int(places.units[row]) for row in order.tolist() if at_units[row] > 0)
    numbers = list(numbers_within(project, Kind.SOURCE, walked))
    if measured is not None:
        numbers = [*(each for each in numbers if each in helpful), *(each for each in numbers if each not in helpful)]
    numbers = numbers[:_LOOKED_AT]
    alphas = dict(
        zip(places.units.tolist(), (at_units / max(float(at_units.max(initial=0)), 1e-12)).tolist(), strict=True)
    )
    by_number = {each.number: each for each in documents.text_units(project.database)}
    items = unit_items(project, [by_number[each] for each in numbers], {} if measured else alphas)
    if measured is not None:
        items = measured.told((each, helpful.get(each.number)) for each in items)
    limit = project.settings.map_data_tokens
    candidates = [
        Candidate(
            each.item,
            each.is_in and place < MOST_UNITS and not (measured is not None and not each.item.relevance),
            alphas[each.item.number],
        )
        for place, each in enumerate(fill(items, limit))
    ]
    missing = () if measured is None else measured.missing
    begun = _entities_begun(project, places, starts)
    return Considered((*begun, *candidates), limit, Kind.SOURCE, missing, len(places.units))


def known_places(project: Project) -> Places:
    """The graph to walk, read once for as long as the index stays."""
    key = journal.stage_key(project.database, "index")
    with _LOCK:
        kept = _KEPT.get(project.database)
    if kept is not None and kept[0] == key:
        return kept[1]
    found = _read_places(project)
    with _LOCK:
        _KEPT[project.database] = key, found
    return found


def _read_places(project: Project) -> Places:
    database = project.database
    entities = np.array(sorted(graph.entity_labels(database)), np.int64)
    units = np.array([each.number for each in documents.text_units(database)], np.int64)
    named = np.array(naming_pairs(database), np.int64).reshape(-1, 2)
    # the relationships that communities are made of: of the built-in engine's others most are there by chance
    tied = [each for each in relationship_pairs(database) if each[3] > 0]
    ends = np.array([each[1:3] for each in tied], np.int64).reshape(-1, 2)
    weights = np.array([each[3] for each in tied], np.float64)
    rows = [np.searchsorted(entities, ends[:, 0]), np.searchsorted(entities, named[:, 0])]
    columns = [np.searchsorted(entities, ends[:, 1]), len(entities) + np.searchsorted(units, named[:, 1])]
    values = np.concatenate([weights, np.ones(len(named))])
    one, other = np.concatenate(rows), np.concatenate(columns)
    count = len(entities) + len(units)
    pairs = (np.concatenate([values, values]), (np.concatenate([one, other]), np.concatenate([other, one])))
    edges = sparse.csr_array(pairs, shape=(count, count))
    mentions = np.bincount(rows[1], minlength=len(entities)).astype(np.int64)
    return Places(entities, units, walk_matrix(edges), mentions)


def _starts(
    project: Project, question: str, places: Places, measured: MeasuredQuestion | None, control: RunControl
) -> Weights:
    """How often the walk starts at each place."""
    asked = question_vector(project, question, control)
    starts = np.zeros(len(places.entities) + len(places.units))
    seeds = _seeds(project, question, asked, control)
    nodes = vectors_of(project, "entity", control)
    if not is_latent(project):  # of the built-in engine's vectors likeness says that contexts are alike, not names
        seeds = _with_alike(seeds, nodes)
    for number, weight in seeds.items():
        row = int(np.searchsorted(places.entities, number))
        if row < len(places.entities) and places.entities[row] == number:
            starts[row] += weight / max(1, int(places.mentions[row]))  # what is named everywhere tells little
    starts[len(places.entities) :] = project.settings.walk_passages * _nearness(
        project, asked, places, measured, control
    )
    return starts


def _seeds(project: Project, question: str, asked: Floats, control: RunControl) -> dict[int, float]:
    """The entities that the question names, and those at the ends of the nearest relationships, with their weight."""
    found: dict[int, float] = {each.number: 1.0 for each in named_entities(project.database, question)}
    edges = vectors_of(project, "relationship", control)
    cosines = edges.cosines(asked)
    nearest = [row for row in np.argsort(-cosines, kind="stable")[:NEAREST_RELATIONSHIPS].tolist() if cosines[row] > 0]
    wanted = {int(edges.numbers[row]): float(cosines[row]) for row in nearest}
    weights: dict[int, list[float]] = {}
    for number, near in wanted.items():
        for end in graph.relationship_ends(project.database, number) or ():
            weights.setdefault(end, []).append(near)
    means = {end: sum(each) / len(each) for end, each in weights.items()}
    for end, weight in sorted(means.items(), key=lambda each: (-each[1], each[0]))[:NEAREST_RELATIONSHIPS]:
        found.setdefault(end, weight)
    return found


def _with_alike(seeds: Mapping[int, float], nodes: KeptVectors) -> dict[int, float]:
    """The seeds, and whatever entity lies as near to one as if it were the same thing."""
    found = dict(seeds)
    place_of = {number: place for place, number in enumerate(nodes.numbers.tolist())}
    for number, weight in seeds.items():
        if number in place_of:
            cosines = nodes.rows @ nodes.rows[place_of[number]]
            for place in np.flatnonzero(cosines >= LEAST_ALIKE).tolist():
                other = int(nodes.numbers[place])
                found[other] = max(found.get(other, 0.0), weight * float(cosines[place]))
    return found


def _nearness(
    project: Project, asked: Floats, places: Places, measured: MeasuredQuestion | None, control: RunControl
) -> Weights:
    """How near each text unit lies to the question by itself, 0 to 1: by its sentences, or by its vector."""
    found = np.zeros(len(places.units))
    if measured is not None:
        for number, each in measured.units.items():
            found[np.searchsorted(places.units, number)] = each.relevance
        return found
    vectors = vectors_of(project, "text unit", control)
    cosines = vectors.cosines(asked).astype(np.float64)
    spread = float(cosines.max(initial=0) - cosines.min(initial=0)) if len(cosines) else 0.0
    if spread > 0 and asked.any():
        found[np.searchsorted(places.units, vectors.numbers)] = (cosines - cosines.min()) / spread
    return found


def _entities_begun(project: Project, places: Places, starts: Weights) -> list[Candidate]:
    """Where the walk starts, the likeliest first, as records that are told and not sent."""
    own = starts[: len(places.entities)]
    rows = [row for row in np.argsort(-own, kind="stable")[:_LOOKED_AT].tolist() if own[row] > 0]
    found: list[Candidate] = []
    for row in rows:
        entity = graph.entity(project.database, int(places.entities[row]))
        if entity is not None:
            item = ContextItem(Kind.ENTITY, entity.number, entity.title, "", 0, entity=entity.id)
            found.append(Candidate(item, is_in=False, alpha=float(own[row] / own.max())))
    return found


_LOCK = threading.Lock()
_KEPT: "WeakKeyDictionary[Database, tuple[str | None, Places]]" = WeakKeyDictionary()
