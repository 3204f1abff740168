"""Vectors of text units, entities, relationships and reports, for ways of asking that look for what lies nearest to a question.

Where the built-in engine read and writes they are those of its own measures. Else they are asked for when they are
wanted first, kept in the project, and made anew once what they were made of, or the model, is another one.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal
from weakref import WeakKeyDictionary

import numpy as np

from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.errors import ProjectError, QuestionError
from graphrag_desktop.domain.graph import entity_words, relationship_words
from graphrag_desktop.domain.identity import Key, memo_key
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.engines.word_vectors import IDENTITY
from graphrag_desktop.language.vectors import Floats, Ints, kept, opened, unit_rows
from graphrag_desktop.project import Project
from graphrag_desktop.storage import communities, documents, graph, journal
from graphrag_desktop.storage.arrays import keep_arrays, load_array
from graphrag_desktop.storage.database import Database
from graphrag_desktop.storage.neighbourhoods import UnitTexts, relationship_pairs, sentence_sources

Kept = Literal["text unit", "entity", "relationship", "report"]
"""What there are vectors of."""


@dataclass(frozen=True, eq=False)
class KeptVectors:
    """The numbers of records (n), ascending, and a unit row for each (n, dimensions)."""

    numbers: Ints
    rows: Floats

    def cosines(self, vector: Floats) -> Floats:
        """How near each record lies to a unit vector, -1 to 1; raises `QuestionError` where they cannot be compared."""
        if not len(self.numbers):
            return np.zeros(0, np.float32)
        if self.rows.shape[1] != len(vector):
            raise QuestionError(
                f"The vectors kept have {self.rows.shape[1]} numbers, that of the question {len(vector)}.",
                "The model for vectors answers otherwise than before: choose another one, or ask the whole collection.",
            )
        return np.asarray(self.rows @ vector, dtype=np.float32)


def is_latent(project: Project) -> bool:
    """Whether the measures of the built-in engine give the vectors: nothing is asked for and nothing is kept."""
    return project.models is None and project.arrays.is_measured


def question_vector(project: Project, question: str, control: RunControl) -> Floats:
    """The unit row of a question; zeros where nothing of it is known."""
    if is_latent(project):
        return np.asarray(project.arrays.measures.text.embed([question])[0])
    return np.asarray(opened(project.engine.embed([question], control))[0], dtype=np.float32)


def vectors_of(project: Project, what: Kept, control: RunControl) -> KeptVectors:
    """The vectors of all text units, entities, relationships or reports; raises a `ModelError` where they cannot be had.

    For a restricted question those of records that lie inside.
    """
    key = vectors_key(project, what)
    with _LOCK:
        remembered = _REMEMBERED.setdefault(project.database, {}).get(what)
    if remembered is not None and remembered[0] == key:
        return _inside(project, what, remembered[1])
    latent = _LATENT.get(what) if is_latent(project) else None
    found = _asked_for(project, what, key, control) if latent is None else latent(project)
    with _LOCK:
        _REMEMBERED[project.database][what] = (key, found)
    return _inside(project, what, found)


def missing_vector_tokens(project: Project, *wanted: Kept) -> int:
    """About how many tokens have still to be read before there are these vectors."""
    if is_latent(project):
        return 0
    return sum(
        _TOKENS[each](project)
        for each in wanted
        if journal.stage_key(project.database, _stage(each)) != vectors_key(project, each)
    )


def vectors_key(project: Project, what: Kept) -> Key:
    """Under what the vectors are kept; those of reports an index run has made already."""
    index = journal.stage_key(project.database, "index")
    if what != "report":
        return memo_key(what, "vectors 1", index, _identity(project))
    models = project.models
    if models is None:
        identity = project.engine.embedding_identity
    else:
        identity = IDENTITY if models.embeddings is None else models.embeddings.model
    return memo_key("embeddings", index, identity, *communities.report_keys(project.database).values())


def _stage(what: Kept) -> str:
    return "embeddings" if what == "report" else f"{what} vectors"


def _inside(project: Project, what: Kept, found: KeptVectors) -> KeptVectors:
    scope = project.scope
    if scope is None:
        return found
    kept_rows = np.isin(found.numbers, np.fromiter(scope.inside[_KINDS[what]], np.int64))
    return KeptVectors(found.numbers[kept_rows], found.rows[kept_rows])


def _identity(project: Project) -> str:
    """Who makes the vectors, known without making an engine."""
    if is_latent(project):
        return "latent"
    models = project.models
    if models is None:
        return project.engine.embedding_identity
    return "words" if models.embeddings is None else models.embeddings.model


def _asked_for(project: Project, what: Kept, key: str, control: RunControl) -> KeptVectors:
    database = project.database
    if journal.stage_key(database, _stage(what)) == key:
        rows, numbers = (load_array(database, "vectors", f"{what} {each}") for each in ("vectors", "numbers"))
        if rows is not None and numbers is not None:
            return KeptVectors(opened(numbers).astype(np.int64), opened(rows).astype(np.float32))
    numbered = _TEXTS[what](project)
    if not numbered:
        return KeptVectors(np.zeros(0, np.int64), np.zeros((0, 1), np.float32))
    made = project.engine.embed([text for _, text in numbered], control)
    found = KeptVectors(np.array([number for number, _ in numbered], np.int64), opened(made).astype(np.float32))
    if not project.read_only_reason:
        try:
            numbers = kept(found.numbers.astype(np.int32))
            keep_arrays(database, "vectors", {f"{what} vectors": made, f"{what} numbers": numbers})
            journal.keep_stage_key(database, _stage(what), key)
        except ProjectError:  # a disk that is full: they are made again next time
            pass
    return found


def _unit_texts(project: Project) -> Sequence[tuple[int, str]]:
    texts = UnitTexts(project.database)
    return [(each.number, texts.text(each)) for each in documents.text_units(project.database)]


def _entity_texts(project: Project) -> Sequence[tuple[int, str]]:
    return sorted((each.number, entity_words(each)) for each in graph.entities(project.database))


def _report_texts(project: Project) -> Sequence[tuple[int, str]]:
    return sorted((number, each.text) for number, each in communities.reports(project.database).items())


def _relationship_texts(project: Project) -> Sequence[tuple[int, str]]:
    titles = {each.id: each.title for each in graph.entities(project.database)}
    return sorted((each.number, relationship_words(each, titles)) for each in graph.relationships(project.database))


def _latent_units(project: Project) -> KeptVectors:
    """The mean of what a text unit's sentences mean where they stand; zeros where it has none."""
    measures = project.arrays.measures
    numbers = np.array([each.number for each in documents.text_units(project.database)], np.int64)
    source_of = dict(sentence_sources(project.database))
    place_of = {number: place for place, number in enumerate(numbers.tolist())}
    rows = np.zeros((len(numbers), measures.text.basis.shape[1]), np.float32)
    places = np.array([place_of[source_of[number]] for number in measures.numbers.tolist()], np.int64)
    known = np.flatnonzero(measures.text.is_analysed)
    np.add.at(rows, places[known], measures.text.smooth(known))
    return KeptVectors(numbers, unit_rows(rows))


