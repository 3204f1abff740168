"""Citations of an answer, checked against what it was given and followed down to words of the documents."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from graphrag_desktop.domain.answers import Citation, CitationStatus, StatementCheck
from graphrag_desktop.domain.citations import Statement, parse_citations, split_statements
from graphrag_desktop.domain.contexts import ContextItem, EvidenceSentence, Kind
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.domain.identity import Span
from graphrag_desktop.domain.quotes import locate_quotation, locate_words
from graphrag_desktop.domain.reports import CommunityReport, Finding
from graphrag_desktop.language.words import search_terms
from graphrag_desktop.query.anchoring import check_statements
from graphrag_desktop.query.levels import Record
from graphrag_desktop.storage import communities, documents
from graphrag_desktop.storage.database import Database
from graphrag_desktop.storage.evidence import EvidenceReader

_MOST = 3  # spans that a citation shows where it quotes nothing
_NEAR = 0.6  # of the words that the nearest sentence shares
_MOST_LOOKED_AT = 60  # sentences of a record, to find those that speak of the same
_LEAST_SHARED = 0.3  # of a statement's words: below that no sentence is likelier than another
_DEEPEST_WALK = 4  # from a report through its sub-reports to the words


class Given:
    """What an answer was given: the records of the parts it was made from, with all that the reports among them cite."""

    def __init__(self, items: Iterable[ContextItem]) -> None:
        self.items: dict[Record, ContextItem] = {}
        for each in items:
            record = (each.kind, each.number)
            before = self.items.get(record)  # several parts may have read it, each for a question of its own
            self.items[record] = each if before is None else _joined(before, each)

    def holds(self, kind: Kind, number: int) -> bool:
        """Whether the answer could know of the record."""
        record = (kind, number)
        return record in self.items or (kind is Kind.SOURCE and number in self._by_source) or record in self._named

    def sentences(self, kind: Kind, number: int) -> tuple[EvidenceSentence, ...]:
        """The sentences handed over with a record, or out of a text unit."""
        if kind is Kind.SOURCE:
            return tuple(self._by_source.get(number, ()))
        return self.items[kind, number].sentences if (kind, number) in self.items else ()

    @cached_property
    def _by_source(self) -> dict[int, list[EvidenceSentence]]:
        found: dict[int, list[EvidenceSentence]] = {}
        for item in self.items.values():
            for sentence in item.sentences:
                found.setdefault(sentence.source, []).append(sentence)
        return found

    @cached_property
    def _named(self) -> frozenset[Record]:
        return frozenset(
            (ref.kind, number)
            for item in self.items.values()
            if item.kind
            is Kind.REPORT  # the text of any other record may hold the words of a document, and those cite nothing
            for group in parse_citations(item.text)
            for ref in group.refs
            for number in ref.ids
        )


def _joined(one: ContextItem, other: ContextItem) -> ContextItem:
    """A record read twice, with the sentences of both."""
    sentences = {each.number: each for each in (*other.sentences, *one.sentences)}
    return one if len(sentences) == len(one.sentences) else replace(one, sentences=tuple(sentences.values()))


@dataclass(frozen=True, slots=True)
class Resolved:
    """The citations of a text in their order; `coverage` is the share of statements with one that is ok.

    `quoted` are the sentences handed over that the text quotes, `statements` its statements held against what they cite.
    """

    citations: tuple[Citation, ...]
    coverage: float
    quoted: tuple[EvidenceSentence, ...]
    statements: tuple[StatementCheck, ...] = ()


def resolve_citations(database: Database, text: str, given: Given) -> Resolved:
    """Check and follow every citation in `text`."""
    trail = _Trail(database, given)
    statements = split_statements(text)
    owners = {group.span: statement for statement in statements for group in statement.groups}
    named = [
        (owners.get(group.span), ref.kind, number)
        for group in parse_citations(text)
        for ref in group.refs
        for number in ref.ids
    ]
    quoted = [trail.quotes(owner.text if owner else "", kind, number) for owner, kind, number in named]
    citations: list[Citation] = []
    sound: dict[Statement, list[Citation]] = {}
    for (owner, kind, number), quotes in zip(named, quoted, strict=True):
        citation = trail.citation(owner.text if owner else "", kind, number, quotes)
        citations.append(citation)
        if owner is not None and citation.status is CitationStatus.OK:
            sound.setdefault(owner, []).append(citation)
    coverage = len(sound) / len(statements) if statements else 0.0
    checks = check_statements(database, [(each, sound.get(each, ())) for each in statements], trail.reader)
    return Resolved(tuple(citations), coverage, tuple(dict.fromkeys(trail.quoted)), checks)


class _Trail:
    """Follows the citations of one text; what it reads of the project is read once."""

    def __init__(self, database: Database, given: Given) -> None:
        self.quoted: list[EvidenceSentence] = []
        self._database = database
        self._given = given
        self.reader = EvidenceReader(database)
        self._reports: dict[int, CommunityReport | None] = {}

    def quotes(self, words: str, kind: Kind, number: int) -> tuple[Evidence, ...]:
        """What a statement quotes of the sentences handed over with a record: to be asked of all before `citation`."""
        return self._quoted(words, self._given.sentences(kind, number))

    def citation(self, words: str, kind: Kind, number: int, quotes: tuple[Evidence, ...]) -> Citation:
        """One citation followed; what its statement quotes of it was looked up before."""
        was_handed = (kind, number) in self._given.items
        if not was_handed and self.reader.record(kind, number, limit=1) is None:
            return Citation(words, kind, number, CitationStatus.UNKNOWN)  # a report may itself cite what never was
        if not self._given.holds(kind, number):
            return Citation(words, kind, number, CitationStatus.NOT_IN_CONTEXT)
        evidence = dict.fromkeys(quotes or self._evidence(words, kind, number))
        still_there = tuple(each for each in evidence if each.quote)  # a document may be removed under a question
        return Citation(words, kind, number, CitationStatus.OK, still_there)

    def _evidence(self, words: str, kind: Kind, number: int) -> tuple[Evidence, ...]:
        handed = self._given.sentences(kind, number)
        match kind:
            case Kind.SOURCE:
                return self._of_source(words, number, handed)
            case Kind.REPORT:
                return self._of_report(words, number, handed)
            case _:
                return self._of_record(words, kind, number)

    def _of_record(self, words: str, kind: Kind, number: int) -> tuple[Evidence, ...]:
        """Of all sentences that a record rests on those that share most words with the statement."""
        return _nearest(words, self.reader.record(kind, number, _MOST_LOOKED_AT) or ())

    def _of_source(self, words: str, number: int, handed: Sequence[EvidenceSentence]) -> tuple[Evidence, ...]:
        """The words in the text unit; else its likeliest sentence, of those handed over first; else the unit."""
        return (
            self.reader.quoted_in_unit(number, words)
            or self.reader.of(_likeliest(words, handed, 0))
            or self._best_in_unit(words, number)
        )

    def _of_report(self, words: str, number: int, handed: Sequence[EvidenceSentence]) -> tuple[Evidence, ...]:
        """The likeliest sentence handed over, or what the likeliest finding rests on; else what the answer quotes of it
        elsewhere, as for a statement on the answer itself; else what made it helpful."""
        return (
            self.reader.of(_likeliest(words, handed, _LEAST_SHARED))
            or self._best_finding(words, number, _LEAST_SHARED)
            or self.reader.of([each for each in dict.fromkeys(self.quoted) if each.report == number][:_MOST])
            or self.reader.of(handed[:1])
            or self._best_finding(words, number, 0)
        )

    def _quoted(self, words: str, sentences: Iterable[EvidenceSentence]) -> tuple[Evidence, ...]:
        """The very words that a statement quotes of sentences handed over; or a sentence that it holds as a whole."""
        found: list[Evidence] = []
        for sentence in sentences:
            spans = locate_quotation(sentence.text, words)
            if not spans and locate_words(words, sentence.text) is not None:
                spans = (Span(0, len(sentence.text)),)
            start = sentence.span.start
            found.extend(self.reader.evidence(sentence.document, Span(start + s.start, start + s.end)) for s in spans)
            if spans:
                self.quoted.append(sentence)
        return tuple(found)

    def _best_in_unit(self, words: str, number: int) -> tuple[Evidence, ...]:
        """The sentence of a text unit that shares most words with the statement, else the unit as a whole."""
        whole = self.reader.record(Kind.SOURCE, number) or ()
        for unit in whole:
            sentences = documents.sentences_within(self._database, unit.document, unit.span)
            shown = [self.reader.evidence(each.document, each.span) for each in sentences]
            best = max(shown, key=lambda each: _shared(words, each.quote), default=unit)
            return (best,) if _shared(words, best.quote) >= _LEAST_SHARED else whole
        return whole

    def _best_finding(self, words: str, number: int, least: float, steps: int = _DEEPEST_WALK) -> tuple[Evidence, ...]:
        """What the finding of a report rests on that shares most words with the statement, at least so many."""
        if number not in self._reports:
            self._reports[number] = communities.report(self._database, number)
        report = self._reports[number]
        ranked = (
            [(_shared(words, f"{each.summary} {each.explanation}"), each) for each in report.findings] if report else []
        )
        share, best = max(ranked, key=lambda each: each[0], default=(0.0, None))
        if best is None or share < least:
            return ()
        return _nearest(words, self.reader.sentences(best.sentences) or self._cited_by(best, steps - 1))

    def _cited_by(self, finding: Finding, steps: int) -> tuple[Evidence, ...]:
        """Where a finding quotes no sentence: what its own citations reach, sub-reports included."""
        found: list[Evidence] = []
        for statement in split_statements(finding.explanation):
            for ref in (ref for group in statement.groups for ref in group.refs):
                for number in ref.ids:
                    if ref.kind is Kind.SOURCE:
                        found.extend(self._of_source(statement.text, number, ()))
                    elif ref.kind is Kind.REPORT:
                        found.extend(self._best_finding(statement.text, number, 0, steps) if steps > 0 else ())
                    else:
                        found.extend(self._of_record(statement.text, ref.kind, number))
        return tuple(dict.fromkeys(found))


def _likeliest(words: str, sentences: Sequence[EvidenceSentence], least: float) -> Iterator[EvidenceSentence]:
    """The sentence that shares most words with a statement, where it shares some and at least so many."""
    share, best = max(
        ((_shared(words, each.text), each) for each in sentences), key=lambda each: each[0], default=(0.0, None)
    )
    if best is not None and share > 0 and share >= least:
        yield best


def _nearest(words: str, shown: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """The few that share most words with a statement, nearest first; as they come where none shares enough.

    One that shares far fewer than the nearest is of the same record, and speaks of something else.
    """
    shares = {each: _shared(words, each.quote) for each in shown}
    best = max(shares.values(), default=0.0)
    if best < _LEAST_SHARED:
        return tuple(shown[:_MOST])
    near = [each for each in shares if shares[each] >= _NEAR * best]
    return tuple(sorted(near, key=lambda each: -shares[each])[:_MOST])


def _shared(words: str, text: str) -> float:
    """The share of a statement's words that a text has."""
    asked = set(search_terms(words))
    return len(asked & set(search_terms(text))) / len(asked) if asked else 0.0
