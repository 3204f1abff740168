"""Where the documents do not agree: claims about the same that differ, and sentences that are the same but for one figure.

Nothing here says who is right. What was compared is said with each; what is worded otherwise is not found.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from graphrag_desktop.domain.claims import Claim
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.domain.identity import DocumentId, EntityId, entity_id
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.language.dates import placed_dates
from graphrag_desktop.language.figures_apart import one_figure_apart, take_apart
from graphrag_desktop.language.words import search_terms
from graphrag_desktop.project import Project
from graphrag_desktop.storage import claims, dated, graph
from graphrag_desktop.storage.evidence import EvidenceReader

_ALIKE = 0.5  # of the terms of two claims about one subject without a common object
_EVERY = 1_000  # sentences between two looks at whether to go on
_MOST_NAMED = 2  # entities in the title of a disagreement


class Difference(StrEnum):
    """In what statements differ."""

    STATUS = "status"
    DATE = "date"
    FIGURE = "figure"


@dataclass(frozen=True, slots=True)
class Statement:
    """A claim or a sentence: `value` is what it says otherwise than the rest (a status, a date, a number as written)."""

    kind: Kind
    number: int
    value: str
    words: str
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Statements about the same that differ; `title` names what they are about, `kind` the type of claims, if any."""

    title: str
    kind: str
    differs: Difference
    statements: tuple[Statement, ...]

    @property
    def documents(self) -> int:
        """In how many documents they stand."""
        return len({each.document for statement in self.statements for each in statement.evidence})


@dataclass(frozen=True, slots=True)
class ClaimMark:
    """What is to be known of a claim before it is believed: in how many documents it is made, and whether others disagree."""

    documents: int
    is_contradicted: bool


@dataclass(frozen=True)
class Disagreements:
    """All disagreements of a project, and a mark for each claim by its number. `claims` and `sentences` count what was
    compared."""

    found: tuple[Disagreement, ...]
    marks: Mapping[int, ClaimMark]
    claims: int
    sentences: int


def disagreements(project: Project, control: RunControl) -> Disagreements:
    """Compare all claims with each other, and all sentences that hold a figure."""
    with project.database.reading():
        every = claims.claims(project.database)
        titles = {each.id: each.title for each in graph.entities(project.database)}
        reader = EvidenceReader(project.database)
        of_claims = list(_of_claims(every, titles, reader))
        compared, of_sentences = _of_sentences(project, titles, reader, control)
    return Disagreements((*of_claims, *of_sentences), claim_marks(every), len(every), compared)


def claim_marks(every: Sequence[Claim]) -> dict[int, ClaimMark]:
    """For each claim in how many documents it is made by claims that agree with it, and whether one does not."""
    marks: dict[int, ClaimMark] = {}
    for group in _about_the_same(every):
        for one in group:
            documents: set[DocumentId] = {each.document for each in group if _difference(one, each) is None}
            marks[one.number] = ClaimMark(len(documents), any(_difference(one, each) is not None for each in group))
    return marks


def _of_claims(
    every: Sequence[Claim], titles: Mapping[EntityId, str], reader: EvidenceReader
) -> Iterator[Disagreement]:
    for group in _about_the_same(every):
        for difference in (Difference.STATUS, Difference.DATE):
            apart = [one for one in group if any(_difference(one, other) is difference for other in group)]
            if not apart:
                continue
            ends = [group[0].subject, *([group[0].object] if group[0].object is not None else [])]
            apart.sort(key=lambda each: (_value(each, difference), each.number))
            yield Disagreement(
                " – ".join(titles.get(each, str(each)) for each in ends),
                group[0].type,
                difference,
                tuple(
                    Statement(
                        Kind.CLAIM,
                        each.number,
                        _value(each, difference),
                        each.description,
                        reader.record(Kind.CLAIM, each.number) or (),
                    )
                    for each in apart
                ),
            )


def _about_the_same(every: Iterable[Claim]) -> list[list[Claim]]:
    """Claims by subject and type: those with the same object, or with none, whose words are much alike."""
    groups: dict[tuple[EntityId, str], list[list[Claim]]] = {}
    for claim in every:
        known = groups.setdefault((claim.subject, entity_id(claim.type)), [])
        for group in known:
            if _is_about(claim, group[0]):
                group.append(claim)
                break
        else:
            known.append([claim])
    return [group for known in groups.values() for group in known]


def _is_about(one: Claim, other: Claim) -> bool:
    if one.object is not None and other.object is not None:
        return one.object == other.object
    mine, theirs = set(search_terms(one.description)), set(search_terms(other.description))
    return bool(mine and theirs) and 2 * len(mine & theirs) >= _ALIKE * (len(mine) + len(theirs))


def _difference(one: Claim, other: Claim) -> Difference | None:
    """In what two claims about the same differ; a date that one does not give is no difference."""
    if entity_id(one.status) != entity_id(other.status):
        return Difference.STATUS
    for mine, theirs in ((one.start_date, other.start_date), (one.end_date, other.end_date)):
        read, heard = placed_dates(mine or ""), placed_dates(theirs or "")
        if read and heard and not (read[0].agrees_with(heard[0]) or heard[0].agrees_with(read[0])):
            return Difference.DATE
    return None


def _value(claim: Claim, difference: Difference) -> str:
    if difference is Difference.STATUS:
        return claim.status
    dates = [each for each in (claim.start_date, claim.end_date) if each]
    return " – ".join(dict.fromkeys(each.partition("T")[0] for each in dates))


def _of_sentences(
    project: Project, titles: Mapping[EntityId, str], reader: EvidenceReader, control: RunControl
) -> tuple[int, list[Disagreement]]:
    """Sentences of different documents that name a common entity and are one figure apart; how many were compared."""
    sentences = dated.figured_sentences(project.database)
    parts = []
    for place, each in enumerate(sentences):
        if place % _EVERY == 0:
            control.checkpoint()
        parts.append(take_apart(each.text))
    pairs = [each for each in one_figure_apart(parts) if sentences[each.one].document != sentences[each.other].document]
    numbers = dict.fromkeys(sentences[at].number for each in pairs for at in (each.one, each.other))
    named = dated.entities_in(project.database, numbers)
    ids = {number: identity for identity, number in dated.entity_numbers(project.database).items()}
    found: dict[tuple[str, str], Disagreement] = {}
    for pair in pairs:
        one, other = sentences[pair.one], sentences[pair.other]
        common = [each for each in named.get(one.number, ()) if each in named.get(other.number, ())]
        if not common:
            continue
        statements = tuple(
            Statement(
                Kind.SOURCE,
                each.number,
                each.text[span.start : span.end].strip(),
                each.text,
                (reader.evidence(each.document, each.span),),
            )
            for each, span in ((one, pair.one_span), (other, pair.other_span))
        )
        title = ", ".join(titles[ids[each]] for each in common[:_MOST_NAMED])
        differs = Difference.DATE if pair.is_date else Difference.FIGURE
        found.setdefault((one.text, other.text), Disagreement(title, "", differs, statements))
    return sum(each is not None for each in parts), list(found.values())
