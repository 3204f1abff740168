"""Claims out of a model's reply: eight fields each, and nothing that is not a claim (GraphRAG, Edge et al., covariates)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from graphrag_desktop.domain.citations import defuse_citations
from graphrag_desktop.domain.extractions import FoundClaim, QuoteMatch
from graphrag_desktop.domain.identity import Span, entity_id
from graphrag_desktop.domain.quotes import locate_quotation
from graphrag_desktop.llm.records import read_records, shown_record

_FIELDS = 8
_STATUS = frozenset({"TRUE", "FALSE", "SUSPECTED"})
_NOTHING = frozenset({"", "none", "null", "n/a", "unknown"})
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?:T.*)?")


@dataclass(slots=True)
class UnitClaims:
    """What was claimed in one text unit so far; a claim that repeats another counts once."""

    claims: dict[tuple[str, ...], FoundClaim] = field(default_factory=dict)
    rejected: dict[str, None] = field(default_factory=dict)
    is_looping: bool = False

    def add_reply(self, text: str, *, is_cut: bool) -> bool:
        """Take the records of a reply. A sentence that there are none is no record, and no failure either."""
        records = read_records(text).records
        if is_cut and records and not records[-1].is_whole:
            records = records[:-1]
        for record in records:
            if reason := self._add(record.parts):
                self.rejected[f"{reason}: {shown_record(record)}"] = None
        return True

    def _add(self, parts: Sequence[str]) -> str:
        if len(parts) < _FIELDS:
            return "a claim with too few parts"
        subject, other, kind, status, start, end = parts[:6]
        quote, description = parts[-1], " ".join(parts[6:-1])
        if subject.casefold() in _NOTHING:
            return "a claim about nobody"
        if status.upper() not in _STATUS:
            return "a claim whose status is none of the three"
        claim = FoundClaim(
            subject=subject,
            object=other if other.casefold() not in _NOTHING else "",
            type=kind.upper(),
            status=status.upper(),
            start_date=iso_date(start),
            end_date=iso_date(end),
            description=defuse_citations(description),
            quote=quote if quote.casefold() not in _NOTHING else "",
        )
        key = (entity_id(subject), entity_id(claim.object), claim.type, claim.status, entity_id(description))
        self.claims.setdefault(key, claim)
        return ""


def iso_date(written: str) -> str | None:
    """The day as `YYYY-MM-DD`, or as much of it as is told; None where it is no date."""
    match = _DATE.fullmatch(written.strip())
    if match is None:
        return None
    year, month, day = match.groups()
    try:
        date(int(year), int(month or 1), int(day or 1))
    except ValueError:
        return None
    return "-".join(f"{int(part):0{4 if at == 0 else 2}d}" for at, part in enumerate((year, month, day)) if part)


def match_quote(text: str, quote: str) -> tuple[QuoteMatch, Span | None]:
    """Where the text has the quoted words: as they are, or with other white space, quotation marks and omissions."""
    start = text.find(quote) if quote else -1
    if start >= 0:
        return QuoteMatch.EXACT, Span(start, start + len(quote))
    found = locate_quotation(text, quote) if quote else ()
    if not found:
        return QuoteMatch.NONE, None
    return QuoteMatch.LOOSE, Span(min(each.start for each in found), max(each.end for each in found))
