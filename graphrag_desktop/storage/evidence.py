"""From numbers to words: what a record rests on, as quotations of the documents with path and page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphrag_desktop.domain.claims import Claim
from graphrag_desktop.domain.contexts import EvidenceSentence, Kind
from graphrag_desktop.domain.documents import Page, page_at
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.domain.identity import DocumentId, Span
from graphrag_desktop.domain.quotes import locate_quotation
from graphrag_desktop.domain.reports import CommunityReport
from graphrag_desktop.storage import claims, communities, documents, former, graph
from graphrag_desktop.storage.database import Database

_BEYOND = 2_000  # a sentence counts to the unit in which it begins, and may end after it


def quoted_sentences(report: CommunityReport) -> tuple[int, ...]:
    """The numbers of the sentences that a report quotes, in the order in which it does, each once."""
    quoted = [*report.summary_sentences, *(number for finding in report.findings for number in finding.sentences)]
    return tuple(dict.fromkeys(quoted))


@dataclass(frozen=True, slots=True)
class _Source:
    path: str
    text: str
    pages: tuple[Page, ...]


class EvidenceReader:
    """The documents of a project, each read once; for one answer or one view."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._sources: dict[DocumentId, _Source] = {}

    def evidence(self, document: DocumentId, span: Span) -> Evidence:
        """The words at a span of a document."""
        source = self._source(document)
        quote = source.text[span.start : span.end]
        return Evidence(document, source.path, page_at(source.pages, span.start), span, quote)

    def sentences(self, numbers: Iterable[int]) -> tuple[Evidence, ...]:
        """The sentences with these numbers, in the order given."""
        return self.of(graph.evidence_sentences(self._database, numbers).values())

    def of(self, sentences: Iterable[EvidenceSentence]) -> tuple[Evidence, ...]:
        """The same for sentences at hand."""
        return tuple(self.evidence(each.document, each.span) for each in sentences)

    def quoted_in_unit(self, number: int, words: str) -> tuple[Evidence, ...]:
        """Where a text unit has the quoted words; empty where it has not."""
        unit = documents.text_unit(self._database, number)
        if unit is None:
            return ()
        start = unit.span.start
        found = locate_quotation(self._source(unit.document).text[start : unit.span.end + _BEYOND], words)
        return tuple(
            self.evidence(unit.document, Span(start + each.start, start + each.end))
            for each in found
            if start + each.start < unit.span.end
        )

    def record(self, kind: Kind, number: int, limit: int = 3) -> tuple[Evidence, ...] | None:
        """What a record rests on, the sentences that stand alone best first; None where there is no such record.

        A source is its text unit as a whole; a relationship the sentences that name both of its ends; a claim the words
        it quotes; a report what its summary and findings quote. Where no sentence does, it is the text units from which
        a model read it.
        """
        match kind:
            case Kind.SOURCE:
                unit = documents.text_unit(self._database, number)
                return None if unit is None else (self.evidence(unit.document, unit.span),)
            case Kind.ENTITY:
                known = graph.entity(self._database, number)
                own = number if known is None else known.number
                return None if known is None else self._naming([own], limit) or self._origins(kind, own, limit)
            case Kind.RELATIONSHIP:
                ends = graph.relationship_ends(self._database, number)
                own = former.current_number(self._database, kind.value, number)
                return None if ends is None else self._naming(ends, limit) or self._origins(kind, own, limit)
            case Kind.CLAIM:
                claim = claims.claim(self._database, number)
                return None if claim is None else self._claimed(claim)
            case Kind.REPORT:
                report = communities.report(self._database, number)
                return None if report is None else self.sentences(quoted_sentences(report)[:limit])
            case _:
                return None

    def _naming(self, entities: Sequence[int], limit: int) -> tuple[Evidence, ...]:
        return self.sentences(graph.sentences_naming(self._database, entities, limit))

    def _origins(self, kind: Kind, number: int, limit: int) -> tuple[Evidence, ...]:
        sources = claims.sources_of(self._database, kind.value, number)[:limit]
        units = (documents.text_unit(self._database, each) for each in sources)
        return tuple(self.evidence(each.document, each.span) for each in units if each is not None)

    def _claimed(self, claim: Claim) -> tuple[Evidence, ...]:
        if claim.span is not None:
            return (self.evidence(claim.document, claim.span),)
        return self.record(Kind.SOURCE, claim.source) or ()

    def _source(self, document: DocumentId) -> _Source:
        if document not in self._sources:
            self._sources[document] = _Source(
                documents.first_path(self._database, document),
                documents.text_of(self._database, document),
                documents.pages_of(self._database, document),
            )
        return self._sources[document]
