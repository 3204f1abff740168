"""Full-text search over the sentences, by the search terms of the language layer."""

from collections.abc import Sequence

from graphrag_desktop.storage.database import Database


def search_sentences(database: Database, terms: Sequence[str], limit: int) -> tuple[tuple[int, float], ...]:
    """Number and BM25 score (higher is better) of the sentences that hold any of `terms`, best first.

    Every term is quoted, so no punctuation in a question is ever read as an operator.
    """
    if not terms:
        return ()
    query = " OR ".join(_quoted(term) for term in dict.fromkeys(terms))
    with database.reading() as connection:
        rows = connection.execute(
            "SELECT rowid, -bm25(sentences_fts) FROM sentences_fts WHERE sentences_fts MATCH :query"
            " ORDER BY rank LIMIT :limit",
            {"query": query, "limit": limit},
        ).fetchall()
    return tuple((int(number), float(score)) for number, score in rows)


def sentences_with_all(database: Database, terms: Sequence[str], limit: int) -> tuple[int, ...]:
    """Numbers of sentences that hold all of `terms`, the best first; boilerplate and copies included."""
    if not terms:
        return ()
    query = " ".join(_quoted(term) for term in dict.fromkeys(terms))
    with database.reading() as connection:
        rows = connection.execute(
            "SELECT rowid FROM sentences_fts WHERE sentences_fts MATCH :query ORDER BY rank LIMIT :limit",
            {"query": query, "limit": limit},
        ).fetchall()
    return tuple(row[0] for row in rows)


def _quoted(term: str) -> str:
    return '"' + term.replace('"', '""') + '"'
