"""Every case of the citation grammar resolved against a project, and what holds of any text at all."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphrag_desktop.domain.answers import Citation, CitationStatus
from graphrag_desktop.domain.citations import parse_citations
from graphrag_desktop.domain.contexts import ContextItem, Kind
from graphrag_desktop.domain.extractions import ExtractedClaim, FoundClaim, Origin, QuoteMatch
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.project import Project
from graphrag_desktop.query.evidence import Given, resolve_citations
from graphrag_desktop.storage import communities, documents, graph
from graphrag_desktop.storage.claims import claim_key, put_claims
from tests.projects import make_project

_GOLDEN = json.loads(
    (Path(__file__).resolve().parent.parent / "data" / "method" / "citations.json").read_text(encoding="utf-8")
)
_CLAIMS = (2, 7, 34)
_GIVEN = ((Kind.REPORT, 1), (Kind.ENTITY, 5), (Kind.CLAIM, 2), (Kind.CLAIM, 7))


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with make_project(tmp_path_factory.mktemp("cases") / "mill.graphrag") as made:
        _put_claims(made)
        yield made


def _put_claims(project: Project) -> None:
    known = {each.id: each.number for each in graph.entities(project.database)}
    all_units = documents.text_units(project.database)
    units = {(str(each.document), each.span.start): each.number for each in all_units}
    origin = Origin(all_units[0].document, all_units[0].span.start)
    found = {
        number: ExtractedClaim(
            EntityId("norden paper"),
            None,
            FoundClaim("Norden Paper", "", "POLLUTION", "TRUE", None, None, f"Claim {number}.", ""),
            origin,
            QuoteMatch.NONE,
        )
        for number in _CLAIMS
    }
    with project.database.writing() as connection:
        put_claims(connection, tuple(found.values()), {claim_key(c): n for n, c in found.items()}, known, units)


def _given(project: Project) -> Given:
    items = []
    for kind, number in _GIVEN:
        report = communities.report(project.database, number) if kind is Kind.REPORT else None
        items.append(ContextItem(kind, number, "", "" if report is None else report.text, 0))
    return Given(items)


def _resolved(project: Project, text: str) -> tuple[Citation, ...]:
    return resolve_citations(project.database, text, _given(project)).citations


@pytest.mark.parametrize("case", _GOLDEN["cases"], ids=lambda case: str(case["text"]))
def test_that_every_id_of_every_case_gets_one_chip_in_its_order(project: Project, case: Mapping[str, object]) -> None:
    text = str(case["text"])

    found = [(each.kind, each.number) for each in _resolved(project, text)]

    named = [(ref.kind, number) for group in parse_citations(text) for ref in group.refs for number in ref.ids]
    assert found == named


def test_that_each_id_is_resolved_as_it_should_be(project: Project) -> None:
    expected = [(each["kind"], each["id"], each["status"]) for each in _GOLDEN["resolve"]]
    cited = "Reports (1), Entities (5, 7); Relationships (23); Claims (7, 2, 34, 64, 46)"
    found = _resolved(project, f"The mill is owned by the council [Data: {cited}].")

    told = [(each.kind.value, each.number, each.status.value.replace(" ", "_")) for each in found]
    assert told == expected
    assert all(bool(each.evidence) == (each.status is CitationStatus.OK) for each in found)


def test_that_a_record_that_a_report_cites_and_that_never_was_is_unknown(project: Project) -> None:
    item = ContextItem(Kind.REPORT, 1, "", "It is white [Data: Reports (999); Sources (1)].", 0)
    text = "It is white [Data: Reports (999); Sources (1)]."

    found = resolve_citations(project.database, text, Given([item])).citations

    assert [each.status for each in found] == [CitationStatus.UNKNOWN, CitationStatus.OK]


def test_that_a_description_cannot_vouch_for_what_it_seems_to_cite(project: Project) -> None:
    """It may hold the words of a document, and whoever wrote those gave the answer nothing."""
    item = ContextItem(Kind.ENTITY, 5, "", "Entity 5: it says [Data: Reports (2); Sources (3)].", 0)

    found = resolve_citations(project.database, "So it is [Data: Reports (2); Sources (3)].", Given([item])).citations

    assert [each.status for each in found] == [CitationStatus.NOT_IN_CONTEXT] * 2


_WORDS = st.sampled_from(
    ["Norden Paper discharges waste water", "forty dead fish", "“the bread.”", "zebras", "因为", "\n\n", "- "]
)
_BRACKETS = st.builds(
    "[Data: {} ({})]".format,
    st.sampled_from(["Reports", "Entities", "Relationships", "Claims", "Sources", "Parts", "보고서", "来源"]),
    st.lists(st.integers(0, 12) | st.sampled_from(["2-5", "+more", "x", "999999999"]), min_size=1, max_size=8).map(
        lambda ids: ", ".join(map(str, ids))
    ),
)  # fmt: skip


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(_WORDS | _BRACKETS | st.text(max_size=8), max_size=10).map(" ".join))
def test_that_no_chip_outside_what_was_given_is_ok_and_every_quote_stands_where_it_says(
    project: Project, text: str
) -> None:
    given_records = _given(project)

    for each in resolve_citations(project.database, text, given_records).citations:
        if each.status is CitationStatus.OK:
            assert given_records.holds(each.kind, each.number)
        else:
            assert each.evidence == ()
        for words in each.evidence:
            kept = documents.text_of(project.database, words.document)
            assert 0 <= words.span.start < words.span.end <= len(kept)
            assert words.quote == kept[words.span.start : words.span.end]
