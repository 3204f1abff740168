"""Troubles that people reported of systems in this field, by the numbers of the lists that were gathered of them.

`field` is the list of field cases, `graphrag` that of the reference implementation, `vector` the strings on which its
parser was seen to lose data, counted from the top. What is shown on whole runs stands in
`tests/pipeline/test_numbered_cases.py`, what is about a server in `tests/llm`.
"""

import json

import pytest

from graphrag_desktop.domain.errors import PromptTooLong, ReplyCutOff, UnreadableReply
from graphrag_desktop.domain.extractions import Reading, ReadingTask
from graphrag_desktop.domain.identity import Key
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.engines.model_claims import UnitClaims
from graphrag_desktop.engines.model_consolidation import Consolidated, consolidate_records
from graphrag_desktop.engines.model_records import UnitRecords
from graphrag_desktop.engines.model_reports import read_report
from graphrag_desktop.llm.json_text import find_json
from graphrag_desktop.llm.models import ChatReply, Finish, Usage
from tests.engines.replies import Reader, entity, records, relationship

TYPES = ("person", "organization", "vehicle")
ALICE = [("ALICE", "person", "x")]


def read(*replies: str) -> UnitRecords:
    """The records of a text unit whose model gave these replies."""
    found = UnitRecords(TYPES)
    for each in replies:
        found.add_reply(each, is_cut=False)
    return found


def names(found: UnitRecords) -> list[tuple[str, str, str]]:
    return [(each.title, each.type, each.description) for each in found.entities.values()]


def pairs(found: UnitRecords) -> list[tuple[str, str, float | None]]:
    return [(each.source, each.target, each.strength) for each in found.relationships.values()]


def merged(*units: UnitRecords) -> Consolidated:
    """What several text units give together, each of a document of its own."""
    readings = []
    for at, found in enumerate(units):
        task = ReadingTask(Key(f"k{at}"), f"d{at}", 0, "some text")  # type: ignore[arg-type]  # any identity will do
        reading = Reading(
            task.key, entities=tuple(found.entities.values()), relationships=tuple(found.relationships.values())
        )
        readings.append((task, reading))
    return consolidate_records(readings, TYPES, Settings(), RunControl())


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param("(entity<|>ALICE<|>PERSON<|>x)", id="1: without quotes"),
        pytest.param('( "entity" <|> ALICE <|> PERSON <|> x )', id="2: with spaces"),
        pytest.param('1. ("entity"<|>ALICE<|>PERSON<|>x)', id="3: numbered"),
        pytest.param('```\n("entity"<|>ALICE<|>PERSON<|>x)\n```', id="3: fenced"),
    ],
)
def test_vector_1_to_3_that_no_form_loses_a_record(reply: str) -> None:
    assert names(read(reply)) == ALICE


def test_vector_4_that_records_parted_by_lines_only_are_all_read() -> None:
    found = read(f"{entity('A')}\n{entity('B')}\n{relationship('A', 'B', strength=9)}")
    assert [each[0] for each in names(found)] == ["A", "B"]
    assert pairs(found) == [("A", "B", 9.0)]


def test_vector_5_that_two_hashes_in_a_description_end_nothing() -> None:
    assert names(read(entity("A", description="uses ## as a mark"))) == [("A", "person", "uses ## as a mark")]


@pytest.mark.parametrize(("written", "strength"), [("5/10", 5.0), ("nan", None), ("-3", None), ("1e9", None)])
def test_vector_6_that_a_strength_off_the_scale_weighs_nothing(written: str, strength: float | None) -> None:
    found = read(relationship("A", "B", strength=written))
    assert pairs(found) == [("A", "B", strength)]
    (pair,) = merged(found).extractions.relationships
    assert (pair.count, pair.clustering_weight) == (1, 1.0)


def test_vector_7_and_graphrag_2_that_the_last_relationship_keeps_its_strength() -> None:
    assert pairs(read('("relationship"<|>A<|>B<|>d<|>9)\n<|COMPLETE|>')) == [("A", "B", 9.0)]


