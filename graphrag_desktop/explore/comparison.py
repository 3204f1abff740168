"""Answers side by side: which statements several of them make, which only one does, how far they rest on the same words."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from graphrag_desktop.domain.answers import Answer, Citation, CitationStatus
from graphrag_desktop.domain.citations import split_statements
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.explore.answers import kept_answer
from graphrag_desktop.language.words import search_terms
from graphrag_desktop.project import Project

_ALIKE = 0.85  # of the terms of two statements: with so many in common they say the same whatever they cite
_ALIKE_OVER_SAME_WORDS = 0.5  # where they also cite the same words of a document, or the same records

_Place = tuple[int, int]
"""The answer, and the place of a statement in it."""


@dataclass(frozen=True, slots=True)
class Said:
    """A statement of an answer with what it cites, each record once."""

    text: str
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Aligned:
    """A statement that several answers make: what each says, None for one that does not; `is_verbatim` where in the same words."""

    said: tuple[Said | None, ...]
    is_verbatim: bool

    @property
    def first(self) -> Said:
        """The first of the wordings."""
        return next(each for each in self.said if each is not None)

    @property
    def makers(self) -> tuple[int, ...]:
        """The places of the answers that make it."""
        return tuple(at for at, each in enumerate(self.said) if each is not None)

    @property
    def is_in_all(self) -> bool:
        """Whether every answer makes it."""
        return None not in self.said


@dataclass(frozen=True, slots=True)
class Overlap:
    """How many things each answer rests on, how many of them no other does, how many all do, and how many there are."""

    each: tuple[int, ...]
    only: tuple[int, ...]
    shared: int
    every: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """Answers and their statements, each statement once: those of several, in all of them first, then those of one.

    `documents`, `passages` and `reports` count what the citations that are ok reach; passages that overlap are one.
    """

    answers: tuple[Answer, ...]
    aligned: tuple[Aligned, ...]
    only: tuple[tuple[Said, ...], ...]
    documents: Overlap
    passages: Overlap
    reports: Overlap

    @property
    def shared(self) -> tuple[Aligned, ...]:
        """The statements that all make."""
        return tuple(each for each in self.aligned if each.is_in_all)

    @property
    def in_some(self) -> tuple[Aligned, ...]:
        """Those that several make, and not all."""
        return tuple(each for each in self.aligned if not each.is_in_all)


def compare_with(project: Project, answer: Answer, identity: str) -> Comparison:
    """Compare an answer with a kept one; raises `InputError` where that is gone."""
    return compare_answers(answer, kept_answer(project, identity))


def compare_answers(*answers: Answer) -> Comparison:
    """Align the statements of answers: by their wording once case and punctuation are set aside, and by what they cite.

    A statement is matched with one of each other answer at most, the most alike first.
    """
    statements = [statements_of(each) for each in answers]
    groups = _grouped(statements)
    matched = {place for group in groups for place in group}
    aligned = [_aligned(group, statements) for group in groups]
    return Comparison(
        answers,
        tuple(sorted(aligned, key=lambda each: not each.is_in_all)),
        tuple(
            tuple(said for at, said in enumerate(own) if (number, at) not in matched)
            for number, own in enumerate(statements)
        ),
        _overlap([{str(each.document) for each in _reached(answer)} for answer in answers]),
        _overlap(_passages([_reached(answer) for answer in answers])),
        _overlap([{each.number for each in _held(answer) if each.kind is Kind.REPORT} for answer in answers]),
    )


def statements_of(answer: Answer) -> tuple[Said, ...]:
    """The statements of an answer with the citations that follow them, as its text has them."""
    found: list[Said] = []
    place = 0
    for statement in split_statements(answer.text):
        count = sum(len(ref.ids) for group in statement.groups for ref in group.refs)
        cited = answer.citations[place : place + count]
        place += count
        found.append(Said(statement.text, tuple({(each.kind, each.number): each for each in cited}.values())))
    return tuple(found)


def _aligned(group: Sequence[_Place], statements: Sequence[Sequence[Said]]) -> Aligned:
    by_answer = {number: statements[number][at] for number, at in group}
    words = {_folded(each.text) for each in by_answer.values()}
    return Aligned(tuple(by_answer.get(number) for number in range(len(statements))), len(words) == 1)


def _grouped(statements: Sequence[Sequence[Said]]) -> list[tuple[_Place, ...]]:
    """Places of statements that say the same, of each answer one at most, in the order in which they stand."""
    groups: dict[_Place, tuple[_Place, ...]] = {}
    for one, other in _candidates(statements):
        joined = (*groups.get(one, (one,)), *groups.get(other, (other,)))
        if len({number for number, _ in joined}) == len(joined):
            groups.update(dict.fromkeys(joined, tuple(sorted(joined))))
    return sorted(set(groups.values()))


def _candidates(statements: Sequence[Sequence[Said]]) -> list[tuple[_Place, _Place]]:
    """Pairs of statements that may say the same, the most alike first."""
    terms = [[_terms(each) for each in own] for own in statements]
    found: list[tuple[float, _Place, _Place]] = []
    for one, other in combinations(range(len(statements)), 2):
        for at, here in enumerate(statements[one]):
            for to, there in enumerate(statements[other]):
                likeness = _likeness(terms[one][at], terms[other][to])
                if _folded(here.text) == _folded(there.text):
                    likeness = 2.0  # before whatever is merely made of the same terms
                if likeness >= _ALIKE or (likeness >= _ALIKE_OVER_SAME_WORDS and _cites_the_same(here, there)):
                    found.append((-likeness, (one, at), (other, to)))
    return [(one, other) for _, one, other in sorted(found)]


def _terms(said: Said) -> frozenset[str]:
    return frozenset(search_terms(said.text)) or frozenset([_folded(said.text)])


def _likeness(one: frozenset[str], other: frozenset[str]) -> float:
    return 2 * len(one & other) / (len(one) + len(other))


def _folded(text: str) -> str:
    """Without case, punctuation and space."""
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def _cites_the_same(one: Said, other: Said) -> bool:
    records = {(each.kind, each.number) for each in one.citations} & {(e.kind, e.number) for e in other.citations}
    if records:
        return True
    words = [each for citation in other.citations for each in citation.evidence]
    return any(_overlaps(each, word) for citation in one.citations for each in citation.evidence for word in words)


def _held(answer: Answer) -> Iterable[Citation]:
    """The citations of an answer that are ok."""
    return (each for each in answer.citations if each.status is CitationStatus.OK)


def _reached(answer: Answer) -> tuple[Evidence, ...]:
    """The passages that the citations of an answer reach, each once."""
    found = {(each.document, each.span): each for citation in _held(answer) for each in citation.evidence}
    return tuple(found.values())


def _overlap(things: Sequence[set[int]] | Sequence[set[str]]) -> Overlap:
    makers: Counter[int | str] = Counter(each for own in things for each in own)
    shared = sum(count == len(things) for count in makers.values())
    only = tuple(sum(makers[each] == 1 for each in own) for own in things)
    return Overlap(tuple(len(each) for each in things), only, shared, len(makers))


def _passages(reached: Sequence[Sequence[Evidence]]) -> list[set[int]]:
    """Of each answer the stretches of documents that it reaches: what overlaps is one stretch."""
    placed = sorted(
        ((each, number) for number, own in enumerate(reached) for each in own),
        key=lambda pair: (pair[0].document, pair[0].span.start, pair[0].span.end),
    )
    found: list[set[int]] = [set() for _ in reached]
    stretch, document, end = 0, "", -1
    for each, number in placed:
        if each.document != document or each.span.start >= end:
            stretch, document, end = stretch + 1, each.document, each.span.end
        end = max(end, each.span.end)
        found[number].add(stretch)
    return found


def _overlaps(one: Evidence, other: Evidence) -> bool:
    return one.document == other.document and one.span.start < other.span.end and other.span.start < one.span.end
