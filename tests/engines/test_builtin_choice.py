"""Which sentences an answer tells."""

from dataclasses import replace

from graphrag_desktop.domain.contexts import EvidenceSentence
from graphrag_desktop.domain.identity import Span
from graphrag_desktop.engines.builtin_choice import listed_alike, spread_over_years
from tests.engines.test_builtin_reports import evidence

_RIGHTS = ("to speak", "to leave", "to a trade", "to rest", "to fish", "to a house", "to vote", "to letters")


def _sentences(texts: tuple[str, ...]) -> list[EvidenceSentence]:
    first = evidence()[0]
    return [
        replace(first, number=at, span=Span(100 * at, 100 * at + 50), text=text, relevance=0.9, quality=1.0)
        for at, text in enumerate(texts, start=1)
    ]


def test_that_what_a_document_lists_is_told_whole_and_in_its_order() -> None:
    listed = _sentences(tuple(f"Everyone has the right {each}." for each in _RIGHTS))
    best_first = listed[::-1]

    assert listed_alike(best_first, best_first) == listed


def test_that_a_few_sentences_that_begin_alike_are_no_list() -> None:
    few = _sentences(("Everyone has the right to speak.", "Everyone has the right to rest.", "The hall has a roof."))

    assert listed_alike(few, few) == []


def test_that_a_full_year_has_more_places_than_one_with_a_single_event() -> None:
    lone = tuple(f"In {year} a mill was built." for year in (1931, 1940, 1950, 1960))
    full = tuple(f"On 3 {month} 2017 the board met." for month in ("January", "March", "May", "July", "October"))
    told = [each.text for each in spread_over_years(_sentences(lone + full), 6)]

    assert sum(text in full for text in told) > 1
    assert sum(text in lone for text in told) > 1