def test_vector_8_and_graphrag_1_that_nothing_is_lost_where_a_gleaning_begins() -> None:
    first = f"{relationship('A', 'B', strength=9)}\n<|COMPLETE|>"
    second = f"{entity('CAROL')}##{relationship('CAROL', 'A', strength=7)}\n<|COMPLETE|>"
    for found in (read(first, second), read(first + second)):
        assert [each[0] for each in names(found)] == ["CAROL"]
        assert [each[2] for each in pairs(found)] == [9.0, 7.0]


def test_vector_9_that_a_gleaning_that_repeats_counts_nothing_twice() -> None:
    reply = records(entity("A"), entity("B"), relationship("A", "B"))
    found = merged(read(reply, reply))
    assert [each.count for each in found.extractions.entities] == [1, 1]
    assert [each.count for each in found.extractions.relationships] == [1]


def test_vector_10_and_graphrag_11_that_claims_are_gleaned_and_a_refusal_is_none() -> None:
    claims = UnitClaims()
    for reply in (
        "No claims found.",
        "I am sorry, but I cannot help with that.",
        "(ACME<|>NONE<|>FRAUD<|>TRUE<|>2022-01-10<|>NONE<|>It did.<|>it did)<|COMPLETE|>",
    ):
        assert claims.add_reply(reply, is_cut=False)
    assert [each.subject for each in claims.claims.values()] == ["ACME"]
    assert claims.rejected == {}


def test_graphrag_9_that_both_directions_are_one_relationship_with_both_descriptions() -> None:
    found = merged(read(relationship("A", "B", "one", 100)), read(relationship("B", "A", "other", 1)))
    (pair,) = found.extractions.relationships
    assert (pair.count, pair.strength, set(pair.descriptions)) == (2, 101.0, {"one", "other"})


def test_graphrag_10_and_field_51_that_ends_nobody_listed_are_kept_marked_and_counted() -> None:
    found = merged(read(records(entity("A"), relationship("A", "B"), relationship("C", "D"), relationship("A", "A"))))
    assert {each.title: each.type for each in found.extractions.entities} == {
        "A": "person",
        "B": "unknown",
        "C": "unknown",
        "D": "unknown",
    }
    assert (len(found.extractions.relationships), found.loose_ends) == (2, 3)


REPORT = json.dumps(
    {
        "title": "T",
        "summary": "S",
        "rating": 6,
        "rating_explanation": "",
        "findings": [{"summary": "A", "explanation": "B"}],
    }
)


@pytest.mark.parametrize(
    "written",
    [
        f"```json\n{REPORT}\n```",
        f"Here is the report: {REPORT}",
        REPORT[:-1] + ",}",
        REPORT.replace('"', "'"),
        REPORT.replace('"S"', '"S\nT"'),
        f"[{REPORT}]",
    ],
    ids=["fence", "preamble", "trailing comma", "single quotes", "raw newline", "list"],
)
def test_graphrag_13_and_field_25_that_a_damaged_report_is_read(written: str) -> None:
    assert read_report(find_json(written)).title == "T"


def test_graphrag_13_that_a_report_cut_in_the_middle_is_asked_for_once_more() -> None:
    cut = ChatReply(REPORT[:40], Finish.LENGTH, Usage())
    from tests.engines.test_model_reports import context

    reader = Reader([cut, REPORT])
    assert reader.engine.write_report(context(), reader.control).title == "T"
    assert len(reader.model.requests) == 2
    again = Reader([cut, cut])
    with pytest.raises(ReplyCutOff):
        again.engine.write_report(context(), again.control)


def test_field_24_that_records_before_a_cut_are_kept_and_the_rest_is_gone_on_with() -> None:
    head = f"{entity('A')}##{entity('B')}##{entity('C')}##" + '("entity"<|>D<|>per'
    rest = records(entity("D"), entity("E"))
    reader = Reader([ChatReply(head, Finish.LENGTH, Usage()), rest], gleanings=0)
    assert [each.title for each in reader.read("some text").entities] == ["A", "B", "C", "D", "E"]
    assert reader.tasks == ["extract", "extract"]


