"""What each report is written from: the leaf rule, and the higher-level rule with reports in place of elements."""

from collections.abc import Callable, Mapping, Sequence

from graphrag_desktop.domain.communities import Community, CommunityHierarchy
from graphrag_desktop.domain.contexts import Context, ContextItem, EvidenceSentence, Kind, ReportContext
from graphrag_desktop.domain.packing import (
    Packed,
    SubCommunity,
    order_leaf,
    substitute_reports,
    take_until_overflow,
)
from graphrag_desktop.domain.reports import CommunityReport
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.pipeline.report_records import Record, RecordShelf

SentencesOf = Callable[[Sequence[int]], tuple[EvidenceSentence, ...]]
"""Sentences by number, in the order asked for."""


def report_context(
    community: Community,
    hierarchy: CommunityHierarchy,
    shelf: RecordShelf,
    reports: Mapping[int, CommunityReport],
    sentences_of: SentencesOf,
    settings: Settings,
) -> ReportContext:
    """The context of one community's report; its children's reports must be there already where they could be written.

    Leaf rule for what fits whole; else the reports of the children with most element tokens stand in for their
    elements until it fits. Where even that is too much, those reports come first and the context is truncated.
    """
    limit = settings.report_data_tokens
    children = [hierarchy.communities[number] for number in community.children]
    replaced = _replaced(community, children, hierarchy, shelf, reports, limit)
    items = {(Kind.REPORT, number): _report_item(reports[number], sentences_of) for number in replaced}
    kept = [child for child in children if child.number not in replaced]
    elements = _elements(community, kept, hierarchy, shelf)
    costs = {record: (items.get(record) or shelf.items[record]).tokens for record in [*items, *elements]}
    packed: Packed[Record] = take_until_overflow([*items, *elements], costs, limit)
    chosen = tuple(items.get(record) or shelf.items[record] for record in packed.records)
    context = Context(chosen, packed.tokens, packed.is_truncated)
    return ReportContext(
        community.number,
        community.level,
        context,
        settings.report_tokens,
        community.entities,
        shelf.communities[community.number].sentences,
    )


def _replaced(
    community: Community,
    children: Sequence[Community],
    hierarchy: CommunityHierarchy,
    shelf: RecordShelf,
    reports: Mapping[int, CommunityReport],
    limit: int,
) -> tuple[int, ...]:
    residual = shelf.tokens(shelf.communities[community.number].own)
    subs = [
        SubCommunity(
            child.number,
            _element_tokens(child, hierarchy, shelf),
            reports[child.number].tokens if child.number in reports else None,
        )
        for child in children
    ]
    return substitute_reports(subs, residual, limit).replaced


def _element_tokens(community: Community, hierarchy: CommunityHierarchy, shelf: RecordShelf) -> int:
    below = sum(_element_tokens(hierarchy.communities[child], hierarchy, shelf) for child in community.children)
    return below + shelf.tokens(shelf.communities[community.number].own)


def _elements(
    community: Community, kept: Sequence[Community], hierarchy: CommunityHierarchy, shelf: RecordShelf
) -> tuple[Record, ...]:
    """The records of the community, without those of children whose reports stand in, in the order of the leaf rule."""
    degrees = shelf.communities[community.number].degrees
    parts = [community.number, *(number for child in kept for number in _with_descendants(child, hierarchy))]
    relationships = [each for number in parts for each in shelf.communities[number].relationships]
    belonging = {record for number in parts for record in shelf.communities[number].own}
    entities = {record: degree for record, degree in degrees.items() if record in belonging}
    ends = {end: degrees[end] for each in relationships for end in (each.source, each.target)}
    claims = {entity: told for number in parts for entity, told in shelf.communities[number].claims.items()}
    return tuple(record for record in order_leaf({**ends, **entities}, relationships, claims) if record in belonging)


def _with_descendants(community: Community, hierarchy: CommunityHierarchy) -> list[int]:
    found = [community.number]
    for child in community.children:
        found.extend(_with_descendants(hierarchy.communities[child], hierarchy))
    return found


def _report_item(report: CommunityReport, sentences_of: SentencesOf) -> ContextItem:
    quoted = [*report.summary_sentences, *(each for finding in report.findings for each in finding.sentences)]
    return ContextItem(
        Kind.REPORT,
        report.number,
        report.title,
        report.text,
        report.tokens,
        sentences=sentences_of(list(dict.fromkeys(quoted))),
    )
