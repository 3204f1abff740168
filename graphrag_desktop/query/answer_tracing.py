"""One statement of an answer followed down the provenance graph until the words of the documents, or until support ends.

VeriTrail (Metropolitansky & Larson 2025): each layer is judged by itself; the next one is what the chosen sentences rest on,
or all that was looked into rests on where they do not say it; so many layers without support in a row end the walk.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from graphrag_desktop.domain.answer_checks import CheckedLayer, CheckedStatement, Judgement, Step, Verdict
from graphrag_desktop.domain.citations import Statement
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.language.words import search_terms
from graphrag_desktop.query.levels import Record
from graphrag_desktop.query.provenance import Passage, Provenance

MOST_LAYERS = 8
"""Parts, reports, reports of their parts (as deep as levels go), records, text units."""

Judging = Callable[[Statement, Sequence[str]], Judgement]
_FAILED = (Verdict.PARTLY, Verdict.UNSUPPORTED)
_STEPS = {Kind.PART: Step.MAP, Kind.REPORT: Step.REPORT}


@dataclass(frozen=True, slots=True)
class Room:
    """So many tokens of sentences fit one question to the model; `count` counts them."""

    tokens: int
    count: Callable[[str], int]


@dataclass(frozen=True, slots=True)
class _Layer:
    """What was looked into and what was found; `said_in` are the records of the chosen sentences."""

    checked: CheckedLayer
    said_in: tuple[Record, ...]
    is_words: bool


def trace(statement: Statement, provenance: Provenance, judge: Judging, room: Room, patience: int) -> CheckedStatement:
    """Follow a statement down; raises what `judge` raises.

    Where nothing is left below, the words that were found for its own citations are the last layer.
    """
    layers: list[_Layer] = []
    misses = 0
    frontier = provenance.parts
    seen: set[Record] = set()
    while misses < patience and len(layers) < MOST_LAYERS and not (layers and layers[-1].is_words):
        seen.update(frontier)
        passages = _passages(statement, frontier, provenance)
        if not passages:
            break
        shown = _fitting(statement.text, passages, room)
        judged = judge(statement, [each.text for each in shown])
        chosen = [shown[place] for place in judged.chosen]
        records = frontier or tuple(dict.fromkeys(each.record for each in passages))
        left_out = len(passages) - len(shown)
        layers.append(_layer(records, judged, chosen, left_out, is_words=_is_words(frontier)))
        misses = misses + 1 if judged.verdict in _FAILED else 0 if judged.verdict is Verdict.SUPPORTED else misses
        frontier = _next(frontier, judged, chosen, provenance, seen)
    return _told(statement, layers)


def _is_words(records: Sequence[Record]) -> bool:
    """Whether below these there is nothing but documents."""
    return all(kind is Kind.SOURCE for kind, _ in records)


def _passages(statement: Statement, records: Sequence[Record], provenance: Provenance) -> tuple[Passage, ...]:
    found = [passage for record in records for passage in provenance.passages(record)]
    if _is_words(records):
        found += provenance.quotes(statement.text)
    return tuple({each.text: each for each in reversed(found)}.values())[::-1]


def _fitting(words: str, passages: Sequence[Passage], room: Room) -> list[Passage]:
    """As many as there is room for, those most like the statement, in the order in which they stand."""
    lengths = [room.count(each.text) + 4 for each in passages]
    if sum(lengths) <= room.tokens:
        return list(passages)
    asked = set(search_terms(words))
    likeness = [len(asked & set(search_terms(each.text))) for each in passages]
    kept: list[int] = []
    left = room.tokens
    for place in sorted(range(len(passages)), key=lambda at: -likeness[at]):
        if lengths[place] <= left:
            kept.append(place)
            left -= lengths[place]
    return [passages[place] for place in sorted(kept)]


def _layer(
    records: Sequence[Record], judged: Judgement, chosen: Sequence[Passage], left_out: int, *, is_words: bool
) -> _Layer:
    said_in = tuple(dict.fromkeys(each.record for each in chosen))
    checked = CheckedLayer(
        tuple(records), judged.verdict, tuple(each.text for each in chosen), judged.reason, left_out
    )  # fmt: skip
    return _Layer(checked, said_in, is_words)


def _next(
    frontier: Sequence[Record], judged: Judgement, chosen: Sequence[Passage], provenance: Provenance, seen: set[Record]
) -> tuple[Record, ...]:
    """What to look into below; a record of whose text nothing is kept gives way to what is below it.

    A layer may hold records and what they cite, side by side: then those are looked into once more, alone.
    """
    wanted: Iterable[Record] = ()
    if judged.verdict not in _FAILED:
        words = (each.record for each in chosen if each.record[0] is Kind.SOURCE)
        wanted = (*(record for each in chosen for record in each.cites or provenance.below(each.record)), *words)
    wanted = tuple(wanted) or tuple(record for each in frontier for record in _under(each, provenance))
    found = dict.fromkeys(each for record in wanted for each in _with_words(record, provenance, set(seen)))
    again = set(frontier) - {each.record for each in chosen} if judged.verdict not in _FAILED else set()
    return tuple(each for each in found if each not in seen or each in again or each[0] is Kind.SOURCE)


def _under(record: Record, provenance: Provenance) -> tuple[Record, ...]:
    return (record,) if record[0] is Kind.SOURCE else provenance.below(record)


def _with_words(record: Record, provenance: Provenance, seen: set[Record]) -> tuple[Record, ...]:
    if record[0] is Kind.SOURCE or provenance.passages(record):
        return (record,)
    if record in seen:
        return ()
    seen.add(record)
    return tuple(each for below in provenance.below(record) for each in _with_words(below, provenance, seen))


def _told(statement: Statement, layers: Sequence[_Layer]) -> CheckedStatement:
    trail = tuple(each.checked for each in layers)
    if not layers:
        why = "Nothing of what it was made of is kept."
        return CheckedStatement(statement.text, statement.span, Verdict.UNCHECKED, why=why)
    last = layers[-1]
    verdict, why = last.checked.verdict, last.checked.reason
    if verdict is Verdict.UNCHECKED:
        why = why or "The model could not tell."
    elif verdict is Verdict.SUPPORTED and not last.is_words:
        said = ", ".join(f"{kind.value} {number}" for kind, number in last.said_in or last.checked.records)
        verdict, why = Verdict.UNCHECKED, f"No words of a document are below what says so: {said}."
    elif verdict is Verdict.SUPPORTED:
        return CheckedStatement(statement.text, statement.span, verdict, trail=trail)
    if verdict not in _FAILED:
        return CheckedStatement(statement.text, statement.span, verdict, why=why, trail=trail)
    first_miss = _first_miss([each.checked.verdict for each in layers])
    above = layers[first_miss - 1] if first_miss else None
    entered = Step.REDUCE if above is None else _STEPS.get(_kind(above), Step.READING)
    said_in = () if above is None else above.said_in
    return CheckedStatement(statement.text, statement.span, verdict, entered, said_in, why, trail)


def _first_miss(verdicts: Sequence[Verdict]) -> int:
    """The first layer after the last one that supports the statement."""
    at = len(verdicts) - 1
    while at > 0 and verdicts[at - 1] is not Verdict.SUPPORTED:
        at -= 1
    return at


def _kind(layer: _Layer) -> Kind:
    """Of what the sentences of a layer are; of several kinds the one nearest to the answer."""
    kinds = [kind for kind, _ in (layer.said_in or layer.checked.records)]
    return min(kinds, key=lambda kind: (kind is not Kind.PART, kind is not Kind.REPORT))
