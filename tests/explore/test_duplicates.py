"""Which entities are suggested as one: by names that meet, weighed by company, and never what is known to be two."""

import time
from pathlib import Path

import pytest

from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.duplicates import Suggestion, find_duplicates
from graphrag_desktop.language.name_likeness import Likeness, likeness, name_words
from graphrag_desktop.pipeline.edit_orders import tell_apart
from graphrag_desktop.storage import graph
from tests.projects import Collection, Place, make_project


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Quillon & Voss", "Quillon and Voss", Likeness.SAME_WORDS),
        ("Department of State", "State Department", Likeness.SAME_WORDS),
        ("Café Zürich", "Cafe Zurich", Likeness.SAME_WORDS),
        ("Northgate", "North Gate", Likeness.SAME_WORDS),
        ("Norden Paper", "Norden Paper Ltd", Likeness.FORM),
        ("Sir Edgar Vane", "Edgar Vane", Likeness.FORM),
        ("F. D. Roosevelt", "Franklin D. Roosevelt", Likeness.INITIALS),
        ("SHA", "Sarn Harbour Authority", Likeness.ACRONYM),
        ("FDR", "Roosevelt", Likeness.LETTERS),
        ("Karl Osterman", "Karl Ostermann", Likeness.SPELLING),
        ("Roosevelt", "Franklin Roosevelt", Likeness.PART),
        ("harbour due", "harbour dues", Likeness.NUMBER),
        ("World War I", "World War II", None),
        ("North Korea", "South Korea", None),
        ("Theodore Roosevelt", "Franklin Roosevelt", None),
        ("Lot 7", "Lot 8", None),
        ("Henry Tudor", "Henry VIII Tudor", None),
        ("T. Roosevelt", "Franklin Roosevelt", None),
        ("Anna Berg", "Jonas Berg", None),
    ],
)
def test_that_names_meet_in_what_they_share(one: str, other: str, expected: Likeness | None) -> None:
    for first, second in ((one, other), (other, one)):
        assert likeness(name_words(first), name_words(second), is_person=True) is expected


FIRM = Collection(
    texts={
        "a.txt": (
            "We met Quillon & Voss at Ketter with Ida Rusk and Otto Kell.\n"
            "The lease of Quillon & Voss was signed by Ida Rusk and Otto Kell.\n"
            "Later Quillon and Voss paid Ida Rusk and Otto Kell at Ketter.\n"
            "Nobody asked Lena Thole whether Quillon and Voss knew Otto Kell.\n"
            "North Ketter is not South Ketter.\n"
        )
    },
    types={
        "Quillon & Voss": "organization", "Quillon and Voss": "organization", "Ida Rusk": "person", "Otto Kell": "person",
        "Lena Thole": "person", "North Ketter": "place", "South Ketter": "place",
    },
    places={
        1: Place(0, None, ("Quillon & Voss", "Quillon and Voss", "Ida Rusk", "Otto Kell", "Lena Thole")),
        2: Place(0, None, ("North Ketter", "South Ketter")),
    },
)  # fmt: skip


def found_in(path: Path, *, apart: bool = False) -> tuple[Suggestion, ...]:
    with make_project(path, FIRM) as project:
        if apart:
            numbers = {each.title: each.number for each in graph.entities(project.database)}
            tell_apart(project, numbers["Quillon & Voss"], numbers["Quillon and Voss"])
        return find_duplicates(project, RunControl())


def test_that_the_same_firm_in_two_spellings_is_suggested_with_reasons(tmp_path: Path) -> None:
    (pair,) = found_in(tmp_path / "firm.graphrag")
    assert {pair.one.title, pair.other.title} == {"Quillon & Voss", "Quillon and Voss"}
    assert pair.one.number < pair.other.number
    assert pair.evidence.shared == 2
    assert any("neighbours in common" in each for each in pair.evidence.reasons)
    assert pair.score > 0.8


def test_that_what_was_told_apart_is_not_suggested(tmp_path: Path) -> None:
    assert found_in(tmp_path / "firm.graphrag", apart=True) == ()


def test_that_ten_thousand_entities_are_not_compared_each_with_each(tmp_path: Path) -> None:
    from graphrag_desktop.domain.graph import Entity
    from graphrag_desktop.domain.identity import entity_id
    from graphrag_desktop.explore.duplicates import _Candidates

    firsts = [f"Ba{chr(97 + at % 26)}{chr(97 + at // 26 % 26)}o" for at in range(100)]
    lasts = [f"{chr(75 + at % 10)}e{chr(97 + at // 10 % 26)}lan{at % 7}der" for at in range(100)]
    titles = [f"{first} {last}" for first in firsts for last in lasts]
    entities = [
        Entity(entity_id(each), number, each, "person", "", 1, 1, 0, ()) for number, each in enumerate(titles, start=1)
    ]
    began = time.process_time()
    pairs = sum(1 for _ in _Candidates(entities).pairs())
    assert pairs < len(entities) * 60
    assert time.process_time() - began < 30
