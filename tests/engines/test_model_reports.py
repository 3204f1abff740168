"""Reports that a model writes, however it writes them."""

import json

import pytest

from graphrag_desktop.domain.contexts import Context, ContextItem, Kind, ReportContext
from graphrag_desktop.domain.errors import ReplyBlocked, ReplyCutOff, UnreadableReply
from graphrag_desktop.domain.events import Warned
from graphrag_desktop.engines.model_reports import REPORT_SCHEMA, read_report
from graphrag_desktop.llm.models import ChatReply, Finish, Usage
from tests.engines.replies import Reader

ITEMS = (
    ContextItem(Kind.ENTITY, 5, "A", "Entity 5: A (person). d", 10),
    ContextItem(Kind.RELATIONSHIP, 7, "A – B", "Relationship 7: A – B. r", 10),
    ContextItem(Kind.REPORT, 3, "Part", "# Part\n\nIt is a part.", 10),
)
REPORT: dict[str, object] = {
    "title": "A and B",
    "summary": "They go together [Data: Entities (5)].",
    "rating": 6.5,
    "rating_explanation": "It matters.",
    "findings": [{"summary": "They met", "explanation": "They did [Data: Relationships (7)]."}],
}


def context(items: tuple[ContextItem, ...] = ITEMS) -> ReportContext:
    return ReportContext(1, 0, Context(items, 30), 700)


def report(**changes: object) -> str:
    return json.dumps({**REPORT, **changes})


def test_that_the_prompt_has_every_record_with_its_number_and_the_form() -> None:
    reader = Reader([report()])
    draft = reader.engine.write_report(context(), reader.control)
    assert (draft.title, draft.rating, len(draft.findings)) == ("A and B", 6.5, 1)
    (request,) = reader.model.requests
    assert (request.schema, request.task) == (REPORT_SCHEMA, "report")
    for words in (
        "Entity 5: A (person). d",
        "Relationship 7: A – B. r",
        "Report 3: Part\n\nIt is a part.",
        "525 words",
    ):
        assert words in request.text


@pytest.mark.parametrize(
    "written",
    [
        f"```json\n{report()}\n```",
        f"Here is the report: ```{report()}```",
        f"{report()}\n\nLet me know.",
        f"\n\ufeff{report()}",
        report()[:-1] + ",}",
        str(REPORT),
        f"[{report()}]",
        report().replace("They met", "They\nmet"),
        f'{report()}", ":", "}}',
    ],
)
def test_that_damaged_replies_are_read_without_asking_again(written: str) -> None:
    reader = Reader([written])
    assert reader.engine.write_report(context(), reader.control).title == "A and B"


@pytest.mark.parametrize(
    ("rating", "read", "is_unrated"),
    [
        (6, 6.0, False),
        ("6", 6.0, False),
        ("6/10", 6.0, False),
        (11, 10.0, False),
        (-1, 0.0, False),
        ("high", 0.0, True),
        (None, 0.0, True),
        (float("nan"), 0.0, True),
    ],
)
def test_that_a_rating_is_a_number_on_the_scale(rating: object, read: float, *, is_unrated: bool) -> None:
    draft = Reader([report(rating=rating)])
    found = draft.engine.write_report(context(), draft.control)
    assert found.rating == read
    assert found.rating_explanation.startswith("Not rated: the model gave") == is_unrated


def test_that_findings_that_can_be_used_are() -> None:
    findings = [{}, {"summary": "A"}, "plain string", {"summary": "B", "explanation": "C"}]
    found = read_report(json.loads(report(findings=findings)))
    assert [(each.summary, each.explanation) for each in found.findings] == [
        ("A", ""),
        ("plain string", ""),
        ("B", "C"),
    ]
    assert [each.summary for each in read_report(json.loads(report(findings="one"))).findings] == ["one"]


def test_that_a_reply_that_cannot_be_used_is_asked_for_once_more_saying_why() -> None:
    reader = Reader(['{"title": "X", ]', report()])
    assert reader.engine.write_report(context(), reader.control).title == "A and B"
    assert "it needs a title and a summary" in reader.model.requests[1].messages[-1].text
    assert len(reader.store.kept) == 1


@pytest.mark.parametrize("bad", ["prose", '{"title": "X", ]', report(findings=[]), report(title=""), "[]"])
def test_that_after_that_it_is_a_failure_with_the_reply_to_read(bad: str) -> None:
    reader = Reader([bad, bad])
    with pytest.raises(UnreadableReply) as caught:
        reader.engine.write_report(context(), reader.control)
    assert caught.value.reply == bad
    assert reader.store.kept == {}


def test_that_a_bad_reply_is_never_kept_and_the_next_run_asks_for_it_alone() -> None:
    reader = Reader(["prose", "prose", report()])
    with pytest.raises(UnreadableReply):
        reader.engine.write_report(context(), reader.control)
    assert reader.engine.write_report(context(), reader.control).title == "A and B"
    assert reader.engine.write_report(context(), reader.control).title == "A and B"
    assert len(reader.tasks) == 3


def test_that_a_report_that_was_cut_off_is_asked_for_shorter() -> None:
    cut = ChatReply(report()[:60], Finish.LENGTH, Usage())
    reader = Reader([cut, report()])
    assert reader.engine.write_report(context(), reader.control).title == "A and B"
    assert "half as many words" in reader.model.requests[1].messages[-1].text
    twice = Reader([cut, cut])
    with pytest.raises(ReplyCutOff):
        twice.engine.write_report(context(), twice.control)


def test_that_what_was_blocked_is_not_asked_for_again() -> None:
    reader = Reader([ReplyBlocked("filtered")])
    with pytest.raises(ReplyBlocked):
        reader.engine.write_report(context(), reader.control)
    assert len(reader.tasks) == 1


def test_that_records_it_was_not_given_are_told() -> None:
    reader = Reader([report(summary="So [Data: Entities (5, 99); Claims (1)].")])
    reader.engine.write_report(context(ITEMS[:2]), reader.control)
    (told,) = [each for each in reader.events if isinstance(each, Warned)]
    assert (told.item, told.reason) == ("report 1", "It cites what it was not given: claim 1, entity 99.")


def test_that_several_descriptions_become_one_and_a_single_one_costs_nothing() -> None:
    reader = Reader(["Both of it."])
    assert reader.engine.describe("A", ["only"], reader.control) == "only"
    assert reader.engine.describe("A", ["one", "one"], reader.control) == "one"
    assert reader.tasks == []
    assert reader.engine.describe("A", ["one", "other {x}"], reader.control) == "Both of it."
    assert '["one", "other {x}"]' in reader.model.requests[0].text


def test_that_many_descriptions_are_merged_in_groups() -> None:
    reader = Reader(lambda request: f"merged {request.text.count('word ')}")
    told = [f"{at} " + "word " * 600 for at in range(12)]
    assert reader.engine.describe("A", told, reader.control).startswith("merged")
    assert len(reader.tasks) == 4  # three groups, and what came of them
    assert all(len(each.text) < 20_000 for each in reader.model.requests)
