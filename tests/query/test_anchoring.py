"""Statements of an answer held against the words they cite."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

import pytest

from graphrag_desktop.domain.answers import StatementCheck
from graphrag_desktop.domain.contexts import ContextItem, EvidenceSentence, Kind
from graphrag_desktop.project import Project
from graphrag_desktop.query.evidence import Given, resolve_citations
from graphrag_desktop.storage import communities, documents, graph
from tests.projects import make_project


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with make_project(tmp_path_factory.mktemp("anchored") / "mill.graphrag") as made:
        yield made


def sentence(project: Project, words: str) -> EvidenceSentence:
    return next(each for each in graph.all_sentences(project.database) if words in each.text)


def checks(project: Project, text: str, handed: Sequence[EvidenceSentence]) -> tuple[StatementCheck, ...]:
    report = communities.report(project.database, 1)
    assert report is not None
    marked = tuple(replace(each, report=1) for each in handed)
    item = ContextItem(Kind.REPORT, 1, report.title, report.text, report.tokens, sentences=marked)
    found = resolve_citations(project.database, text, Given([item])).statements
    assert all(text[each.span.start : each.span.end] == each.text for each in found)
    return found


def test_that_a_quoted_sentence_has_all_of_its_anchors(project: Project) -> None:
    dead = sentence(project, "dead fish")

    (check,) = checks(project, f"{dead.text} [Data: Sources ({dead.source})]", [dead])

    assert check.is_cited
    assert {"Residents League", "forty", "River Ouse"} <= set(check.anchors)
    assert check.missing == ()


def test_that_a_number_in_figures_stands_for_one_in_words(project: Project) -> None:
    dead = sentence(project, "dead fish")

    (check,) = checks(project, f"There were 40 dead fish [Data: Sources ({dead.source})].", [dead])

    assert (check.anchors, check.missing) == (("40",), ())


def test_that_another_number_and_another_name_are_missing(project: Project) -> None:
    dead = sentence(project, "dead fish")
    text = f"Dora Pell counted 41 dead fish in the River Ouse [Data: Sources ({dead.source})]."

    (check,) = checks(project, text, [dead])

    assert check.missing == ("Dora Pell", "41")
    assert check.anchors == ("Dora Pell", "41", "River Ouse")


def test_that_a_statement_without_sound_citation_is_not_looked_into(project: Project) -> None:
    text = "There were 41 dead fish. There were 42 [Data: Reports (999)]."

    assert [(each.is_cited, each.anchors, each.missing) for each in checks(project, text, [])] == [(False, (), ())] * 2


def test_that_an_opening_that_names_its_reports_is_not_held_against_documents(project: Project) -> None:
    report = communities.report(project.database, 1)
    assert report is not None
    opening = f"This rests on 7 sentences; most of it belongs to “{report.title}” [Data: Reports (1)]."

    first, second = checks(project, f"{opening}\n\n{opening}", [])

    assert (first.anchors, first.missing) == ((), ())
    assert "7" in second.missing


def test_that_what_a_cited_report_quotes_counts_as_its_words(project: Project) -> None:
    (check,) = checks(project, "The Residents League wants an inspection of Norden Paper [Data: Reports (1)].", [])

    assert check.missing == ()


def test_that_the_name_of_the_cited_document_is_no_anchor(project: Project) -> None:
    dead = sentence(project, "dead fish")
    name = PurePosixPath(dead.path or paths_of(project, dead)).stem

    (own,) = checks(project, f"{dead.text} ({name}) [Data: Sources ({dead.source})]", [dead])
    (other,) = checks(project, f"{dead.text} (in 1848) [Data: Sources ({dead.source})]", [dead])

    assert own.missing == ()
    assert other.missing == ("1848",)


def paths_of(project: Project, sentence: EvidenceSentence) -> str:
    return documents.first_path(project.database, sentence.document)
