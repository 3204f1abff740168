"""What was found of an answer's statements, kept within the answer's own record."""

import json
from dataclasses import asdict

from graphrag_desktop.domain.answer_checks import AnswerCheck, CheckedLayer, CheckedStatement, Step, Verdict
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.identity import Span
from graphrag_desktop.storage.database import Database
from graphrag_desktop.storage.records import Json


def keep_check(database: Database, identity: str, check: AnswerCheck) -> bool:
    """Keep a check with its answer, in place of an earlier one; whether that answer is still there."""
    with database.writing() as connection:
        row = connection.execute("SELECT record FROM answers WHERE id = :id", {"id": identity}).fetchone()
        if row is None:
            return False
        record = {**json.loads(row[0]), "check": asdict(check)}
        connection.execute(
            "UPDATE answers SET record = :record WHERE id = :id",
            {"id": identity, "record": json.dumps(record, ensure_ascii=False)},
        )
    return True


def check_of(record: Json | None) -> AnswerCheck | None:
    """The check that `dataclasses.asdict` made this of; None where there was none."""
    if record is None:
        return None
    statements = tuple(_statement(each) for each in record["statements"])
    return AnswerCheck(**{**record, "statements": statements})


def _statement(record: Json) -> CheckedStatement:
    return CheckedStatement(
        record["text"],
        Span(**record["span"]),
        Verdict(record["verdict"]),
        None if record["entered"] is None else Step(record["entered"]),
        _records(record["entered_in"]),
        record["why"],
        tuple(
            CheckedLayer(
                _records(each["records"]),
                Verdict(each["verdict"]),
                tuple(each["sentences"]),
                each["reason"],
                each["left_out"],
            )
            for each in record["trail"]
        ),
    )


def _records(records: list[tuple[str, int]]) -> tuple[tuple[Kind, int], ...]:
    return tuple((Kind(kind), number) for kind, number in records)
