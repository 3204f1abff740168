"""Answers that a model writes, part by part."""

import json

import pytest

from graphrag_desktop.domain.contexts import Context, ContextItem, Kind
from graphrag_desktop.domain.errors import UnreadableReply
from graphrag_desktop.domain.events import AnswerGrew
from graphrag_desktop.domain.settings import SettingValue
from graphrag_desktop.llm.models import ChatReply, Finish, Usage
from tests.engines.replies import Reader

CONTEXT = Context(
    (
        ContextItem(Kind.REPORT, 3, "Ferry", "# Ferry\n\nIt sank.", 10),
        ContextItem(Kind.REPORT, 4, "Bank", "# Bank\n\nIt lent.", 10),
        ContextItem(Kind.ENTITY, 9, "Tal", "Entity 9: Tal (place). d", 5),
    ),
    25,
)
PARTS = Context(
    (
        ContextItem(Kind.PART, 2, "Part 2", "It sank [Data: Reports (3)].", 8, relevance=0.8),
        ContextItem(Kind.PART, 1, "Part 1", "It lent [Data: Reports (4)].", 8, relevance=0.2),
    ),
    16,
)


def part(reply: object, **settings: SettingValue) -> tuple[str, int, dict[int, int], Reader]:
    reader = Reader([reply if isinstance(reply, str) else json.dumps(reply)], store=None, **settings)
    found = reader.engine.answer_part("Why?", CONTEXT, reader.control)
    return found.text, found.score, dict(found.report_scores), reader


def test_that_a_part_has_its_text_its_score_and_one_for_each_report() -> None:
    reports = [{"number": 3, "score": 80}, {"number": 4, "score": 0}, {"number": 77, "score": 5}]
    text, score, scores, reader = part({"answer": "It sank [Data: Reports (3)].", "score": 80, "reports": reports})
    assert (text, score, scores) == ("It sank [Data: Reports (3)].", 80, {3: 80, 4: 0})
    (request,) = reader.model.requests
    assert [each.text for each in request.messages[1:]] == ["Why?"]
    for words in ("Report 3: Ferry", "Report 4: Bank", "Entity 9: Tal"):
        assert words in request.messages[0].text


@pytest.mark.parametrize(
    ("written", "score"), [("85/100", 85), ("85", 85), (85.4, 85), (250, 100), (-5, 0), ("85%", 85)]
)
def test_that_a_score_is_read_as_models_write_it(written: object, score: int) -> None:
    text, found, _, _ = part({"answer": "A", "score": written, "reports": []})
    assert (found, text) == (score, "A" if score else "")


def test_that_a_part_that_does_not_help_has_no_text() -> None:
    assert part({"answer": "Nothing here answers that.", "score": 0, "reports": []})[:2] == ("", 0)


@pytest.mark.parametrize(
    "bad", ["prose", '{"content":"x"}', '{"points":[{"description":"d"}]}', '{"answer": "a", "score": "high"}']
)
def test_that_a_reply_that_is_no_part_is_asked_for_once_more_and_then_fails(bad: str) -> None:
    reader = Reader([bad, json.dumps({"answer": "A", "score": 5, "reports": []})])
    assert reader.engine.answer_part("Why?", CONTEXT, reader.control).score == 5
    reader = Reader([bad, bad])
    with pytest.raises(UnreadableReply):
        reader.engine.answer_part("Why?", CONTEXT, reader.control)


def test_that_points_are_the_other_form() -> None:
    points = [
        {"description": "little [Data: Reports (4)]", "score": 20},
        {"description": "much", "score": 90},
        {"description": "no", "score": 0},
    ]
    text, score, _, reader = part({"points": points, "reports": []}, map_form="points")
    assert (text, score) == ("- much\n- little [Data: Reports (4)]", 90)
    assert '"points"' in reader.model.requests[0].text
    assert part({"points": [], "reports": []}, map_form="points")[:2] == ("", 0)


def test_that_the_answer_is_told_while_it_comes() -> None:
    reader = Reader(["It sank [Data: Reports (3)]."])
    assert reader.engine.answer("Why?", PARTS, reader.control) == "It sank [Data: Reports (3)]."
    grown = [each.text for each in reader.events if isinstance(each, AnswerGrew)]
    assert "".join(grown) == "It sank [Data: Reports (3)]."
    assert len(grown) > 1
    told = reader.model.requests[0].messages[0].text
    assert told.index("helpfulness 80") < told.index("helpfulness 20")


def test_that_the_same_question_again_costs_nothing() -> None:
    reader = Reader(["It sank."])
    assert reader.engine.answer("Why?", PARTS, reader.control) == reader.engine.answer("Why?", PARTS, reader.control)
    assert len(reader.tasks) == 1
    assert sum(isinstance(each, AnswerGrew) and each.text == "It sank." for each in reader.events) == 1


def test_that_an_answer_that_was_cut_off_is_gone_on_with() -> None:
    reader = Reader([ChatReply("It sa", Finish.LENGTH, Usage()), "nk."])
    assert reader.engine.answer("Why?", PARTS, reader.control) == "It sank."
    assert reader.model.requests[1].messages[-2].text == "It sa"


def test_that_an_answer_that_breaks_off_says_so_and_is_not_kept() -> None:
    reader = Reader([ChatReply("It sa", Finish.UNTOLD, Usage()), "It sank."])
    assert reader.engine.answer("Why?", PARTS, reader.control).endswith(
        "(The answer breaks off here: ask again for a whole one.)"
    )
    assert reader.engine.answer("Why?", PARTS, reader.control) == "It sank."
