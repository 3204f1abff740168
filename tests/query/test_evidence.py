"""Citations checked against what an answer was given, and followed to the words."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from graphrag_desktop.domain.answers import Citation, CitationStatus
from graphrag_desktop.domain.citations import format_citations
from graphrag_desktop.domain.contexts import ContextItem, EvidenceSentence, Kind
from graphrag_desktop.domain.reports import Finding
from graphrag_desktop.project import Project
from graphrag_desktop.query.evidence import Given, Resolved, resolve_citations
from graphrag_desktop.storage import communities, documents, graph
from tests.projects import make_project, write_anew


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with make_project(tmp_path_factory.mktemp("cited") / "mill.graphrag") as made:
        yield made


def _sentence(project: Project, words: str) -> EvidenceSentence:
    return next(each for each in graph.all_sentences(project.database) if words in each.text)


def _item(project: Project, number: int, sentences: Sequence[EvidenceSentence] = ()) -> ContextItem:
    report = communities.report(project.database, number)
    assert report is not None
    marked = tuple(replace(each, report=number) for each in sentences)
    return ContextItem(Kind.REPORT, number, report.title, report.text, report.tokens, sentences=marked)


def _resolved(project: Project, text: str, *items: ContextItem) -> Resolved:
    resolved = resolve_citations(project.database, text, Given(items))
    for citation in resolved.citations:
        for each in citation.evidence:
            assert each.quote == documents.text_of(project.database, each.document)[each.span.start : each.span.end]
    return resolved


def _one(project: Project, text: str, *items: ContextItem) -> Citation:
    (citation,) = _resolved(project, text, *items).citations
    return citation


def _quotes(citation: Citation) -> list[str]:
    return [each.quote for each in citation.evidence]


def test_that_a_source_reaches_the_very_words_quoted(project: Project) -> None:
    dead = _sentence(project, "dead fish")

    citation = _one(project, f"- {dead.text} [Data: Sources ({dead.source})]", _item(project, 1, [dead]))

    assert citation.status is CitationStatus.OK
    assert citation.text == dead.text
    assert [(each.path, each.page, each.span) for each in citation.evidence] == [("letters/river.txt", None, dead.span)]


def test_that_a_quotation_with_cuts_reaches_its_pieces(project: Project) -> None:
    dead = _sentence(project, "dead fish")
    text = f"“The Residents League counted … in the River Ouse in one week.” [Data: Sources ({dead.source})]"

    assert _quotes(_one(project, text, _item(project, 1, [dead]))) == [
        "The Residents League counted",
        "in the River Ouse in one week.",
    ]


def test_that_a_source_named_in_a_report_reaches_words_that_were_not_handed_over(project: Project) -> None:
    citation = _one(project, "Norden Paper discharges waste water [Data: Sources (1)].", _item(project, 1))

    assert citation.status is CitationStatus.OK
    assert _quotes(citation) == ["Norden Paper discharges waste water"]
    assert citation.evidence[0].page == 1


def test_that_a_paraphrase_reaches_the_likeliest_sentence_of_the_source(project: Project) -> None:
    citation = _one(
        project, "Every night waste water flows from Norden Paper into the Ouse [Data: Sources (1)].", _item(project, 1)
    )

    assert _quotes(citation) == ["Norden Paper discharges waste water into the River Ouse every night."]


def test_that_a_source_that_says_nothing_of_it_is_shown_as_a_whole(project: Project) -> None:
    citation = _one(project, "Zebras gallop [Data: Sources (1)].", _item(project, 1))
    unit = documents.text_unit(project.database, 1)

    assert unit is not None
    assert [each.span for each in citation.evidence] == [unit.span]


def test_that_a_report_reaches_the_sentence_handed_over_with_it(project: Project) -> None:
    dead, brown = _sentence(project, "dead fish"), _sentence(project, "turned brown")

    citation = _one(project, f"{brown.text} [Data: Reports (1)]", _item(project, 1, [dead, brown]))

    assert _quotes(citation) == [brown.text]


def test_that_a_report_without_quotation_reaches_what_its_best_finding_rests_on(project: Project) -> None:
    citation = _one(project, "An independent inspection was demanded [Data: Reports (1)].", _item(project, 1))

    assert _quotes(citation) == ["The Residents League demanded an independent inspection of Norden Paper."]


def test_that_a_finding_that_a_model_wrote_is_followed_through_its_citations(project: Project) -> None:
    report = communities.report(project.database, 1)
    child = communities.report(project.database, 5)
    assert report is not None
    assert child is not None
    finding = Finding("Promises", "The council promised to measure the water itself [Data: Reports (5)].")
    below = Finding("Measuring", "The Harwick Council would measure the water itself [Data: Sources (1)].")
    write_anew(project.database, replace(report, findings=(finding,)), replace(child, findings=(below,)))
    try:
        citation = _one(project, "The council promised to measure it [Data: Reports (1)].", _item(project, 1))
    finally:
        write_anew(project.database, report, child)

    assert _quotes(citation) == ["the Harwick Council would measure the water itself."] or _quotes(citation) == [
        "Edith Vane promised that the Harwick Council would measure the water itself."
    ]


def test_that_an_entity_reaches_sentences_that_name_it_and_a_relationship_those_that_name_both(
    project: Project,
) -> None:
    paper = next(each for each in graph.entities(project.database) if each.title == "Norden Paper")
    pair = graph.relationships_of(project.database, paper.number)[0]
    named = ContextItem(Kind.ENTITY, paper.number, "", "", 0), ContextItem(Kind.RELATIONSHIP, pair.number, "", "", 0)
    text = f"Zebras gallop {format_citations([(Kind.ENTITY, paper.number), (Kind.RELATIONSHIP, pair.number)])}."

    entity, relationship = _resolved(project, text, *named).citations

    assert len(entity.evidence) == 3
    assert all("Norden Paper" in quote for quote in _quotes(entity))
    assert relationship.evidence
    assert all("Norden Paper" in quote for quote in _quotes(relationship))


def test_that_each_wrong_citation_is_told_apart_and_leads_nowhere(project: Project) -> None:
    text = (
        "The mill pollutes the river [Data: Reports (1); Sources (1, 3)]."
        " The council met [Data: Reports (1, 5)]. Fish died [Data: Sources (1, 4)]."
        " It was white [Data: Reports (999)]. All is well [Data: Sources (3); Reports (1)]."
    )

    resolved = _resolved(project, text, _item(project, 1, [_sentence(project, "dead fish")]))

    statuses = [each.status for each in resolved.citations]
    assert len(statuses) == 10
    assert statuses.count(CitationStatus.UNKNOWN) == 1
    assert [(each.kind, each.number) for each in resolved.citations if each.status is CitationStatus.NOT_IN_CONTEXT] == [
        (Kind.REPORT, 5), (Kind.SOURCE, 4),
    ]  # fmt: skip
    assert all(not each.evidence for each in resolved.citations if each.status is not CitationStatus.OK)
    assert all(each.evidence for each in resolved.citations if each.status is CitationStatus.OK)


def test_that_coverage_is_the_share_of_statements_with_a_sound_citation(project: Project) -> None:
    text = (
        "# The river\n\nThese are the points:\n- It is brown [Data: Reports (1)].\n- It is blue [Data: Reports (999)].\n"
        "- It is deep.\n- It is wet [Data: Reports (999, 1)].\n"
    )

    assert _resolved(project, text, _item(project, 1)).coverage == 0.5
    assert _resolved(project, "", _item(project, 1)).coverage == 0


def test_that_a_citation_in_a_heading_is_checked_too(project: Project) -> None:
    assert _one(project, "# The river [Data: Reports (1)]", _item(project, 1)).status is CitationStatus.OK


def test_that_the_sentences_quoted_are_named(project: Project) -> None:
    dead, brown = _sentence(project, "dead fish"), _sentence(project, "turned brown")
    text = f"{brown.text} [Data: Sources ({brown.source})]"

    resolved = _resolved(project, text, _item(project, 1, [dead, brown]))

    assert [(each.number, each.report) for each in resolved.quoted] == [(brown.number, 1)]


def test_that_a_record_reaches_first_the_sentence_that_speaks_of_the_same(project: Project) -> None:
    council = next(each for each in graph.entities(project.database) if each.title == "Harwick Council")
    named = ContextItem(Kind.ENTITY, council.number, "", "", 0)

    for words in ("The council would measure the water itself", "It met on Monday in the town hall"):
        citation = _one(project, f"{words} {format_citations([(Kind.ENTITY, council.number)])}.", named)
        assert words.rsplit(maxsplit=1)[-1] in _quotes(citation)[0]


def test_that_a_statement_on_the_answer_itself_leads_to_what_the_answer_quotes_of_the_report(project: Project) -> None:
    dead, brown, waste = (_sentence(project, words) for words in ("dead fish", "turned brown", "discharges waste"))
    text = f"Whatever follows stands for itself [Data: Reports (1)].\n\n- {brown.text} [Data: Reports (1)]\n- {dead.text} [Data: Reports (1)]"

    opening = _resolved(project, text, _item(project, 1, [waste, dead, brown])).citations[0]

    assert _quotes(opening) == [brown.text, dead.text]
