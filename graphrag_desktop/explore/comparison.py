"""Two answers side by side: which statements both make, which only one does, and how far they rest on the same words."""

from collections.abc import Sequence
from dataclasses import dataclass

from graphrag_desktop.domain.answers import Answer, Citation, CitationStatus
from graphrag_desktop.domain.citations import split_statements
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.explore.answers import kept_answer
from graphrag_desktop.language.words import search_terms
from graphrag_desktop.project import Project

_ALIKE = 0.85  # of the terms of two statements: with so many in common they say the same whatever they cite
_ALIKE_OVER_SAME_WORDS = 0.5  # where they also cite the same words of a document, or the same records


@dataclass(frozen=True, slots=True)
class Said:
    """A statement of an answer with what it cites, each record once."""

    text: str
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Shared:
    """A statement that both answers make; `is_verbatim` where in the same words."""

    one: Said
    other: Said
    is_verbatim: bool


@dataclass(frozen=True, slots=True)
class Overlap:
    """How many things the first answer rests on, how many the second, and how many both."""

    one: int
    other: int
    both: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two answers and their statements, each statement once, in the order of its answer.

    `documents` and `passages` count what the citations that are ok reach; passages that overlap are one.
    """

    one: Answer
    other: Answer
    shared: tuple[Shared, ...]
    only_one: tuple[Said, ...]
    only_other: tuple[Said, ...]
    documents: Overlap
    passages: Overlap


def compare_with(project: Project, answer: Answer, identity: str) -> Comparison:
    """Compare an answer with a kept one; raises `InputError` where that is gone."""
    return compare_answers(answer, kept_answer(project, identity))


def compare_answers(one: Answer, other: Answer) -> Comparison:
    """Align the statements of two answers: by their wording once case and punctuation are set aside, and by what they cite.

    Each statement is matched at most once, the most alike first.
    """
    here, there = statements_of(one), statements_of(other)
    pairs = _matched(here, there)
    matched_there = set(pairs.values())
    return Comparison(
        one,
        other,
        tuple(
            Shared(here[at], there[to], _folded(here[at].text) == _folded(there[to].text)) for at, to in pairs.items()
        ),
        tuple(said for at, said in enumerate(here) if at not in pairs),
        tuple(said for at, said in enumerate(there) if at not in matched_there),
        _overlap({each.document for each in _reached(one)}, {each.document for each in _reached(other)}),
        _passages(_reached(one), _reached(other)),
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


def _matched(here: Sequence[Said], there: Sequence[Said]) -> dict[int, int]:
    """Places in `here` with their partners in `there`, ascending."""
    terms_here, terms_there = [_terms(each) for each in here], [_terms(each) for each in there]
    candidates: list[tuple[float, int, int]] = []
    for at, one in enumerate(here):
        for to, other in enumerate(there):
            likeness = _likeness(terms_here[at], terms_there[to])
            if _folded(one.text) == _folded(other.text):
                likeness = 2.0  # before whatever is merely made of the same terms
            if likeness >= _ALIKE or (likeness >= _ALIKE_OVER_SAME_WORDS and _cites_the_same(one, other)):
                candidates.append((-likeness, at, to))
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, at, to in sorted(candidates):
        if at not in pairs and to not in taken:
            pairs[at] = to
            taken.add(to)
    return dict(sorted(pairs.items()))


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


def _reached(answer: Answer) -> tuple[Evidence, ...]:
    """The passages that the citations of an answer reach, each once."""
    found = {
        (each.document, each.span): each
        for citation in answer.citations
        if citation.status is CitationStatus.OK
        for each in citation.evidence
    }
    return tuple(found.values())


def _overlap(one: set[str], other: set[str]) -> Overlap:
    return Overlap(len(one), len(other), len(one & other))


def _passages(one: Sequence[Evidence], other: Sequence[Evidence]) -> Overlap:
    both = sum(any(_overlaps(each, word) for word in other) for each in one)
    return Overlap(len(one), len(other), both)


def _overlaps(one: Evidence, other: Evidence) -> bool:
    return one.document == other.document and one.span.start < other.span.end and other.span.start < one.span.end
