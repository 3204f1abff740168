"""What asking at a level reads: each of its reports once, and the descriptions of its unconnected entities, in batches."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from graphrag_desktop.domain.answers import Condition, LevelEstimate
from graphrag_desktop.domain.communities import Community, CommunityHierarchy
from graphrag_desktop.domain.contexts import ContextItem, Kind
from graphrag_desktop.domain.graph import Entity
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.domain.packing import pack_batches, shuffle
from graphrag_desktop.domain.prices import TokenPrice, price_of
from graphrag_desktop.domain.restriction import Scope, SelectedKind
from graphrag_desktop.project import Project
from graphrag_desktop.storage import communities, documents, graph

Record = tuple[Kind, int]
"""A record by its kind and number."""


@dataclass(frozen=True, slots=True)
class LevelReading:
    """The records of a level with their tokens, and the batches in which they are read.

    `missing` counts the communities that should have a report and have none.
    """

    level: int
    tokens: Mapping[Record, int]
    batches: tuple[tuple[Record, ...], ...]
    missing: int

    @property
    def reports(self) -> tuple[int, ...]:
        """The numbers of the reports, ascending."""
        return tuple(sorted(number for kind, number in self.tokens if kind is Kind.REPORT))


class LevelReader:
    """Lays out what each level reads; `singles` are the unconnected entities as records, by id."""

    def __init__(self, project: Project, hierarchy: CommunityHierarchy) -> None:
        self.hierarchy = hierarchy
        self.singles = _describe_singles(project, hierarchy)
        self._scope = project.scope
        self._settings = project.settings
        self._report_tokens = {
            number: head.tokens for number, head in communities.report_heads(project.database).items()
        }

    def read(self, level: int, only: Collection[int] | None = None) -> LevelReading:
        """The reports of exactly this level, shuffled by the seed, each batch filled until the next would overflow it.

        GraphRAG (Edge et al.) 3.1.6. Beyond the deepest level means the deepest. `only` leaves out all communities but
        these. Where a question is restricted, what lies outside is left out.
        """
        tokens: dict[Record, int] = {}
        missing = 0
        for community in self._standing(level):
            if only is not None and community.number not in only:
                continue
            if community.is_unconnected:
                single = self.singles[community.entities[0]]
                tokens[single.kind, single.number] = single.tokens
            elif community.number in self._report_tokens:
                tokens[Kind.REPORT, community.number] = self._report_tokens[community.number]
            else:
                missing += 1
        order = shuffle(sorted(tokens), self._settings.seed)
        batches = pack_batches(order, tokens, self._settings.map_data_tokens)
        return LevelReading(self.hierarchy.clamp(level), tokens, batches, missing)

    def _standing(self, level: int) -> Iterable[Community]:
        """Those of the level that lie inside; in place of one above what was chosen, the chosen one."""
        standing = self.hierarchy.at(level)
        scope = self._scope
        if scope is None:
            return standing
        chosen = [int(each.key) for each in scope.restriction.of(SelectedKind.COMMUNITY)]
        at_level = {each.number for each in standing}
        below = {
            each: self.hierarchy.communities[each]
            for each in chosen
            if each in self.hierarchy.communities
            and at_level & {above.number for above in self.hierarchy.lineage(each)[:-1]}
        }
        inside = {each.number: each for each in standing if self._is_inside(each, scope)} | below
        return inside.values()

    def _is_inside(self, community: Community, scope: Scope) -> bool:
        if community.is_unconnected:
            return scope.holds(Kind.ENTITY, self.singles[community.entities[0]].number)
        return scope.holds(Kind.REPORT, community.number)


def estimate_levels(project: Project) -> tuple[LevelEstimate, ...]:
    """For each level what asking there would read, by the very packing that asking does."""
    reader = LevelReader(project, communities.hierarchy(project.database))
    price = answering_price(project)
    seen: dict[frozenset[int], int] = {}
    estimates: list[LevelEstimate] = []
    for level, standing in enumerate(reader.hierarchy.levels):
        reading = reader.read(level)
        first = seen.setdefault(frozenset(standing), level)
        reports = len(reading.reports)
        estimates.append(
            LevelEstimate(
                level,
                reports + reading.missing,
                len(reading.tokens) - reports,
                sum(reading.tokens.values()),
                len(reading.batches),
                None if first == level else first,
                None if price is None else question_cost(sum(reading.tokens.values()), len(reading.batches), price),
            )
        )
    return tuple(estimates)


def table_of_conditions(project: Project) -> tuple[Condition, ...]:
    """Table 2 of GraphRAG (Edge et al.) for this index: what each level and the source text have to be read, and its share."""
    reader = LevelReader(project, communities.hierarchy(project.database))
    readings = [reader.read(level) for level in range(len(reader.hierarchy.levels))]
    costs = [each.tokens for each in documents.text_units(project.database)]
    held = sum(costs)

    def condition(level: int | None, units: int, tokens: int) -> Condition:
        return Condition(level, units, tokens, tokens / held if held else 0.0)

    levels = [condition(each.level, len(each.tokens), sum(each.tokens.values())) for each in readings]
    return (*levels, condition(None, len(costs), held))


_TEMPLATE = 350.0  # tokens of a prompt beside its data, the question with it
_PART = (120.0, 600.0)  # tokens of a map reply, at least and at most
_ANSWER = (250.0, 1_000.0)  # of the final answer


def question_cost(report_tokens: float, map_calls: int, price: TokenPrice) -> tuple[float, float]:
    """What a question costs at least and at most: every report read once, a reply for each part, one final answer."""
    read = report_tokens + (map_calls + 1) * _TEMPLATE
    low, high = (
        price.of(read + map_calls * part, map_calls * part + answer)
        for part, answer in zip(_PART, _ANSWER, strict=True)
    )
    return low, high


def at_once_cost(tokens: float, price: TokenPrice) -> tuple[float, float]:
    """What one answer straight from records costs at least and at most."""
    return price.of(tokens + _TEMPLATE, _ANSWER[0]), price.of(tokens + _TEMPLATE, _ANSWER[1])


def answering_price(project: Project) -> TokenPrice | None:
    """The price of the model that answers; None where there is none or no price is known."""
    models = project.models
    return None if models is None else price_of(models.answers or models.extraction, project.settings)


def _describe_singles(project: Project, hierarchy: CommunityHierarchy) -> dict[EntityId, ContextItem]:
    ids = [each.entities[0] for each in hierarchy.communities.values() if each.is_unconnected]
    if not ids:
        return {}
    from graphrag_desktop.language.tokens import count_tokens  # takes a third of a second, and is mostly not needed

    found: dict[EntityId, ContextItem] = {}
    for each in graph.entities_of(project.database, ids):
        text = _description(each)
        tokens = count_tokens(text, project.settings.encoding)
        found[each.id] = ContextItem(Kind.ENTITY, each.number, each.title, text, tokens, entity=each.id)
    return found


def _description(entity: Entity) -> str:
    return f"Entity {entity.number}: {entity.title} ({entity.type}). {entity.description}"
