"""What makes two things the same."""

import hashlib
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.domain.documents import Page, page_at
from graphrag_desktop.domain.errors import Cancelled, GraphRagError, ReadingFailed
from graphrag_desktop.domain.identity import EntityId, Span, document_id, entity_id, member_key, memo_key


def test_that_a_document_is_its_bytes() -> None:
    assert document_id(b"text") == hashlib.sha256(b"text").hexdigest()


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("NEOCHIP ", "neochip"),
        ("NeoChip", "neochip"),
        ("Ｎｅｏ\u00a0Chip", "neo chip"),
        ("Straße\n 5", "strasse 5"),
        ("한빛 전자", "한빛 전자"),
    ],
)
def test_that_titles_merge_by_form_case_and_space_alone(title: str, expected: str) -> None:
    assert entity_id(title) == expected


@given(st.text())
def test_that_normalising_twice_changes_nothing_more_for_plain_titles(title: str) -> None:
    once = entity_id(title)
    assert once == once.strip()
    assert "  " not in once


part = st.one_of(st.none(), st.integers(), st.text(max_size=5), st.binary(max_size=5), st.floats(allow_nan=False))


@given(st.lists(part, max_size=4), st.lists(part, max_size=4))
def test_that_different_parts_have_different_keys(one: list[str], other: list[str]) -> None:
    def kinds(parts: list[str]) -> list[tuple[type, str]]:
        return [(type(each), repr(each)) for each in parts]

    assert (memo_key(*one) == memo_key(*other)) == (kinds(one) == kinds(other))


def test_that_parts_do_not_run_into_each_other() -> None:
    assert memo_key("ab", "c") != memo_key("a", "bc")
    assert memo_key("1") != memo_key(1)
    assert memo_key(b"str:x") != memo_key("str:x")


@given(st.lists(st.text(max_size=3).map(EntityId), unique=True, max_size=6), st.randoms())
def test_that_a_community_is_its_members_in_any_order(members: list[EntityId], dice: object) -> None:
    shuffled = list(members)
    dice.shuffle(shuffled)  # type: ignore[attr-defined]  # hypothesis's random.Random
    assert member_key(shuffled) == member_key(members)


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 20), st.integers(0, 20))
def test_that_spans_hold_and_meet_as_their_characters_do(a: int, b: int, c: int, d: int) -> None:
    one, other = Span(min(a, b), max(a, b)), Span(min(c, d), max(c, d))
    first, second = set(range(one.start, one.end)), set(range(other.start, other.end))
    if first and second:
        assert one.overlaps(other) == bool(first & second)
        assert one.contains(other) == (second <= first)


def test_that_a_character_is_on_the_page_that_holds_it() -> None:
    pages = (Page(1, Span(0, 5)), Page(2, Span(5, 6)), Page(3, Span(6, 6)), Page(4, Span(6, 9)))
    assert [page_at(pages, position) for position in (0, 4, 5, 6, 8, 9)] == [1, 1, 2, 4, 4, 4]
    assert page_at((), 3) is None


@pytest.mark.parametrize("error", [GraphRagError("what", "do this"), ReadingFailed("what"), Cancelled()])
def test_that_an_error_survives_the_way_out_of_a_worker_process(error: GraphRagError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert (copy.message, copy.hint, str(copy)) == (error.message, error.hint, error.message)
