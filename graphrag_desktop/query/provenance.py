"""The provenance graph of a kept answer, from its parts down: what was sent for it, what that rests on, the documents' words.

What was sent is read from what is kept with the answer, so that it can be followed when the index is another one; below
that, what the index has now.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from graphrag_desktop.domain.answers import Answer, CitationStatus
from graphrag_desktop.domain.citations import split_statements
from graphrag_desktop.domain.contexts import ContextItem, Kind
from graphrag_desktop.query.levels import Record
from graphrag_desktop.storage import claims, communities, documents, former, graph, journal
from graphrag_desktop.storage.answers import sent_for
from graphrag_desktop.storage.database import Database

_FINAL = 0
_MOST_UNITS = 200  # text units that name an entity: of more, those that name it first
_HEADING_MARKS = re.compile(r"^#{1,6}\s+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence of a record, with the records that it cites itself."""

    record: Record
    text: str
    cites: tuple[Record, ...] = ()


class Provenance:
    """Walks down from the parts of one answer; what is read of the project is read once."""

    def __init__(self, database: Database, answer: Answer) -> None:
        self._database = database
        self._answer = answer
        self._sent = sent_for(database, answer.id)
        self.is_current = journal.index_version(database) == answer.index_version
        self._passages: dict[Record, tuple[Passage, ...]] = {}

    @property
    def parts(self) -> tuple[Record, ...]:
        """The parts that the answer was made of, or the records where it was made of those at once; empty where they are gone."""
        return tuple((item.kind, item.number) for part, item in self._sent if part == _FINAL)

    @property
    def tokens_of_parts(self) -> int:
        """Tokens of the text of all parts."""
        return sum(item.tokens for part, item in self._sent if part == _FINAL)

    @property
    def tokens_of_records(self) -> int:
        """Tokens of everything that these parts were made of; of the records themselves where there were no parts."""
        kept = {number for kind, number in self.parts if kind is Kind.PART}
        if not kept:
            return self.tokens_of_parts
        return sum(item.tokens for part, item in self._sent if part in kept)

    def passages(self, record: Record) -> tuple[Passage, ...]:
        """The sentences of a record; none where it is gone."""
        if record not in self._passages:
            self._passages[record] = tuple(self._read(record))
        return self._passages[record]

    def below(self, record: Record) -> tuple[Record, ...]:
        """What a record was made of, as far as it can be told; a text unit is made of nothing."""
        kind, number = record
        match kind:
            case Kind.PART:
                return tuple((item.kind, item.number) for part, item in self._sent if part == number)
            case Kind.REPORT:
                return tuple(dict.fromkeys(each for passage in self.passages(record) for each in passage.cites))
            case Kind.CLAIM:
                claim = claims.claim(self._database, number)
                return () if claim is None else ((Kind.SOURCE, claim.source),)
            case Kind.ENTITY | Kind.RELATIONSHIP:
                told = (record, *self._told_with.get(record, ()))
                return tuple(dict.fromkeys(unit for each in told for unit in self._units(*each)))
            case _:
                return ()

    def quotes(self, statement: str) -> tuple[Passage, ...]:
        """The words of documents that were found for a statement's own citations when the answer was made."""
        return tuple(
            Passage((each.kind, each.number), evidence.quote)
            for each in self._answer.citations
            if each.text == statement and each.status is CitationStatus.OK
            for evidence in each.evidence
        )

    @cached_property
    def _given(self) -> Mapping[Record, ContextItem]:
        return {(item.kind, item.number): item for _, item in reversed(self._sent)}

    @cached_property
    def _told_with(self) -> Mapping[Record, Sequence[Record]]:
        """The records without words of their own, by the record that tells them: the one before."""
        found: dict[Record, list[Record]] = {}
        teller: list[Record] = []
        for part, item in self._sent:
            if part == _FINAL and item.text:
                teller = found.setdefault((item.kind, item.number), [])
            elif part == _FINAL:
                teller.append((item.kind, item.number))
        return found

    def _read(self, record: Record) -> Iterator[Passage]:
        kind, number = record
        if record in self._given:
            yield from self._split(record, self._given[record].text)
        elif kind is Kind.REPORT:
            report = communities.report(self._database, number)
            if report is not None:
                yield from self._split(record, report.text)
        elif kind is Kind.SOURCE:
            yield from self._of_unit(record)
        elif description := self._description(kind, number):
            yield Passage(record, description)

    def _split(self, record: Record, text: str) -> Iterator[Passage]:
        """Its sentences, headings among them: they state something too."""
        has_cites = record[0] in {Kind.PART, Kind.REPORT}  # in any other text it may be a document that seems to cite
        given = set(self.below(record)) if record[0] is Kind.PART else None
        for statement in split_statements(_HEADING_MARKS.sub("", text)):
            named = ((ref.kind, number) for group in statement.groups for ref in group.refs for number in ref.ids)
            cites = tuple(each for each in dict.fromkeys(named) if given is None or each in given)
            yield Passage(record, statement.text, cites if has_cites else ())

    def _of_unit(self, record: Record) -> Iterator[Passage]:
        unit = documents.text_unit(self._database, record[1])
        if unit is None:
            return
        text = documents.text_of(self._database, unit.document)
        sentences = documents.sentences_within(self._database, unit.document, unit.span)
        spans = [each.span for each in sentences] or [unit.span]
        yield from (Passage(record, text[each.start : each.end]) for each in spans)

    def _description(self, kind: Kind, number: int) -> str:
        if not self.is_current:
            return ""  # it may say something else now than when the report was written
        match kind:
            case Kind.ENTITY:
                entity = graph.entity(self._database, number)
                return "" if entity is None else f"{entity.title} ({entity.type}): {entity.description}"
            case Kind.RELATIONSHIP:
                found = graph.relationship(self._database, number)
                if found is None or not found.description:
                    return ""
                titles = {
                    each.id: each.title for each in graph.entities_of(self._database, (found.source, found.target))
                }
                ends = (titles.get(each, each) for each in (found.source, found.target))
                return f"{' – '.join(ends)}: {found.description}"
            case Kind.CLAIM:
                claim = claims.claim(self._database, number)
                return (
                    "" if claim is None else f"{claim.subject_words}, {claim.type}, {claim.status}: {claim.description}"
                )
            case _:
                return ""

    def _units(self, kind: Kind, number: int) -> tuple[Record, ...]:
        """The text units from which a model read it; else those whose sentences name it."""
        number = former.current_number(self._database, kind.value, number)
        sources: Sequence[int] = claims.sources_of(self._database, kind.value, number)
        if not sources:
            ends = (number,) if kind is Kind.ENTITY else graph.relationship_ends(self._database, number)
            named = graph.sentences_naming(self._database, ends, _MOST_UNITS) if ends else ()
            sources = [each.source for each in graph.evidence_sentences(self._database, named).values()]
        return tuple((Kind.SOURCE, each) for each in _first(sources))


def _first(sources: Iterable[int]) -> list[int]:
    return list(dict.fromkeys(sources))[:_MOST_UNITS]
