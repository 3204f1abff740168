"""Records merged: one entity a name, one relationship a pair, every instance and every place remembered."""

import random

import pytest

from graphrag_desktop.domain.events import Warned
from graphrag_desktop.domain.extractions import (
    Extractions,
    FoundClaim,
    FoundEntity,
    FoundRelationship,
    Origin,
    QuoteMatch,
    Reading,
    ReadingTask,
)
from graphrag_desktop.domain.identity import DocumentId, Key, Span
from graphrag_desktop.domain.settings import SettingValue
from tests.engines.replies import Reader


def task(text: str, document: str = "d", start: int = 0) -> ReadingTask:
    return ReadingTask(Key(f"{document} {start}"), DocumentId(document), start, text)


def read(*records: FoundEntity | FoundRelationship | FoundClaim) -> Reading:
    return Reading(
        Key("k"),
        entities=tuple(each for each in records if isinstance(each, FoundEntity)),
        relationships=tuple(each for each in records if isinstance(each, FoundRelationship)),
        claims=tuple(each for each in records if isinstance(each, FoundClaim)),
    )


def entity(title: str, kind: str = "person", description: str = "") -> FoundEntity:
    return FoundEntity(title, kind, description)


def link(source: str, target: str, description: str = "", strength: float | None = None) -> FoundRelationship:
    return FoundRelationship(source, target, description, strength)


def consolidated(*readings: tuple[ReadingTask, Reading], **settings: SettingValue) -> Extractions:
    reader = Reader([], store=None, **settings)
    return reader.engine.consolidate(readings, reader.control)


def units(*readings: Reading, text: str = "Text.") -> list[tuple[ReadingTask, Reading]]:
    return [(task(text, f"d{at}"), each) for at, each in enumerate(readings)]


def shown(extractions: Extractions) -> dict[str, str]:
    return {each.id: each.title for each in extractions.entities}


def test_that_quotes_spaces_and_case_make_no_twins() -> None:
    names = ["ROMAN EMPIRE", "ROMAN EMPIRE ", "Roman Empire", "ROMAN\u00a0EMPIRE", "ROMAN  EMPIRE", "ＲＯＭＡＮ EMPIRE"]
    (found,) = consolidated(*units(*(read(entity(each)) for each in names))).entities
    assert (found.id, found.count, len(found.origins)) == ("roman empire", 6, 6)
    assert found.title in names


def test_that_the_label_is_the_form_most_often_written() -> None:
    found = consolidated(
        *units(*(read(entity(each)) for each in ("Systems thinking", "systems thinking", "Systems thinking")))
    )
    assert shown(found) == {"systems thinking": "Systems thinking"}
    assert shown(consolidated(*units(read(entity("Straße")), read(entity("STRASSE"))))) == {"strasse": "STRASSE"}
    assert len(consolidated(*units(read(entity("İstanbul")), read(entity("istanbul")))).entities) == 2


def test_that_types_vote_and_none_is_lost() -> None:
    found = consolidated(
        *units(
            read(entity("IBM", "organization", "d1"), entity("Alice"), link("IBM", "Alice", "e1")),
            read(entity("IBM", "company", "d2"), entity("Bob"), link("IBM", "Bob", "e2")),
            read(entity("IBM", "Organization", "d3")),
            read(entity("Jordan", "person"), entity("Jordan", "place")),
        )
    )
    ibm = next(each for each in found.entities if each.id == "ibm")
    assert (ibm.type, ibm.alternate_types, ibm.descriptions) == ("organization", {"company": 1}, ("d1", "d2", "d3"))
    jordan = next(each for each in found.entities if each.id == "jordan")
    assert (jordan.type, jordan.alternate_types, jordan.count) == ("person", {"place": 1}, 1)
    assert [(each.source, each.target) for each in found.relationships] == [("alice", "ibm"), ("bob", "ibm")]


def test_that_both_directions_are_one_and_every_instance_counts() -> None:
    found = consolidated(
        *units(read(link("A", "B", "r1", 100)), read(link("B", "A", "r2", 1)), read(link("A", "B", "r1.")))
    )
    (only,) = found.relationships
    assert (only.count, only.clustering_weight, only.strength) == (3, 3.0, 101.0)
    assert only.descriptions == ("r1", "r2")
    assert only.origins == tuple(Origin(DocumentId(f"d{at}"), 0) for at in range(3))


@pytest.mark.parametrize(
    ("weight", "weights"), [("count", [3.0, 1.0]), ("share", [1.0, 1 / 3]), ("strength", [6.0, 1.0])]
)
def test_that_what_counts_for_communities_is_a_choice(weight: str, weights: list[float]) -> None:
    readings = units(
        read(link("A", "B", "", 1), link("A", "C")), read(link("A", "B", "", 2)), read(link("A", "B", "", 3))
    )
    found = consolidated(*readings, relationship_weight=weight)
    assert [each.clustering_weight for each in found.relationships] == pytest.approx(weights)