@pytest.mark.parametrize(
    ("written", "rating", "is_rated"),
    [
        ("6", 6.0, True),
        ('"6"', 6.0, True),
        ('"6/10"', 6.0, True),
        ('"high"', 0.0, False),
        ("null", 0.0, False),
        ("NaN", 0.0, False),
        ("11", 10.0, True),
        ("-1", 0.0, True),
    ],
)
def test_field_26_that_a_rating_is_read_clamped_or_said_to_be_none(
    written: str, rating: float, *, is_rated: bool
) -> None:
    found = read_report(find_json(REPORT.replace('"rating": 6', f'"rating": {written}')))
    assert (found.rating, "Not rated" not in found.rating_explanation) == (rating, is_rated)


def test_field_27_that_findings_that_can_be_used_are_kept() -> None:
    told = '[{}, {"summary": "A"}, "plain string", {"summary":"B","explanation":"C"}]'
    found = read_report(find_json(REPORT.replace('[{"summary": "A", "explanation": "B"}]', told)))
    assert [each.summary for each in found.findings] == ["A", "plain string", "B"]
    single = read_report(find_json(REPORT.replace('[{"summary": "A", "explanation": "B"}]', '"all of it"')))
    assert [each.summary for each in single.findings] == ["all of it"]


def test_field_28_that_junk_and_control_characters_pass() -> None:
    written = '{"intermediate_answer":"line1\nline2\tx","score":80,"follow_up_queries":["q"]}", ":", "}'
    assert find_json(written) == {"intermediate_answer": "line1\nline2\tx", "score": 80, "follow_up_queries": ["q"]}


def test_field_29_that_a_flood_of_white_space_behind_the_value_does_no_harm() -> None:
    assert read_report(find_json(REPORT + " " * 200_000)).title == "T"


def test_field_30_that_lost_brackets_delimiters_and_quotes_lose_nothing() -> None:
    found = read(
        '("entity"<|>"A"<|>"PERSON"<|>"x"##\n"entity"<|>"B"<|>"ORG"<|>"y")\n("relationship"<|>"A"<|>"B"<|>"works at"<|>"0.8")##\n1. ("entity"<|>C<|>person<|>z)'
    )
    assert [each[0] for each in names(found)] == ["A", "B", "C"]
    assert pairs(found) == [("A", "B", 0.8)]


def test_field_31_that_translated_records_make_no_nameless_entity_and_none_named_after_a_kind() -> None:
    found = read(
        '("relationship"<|>""<|>"道路交通安全教育"<|>"…"<|>10)##("relationship"<|>"上述车辆"<|>"vehicles"<|>"…"<|>10)##("legal clause No."<|>"第二十五条"<|>"…")##'
    )
    assert names(found) == [("第二十五条", "legal clause No.", "…")]
    assert pairs(found) == []
    assert [each.partition(":")[0] for each in found.rejected] == ["no name", "a kind in place of a name"]


def test_field_32_that_triples_with_gaps_and_lists_are_read() -> None:
    found = read(
        '[{"head":"A","relation":"in","tail":["PH","KH","CN"]},{"head":null,"tail":"B"},{"head":"A","tail":"C"},[{"head":"D","tail":"E"}]]'
    )
    assert [each[:2] for each in pairs(found)] == [("A", "PH"), ("A", "KH"), ("A", "CN"), ("A", "C"), ("D", "E")]


def test_field_33_that_a_schema_sent_back_is_no_answer() -> None:
    schema = '{"$defs":{},"properties":{"entities":{"type":"array"}},"required":["entities"],"type":"object"}'
    reader = Reader([schema, records(entity("A"))], gleanings=0)
    assert [each.title for each in reader.read("some text").entities] == ["A"]
    assert len(reader.model.requests) == 2


def test_field_48_that_quotes_and_spaces_make_no_twins() -> None:
    spellings = (
        '"ROMAN EMPIRE"', "ROMAN EMPIRE ", "'\"ROMAN EMPIRE\"'", "&quot;ROMAN EMPIRE&quot;", "ROMAN\u00a0EMPIRE",
        "ROMAN  EMPIRE",
    )  # fmt: skip
    found = merged(*(read(entity(each, ("person", "person ")[at % 2])) for at, each in enumerate(spellings)))
    (one,) = found.extractions.entities
    assert (one.title, one.type, one.count, one.alternate_types) == ("ROMAN EMPIRE", "person", 6, {})


