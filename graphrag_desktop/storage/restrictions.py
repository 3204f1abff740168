"""Names of documents in what questions were restricted to: taken out where a document is erased."""

import json
from collections.abc import Collection

from graphrag_desktop.domain.restriction import SelectedKind
from graphrag_desktop.storage.database import Database


def forget_paths(database: Database, paths: Collection[str], instead: str) -> None:
    """Put other words in place of the paths of documents, in answers and in standing questions."""
    with database.writing() as connection:
        for table in ("answers", "standing_questions"):
            rows = connection.execute(f"SELECT id, restriction FROM {table} WHERE restriction != ''").fetchall()
            for identity, text in rows:
                kept = json.loads(text)
                named = [each for each in kept["selected"] if each["kind"] == SelectedKind.DOCUMENT.value]
                gone = [each for each in named if each["key"] in paths]
                if not gone:
                    continue
                for each in gone:
                    each["key"] = each["title"] = instead
                left = json.dumps(kept, ensure_ascii=False)
                connection.execute(f"UPDATE {table} SET restriction = ? WHERE id = ?", (left, identity))
                if table == "answers":
                    connection.execute(
                        "UPDATE answers SET record = JSON_SET(record, '$.restriction', JSON(?)) WHERE id = ?",
                        (left, identity),
                    )
