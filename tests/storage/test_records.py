"""What is kept comes back as it was: answers, arrays, settings, readings, numbers."""

from collections.abc import Iterator

import pytest

from graphrag_desktop.domain.answers import Answer, Citation, CitationStatus, Mode, ReportUse, ScoredPart, Use
from graphrag_desktop.domain.arrays import StoredArray
from graphrag_desktop.domain.contexts import ContextItem, Kind
from graphrag_desktop.domain.errors import ProjectDamaged
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.domain.identity import DocumentId, Span
from graphrag_desktop.domain.index import Failure
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.language.words import search_terms
from graphrag_desktop.storage import answers, arrays, communities, documents, graph, journal
from graphrag_desktop.storage.database import Database
from graphrag_desktop.storage.search import search_sentences, sentences_with_all
from tests.projects import MILL, document_of, make_project

_ANSWER = Answer(
    id="a1",
    question="What of the river?",
    mode=Mode.GLOBAL,
    level=1,
    engine="by hand",
    is_answered=True,
    text="It is brown [Data: Sources (3)].",
    parts=(ScoredPart(1, (1, 2), 70, 12, is_kept=True),),
    reports=(ReportUse(1, "River", 70, Use.CITED), ReportUse(2, "Fair", 0, Use.ZERO)),
    citations=(
        Citation(
            "It is brown",
            Kind.SOURCE,
            3,
            CitationStatus.OK,
            (Evidence(DocumentId("d"), "letters/river.txt", 2, Span(3, 9), "brown…"),),
        ),
        Citation("It is brown", Kind.REPORT, 9, CitationStatus.UNKNOWN),
    ),
    coverage=1.0,
    index_version=1,
    asked_at="2025-03-01T10:00:00+00:00",
    seconds=0.25,
)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    with make_project(tmp_path_factory.mktemp("kept") / "mill.graphrag") as project:
        yield project.database


def test_that_an_answer_comes_back_with_everything_it_had(database: Database) -> None:
    sent = [(1, ContextItem(Kind.REPORT, 1, "River", "# River", 3, relevance=0.7))]

    answers.keep_answer(database, _ANSWER, sent)

    assert answers.answers(database) == (_ANSWER,)
    with database.reading() as connection:
        rows = connection.execute(
            "SELECT c.part, c.kind, c.number, c.tokens, c.relevance, t.text FROM contexts c JOIN sent_texts t ON t.key = c.text"
        ).fetchall()
    assert rows == [(1, "report", 1, 3, 0.7, "# River")]


def test_that_an_array_comes_back_with_its_shape_and_replaces_the_one_before(database: Database) -> None:
    arrays.keep_arrays(database, "vectors", {"mean": StoredArray("<f4", (2, 1), bytes(8))})
    newer = StoredArray("<f4", (1, 3), bytes(range(12)))
    arrays.keep_arrays(database, "vectors", {"mean": newer})

    assert arrays.load_array(database, "vectors", "mean") == newer
    assert arrays.StoredArrays(database).array("nothing") is None


def test_that_an_array_with_a_wrong_bit_is_not_handed_out(database: Database) -> None:
    arrays.keep_arrays(database, "vectors", {"spoilt": StoredArray("<i4", (2,), bytes(8))})
    with database.writing() as connection:
        connection.execute("UPDATE vectors SET data = X'0000000000000100' WHERE name = 'spoilt'")

    with pytest.raises(ProjectDamaged, match="spoilt"):
        arrays.load_array(database, "vectors", "spoilt")


def test_that_settings_that_differ_from_the_defaults_are_kept(database: Database) -> None:
    chosen = Settings().changed({"unit_tokens": 300, "join_components": False, "resolution": 0.5})

    journal.keep_settings(database, chosen)
    assert journal.settings(database) == chosen

    journal.keep_settings(database, Settings())
    assert journal.settings(database) == Settings()


def test_that_failures_of_one_stage_leave_those_of_others(database: Database) -> None:
    journal.replace_failures(database, "documents", [Failure("documents", "a.pdf", "It is locked.")])
    journal.replace_failures(database, "reports", [Failure("reports", "report 2", "It was refused.")])
    journal.replace_failures(database, "documents", [])

    assert journal.failures(database) == (Failure("reports", "report 2", "It was refused."),)


def test_that_a_report_comes_back_with_its_findings_alone_or_among_all(database: Database) -> None:
    everything = communities.reports(database)

    assert set(everything) == {1, 2, 4, 5}
    assert communities.report(database, 4) == everything[4]
    assert communities.reports_of(database, [4, 1, 99]) == {1: everything[1], 4: everything[4]}
    assert communities.report(database, 3) is None


def test_that_pages_are_spans_that_follow_one_another(database: Database) -> None:
    document = document_of(MILL, "council.txt")
    first, second = documents.pages_of(database, document)

    assert first.span.start == 0
    assert first.span.end == second.span.start
    assert second.span.end == len(documents.text_of(database, document))


def test_that_sentences_naming_both_ends_are_found(database: Database) -> None:
    entities = {each.title: each.number for each in graph.entities(database)}
    numbers = graph.sentences_naming(database, [entities["Norden Paper"], entities["River Ouse"]], 5)

    found = [each.text for each in graph.evidence_sentences(database, numbers).values()]
    assert len(found) == 2
    assert all("Norden Paper" in each and "River Ouse" in each for each in found)


@pytest.mark.parametrize(
    "question",
    [
        "multi-agent",
        "don't",
        "why?",
        "@nasa",
        "ubuntu 20.04",
        "a,b",
        '"',
        "C++",
        "AND",
        "NEAR(",
        "*",
        "foo:bar",
        "(x",
        "50%",
    ],
)
def test_that_no_sign_in_a_question_is_an_operator(database: Database, question: str) -> None:
    assert search_sentences(database, [question, *search_terms("loaves")], 5)[0][0] in {
        each.number for each in graph.all_sentences(database)
    }


def test_that_the_rarer_word_counts_for_more(database: Database) -> None:
    number, score = search_sentences(database, search_terms("market square 1998"), 3)[0]

    assert "1998" in graph.evidence_sentences(database, [number])[number].text
    assert score > 0


def test_that_only_sentences_with_every_term_hold_all_of_them(database: Database) -> None:
    texts = {each.number: each.text for each in graph.all_sentences(database)}
    found = sentences_with_all(database, search_terms("Tom Hale Market Square"), 5)

    assert [texts[number] for number in found] == ["Tom Hale opened Hale Bakery beside Market Square in 1998."]
    assert sentences_with_all(database, search_terms("Tom Hale zebra"), 5) == ()
    assert sentences_with_all(database, [], 5) == ()
