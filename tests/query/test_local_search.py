"""Local search: which entities a question means, what is around them, and how much of the window each kind has."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag_desktop.domain.contexts import ContextItem, Kind
from graphrag_desktop.domain.graph import Relationship
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.project import Project
from graphrag_desktop.query.local_search import (
    RELATIONSHIPS_EACH,
    REPORT_SHARE,
    TEXT_SHARE,
    choose_entities,
    consider_local,
    rank_relationships,
)
from graphrag_desktop.query.named_entities import named_entities
from graphrag_desktop.storage import journal
from tests.projects import Collection, Place, make_project
from tests.query.asking import read_by_model

_HERBS = Collection(
    texts={
        "herbs.txt": (
            "Chamomile has healing properties: it calms the stomach and helps with sleep.\n"
            "Peppermint and Chamomile are steeped in hot water.\n"
            "Sage Honey soothes a sore throat.\n"
            "The Herb Garden of Ellen Marsh grows Peppermint beside Sage Honey hives.\n"
            "Ellen Marsh sells Chamomile at the Spring Market.\n"
        )
    },
    types={
        "Chamomile": "concept", "Peppermint": "concept", "Sage Honey": "concept", "Herb Garden": "place",
        "Ellen Marsh": "person", "Spring Market": "event",
    },
    places={
        1: Place(0, None, ("Chamomile", "Peppermint", "Sage Honey")),
        2: Place(0, None, ("Herb Garden", "Ellen Marsh", "Spring Market")),
    },
    aliases={"Ellen Marsh": ("the herb lady",)},
)  # fmt: skip


@pytest.fixture(params=["measured", "model"])
def herbs(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Project]:
    """The herbs once as the built-in engine reads them, once with a model's vectors."""
    path = tmp_path / "herbs.graphrag"
    if request.param == "measured":
        with make_project(path, _HERBS) as project:
            yield project
    else:
        with read_by_model(path, lambda _: "It is so.", _HERBS) as (project, _):
            yield project


def test_that_chamomile_comes_first_when_its_healing_properties_are_asked_for(herbs: Project) -> None:
    """Q11, with S1's own question."""
    considered = consider_local(herbs, "healing properties of chamomile?", RunControl())
    entities = [each.item.title for each in considered.candidates if each.item.kind is Kind.ENTITY]
    assert entities[0] == "Chamomile"
    assert {each.item.kind for each in considered.candidates if each.is_in} == {
        Kind.REPORT, Kind.ENTITY, Kind.RELATIONSHIP, Kind.SOURCE,
    }  # fmt: skip
    first = next(each.item for each in considered.candidates if each.item.kind is Kind.REPORT)
    assert first.title.startswith("Chamomile")


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("What does ellen marsh sell?", ["Ellen Marsh"]),
        ("ELLEN MARSH’s chamomile", ["Ellen Marsh", "Chamomile"]),
        ("chamomile or Ellen Marsh or sage honey", ["Ellen Marsh", "Chamomile", "Sage Honey"]),
        ("Who is the herb lady?", ["Ellen Marsh"]),
    ],
)
def test_that_entities_called_by_name_come_before_all_others(herbs: Project, question: str, named: list[str]) -> None:
    chosen = choose_entities(herbs, question, RunControl())
    assert {each.entity.title for each in chosen if each.is_named} == set(named)
    assert {each.entity.title for each in chosen[: len(named)]} == set(named)
    rest = [each.cosine for each in chosen[len(named) :]]
    assert rest == sorted(rest, reverse=True)
    assert all(each > 0 for each in rest)
    assert chosen[0].entity.title == named[0]  # a person before a concept


def test_that_the_longest_name_counts(tmp_path: Path) -> None:
    collection = Collection(
        {"a.txt": "Sarn Harbour lies at Sarn.\nThe Sarn Harbour Board sat at Sarn Harbour.\n"},
        {"Sarn": "place", "Sarn Harbour": "place", "Sarn Harbour Board": "organization"},
        {1: Place(0, None, ("Sarn", "Sarn Harbour", "Sarn Harbour Board"))},
    )
    with make_project(tmp_path / "sarn.graphrag", collection) as project:
        for question, titles in (
            ("Who sat on the Sarn Harbour Board?", ["Sarn Harbour Board"]),
            ("What lies at Sarn Harbour, and what in Sarn?", ["Sarn Harbour", "Sarn"]),
            ("Nothing of it", []),
        ):
            assert [each.title for each in named_entities(project.database, question)] == titles


@pytest.mark.parametrize("question", ["한결물류가 최근 맺은 계약 상대는?", "한결물류는 어디에 있습니까"])
def test_that_a_name_is_found_before_a_korean_ending(tmp_path: Path, question: str) -> None:
    collection = Collection(
        {"a.txt": "한결물류 는 바다상사 와 계약을 맺었다.\n"},
        {"한결물류": "organization", "바다상사": "organization"},
        {1: Place(0, None, ("한결물류", "바다상사"))},
    )
    with make_project(tmp_path / "ko.graphrag", collection) as project:
        assert [each.title for each in named_entities(project.database, question)] == ["한결물류"]


def test_that_relationships_between_the_chosen_come_first_then_those_to_what_many_are_tied_to() -> None:
    degrees = {EntityId(each): degree for each, degree in {"a": 5, "b": 3, "c": 2, "x": 9, "y": 1}.items()}
    pairs = [("a", "y"), ("a", "x"), ("b", "x"), ("b", "c"), ("a", "b"), ("c", "x")]
    tied = [
        Relationship(number, EntityId(one), EntityId(other), "", 1, 1.0)
        for number, (one, other) in enumerate(pairs, start=1)
    ]
    ranked = rank_relationships([EntityId(each) for each in ("a", "b", "c")], tied, degrees)
    assert [(str(each.source), str(each.target)) for each in ranked] == [
        ("a", "b"), ("b", "c"), ("a", "x"), ("b", "x"), ("c", "x"), ("a", "y"),
    ]  # fmt: skip
    many = [Relationship(number, EntityId("a"), EntityId("y"), "", 1, 1.0) for number in range(50)]
    assert len(rank_relationships([EntityId("a")], many, degrees)) == RELATIONSHIPS_EACH


@pytest.mark.parametrize("window", [200, 300, 1_000])
def test_that_no_kind_takes_more_than_its_share_and_text_takes_what_is_left(herbs: Project, window: int) -> None:
    journal.keep_settings(herbs.database, herbs.settings.changed({"map_data_tokens": window}))
    considered = consider_local(herbs, "What does Ellen Marsh sell with Chamomile?", RunControl())

    def tokens(*kinds: Kind) -> int:
        return sum(each.item.tokens for each in considered.candidates if each.is_in and each.item.kind in kinds)

    assert tokens(Kind.REPORT) <= REPORT_SHARE * window
    assert tokens(Kind.ENTITY, Kind.RELATIONSHIP, Kind.CLAIM) <= (1 - TEXT_SHARE - REPORT_SHARE) * window
    assert considered.context.tokens <= window
    texts = [each for each in considered.candidates if each.item.kind is Kind.SOURCE]
    left = window - considered.context.tokens
    assert all(each.is_in for each in texts) or next(each for each in texts if not each.is_in).item.tokens > left


def test_that_every_record_is_there_once_with_its_tokens(herbs: Project) -> None:
    considered = consider_local(herbs, "Ellen Marsh and Chamomile", RunControl())
    items: list[ContextItem] = [each.item for each in considered.candidates]
    assert len({(each.kind, each.number) for each in items}) == len(items)
    assert all(each.tokens > 0 and each.title for each in items)
