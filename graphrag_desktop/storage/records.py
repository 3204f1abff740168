"""Citations and the words they reach, as JSON and back again."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from graphrag_desktop.domain.answers import Citation, CitationStatus
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.domain.identity import DocumentId, Span

Json = Mapping[str, Any]


def citations_of(records: Iterable[Json]) -> tuple[Citation, ...]:
    """The citations that `dataclasses.asdict` made these of."""
    return tuple(
        Citation(
            each["text"],
            Kind(each["kind"]),
            each["number"],
            CitationStatus(each["status"]),
            evidence_of(each["evidence"]),
        )
        for each in records
    )


def evidence_of(records: Iterable[Json]) -> tuple[Evidence, ...]:
    """The same for words of documents."""
    return tuple(
        Evidence(DocumentId(each["document"]), each["path"], each["page"], Span(**each["span"]), each["quote"])
        for each in records
    )


def as_records(things: Iterable[Citation | Evidence]) -> list[dict[str, Any]]:
    """What `citations_of` and `evidence_of` read."""
    return [asdict(each) for each in things]
