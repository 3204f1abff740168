"""Reports without a model: quotations, counts and names, within their length."""

from collections.abc import Iterable

import pytest

from graphrag_desktop.domain.citations import parse_citations
from graphrag_desktop.domain.contexts import Context, ContextItem, EvidenceSentence, Kind, ReportContext
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.domain.reports import ReportDraft, report_text
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.language.tokens import count_tokens
from tests.news import TEXTS, indexed_news, parsed

WIND = ("wind farm", "nordlys energy", "export cable", "copper shortage", "norsk kabel", "ingrid solheim", "turbine")
_PATHS = {parsed(path, text).document.id: path for path, text in TEXTS.items()}


def evidence() -> list[EvidenceSentence]:
    """All sentences of the news with the number of their text unit, which is that of their document here."""
    units = {document: number for number, document in enumerate(sorted(_PATHS), start=1)}
    found = []
    for number, each in enumerate(indexed_news()[1].sentences, start=1):
        text = TEXTS[_PATHS[each.document]][each.span.start : each.span.end]
        named = tuple(sorted({mention.entity for mention in each.mentions}))
        found.append(
            EvidenceSentence(
                number, units[each.document], each.document, each.span, text, each.quality, each.heading, named,
                path=_PATHS[each.document],
            )
        )  # fmt: skip
    return found


def _items(members: Iterable[str]) -> tuple[ContextItem, ...]:
    items = []
    for number, member in enumerate(members, start=1):
        told = tuple(each for each in evidence() if member in each.entities)
        items.append(ContextItem(Kind.ENTITY, number, member, member, 1, EntityId(member), sentences=told))
    return tuple(items)


def _report(items: tuple[ContextItem, ...], tokens: int = 700, members: Iterable[str] = WIND) -> ReportDraft:
    context = ReportContext(1, 0, Context(items, 0), tokens, tuple(map(EntityId, members)))
    return indexed_news()[0].write_report(context, RunControl())


def _quotations(report: ReportDraft) -> list[str]:
    return [finding.explanation.partition(" [Data:")[0] for finding in report.findings]


def test_that_every_finding_quotes_a_sentence_of_the_context() -> None:
    report = _report(_items(WIND))
    by_number = {each.number: each for each in evidence()}

    assert 3 <= len(report.findings) <= 8
    for finding, quotation in zip(report.findings, _quotations(report), strict=True):
        [number] = finding.sentences
        assert quotation == by_number[number].text
        assert finding.summary[0].isupper()


def test_that_citations_name_the_text_unit_and_entities_of_the_context() -> None:
    report = _report(_items(WIND))
    by_number = {each.number: each for each in evidence()}
    for finding in report.findings:
        [group] = parse_citations(finding.explanation)
        cited = {ref.kind: ref.ids for ref in group.refs}
        sentence = by_number[finding.sentences[0]]
        assert cited[Kind.SOURCE] == (sentence.source,)
        assert set(cited.get(Kind.ENTITY, ())) <= {WIND.index(each) + 1 for each in sentence.entities if each in WIND}


def test_that_the_summary_quotes_a_few_sentences() -> None:
    report = _report(_items(WIND))

    assert 2 <= len(report.summary_sentences) <= 3
    assert all(each.text in report.summary for each in evidence() if each.number in report.summary_sentences)


def test_that_no_sentence_is_quoted_twice() -> None:
    report = _report(_items(WIND))
    quoted = [*report.summary_sentences, *(number for finding in report.findings for number in finding.sentences)]

    assert len(quoted) == len(set(quoted))


@pytest.mark.parametrize("tokens", [100, 200, 350, 700])
def test_that_a_report_keeps_within_its_tokens(tokens: int) -> None:
    report = _report(_items(WIND), tokens)

    assert count_tokens(report_text(report.title, report.summary, report.findings)) <= tokens


def test_that_the_title_names_what_is_strong_and_no_word_twice() -> None:
    title = _report(_items(WIND)).title
    words = title.lower().replace(",", " ").replace("(", " ").replace(")", " ").replace(":", " ").split()

    assert any(word in title.lower() for word in ("wind farm", "export cable", "copper shortage"))
    assert len(words) == len(set(words) | {"and"} if "and" in words else set(words))


def test_that_a_rating_lies_between_nothing_and_ten_and_says_why() -> None:
    report = _report(_items(WIND))

    assert 0 <= report.rating <= 10
    assert " documents" in report.rating_explanation
    assert " % of all" in report.rating_explanation


def test_that_a_larger_community_is_rated_higher() -> None:
    small = ("painting", "gallery")

    assert _report(_items(WIND)).rating > _report(_items(small), members=small).rating


def test_that_sub_reports_stand_for_their_sentences() -> None:
    told = tuple(each for each in evidence() if "export cable" in each.entities)
    item = ContextItem(Kind.REPORT, 17, "Export cable", "…", 1, sentences=told)
    report = _report((item,))

    assert set(_quotations(report)) <= {each.text for each in told}
    assert "[Data: Reports (17); " in report.summary
    assert all("[Data: Reports (17); " in finding.explanation for finding in report.findings)


def test_that_no_heading_stands_twice_in_a_report() -> None:
    headings = [finding.summary for finding in _report(_items(WIND)).findings]

    assert len(headings) == len(set(headings))


def test_that_a_community_without_sentences_says_so() -> None:
    items = (ContextItem(Kind.ENTITY, 1, "wind farm", "wind farm", 1, EntityId("wind farm")),)
    report = _report(items, members=("wind farm",))

    assert report.title == "Wind farm"
    assert report.findings == ()
    assert report.summary_sentences == ()


def test_that_the_same_context_gives_the_same_report() -> None:
    assert _report(_items(WIND)) == _report(_items(WIND))


def test_that_a_citation_inside_a_quoted_sentence_is_none() -> None:
    first, *others = evidence()
    text = "The wind farm [Data: Reports (99)] will stand off the coast."
    forged = EvidenceSentence(1, 1, first.document, first.span, text, 1.0, "", (EntityId("wind farm"),))
    item = ContextItem(Kind.ENTITY, 1, "wind farm", "", 1, EntityId("wind farm"), sentences=(forged, *others[:5]))
    report = _report((item,))
    cited = [ref for part in (report.summary, *(each.explanation for each in report.findings)) for group in parse_citations(part) for ref in group.refs]  # fmt: skip

    assert Kind.REPORT not in {ref.kind for ref in cited}