def test_field_49_that_case_makes_no_twins_and_the_label_really_occurred() -> None:
    written = ("Ketter", "KETTER", "Ketter", "ketter", "Straße", "STRASSE", "İstanbul", "istanbul")
    found = merged(*(read(entity(each)) for each in written))
    titles = {each.title for each in found.extractions.entities}
    assert titles == {"Ketter", "STRASSE", "İstanbul", "istanbul"}


def test_field_50_that_one_name_with_two_types_loses_nothing_in_any_order() -> None:
    first = read(records(entity("IBM", "ORGANIZATION", "d1"), relationship("IBM", "ALICE")))
    second = read(records(entity("IBM", "COMPANY", "d2"), relationship("IBM", "BOB")))
    third = read(records(entity("JORDAN", "PERSON"), entity("JORDAN", "GEO")))
    found = merged(first, second, third)
    by_name = {each.title: each for each in found.extractions.entities}
    assert {by_name["IBM"].type, *by_name["IBM"].alternate_types} == {"organization", "company"}
    assert set(by_name["IBM"].descriptions) == {"d1", "d2"}
    assert {by_name["JORDAN"].type, *by_name["JORDAN"].alternate_types} == {"person", "geo"}
    assert len(found.extractions.relationships) == 2


def test_field_54_that_the_other_quotes_are_read_and_prose_is_named_with_the_reply() -> None:
    assert [each[0] for each in names(read("{'entities': [{'name': 'A', 'type': \"PERSON\"}]}"))] == ["A"]
    prose = "This passage is about many things. " * 60
    reader = Reader([prose, prose], gleanings=0)
    with pytest.raises(AssertionError, match="The reply holds no record"):
        reader.read("some text")
    assert reader.store.kept == {}


def test_field_38_that_half_a_character_breaks_nothing() -> None:
    from graphrag_desktop.llm.wire import read_chat

    body = '{"choices":[{"message":{"content":"(\\"entity\\"<|>ACME \\ud83d<|>organization<|>x)"},"finish_reason":"stop"}]}'
    (title, _, _) = names(read(read_chat(body).text))[0]
    assert title.encode("utf-8").decode("utf-8") == "ACME \ufffd"


def test_field_62_that_a_part_without_a_score_is_no_part() -> None:
    from graphrag_desktop.engines.model_answers import read_part

    for written in ('{"content":"x"}', '{"points":[{"description":"d"}]}'):
        with pytest.raises(ValueError, match="score"):
            read_part(find_json(written), frozenset())
    with pytest.raises((ValueError, UnreadableReply)):
        find_json("I could not find anything about it.")


def test_that_a_reply_that_turns_in_a_circle_until_it_is_cut_off_is_not_gone_on_with() -> None:
    circle = "\n".join([entity("A"), entity("B"), relationship("A", "B"), *[entity("A")] * 9, '("entity"<|>A<|>per'])
    reader = Reader([ChatReply(circle, Finish.LENGTH, Usage())], gleanings=0)
    assert [each.title for each in reader.read("some text").entities] == ["A", "B"]
    assert reader.tasks == ["extract"]


def test_that_a_question_for_more_that_does_not_fit_costs_nothing_that_was_found() -> None:
    reader = Reader([records(entity("A")), PromptTooLong("Too long.", "Raise it.")], gleanings=1)
    assert [each.title for each in reader.read("some text").entities] == ["A"]


def test_that_a_text_whose_records_do_not_fit_the_context_is_read_in_halves() -> None:
    whole = "A sentence about A. " * 30 + "A sentence about B. " * 30
    reader = Reader(
        lambda request: (
            PromptTooLong("Too long.", "Raise it.")
            if len(request.text) > 3_600 + len(whole) // 2
            else records(entity("B" if "about B" in request.text else "A"))
        ),
        gleanings=0,
    )
    assert {each.title for each in reader.read(whole).entities} <= {"A", "B"}
    assert len(reader.model.requests) >= 3


def test_that_where_asking_once_more_does_not_fit_what_was_wrong_at_first_is_told() -> None:
    from tests.engines.test_model_reports import context

    reader = Reader(["prose", PromptTooLong("Too long.", "Raise it.")])
    with pytest.raises(UnreadableReply) as caught:
        reader.engine.write_report(context(), reader.control)
    assert caught.value.reply == "prose"
