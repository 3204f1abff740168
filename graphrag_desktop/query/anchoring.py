"""The statements of an answer held against the words they cite: which numbers, dates, quotations and names are not there."""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from graphrag_desktop.domain.answers import Citation, StatementCheck
from graphrag_desktop.domain.citations import Statement
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.graph import Entity
from graphrag_desktop.domain.quotes import locate_words
from graphrag_desktop.language.anchors import Anchor, check_anchors
from graphrag_desktop.storage import communities, graph
from graphrag_desktop.storage.database import Database
from graphrag_desktop.storage.evidence import EvidenceReader

_CONCEPT = "concept"  # a thing spoken of, no name: a statement may call it otherwise
_MOST_WORDS = 6  # of a name, in Latin letters
_MOST_SIGNS = 12  # of one in a script without spaces
_MOST_QUOTED = 60  # sentences of a cited report
_LATIN_WORDS = re.compile(r"[^\W\d_][\w’'.&-]*", re.UNICODE)
_LAST_BRACKET = re.compile(r"\s*\(([^()]+)\)\s*$")
_EASTERN_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")


def check_statements(
    database: Database, cited: Sequence[tuple[Statement, Sequence[Citation]]], reader: EvidenceReader
) -> tuple[StatementCheck, ...]:
    """Each statement with the citations of it that are ok, checked by its anchors; one without any is only named."""
    named = _known_names(database, [statement.text for statement, citations in cited if citations])
    return tuple(
        StatementCheck(statement.text, statement.span, is_cited=True)
        if place == 0 and citations and _speaks_of_reports(database, statement, citations)
        else _check(statement, citations, named, reader)
        for place, (statement, citations) in enumerate(cited)
    )


def _speaks_of_reports(database: Database, statement: Statement, citations: Sequence[Citation]) -> bool:
    """Whether an answer opens by saying which reports it rests on: what it counts then is in no document."""
    if any(each.kind is not Kind.REPORT for each in citations):
        return False
    reports = (communities.report(database, number) for number in {each.number for each in citations})
    return any(report is not None and report.title and report.title in statement.text for report in reports)


def _check(
    statement: Statement, citations: Sequence[Citation], named: Sequence[Entity], reader: EvidenceReader
) -> StatementCheck:
    if not citations:
        return StatementCheck(statement.text, statement.span, is_cited=False)
    names = [(each.title, *each.aliases) for each in named]
    shown = tuple(dict.fromkeys(evidence.quote for each in citations for evidence in each.evidence))
    text = _without_document(statement.text, citations)
    if any(locate_words(quote, text) is not None for quote in shown):
        check = check_anchors(text, [text], names)  # all of it stands there
    else:
        check = check_anchors(text, shown, names)
        if check.missing:
            check = check_anchors(text, [*shown, *_rests_on(citations, reader)], names)
    every = sorted((*check.found, *check.missing), key=lambda each: each.span)
    return StatementCheck(
        statement.text, statement.span, is_cited=True, anchors=_texts(every), missing=_texts(check.missing)
    )


def _without_document(text: str, citations: Sequence[Citation]) -> str:
    """The words of a statement without the name of a document it cites, which says where it is from: "(1848-Polk)"."""
    named = _LAST_BRACKET.search(text)
    paths = (PurePosixPath(evidence.path) for each in citations for evidence in each.evidence)
    is_document = named is not None and any(named[1] in {path.stem, path.name} for path in paths)
    return text[: named.start()] if named is not None and is_document else text


def _texts(anchors: Iterable[Anchor]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.text for each in anchors))


def _rests_on(citations: Sequence[Citation], reader: EvidenceReader) -> Iterator[str]:
    """What else the records named rest on: a text unit as a whole, all that a report quotes."""
    for kind, number in dict.fromkeys((each.kind, each.number) for each in citations):
        if kind in {Kind.SOURCE, Kind.REPORT}:
            yield from (evidence.quote for evidence in reader.record(kind, number, _MOST_QUOTED) or ())


def _known_names(database: Database, texts: Iterable[str]) -> tuple[Entity, ...]:
    """The entities that are named in the texts, concepts left out."""
    candidates = {candidate for text in texts for candidate in _candidates(text)}
    if not candidates:
        return ()
    return tuple(
        each for each in graph.entities_named(database, sorted(candidates)) if each.type.casefold() != _CONCEPT
    )


def _candidates(text: str) -> Iterator[str]:
    """What may be a name: a few words that begin with a capital, a few signs of a script without spaces."""
    words = list(_LATIN_WORDS.finditer(text))
    for at, first in enumerate(words):
        if first[0][0].isupper():
            yield from (text[first.start() : last.end()] for last in words[at : at + _MOST_WORDS])
    for run in _EASTERN_RUN.findall(text):
        for start in range(len(run)):
            yield from (run[start:end] for end in range(start + 2, min(len(run), start + _MOST_SIGNS) + 1))
