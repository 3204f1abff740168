"""Entities and relationships with two or more distinct descriptions get one, made by the engine."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from graphrag_desktop.domain.engine import Engine
from graphrag_desktop.domain.errors import Cancelled, GraphRagError, ModelUnavailable
from graphrag_desktop.domain.events import Stage, StageAdvanced, StageStarted, Warned
from graphrag_desktop.domain.extractions import ExtractedEntity, ExtractedRelationship, Extractions
from graphrag_desktop.domain.fan_out import fan_out
from graphrag_desktop.domain.identity import EntityId, Key
from graphrag_desktop.domain.index import Failure
from graphrag_desktop.domain.replies import description_origin
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.failures import failure_of, gather_failures

_Thing = EntityId | tuple[EntityId, EntityId]


@dataclass(frozen=True, slots=True)
class Described:
    """The extractions with at most one description each; where none could be made, all of them stand side by side."""

    extractions: Extractions
    failures: tuple[Failure, ...]


def describe_all(extractions: Extractions, engine: Engine, control: RunControl) -> Described:
    """Have every description made that is needed, some at a time; a failure is told, and leaves what there was."""
    wanted = list(wanted_descriptions(extractions))
    if not wanted:
        return Described(extractions, ())
    control.emit(StageStarted(Stage.GRAPH, len(wanted)))
    made: dict[_Thing, str] = {}
    failed: list[tuple[str, GraphRagError]] = []

    def describe(each: tuple[_Thing, str, Sequence[str]]) -> str:
        control.checkpoint()
        return engine.describe(each[1], each[2], control)

    with ThreadPoolExecutor(engine.at_once, thread_name_prefix="descriptions") as executor:
        outcomes = fan_out(describe, wanted, executor, control, in_flight=2 * engine.at_once)
        for done, ((thing, title, _), outcome) in enumerate(outcomes, start=1):
            if isinstance(outcome, Cancelled):
                raise outcome
            if isinstance(outcome, GraphRagError):
                failed.append((title, outcome))
                if not isinstance(outcome, ModelUnavailable):
                    control.emit(Warned(Stage.GRAPH, title, str(outcome)))
            elif isinstance(outcome, Exception):
                raise outcome
            else:
                made[thing] = outcome
            control.emit(StageAdvanced(Stage.GRAPH, done))
    described = replace(
        extractions,
        entities=tuple(_entity(each, made) for each in extractions.entities),
        relationships=tuple(_relationship(each, made) for each in extractions.relationships),
    )
    failures = gather_failures(
        (failure_of(Stage.GRAPH, f"description of {title}", error) for title, error in failed), "descriptions"
    )
    return Described(described, failures)


def description_origins(extractions: Extractions) -> frozenset[Key]:
    """The origins of all descriptions that are put together from several."""
    return frozenset(
        description_origin(title, descriptions) for _, title, descriptions in wanted_descriptions(extractions)
    )


def wanted_descriptions(extractions: Extractions) -> Iterator[tuple[_Thing, str, Sequence[str]]]:
    """What needs a description: the thing, its title, and the descriptions that it is to be made of."""
    titles = {each.id: each.title for each in extractions.entities}
    for each in extractions.entities:
        if len(each.descriptions) > 1:
            yield each.id, each.title, each.descriptions
    for pair in extractions.relationships:
        if len(pair.descriptions) > 1:
            yield (pair.source, pair.target), f"{titles[pair.source]} – {titles[pair.target]}", pair.descriptions


def _entity(entity: ExtractedEntity, made: dict[_Thing, str]) -> ExtractedEntity:
    return replace(entity, descriptions=(made[entity.id],)) if entity.id in made else entity


def _relationship(relationship: ExtractedRelationship, made: dict[_Thing, str]) -> ExtractedRelationship:
    ends = (relationship.source, relationship.target)
    return replace(relationship, descriptions=(made[ends],)) if ends in made else relationship
