"""What follows the first statements of an answer in a large collection: other times, else other documents."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from graphrag_desktop.domain.contexts import EvidenceSentence
from graphrag_desktop.engines.builtin_periods import with_other_times
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.questions import read_question
from tests.news import index, indexed_news, parsed

_OLD = (
    "A canal joins the river Arn to the northern lake.",
    "Tolls of the canal rose by a tenth.",
    "Engineers opened the third canal near Dunmouth.",
    "Ice closed every canal for eleven weeks.",
    "The canal company owes its bank forty thousand crowns.",
    "Cholera struck labourers who dug the canal.",
)
_LATE = (
    "Freight left the canal when railways came.",
    "Parliament bought the canal from its shareholders.",
    "Tourists hire boats on the canal in summer.",
)
_YEARS = (1801, 1802, 1803, 1804, 1805, 1806, 1880, 1930, 1990)
_FILLER = (
    "farmer",
    "judge",
    "sailor",
    "miner",
    "teacher",
    "baker",
    "weaver",
    "printer",
    "doctor",
    "carpenter",
    "mason",
)
_SOLD = ("wheat", "timber", "copper", "paper", "cloth", "salt", "glass", "leather", "butter", "candles", "rope", "tin")
_WHERE = ("Arnfield", "Borley", "Carwick", "Denby", "Eskmoor", "Fenton", "Garside", "Holme", "Ingley")


@cache
def _measures() -> CollectionMeasures:
    """Nine speeches with one sentence on canals each, and more than two thousand sentences in all."""
    texts = {}
    for year, told, place in zip(_YEARS, _OLD + _LATE, _WHERE, strict=True):
        pairs = ((who, what, cost) for who in _FILLER for what in _SOLD for cost in ("twelve", "ninety"))
        filler = " ".join(f"The {who} of {place} sold {what} for {cost} crowns." for who, what, cost in pairs)
        texts[f"speech-{year}.txt"] = f"{told} {filler}"
    return index(texts)[0].measures


def _found(names: Sequence[str] = (), least: float = 0.9) -> list[EvidenceSentence]:
    """The sentences on canals, the old ones first in value, the late ones not far below."""
    paths = names or [f"speech-{year}.txt" for year in _YEARS]
    numbers = [
        int(_measures().numbers[row]) for row in range(0, _measures().text.sentence_count, len(_FILLER) * 24 + 1)
    ]
    first = _evidence()
    return [
        replace(
            first, number=number, source=at, document=parsed(path, text).document.id, path=path, text=text,
            quality=1.0, relevance=1.0 - at / 100 if text in _OLD else least - at / 100,
        )
        for at, (number, path, text) in enumerate(zip(numbers, paths, _OLD + _LATE, strict=True))
    ]  # fmt: skip


def _evidence() -> EvidenceSentence:
    from tests.engines.test_builtin_reports import evidence

    return evidence()[0]


def _told(question: str, found: list[EvidenceSentence]) -> list[str]:
    asked = read_question(_measures(), question)
    return [each.text for each in with_other_times(asked, found[:5], found, _measures())]


def test_that_times_not_told_of_follow_the_first_statements() -> None:
    assert _measures().text.sentence_count > 2_000
    assert _told("What is said about the canal?", _found()) == [*_OLD[:5], *_LATE]


def test_that_what_is_far_below_the_best_fills_no_time() -> None:
    assert _told("What is said about the canal?", _found(least=0.6)) == list(_OLD[:5])


def test_that_what_does_not_name_the_subject_fills_no_time() -> None:
    found = _found()
    found[-1] = replace(found[-1], text="Tourists hire boats in summer.")

    assert _told("What is said about the canal?", found) == [*_OLD[:5], *_LATE[:2]]


def test_that_what_points_at_somebody_unnamed_fills_no_time() -> None:
    found = _found()
    found[-1] = replace(found[-1], text="The canal was closed by them, and tourists left.")

    assert _told("What is said about the canal?", found) == [*_OLD[:5], *_LATE[:2]]


def test_that_documents_without_years_are_told_apart_by_themselves() -> None:
    found = _found(names=[f"speech {letter}" for letter in "abcdefghi"])

    assert _told("What is said about the canal?", found) == [*_OLD[:5], _OLD[5], *_LATE[:2]]


def test_that_a_question_with_a_time_of_its_own_is_not_widened() -> None:
    assert _told("What is said about the canal in 1803?", _found()) == list(_OLD[:5])


def test_that_a_small_collection_is_answered_as_before() -> None:
    measures, found = indexed_news()[0].measures, _found()

    assert (
        with_other_times(read_question(measures, "What is said about the ferry?"), found[:5], found, measures)
        == found[:5]
    )
