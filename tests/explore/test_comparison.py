"""Answers compared statement by statement."""

from dataclasses import replace

from graphrag_desktop.domain.answers import Answer, Citation, CitationStatus
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.domain.identity import DocumentId, Span
from graphrag_desktop.explore.comparison import Overlap, compare_answers, statements_of
from tests.explore.test_answers import ANSWER


def _passage(document: str, start: int, end: int) -> Evidence:
    return Evidence(DocumentId(document), f"{document}.txt", None, Span(start, end), "words")


def _cites(number: int, *evidence: Evidence, kind: Kind = Kind.SOURCE) -> Citation:
    return Citation("", kind, number, CitationStatus.OK, evidence)


def _answer(text: str, *citations: Citation) -> Answer:
    return replace(ANSWER, text=text, citations=citations)


def test_that_statements_keep_the_citations_that_follow_them() -> None:
    answer = _answer(
        "# A title\n\nIt rained. [Data: Sources (1, 2); Reports (3)] It was dry.\n\n- Later. [Data: Sources (4, 4)]",
        _cites(1), _cites(2), _cites(3, kind=Kind.REPORT), _cites(4), _cites(4),
    )  # fmt: skip
    told = [(each.text, [(c.kind.value, c.number) for c in each.citations]) for each in statements_of(answer)]
    assert told == [
        ("It rained.", [("source", 1), ("source", 2), ("report", 3)]),
        ("It was dry.", []),
        ("Later.", [("source", 4)]),
    ]


def test_that_statements_are_shared_whatever_their_case_and_punctuation() -> None:
    found = compare_answers(
        _answer("The mill polluted the river. The fair was held on Monday."),
        _answer("- The Mill polluted the river!\n- Nobody was told about the bakery."),
    )
    assert [(each.first.text, each.is_verbatim) for each in found.shared] == [("The mill polluted the river.", True)]
    assert [each.text for each in found.only[0]] == ["The fair was held on Monday."]
    assert [each.text for each in found.only[1]] == ["Nobody was told about the bakery."]


def test_that_other_words_over_the_same_evidence_are_the_same_statement_and_without_it_are_not() -> None:
    one, other = "The council fined the mill in May.", "In May the mill got a heavy fine by the council."
    same = compare_answers(
        _answer(f"{one} [Data: Sources (1)]", _cites(1, _passage("a", 0, 50))),
        _answer(f"{other} [Data: Sources (9)]", _cites(9, _passage("a", 40, 90))),
    )
    assert [each.is_verbatim for each in same.shared] == [False]
    apart = compare_answers(
        _answer(f"{one} [Data: Sources (1)]", _cites(1, _passage("a", 0, 40))),
        _answer(f"{other} [Data: Sources (9)]", _cites(9, _passage("a", 40, 90))),
    )
    assert not apart.shared


def test_that_a_statement_is_matched_once_and_its_own_words_come_first() -> None:
    found = compare_answers(
        _answer("Norden Paper polluted the river Ouse."),
        _answer("The river Ouse polluted Norden Paper. Norden Paper polluted the river Ouse."),
    )
    ((_, other),) = [each.said for each in found.shared]
    assert other is not None
    assert other.text == "Norden Paper polluted the river Ouse."
    assert [each.is_verbatim for each in found.shared] == [True]
    assert len(found.only[1]) == 1


def test_that_chinese_statements_are_compared_too() -> None:
    found = compare_answers(
        _answer("凯特托兰疏浚公司在三月支付了罚款。天气很好。"), _answer("凯特托兰疏浚公司在三月支付了罚款。")
    )
    assert len(found.shared) == 1
    assert [each.text for each in found.only[0]] == ["天气很好。"]


def test_that_sources_are_counted_with_their_overlap_and_bad_citations_are_none() -> None:
    bad = replace(_cites(5, _passage("c", 0, 9)), status=CitationStatus.NOT_IN_CONTEXT)
    found = compare_answers(
        _answer("A. [Data: Sources (1, 2, 5)]", _cites(1, _passage("a", 0, 10)), _cites(2, _passage("b", 0, 10)), bad),
        _answer("B. [Data: Sources (3)]", _cites(3, _passage("a", 5, 15), _passage("a", 20, 30))),
    )
    assert found.documents == Overlap((2, 1), (1, 0), 1, 2)
    assert found.passages == Overlap((2, 2), (1, 1), 1, 3)


def test_that_statements_of_several_answers_are_aligned_and_each_stands_once() -> None:
    river, fair, bakery = (
        "The mill polluted the river.",
        "The fair was held on Monday.",
        "The bakery burnt down in May.",
    )
    found = compare_answers(
        _answer(f"{river} {fair}"), _answer(f"{bakery} {river}"), _answer(f"THE MILL polluted the river! {bakery}")
    )
    assert [(each.first.text, each.makers) for each in found.aligned] == [(river, (0, 1, 2)), (bakery, (1, 2))]
    assert [each.first.text for each in found.shared] == [river]
    assert [each.first.text for each in found.in_some] == [bakery]
    assert [[said.text for said in own] for own in found.only] == [[fair], [], []]


def test_that_an_answer_gives_a_group_one_statement_at_most() -> None:
    said = "Norden Paper polluted the river Ouse."
    found = compare_answers(_answer(said), _answer(f"{said} {said}"), _answer(said))
    assert [each.makers for each in found.aligned] == [(0, 1, 2)]
    assert [len(own) for own in found.only] == [0, 1, 0]


def test_that_sources_of_several_answers_are_counted_where_all_and_where_only_one_has_them() -> None:
    found = compare_answers(
        _answer("A. [Data: Sources (1)]", _cites(1, _passage("a", 0, 10), _passage("b", 0, 10))),
        _answer("B. [Data: Sources (1)]", _cites(1, _passage("a", 8, 20))),
        _answer("C. [Data: Reports (7)]", _cites(7, _passage("a", 15, 30), kind=Kind.REPORT)),
    )
    assert found.documents == Overlap((2, 1, 1), (1, 0, 0), 1, 2)
    assert found.passages == Overlap((2, 1, 1), (1, 0, 0), 1, 2)
    assert found.reports == Overlap((0, 0, 1), (0, 0, 1), 0, 1)
