"""Sentences that lean on the one before them, joined with it: what "he" or "this money" is must stand beside it."""

from collections.abc import Mapping
from dataclasses import replace

from graphrag_desktop.domain.contexts import EvidenceSentence
from graphrag_desktop.domain.identity import Span
from graphrag_desktop.language.antecedents import is_cut, leans
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.scripts import is_cjk
from graphrag_desktop.storage import graph
from graphrag_desktop.storage.database import Database

_WIDEST_GAP = 3  # signs between two sentences of one paragraph
_MOST_WORDS, _MOST_SIGNS = 75, 220  # of both together
_QUALITY = 0.9  # of a pair that can be read alone


def with_antecedents(
    database: Database, measures: CollectionMeasures, told: Mapping[int, EvidenceSentence]
) -> dict[int, EvidenceSentence]:
    """Those of the sentences that can be read alone, by number, each with the one before it where it leans on it.

    A sentence is left out that leans on one which cannot stand beside it, one that announces what it does not say, and one
    so long that it would be cut.
    """
    leaning = {number for number, each in told.items() if leans(each.text)}
    before = {number: lead for number in leaning if (lead := _number_before(measures, number))}
    leads = graph.evidence_sentences(database, before.values())
    found: dict[int, EvidenceSentence] = {}
    for number, each in told.items():
        if is_cut(each.text) or _is_too_long(each.text):
            continue
        if number not in leaning:
            found[number] = each
        elif (first := leads.get(before.get(number, 0))) and (joined := _joined(first, each)):
            found[number] = joined
    return found


def _number_before(measures: CollectionMeasures, number: int) -> int:
    """The number of the sentence before one in its passage; 0 where it is the first."""
    row = measures.row_of_number[number]
    passage_of = measures.text.passage_of
    is_within = row > 0 and passage_of[row - 1] == passage_of[row] < measures.text.passage_count
    return int(measures.numbers[row - 1]) if is_within else 0


def _joined(lead: EvidenceSentence, sentence: EvidenceSentence) -> EvidenceSentence | None:
    """Both as one quotation; None where the first leans too, or where they are too long or too far apart."""
    gap = sentence.span.start - lead.span.end
    is_near = lead.document == sentence.document and 0 <= gap <= _WIDEST_GAP
    if not is_near or leans(lead.text) or is_cut(lead.text):
        return None
    text = f"{lead.text}{' ' * gap}{sentence.text}"
    if _is_too_long(text):
        return None
    return replace(
        sentence,
        source=lead.source,
        span=Span(lead.span.start, sentence.span.end),
        text=text,
        quality=max(sentence.quality, _QUALITY * min(1.0, lead.quality / _QUALITY)),
        entities=tuple(sorted({*lead.entities, *sentence.entities})),
    )


def _is_too_long(text: str) -> bool:
    return len(text) > _MOST_SIGNS if is_cjk(text) else len(text.split()) > _MOST_WORDS