@pytest.mark.parametrize(("choice", "entities", "pairs"), [("keep", ["a", "b", "c", "d"], 2), ("drop", ["a"], 0)])
def test_that_ends_nobody_listed_are_kept_or_dropped_alike(choice: str, entities: list[str], pairs: int) -> None:
    found = consolidated(*units(read(entity("A"), link("A", "B"), link("C", "D"))), loose_ends=choice)
    assert [each.id for each in found.entities] == entities
    assert len(found.relationships) == pairs
    assert {each.type for each in found.entities if each.id != "a"} <= {"unknown"}


def test_that_loose_ends_and_names_their_text_does_not_have_are_told() -> None:
    reader = Reader([])
    reader.engine.consolidate(units(read(entity("A"), link("A", "Ghost")), text="A is here."), reader.control)
    told = [(each.item, each.reason) for each in reader.events if isinstance(each, Warned)]
    assert [item for item, _ in told] == ["1 names", "1 names"]
    assert "do not have them" in told[0][1]


def test_that_the_order_of_readings_does_not_matter() -> None:
    readings = [
        (
            task(f"Unit {at} names A and B{at % 3}.", f"d{at % 4}", 100 * (at // 4)),
            read(entity("A", f"t{at % 2}", f"d{at}"), link("A", f"B{at % 3}", f"r{at}", at + 1)),
        )
        for at in range(12)
    ]
    found = consolidated(*readings)
    for seed in range(5):
        random.Random(seed).shuffle(readings)
        assert consolidated(*readings) == found


def test_that_nothing_at_all_is_no_failure() -> None:
    assert consolidated() == Extractions((), (), ())
    found = consolidated(*units(read(), read()))
    assert (found.entities, len(found.sentences)) == ((), 2)


TEXT = "Halmer Lines owned the ferry. It sank. Ida  Rusk of HALMER LINES said so, and halmers did not."


def test_that_sentences_name_the_entities_that_stand_in_them() -> None:
    found = consolidated((task(TEXT, start=10), read(entity("Halmer Lines"), entity("Ida Rusk"))))
    sentences = [(TEXT[each.span.start - 10 : each.span.end - 10], each.mentions) for each in found.sentences]
    assert [text for text, _ in sentences] == ["Halmer Lines owned the ferry.", "It sank.", TEXT[39:]]
    named = [
        [(each.entity, TEXT[each.span.start - 10 : each.span.end - 10]) for each in mentions]
        for _, mentions in sentences
    ]
    assert named == [
        [("halmer lines", "Halmer Lines")],
        [],
        [("ida rusk", "Ida  Rusk"), ("halmer lines", "HALMER LINES")],
    ]


def test_that_overlapping_units_give_each_sentence_once() -> None:
    text = "One A is here. Two A is here. Three A is here."
    first, second = task(text[:30]), task(text[15:], start=15)
    found = consolidated((second, read(entity("A"))), (first, read(entity("A"))))
    assert [text[each.span.start : each.span.end] for each in found.sentences] == [
        "One A is here.",
        "Two A is here.",
        "Three A is here.",
    ]
    assert [len(each.mentions) for each in found.sentences] == [1, 1, 1]


def test_that_a_unit_without_a_reading_leaves_the_others_theirs() -> None:
    found = consolidated(
        (task("One A is here. "), read(entity("A"))), (task("Three A is here.", start=500), read(entity("A")))
    )
    assert [each.span for each in found.sentences] == [Span(0, 14), Span(500, 516)]


def test_that_names_without_spaces_are_found_in_chinese() -> None:
    found = consolidated((task("曹操在北京。刘备不在。"), read(entity("北京", "place"))))
    assert [len(each.mentions) for each in found.sentences] == [1, 0]


def claim(quote: str, subject: str = "Halmer Lines", other: str = "") -> FoundClaim:
    return FoundClaim(subject, other, "K", "TRUE", None, None, "d", quote)


@pytest.mark.parametrize(
    ("quote", "match", "words"),
    [
        ("owned the ferry", QuoteMatch.EXACT, "owned the ferry"),
        ("“Ida Rusk of HALMER LINES said so”", QuoteMatch.LOOSE, "Ida  Rusk of HALMER LINES said so"),
        ("sold the ferry", QuoteMatch.NONE, None),
        ("", QuoteMatch.NONE, None),
    ],
)
def test_that_a_quote_is_found_exactly_loosely_or_not(quote: str, match: QuoteMatch, words: str | None) -> None:
    found = consolidated((task(TEXT, start=10), read(entity("Halmer Lines"), claim(quote, other="Nobody"))))
    (only,) = found.claims
    assert (only.subject, only.object, only.match) == ("halmer lines", None, match)
    assert (None if only.span is None else TEXT[only.span.start - 10 : only.span.end - 10]) == words


def test_that_a_claim_about_nobody_known_is_none() -> None:
    assert consolidated((task(TEXT), read(entity("A"), claim("q", subject="Stranger")))).claims == ()
