"""The summaries of what each version of the index changed; of what is gone only numbers are kept, no words."""

import json
import sqlite3
from collections.abc import Iterable

from graphrag_desktop.domain.changes import ChangedThing, ChangeSummary, DocumentChanges, PathChange
from graphrag_desktop.storage.database import Database

_MOST_KEPT = 50  # summaries


def keep_change(database: Database, summary: ChangeSummary) -> None:
    """Keep the summary of a version, in place of an earlier one of the same; only the latest ones stay."""
    with database.writing() as connection:
        connection.execute(
            "INSERT OR REPLACE INTO changes VALUES (:version, :made_at, :record)",
            {"version": summary.version, "made_at": summary.made_at, "record": _record(summary)},
        )
        connection.execute(
            "DELETE FROM changes WHERE version NOT IN (SELECT version FROM changes ORDER BY version DESC LIMIT :most)",
            {"most": _MOST_KEPT},
        )


def last_change(database: Database) -> ChangeSummary | None:
    """What the last version that has a summary changed, with what things are called now; None where there is none."""
    with database.reading() as connection:
        row = connection.execute(
            "SELECT version, made_at, record FROM changes ORDER BY version DESC LIMIT 1"
        ).fetchone()
        return None if row is None else _summary(connection, *row)


def forget_paths(database: Database, paths: Iterable[str]) -> None:
    """Take paths out of all summaries: not even the name of an erased document stays."""
    gone = frozenset(paths)
    with database.writing() as connection:
        for version, record in connection.execute("SELECT version, record FROM changes").fetchall():
            kept = json.loads(record)
            for kind, found in kept["documents"].items():
                kept["documents"][kind] = [each for each in found if gone.isdisjoint([each, *_ends(each)])]
            connection.execute(
                "UPDATE changes SET record = :record WHERE version = :version",
                {"record": json.dumps(kept, ensure_ascii=False), "version": version},
            )


def is_whole(record: str) -> bool:
    """Whether the record of a summary can be read."""
    try:
        kept = json.loads(record)
        _documents(kept["documents"])
        return all(isinstance(kept[name], list) for name in _THINGS) and all(
            isinstance(kept[name], int) for name in _COUNTS
        )
    except (ValueError, TypeError, KeyError):
        return False


_ENTITIES = ("entities_appeared", "entities_vanished", "entities_moved")
_COMMUNITIES = ("communities_appeared", "communities_vanished", "communities_changed", "reports_written")
_THINGS = (*_ENTITIES, *_COMMUNITIES)
_COUNTS = ("communities_kept", "reports_kept")


def _ends(path: object) -> tuple[str, ...]:
    return tuple(map(str, path)) if isinstance(path, list) else ()


def _record(summary: ChangeSummary) -> str:
    documents = summary.documents
    kept: dict[str, object] = {
        "documents": {
            "new": documents.new,
            "edited": documents.edited,
            "renamed": [(each.before, each.after) for each in documents.renamed],
            "moved": [(each.before, each.after) for each in documents.moved],
            "removed": documents.removed,
        },
        **{name: [each.number for each in getattr(summary, name)] for name in _THINGS},
        **{name: getattr(summary, name) for name in _COUNTS},
    }
    return json.dumps(kept, ensure_ascii=False)


def _summary(connection: sqlite3.Connection, version: int, made_at: str, record: str) -> ChangeSummary:
    kept = json.loads(record)
    entities = dict(connection.execute("SELECT number, title FROM entities"))
    reports = dict(connection.execute("SELECT number, title FROM reports"))
    told = {
        name: tuple(ChangedThing(number, titles.get(number, "")) for number in kept[name])
        for names, titles in ((_ENTITIES, entities), (_COMMUNITIES, reports))
        for name in names
    }
    return ChangeSummary(
        version,
        made_at,
        _documents(kept["documents"]),
        told["entities_appeared"],
        told["entities_vanished"],
        told["entities_moved"],
        told["communities_appeared"],
        told["communities_vanished"],
        told["communities_changed"],
        kept["communities_kept"],
        told["reports_written"],
        kept["reports_kept"],
    )


def _documents(kept: dict[str, list[str] | list[list[str]]]) -> DocumentChanges:
    return DocumentChanges(
        tuple(map(str, kept["new"])),
        tuple(map(str, kept["edited"])),
        tuple(PathChange(*each) for each in kept["renamed"]),
        tuple(PathChange(*each) for each in kept["moved"]),
        tuple(map(str, kept["removed"])),
    )
