"""What a list of all entities begins with."""

from dataclasses import replace

import pytest

from graphrag_desktop.domain.graph import Entity
from graphrag_desktop.domain.identity import entity_id
from graphrag_desktop.language.prominence import by_prominence
from graphrag_desktop.language.words import is_spoiled


def _entity(title: str, kind: str, degree: int) -> Entity:
    return Entity(entity_id(title), 1, title, kind, "", degree, 1, degree)


def _order(*entities: Entity, topicality: dict[str, float] | None = None) -> list[str]:
    told = {each.id: (topicality or {}).get(each.title, 0.1) for each in entities}
    return [each.title for each in by_prominence(entities, told)]


def test_that_a_name_goes_before_a_noun_said_of_anything() -> None:
    money, bank = _entity("money", "concept", 40), _entity("Halven Savings Bank", "organization", 30)

    assert _order(money, bank, topicality={"money": 0.02, "Halven Savings Bank": 0.1}) == [
        "Halven Savings Bank",
        "money",
    ]


def test_that_a_telling_topic_goes_before_a_rare_name_and_before_a_noun_as_frequent() -> None:
    topic, noun, name = _entity("cadmium", "concept", 60), _entity("way", "concept", 60), _entity("Ostrey", "place", 10)

    assert _order(noun, name, topic, topicality={"cadmium": 0.2, "way": 0.01, "Ostrey": 0.2}) == [
        "cadmium",
        "Ostrey",
        "way",
    ]


def test_that_a_phrase_counts_more_than_one_word() -> None:
    assert _order(_entity("land", "concept", 30), _entity("public land", "concept", 30)) == ["public land", "land"]
    assert _order(_entity("工厂", "concept", 30), _entity("固态电池工厂", "concept", 30)) == ["固态电池工厂", "工厂"]


def test_that_a_word_in_several_persons_names_goes_behind_them() -> None:
    persons = [
        _entity("Drewe", "person", 20),
        _entity("Anselm Drewe", "person", 12),
        _entity("Sofie Drewe", "person", 10),
    ]

    assert _order(*persons) == ["Anselm Drewe", "Sofie Drewe", "Drewe"]
    assert _order(*persons[:2]) == ["Drewe", "Anselm Drewe"]


def test_that_without_numbers_of_the_engine_degree_alone_decides() -> None:
    noun, name = _entity("way", "concept", 3), _entity("Ostrey", "place", 2)

    assert [each.title for each in by_prominence((name, noun), {})] == ["way", "Ostrey"]


def test_that_what_is_named_once_goes_behind_what_is_named_often() -> None:
    once, often = _entity("Ludden", "place", 12), _entity("Askvoll", "place", 10)
    once = replace(once, count=1)

    assert _order(once, often) == ["Askvoll", "Ludden"]


@pytest.mark.parametrize("spoiled", ["Ber.e", "cOble", "Ihe electric fer0ies", "Ask|oll", "coOlctor", "Mus;Im"])
def test_that_a_name_spoiled_by_a_scan_goes_behind_whole_ones(spoiled: str) -> None:
    assert _order(_entity(spoiled, "organization", 30), _entity("Askvoll", "place", 10)) == ["Askvoll", spoiled]


@pytest.mark.parametrize(
    "whole",
    [
        "McKinley",
        "U.S. Steel",
        "3M",
        "A380",
        "PostNord AS",
        "AmeriCorps",
        "MacIntyre",
        "van der Meer",
        "St. Louis",
        "O'Neill",
    ],
)
def test_that_an_unusual_name_is_not_taken_for_a_spoiled_one(whole: str) -> None:
    assert not is_spoiled(whole)
