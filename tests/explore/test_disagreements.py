"""Where documents disagree: sentences one figure apart, and claims about the same."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from graphrag_desktop.domain.claims import Claim
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.extractions import QuoteMatch
from graphrag_desktop.domain.identity import DocumentId, entity_id
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.disagreements import ClaimMark, Difference, claim_marks, disagreements
from graphrag_desktop.project import Project
from tests.projects import MILL, make_project

SAYS = "The Residents League counted 40 dead fish in the River Ouse below the bridge in one week."
ANSWERS = "The Residents League counted 14 dead fish in the River Ouse below the bridge in one week."
APART = replace(
    MILL,
    texts={**MILL.texts, "leaflet.txt": f"{SAYS}\nThe bakery sold 9 loaves.\n", "answer.txt": f"{ANSWERS}\nNo more.\n"},
)

CLAIM = Claim(
    1, entity_id("Norden Paper"), entity_id("River Ouse"), "Norden Paper", "River Ouse", "POLLUTION", "TRUE",
    "1998-05-01T00:00:00", None, "Norden Paper let waste water into the River Ouse.", "waste", QuoteMatch.EXACT, 1,
    DocumentId("a"), None,
)  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with make_project(tmp_path / "apart.graphrag", APART) as made:
        yield made


def keep_claims(project: Project, *kept: Claim) -> None:
    """Put claims in as an index run would; their text units give the documents."""
    with project.database.writing() as connection:
        numbers = dict(connection.execute("SELECT id, number FROM entities"))
        connection.executemany(
            "INSERT INTO claims VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    each.number, f"key {each.number}", numbers[each.subject], None if each.object is None else numbers[each.object],
                    each.subject_words, each.object_words, each.type, each.status, each.start_date, each.end_date,
                    each.description, each.quote, each.match.value, each.source, None, None,
                )
                for each in kept
            ],
        )  # fmt: skip


def test_that_sentences_of_two_documents_stand_side_by_side_with_their_figures(project: Project) -> None:
    found = disagreements(project, RunControl())
    (only,) = found.found
    assert only.title == "Residents League, River Ouse"
    assert (only.differs, only.documents) == (Difference.FIGURE, 2)
    assert {(each.value, each.words) for each in only.statements} == {("40", SAYS), ("14", ANSWERS)}
    for statement in only.statements:
        assert statement.evidence[0].quote == statement.words
    assert found.sentences == 3


def test_that_one_document_does_not_disagree_with_itself(tmp_path: Path) -> None:
    both = replace(MILL, texts={**MILL.texts, "leaflet.txt": f"{SAYS}\n{ANSWERS}\n"})
    with make_project(tmp_path / "one.graphrag", both) as project:
        assert not disagreements(project, RunControl()).found


def test_that_claims_of_different_status_and_dates_are_found_with_their_words(project: Project) -> None:
    keep_claims(
        project,
        CLAIM,
        replace(CLAIM, number=2, status="FALSE", source=2),
        replace(CLAIM, number=3, start_date="1999-05-01T00:00:00"),
        replace(CLAIM, number=4, type="FRAUD", status="SUSPECTED"),
    )
    found = [each for each in disagreements(project, RunControl()).found if each.kind]
    assert [(each.title, each.kind, each.differs) for each in found] == [
        ("Norden Paper – River Ouse", "POLLUTION", Difference.STATUS),
        ("Norden Paper – River Ouse", "POLLUTION", Difference.DATE),
    ]
    assert [(each.number, each.value) for each in found[0].statements] == [(2, "FALSE"), (1, "TRUE"), (3, "TRUE")]
    assert [(each.number, each.value) for each in found[1].statements] == [(1, "1998-05-01"), (3, "1999-05-01")]
    assert all(each.kind is Kind.CLAIM and each.evidence for each in found[0].statements)


def test_that_a_claim_of_one_document_and_a_contradicted_one_are_marked() -> None:
    marks = claim_marks(
        (
            CLAIM,
            replace(CLAIM, number=2, document=DocumentId("b")),
            replace(CLAIM, number=3, document=DocumentId("c"), status="FALSE"),
            replace(CLAIM, number=4, object=entity_id("Market Square")),
        )
    )
    assert marks == {
        1: ClaimMark(2, is_contradicted=True),
        2: ClaimMark(2, is_contradicted=True),
        3: ClaimMark(1, is_contradicted=True),
        4: ClaimMark(1, is_contradicted=False),
    }


def test_that_a_date_that_one_claim_does_not_give_is_no_difference() -> None:
    marks = claim_marks((CLAIM, replace(CLAIM, number=2, start_date=None), replace(CLAIM, number=3, start_date="1998")))
    assert not any(each.is_contradicted for each in marks.values())


def test_that_claims_without_an_object_are_about_the_same_only_where_their_words_are_alike() -> None:
    bare = replace(CLAIM, object=None)
    same = replace(bare, number=2, status="FALSE", description="Norden Paper let no waste water into the Ouse.")
    other = replace(bare, number=3, status="FALSE", description="The director was fined for parking.")
    marks = claim_marks((bare, same, other))
    assert (marks[1].is_contradicted, marks[2].is_contradicted, marks[3].is_contradicted) == (True, True, False)
