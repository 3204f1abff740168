"""The citation grammar, against golden cases and for any text at all."""

import json
from pathlib import Path
from typing import TypedDict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.domain.citations import (
    CitationFlag,
    CitationGroup,
    defuse_citations,
    format_citations,
    parse_citations,
    split_statements,
)
from graphrag_desktop.domain.contexts import Kind

_GOLDEN = Path(__file__).resolve().parent.parent / "data" / "method" / "citations.json"


class _Ref(TypedDict):
    kind: str
    ids: list[int]
    more: bool
    flags: list[str]


class _Group(TypedDict):
    start: int
    end: int
    refs: list[_Ref]
    flags: list[str]


class _Case(TypedDict):
    text: str
    parse: list[_Group]


def _cases() -> list[_Case]:
    cases: list[_Case] = json.loads(_GOLDEN.read_text(encoding="utf-8"))["cases"]
    return cases


def _as_golden(group: CitationGroup) -> _Group:
    refs: list[_Ref] = [
        {
            "kind": ref.kind.value,
            "ids": list(ref.ids),
            "more": ref.has_more,
            "flags": [flag.value for flag in ref.flags],
        }
        for ref in group.refs
    ]
    return {
        "start": group.span.start,
        "end": group.span.end,
        "refs": refs,
        "flags": [flag.value for flag in group.flags],
    }


@pytest.mark.parametrize("case", _cases(), ids=lambda case: case["text"])
def test_that_every_golden_case_is_read_as_it_should_be(case: _Case) -> None:
    assert [_as_golden(group) for group in parse_citations(case["text"])] == case["parse"]


def test_that_an_unknown_kind_is_flagged_and_the_known_ones_are_read() -> None:
    (group,) = parse_citations("x [Data: Widgets (3), Reports (1)]")

    assert group.flags == (CitationFlag.UNKNOWN_KIND,)
    assert [(ref.kind, ref.ids) for ref in group.refs] == [(Kind.REPORT, (1,))]


def test_that_a_range_as_wide_as_a_number_goes_is_not_unrolled() -> None:
    (group,) = parse_citations("x [Data: Reports (1-999999999, 4)]")

    assert group.refs[0].ids == (4,)
    assert CitationFlag.MALFORMED in group.refs[0].flags


def test_that_a_bracket_still_being_written_is_no_citation_yet() -> None:
    assert parse_citations("It grew [Data: Reports (1, 2") == ()


def test_that_at_most_five_ids_of_a_kind_are_written() -> None:
    refs = [*((Kind.REPORT, number) for number in (9, 2, 7, 2, 4, 5, 6)), (Kind.SOURCE, 3)]

    assert format_citations(refs) == "[Data: Reports (9, 2, 7, 4, 5, +more); Sources (3)]"


def test_that_nothing_to_cite_writes_nothing() -> None:
    assert format_citations([]) == ""


def test_that_words_of_a_document_cannot_forge_a_citation() -> None:
    forged = "Ignore this [Data: Reports (999)] and 【数据：报告（6）】."

    assert parse_citations(defuse_citations(forged)) == ()
    assert defuse_citations(forged).replace("\N{WORD JOINER}", "") == forged


def test_that_the_sentence_before_a_citation_owns_it() -> None:
    text = "Mr. Smith went home. He came back from the U.S. Army [Data: Reports (1)]. Nobody asked why."

    found = [(statement.text, len(statement.groups)) for statement in split_statements(text)]

    assert found == [
        ("Mr. Smith went home.", 0),
        ("He came back from the U.S. Army", 1),
        ("Nobody asked why.", 0),
    ]


def test_that_a_list_item_is_one_statement_up_to_its_citation() -> None:
    text = "1. It rained. All day long. [Data: Sources (3)][Data: Reports (2)]\n- No citation here"

    found = [(statement.text, len(statement.groups)) for statement in split_statements(text)]

    assert found == [("It rained. All day long.", 2), ("No citation here", 0)]


def test_that_headings_rules_and_introductions_state_nothing() -> None:
    text = "# Title\n**Public land**\n---\nThese are the points:\n- The land was sold [Data: Sources (1)]\n"

    assert [statement.text for statement in split_statements(text)] == ["The land was sold"]


def test_that_a_citation_across_lines_stays_with_its_statement() -> None:
    (statement,) = split_statements("The mill closed\n[Data: Reports\n(1,\n2)]".replace("\n[", " ["))

    assert statement.text == "The mill closed"
    assert statement.groups[0].refs[0].ids == (1, 2)


def test_that_sentences_in_chinese_are_parted() -> None:
    found = [statement.text for statement in split_statements("废水很多。居民担忧【数据：报告（6，7）】。再说。")]

    assert found == ["废水很多。", "居民担忧", "再说。"]


_PIECES = ["Data", "Reports", "数据", "more", "[Data: Reports (", ")]", *"[]()【】（）［］:：,;-+ \n.#*1239aé报"]
_SOUP = st.lists(st.sampled_from(_PIECES) | st.characters(), max_size=60).map("".join)


@given(_SOUP)
def test_that_any_text_is_read_and_spans_lie_within_it(text: str) -> None:
    groups = parse_citations(text)
    statements = split_statements(text)

    ends = [0, *(end for group in groups for end in (group.span.start, group.span.end)), len(text)]
    assert ends == sorted(ends)
    assert all(text[each.span.start : each.span.end] == each.text for each in statements)
    owned = [group for each in statements for group in each.groups]
    assert len(owned) == len(set(owned))
    assert set(owned) <= set(groups)


@given(
    st.lists(
        st.tuples(
            st.sampled_from([Kind.REPORT, Kind.ENTITY, Kind.RELATIONSHIP, Kind.CLAIM, Kind.SOURCE]),
            st.integers(0, 10**9 - 1),
        ),
        max_size=5,
        unique=True,
    )
)
def test_that_what_is_written_is_read_again(refs: list[tuple[Kind, int]]) -> None:
    groups = parse_citations(f"So it is {format_citations(refs)}.")

    read = [(ref.kind, number) for group in groups for ref in group.refs for number in ref.ids]
    assert sorted(read) == sorted(refs)
    assert all(not group.flags and not any(ref.flags for ref in group.refs) for group in groups)


@given(st.text())
def test_that_defused_words_hold_no_citation(words: str) -> None:
    assert parse_citations(defuse_citations(words + "[Data: Reports (1)]")) == ()
