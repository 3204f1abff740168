"""What a restricted question may be answered from: worked out once, held by the project as long as the question goes on.

Everything a way of asking reads comes through the project; where that has a scope, only what lies inside is read.
"""

from collections.abc import Iterable, Sequence

from graphrag_desktop.domain.asking import Considered
from graphrag_desktop.domain.contexts import ContextItem, Kind
from graphrag_desktop.domain.documents import TextUnit
from graphrag_desktop.domain.errors import QuestionError
from graphrag_desktop.domain.restriction import Day, Restriction, Scope, SelectedKind, first_day, last_day
from graphrag_desktop.language.dates import WrittenDate, placed_dates
from graphrag_desktop.project import Project
from graphrag_desktop.storage import dated, documents, scopes
from graphrag_desktop.storage.database import Database
from graphrag_desktop.storage.neighbourhoods import sentence_sources

_FIRST_DAY: Day = (0, 0, 0)
_LAST_DAY: Day = (9_999, 12, 31)


def restricted(project: Project, restriction: Restriction | None) -> Project:
    """The project as a restricted question sees it; raises `QuestionError` where nothing of it lies inside."""
    if restriction is None or restriction.is_empty:
        return project
    return project.within(scope_of(project, restriction))


def scope_of(project: Project, restriction: Restriction) -> Scope:
    """What lies inside of a restriction.

    Each kind of thing leaves the text units that are of a chosen document, that name a chosen entity, one of a chosen
    community or of a chosen type, or that hold a date of the time. Of records only those count that these show: where
    entities, communities or types are chosen, the chosen entities, what one of them is an end of or a claim is about;
    and reports of communities that one of them belongs to.
    """
    database = project.database
    with database.reading():
        named = scopes.entity_sources(database)
        members = scopes.members(database)
        chosen = _chosen_entities(database, restriction, members)
        sources = _sources(database, restriction, named, chosen)
        if not sources:
            raise QuestionError(
                f"Nothing here lies inside of what the question is restricted to: {restriction.words}.",
                "Take something out of the restriction, or ask without it.",
            )
        shown = {entity for entity, source in named if source in sources}
        both = frozenset.intersection(*chosen) & shown if chosen else frozenset(shown)
        entities = both or frozenset.union(*chosen) & shown
        relationships = scopes.relationships_within(database, sources)
        if chosen:
            ends = scopes.relationship_ends(database)
            relationships &= {number for number, one, other in ends if one in entities or other in entities}
        claims = frozenset(
            number
            for number, source, subject, other, *_ in scopes.claim_places(database)
            if source in sources and (not chosen or subject in entities or other in entities)
        )
        inside = {
            Kind.SOURCE: sources,
            Kind.ENTITY: entities,
            Kind.RELATIONSHIP: relationships,
            Kind.CLAIM: claims,
            Kind.REPORT: _communities(restriction, members, entities),
        }
        return Scope(restriction, inside, scopes.sentences_of(database, sources))


def units_within(project: Project) -> tuple[TextUnit, ...]:
    """All text units that a question to this project may be answered from."""
    units, scope = documents.text_units(project.database), project.scope
    return units if scope is None else tuple(each for each in units if scope.holds(Kind.SOURCE, each.number))


def items_within(project: Project, items: Sequence[ContextItem]) -> tuple[ContextItem, ...]:
    """Those of some records that a question to this project may be answered from."""
    return tuple(items) if project.scope is None else project.scope.of(items)


def numbers_within(project: Project, kind: Kind, numbers: Iterable[int]) -> tuple[int, ...]:
    """The same for the numbers of records of one kind."""
    scope = project.scope
    return tuple(numbers) if scope is None else tuple(each for each in numbers if scope.holds(kind, each))


def only_inside(project: Project, considered: Considered) -> Considered:
    """What was considered without what lies outside: nothing of that is ever sent, whatever a way of asking looked at."""
    scope = project.scope
    if scope is None:
        return considered
    kept = tuple(each for each in considered.candidates if scope.holds(each.item.kind, each.item.number))
    return Considered(
        kept, considered.limit, considered.cited, considered.missing, considered.choices, considered.separator
    )


def _chosen_entities(
    database: Database, restriction: Restriction, members: Sequence[tuple[int, int]]
) -> tuple[frozenset[int], ...]:
    """The entities that each kind of thing chooses, for those kinds of which there are any."""
    found: list[frozenset[int]] = []
    if entities := restriction.of(SelectedKind.ENTITY):
        found.append(frozenset(int(each.key) for each in entities))
    if communities := {int(each.key) for each in restriction.of(SelectedKind.COMMUNITY)}:
        found.append(frozenset(entity for community, entity in members if community in communities))
    if types := restriction.of(SelectedKind.TYPE):
        found.append(scopes.typed_entities(database, (each.key for each in types)))
    return tuple(found)


def _sources(
    database: Database,
    restriction: Restriction,
    named: Sequence[tuple[int, int]],
    chosen: Iterable[frozenset[int]],
) -> frozenset[int]:
    paths = {each.key for each in restriction.of(SelectedKind.DOCUMENT)}
    wanted = {each.id for each in documents.documents(database) if paths & set(each.paths)}
    units = documents.text_units(database)
    sources = frozenset(each.number for each in units if not paths or each.document in wanted)
    for entities in chosen:
        sources &= {source for entity, source in named if entity in entities}
    if restriction.since or restriction.until:
        sources &= _dated_sources(database, restriction)
    return sources


def _dated_sources(database: Database, restriction: Restriction) -> set[int]:
    """The text units with a sentence, or a claim, that is known to lie in the time."""
    since = first_day(restriction.since) if restriction.since else _FIRST_DAY
    until = last_day(restriction.until) if restriction.until else _LAST_DAY

    def lies_inside(text: str) -> bool:
        return any(since <= _first(each) and _last(each) <= until for each in placed_dates(text))

    source_of = dict(sentence_sources(database))
    found = {source_of[each.number] for each in dated.figured_sentences(database) if lies_inside(each.text)}
    claims = scopes.claim_places(database)
    return found | {source for _, source, _, _, start, end in claims if lies_inside(f"{start} {end}")}


def _communities(
    restriction: Restriction, members: Sequence[tuple[int, int]], entities: frozenset[int]
) -> frozenset[int]:
    """Those that an entity inside belongs to; where communities are chosen, of those they and what lies below them."""
    touched = frozenset(community for community, entity in members if entity in entities)
    chosen = {int(each.key) for each in restriction.of(SelectedKind.COMMUNITY)}
    if not chosen:
        return touched
    of_chosen = {entity for community, entity in members if community in chosen}
    owned: dict[int, set[int]] = {}
    for community, entity in members:
        owned.setdefault(community, set()).add(entity)
    return frozenset(each for each in touched if each in chosen or owned[each] <= of_chosen)


def _first(written: WrittenDate) -> Day:
    """The earliest day a date can mean; of one in figures alone day and month may be either way round."""
    month, day = (None, None) if written.is_ambiguous else (written.month, written.day)
    return written.year or 0, month or 1, (day or 1) if month else 1


def _last(written: WrittenDate) -> Day:
    month, day = (None, None) if written.is_ambiguous else (written.month, written.day)
    return written.year or 0, month or 12, (day or 31) if month else 31