def _latent_entities(project: Project) -> KeptVectors:
    measures = project.arrays.measures.entities
    entities = sorted(graph.entities(project.database), key=lambda each: each.number)
    rows = np.zeros((len(entities), measures.contexts.shape[1]), np.float32)
    for place, each in enumerate(entities):
        if each.id in measures.row_of:
            rows[place] = measures.contexts[measures.row_of[each.id]]
    return KeptVectors(np.array([each.number for each in entities], np.int64), rows)


def _latent_relationships(project: Project) -> KeptVectors:
    """Between the vectors of both ends: the built-in engine describes no relationship."""
    entities = _latent_entities(project)
    pairs = np.array(relationship_pairs(project.database), np.float64).reshape(-1, 4)[:, :3].astype(np.int64)
    rows = entities.rows[np.searchsorted(entities.numbers, pairs[:, 1:])].sum(1)
    return KeptVectors(pairs[:, 0], unit_rows(rows))


def _unit_tokens(project: Project) -> int:
    return sum(each.tokens for each in documents.text_units(project.database))


def _word_tokens(numbered: Sequence[tuple[int, str]]) -> int:
    return sum(len(text) for _, text in numbered) // _SIGNS_A_TOKEN


_KINDS: Mapping[Kept, Kind] = {
    "text unit": Kind.SOURCE,
    "entity": Kind.ENTITY,
    "relationship": Kind.RELATIONSHIP,
    "report": Kind.REPORT,
}
_SIGNS_A_TOKEN = 4  # of what is only estimated
_LATENT: Mapping[Kept, Callable[[Project], KeptVectors]] = {
    "text unit": _latent_units,
    "entity": _latent_entities,
    "relationship": _latent_relationships,
}
_TEXTS: Mapping[Kept, Callable[[Project], Sequence[tuple[int, str]]]] = {
    "text unit": _unit_texts,
    "entity": _entity_texts,
    "relationship": _relationship_texts,
    "report": _report_texts,
}
_TOKENS: Mapping[Kept, Callable[[Project], int]] = {
    "text unit": _unit_tokens,
    "entity": lambda project: _word_tokens(_entity_texts(project)),
    "relationship": lambda project: _word_tokens(_relationship_texts(project)),
    "report": lambda project: sum(each.tokens for each in communities.report_heads(project.database).values()),
}
_LOCK = threading.Lock()
_REMEMBERED: "WeakKeyDictionary[Database, dict[Kept, tuple[str, KeptVectors]]]" = WeakKeyDictionary()
