"""What a question would be or was answered from: every record with its tokens, in or out, and where the budget cuts."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from graphrag_desktop.domain.answers import Answer
from graphrag_desktop.domain.asking import Candidate, Considered
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.project import Project
from graphrag_desktop.storage import answers, communities, documents, graph

Record = tuple[Kind, int]


@dataclass(frozen=True, slots=True)
class InspectedRecord:
    """A record of a context; `total` counts the tokens of the context down to it, as long as it is in."""

    candidate: Candidate
    title: str
    total: int

    @property
    def record(self) -> Record:
        """Its kind and number."""
        return self.candidate.item.kind, self.candidate.item.number


@dataclass(frozen=True, slots=True)
class InspectedContext:
    """What one call is made from. `part` is its number, 0 for the only or the last one; `limit` is its budget, 0 where
    that was not noted; `choices` counts what there was to choose from, 0 where all is read."""

    part: int
    limit: int
    choices: int
    records: tuple[InspectedRecord, ...]

    @property
    def tokens(self) -> int:
        """Those that are sent."""
        return sum(each.candidate.item.tokens for each in self.records if each.candidate.is_in)


@dataclass(frozen=True, slots=True)
class KindTotal:
    """Of one kind: records that are in, their tokens, and records that are out."""

    kind: Kind
    inside: int
    tokens: int
    outside: int


@dataclass(frozen=True, slots=True)
class Inspection:
    """The contexts of a question: `is_sent` where they were sent, else they would be."""

    question: str
    is_sent: bool
    contexts: tuple[InspectedContext, ...]

    @property
    def totals(self) -> tuple[KindTotal, ...]:
        """By kind, those with most tokens first."""
        found: dict[Kind, KindTotal] = {}
        for each in (record.candidate for context in self.contexts for record in context.records):
            before = found.get(each.item.kind, KindTotal(each.item.kind, 0, 0, 0))
            tokens = each.item.tokens if each.is_in else 0
            found[each.item.kind] = KindTotal(
                each.item.kind, before.inside + each.is_in, before.tokens + tokens, before.outside + (not each.is_in)
            )
        return tuple(sorted(found.values(), key=lambda total: (-total.tokens, total.kind)))

    @property
    def subgraph(self) -> "Subgraph | None":
        """What was drawn from the graph with a nearness to the question; None for a way of asking that tells none."""
        near = [
            each
            for context in self.contexts
            for each in (record.candidate for record in context.records)
            if each.is_in and each.alpha is not None
        ]
        return Subgraph(_alphas(near, Kind.ENTITY), _alphas(near, Kind.RELATIONSHIP), _places(near)) if near else None


@dataclass(frozen=True, slots=True)
class Subgraph:
    """Entities and relationships by number, each with its α, and the number that an entity has in the text sent."""

    entities: Mapping[int, float]
    relationships: Mapping[int, float]
    places: Mapping[int, str]


def inspect_considered(question: str, contexts: Sequence[Considered], *, is_sent: bool = False) -> Inspection:
    """What would be sent."""
    many = len(contexts) > 1
    return Inspection(
        question,
        is_sent,
        tuple(
            _inspected(part if many else 0, each.limit, each.choices, each.candidates)
            for part, each in enumerate(contexts, start=1)
        ),
    )


def inspect_answer(project: Project, answer: Answer) -> Inspection:
    """What was sent for a kept answer, and what was considered for it as far as that was noted."""
    considered = answers.considered_for(project.database, answer.id)
    if considered:
        return inspect_considered(answer.question, considered, is_sent=True)
    sent = answers.sent_heads(project.database, answer.id)
    parts: dict[int, list[Candidate]] = {}
    for part, item in sent:
        parts.setdefault(part, []).append(Candidate(item, is_in=True))
    titles = _titles(project, answer, {(item.kind, item.number) for _, item in sent})
    last = [part for part in parts if part == 0]
    return Inspection(
        answer.question,
        is_sent=True,
        contexts=tuple(
            _inspected(part, 0 if part else answer.reduce_budget, 0, parts[part], titles)
            for part in [*sorted(set(parts) - {0}), *last]
        ),
    )


def context_shares(project: Project, identity: str) -> dict[Kind, int]:
    """How many tokens of each kind filled the contexts of a kept answer."""
    return answers.sent_tokens(project.database, identity)


def _inspected(
    part: int, limit: int, choices: int, candidates: Iterable[Candidate], titles: Mapping[Record, str] | None = None
) -> InspectedContext:
    records: list[InspectedRecord] = []
    total = 0
    for each in candidates:
        total += each.item.tokens if each.is_in else 0
        title = each.item.title or (titles or {}).get((each.item.kind, each.item.number), "")
        records.append(InspectedRecord(each, title, total))
    return InspectedContext(part, limit, choices, tuple(records))


def _titles(project: Project, answer: Answer, records: Collection[Record]) -> dict[Record, str]:
    """What records are called now; reports as they were called then."""
    kinds = {kind for kind, _ in records}
    found: dict[Record, str] = {}
    with project.database.reading():
        if Kind.REPORT in kinds:
            heads = communities.report_heads(project.database)
            found |= {(Kind.REPORT, number): head.title for number, head in heads.items()}
        entities = graph.entities(project.database) if kinds & {Kind.ENTITY, Kind.RELATIONSHIP} else ()
        found |= {(Kind.ENTITY, each.number): each.title for each in entities}
        if Kind.RELATIONSHIP in kinds:
            ends = {each.id: each.title for each in entities}
            found |= {
                (Kind.RELATIONSHIP, each.number): f"{ends[each.source]} – {ends[each.target]}"
                for each in graph.relationships(project.database)
            }
        if Kind.SOURCE in kinds:
            paths = {each.id: each.paths[0] for each in documents.documents(project.database) if each.paths}
            units = documents.text_units(project.database)
            found |= {(Kind.SOURCE, each.number): paths.get(each.document, "") for each in units}
    found |= {(Kind.REPORT, each.number): each.title for each in answer.reports}
    return {record: found.get(record, "") for record in records}


def _alphas(near: Iterable[Candidate], kind: Kind) -> dict[int, float]:
    return {each.item.number: each.alpha or 0.0 for each in near if each.item.kind is kind}


def _places(near: Iterable[Candidate]) -> dict[int, str]:
    return {each.item.number: each.place for each in near if each.place}
