"""What reaches the writer of a report, by the leaf rule and by the higher-level rule."""

import itertools

from graphrag_desktop.domain.communities import Community, CommunityHierarchy
from graphrag_desktop.domain.contexts import Context, EvidenceSentence, Kind
from graphrag_desktop.domain.graph import Entity, Relationship
from graphrag_desktop.domain.identity import DocumentId, EntityId, Span
from graphrag_desktop.domain.reports import CommunityReport, Finding
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.pipeline.report_contexts import report_context
from graphrag_desktop.pipeline.report_records import RecordShelf, shelve_records


def _words(text: str) -> int:
    return len(text.split())


def _entities(names: str) -> list[Entity]:
    return [Entity(EntityId(name), at + 1, name.upper(), "person", "", 1, 1, 0) for at, name in enumerate(names)]


def _relationships(pairs: list[tuple[str, str]]) -> list[Relationship]:
    return [Relationship(at + 1, EntityId(a), EntityId(b), "", 1, 1.0) for at, (a, b) in enumerate(pairs)]


def _hierarchy(*communities: Community) -> CommunityHierarchy:
    deepest = max(each.level for each in communities)
    by_number = {each.number: each for each in communities}
    levels = []
    for level in range(deepest + 1):
        standing = [
            each.number for each in communities if each.level == level or (each.level < level and not each.children)
        ]
        levels.append(tuple(standing))
    return CommunityHierarchy(by_number, tuple(levels))


def _ids(names: str) -> tuple[EntityId, ...]:
    return tuple(EntityId(name) for name in names)


def _report(number: int, tokens: int) -> CommunityReport:
    return CommunityReport(
        number, f"Report {number}", "Summary.", (Finding("F", "E"),), 5.0, "", tokens, truncated=False, engine="test"
    )


def _two_children() -> tuple[CommunityHierarchy, RecordShelf]:
    hierarchy = _hierarchy(
        Community(1, 0, None, (2, 3), _ids("abcdefg")),
        Community(2, 1, 1, (), _ids("abcd")),
        Community(3, 1, 1, (), _ids("efg")),
    )
    pairs = [("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("e", "f"), ("f", "g"), ("d", "e")]
    return hierarchy, shelve_records(hierarchy, _entities("abcdefg"), _relationships(pairs), {}, _words)


def _context_of(
    number: int, hierarchy: CommunityHierarchy, shelf: RecordShelf, limit: int, **reports: CommunityReport
) -> Context:
    kept = {each.number: each for each in reports.values()}
    settings = Settings(report_data_tokens=limit)
    return report_context(hierarchy.communities[number], hierarchy, shelf, kept, lambda _: (), settings).context


def test_that_no_relationship_of_a_clique_is_lost_when_all_fits() -> None:
    hierarchy = _hierarchy(Community(1, 0, None, (), _ids("abcdefgh")))
    pairs = list(itertools.combinations("abcdefgh", 2))
    shelf = shelve_records(hierarchy, _entities("abcdefgh"), _relationships(pairs), {}, _words)
    context = _context_of(1, hierarchy, shelf, 8_000)
    assert sum(item.kind is Kind.RELATIONSHIP for item in context.items) == 28
    assert sum(item.kind is Kind.ENTITY for item in context.items) == 8
    assert not context.is_truncated


def test_that_a_parent_that_fits_holds_every_element_of_its_children_and_what_joins_them() -> None:
    hierarchy, shelf = _two_children()
    context = _context_of(1, hierarchy, shelf, 8_000, a=_report(2, 10), b=_report(3, 10))
    assert {item.kind for item in context.items} == {Kind.ENTITY, Kind.RELATIONSHIP}
    assert len(context.items) == 7 + 7


def test_that_the_child_with_most_elements_is_the_first_to_be_replaced_by_its_report() -> None:
    hierarchy, shelf = _heavy_children()
    whole = sum(item.tokens for item in shelf.items.values())
    context = _context_of(1, hierarchy, shelf, whole - 1, a=_report(2, 1), b=_report(3, 1))
    assert [item.number for item in context.items if item.kind is Kind.REPORT] == [2]
    names = {item.title for item in context.items if item.kind is Kind.ENTITY}
    assert names == {"E", "F", "G"}
    assert "D – E" in {item.title for item in context.items}, "what joins the children stays"


def test_that_a_child_without_a_report_keeps_its_elements() -> None:
    hierarchy, shelf = _heavy_children()
    whole = sum(item.tokens for item in shelf.items.values())
    context = _context_of(1, hierarchy, shelf, whole - 1, b=_report(3, 1))
    assert [item.number for item in context.items if item.kind is Kind.REPORT] == [3]


def test_that_reports_come_first_and_the_context_says_so_when_even_they_are_too_much() -> None:
    hierarchy, shelf = _heavy_children()
    context = _context_of(1, hierarchy, shelf, 200, a=_report(2, 150), b=_report(3, 150))
    assert [(item.kind, item.number) for item in context.items] == [(Kind.REPORT, 2)]
    assert context.is_truncated


def test_that_each_sentence_is_sent_once_with_the_relationship_it_shows() -> None:
    hierarchy = _hierarchy(Community(1, 0, None, (), _ids("abc")))
    document = DocumentId("d")
    both = EvidenceSentence(1, 1, document, Span(0, 5), "A meets B.", 1.0, entities=_ids("ab"))
    alone = EvidenceSentence(2, 1, document, Span(6, 9), "C sings.", 1.0, entities=_ids("c"))
    shelf = shelve_records(
        hierarchy, _entities("abc"), _relationships([("a", "b"), ("b", "c")]), {1: (both, alone)}, _words
    )
    carried = {
        record: [each.number for each in item.sentences] for record, item in shelf.items.items() if item.sentences
    }
    assert carried == {(Kind.RELATIONSHIP, 1): [1], (Kind.ENTITY, 3): [2]}


def _heavy_children() -> tuple[CommunityHierarchy, RecordShelf]:
    hierarchy, _ = _two_children()
    document = DocumentId("d")
    long = " ".join(["word"] * 120)
    sentences = [
        EvidenceSentence(at, 1, document, Span(at, at + 1), long, 1.0, entities=_ids(name))
        for at, name in enumerate("abcdefg", start=1)
    ]
    pairs = [("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("e", "f"), ("f", "g"), ("d", "e")]
    homes = {2: tuple(sentences[:4]), 3: tuple(sentences[4:])}
    return hierarchy, shelve_records(hierarchy, _entities("abcdefg"), _relationships(pairs), homes, _words)
