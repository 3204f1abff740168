"""How the communities of the index came about: what the next change of them goes on from."""

import json
import sqlite3
import struct
import sys
from array import array
from collections.abc import Mapping

from graphrag_desktop.domain.arrays import StoredArray
from graphrag_desktop.domain.communities import ClusteredWeight, Clustering, Edge
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.storage.arrays import load_array, put_arrays
from graphrag_desktop.storage.database import Database

PAIRS, WEIGHTS = "clustering pairs", "clustering weights"
"""Arrays: the numbers of two entities an edge, and its weight."""

_FACT = "clustering"


def clustering(database: Database) -> Clustering | None:
    """How the committed communities came about; None where that is not known, as in a project of an older version."""
    with database.reading() as connection:
        row = connection.execute("SELECT value FROM facts WHERE name = :name", {"name": _FACT}).fetchone()
        if row is None:
            return None
        kept = json.loads(row[0])
        rows = connection.execute("SELECT community, weight, drift FROM clusterings").fetchall()
        ids = {number: EntityId(identity) for number, identity in connection.execute("SELECT number, id FROM entities")}
        pairs, weights = load_array(database, "vectors", PAIRS), load_array(database, "vectors", WEIGHTS)
    if pairs is None or weights is None:
        return None
    numbers = [each for (each,) in struct.iter_unpack("<i", pairs.data)]
    ends = zip(numbers[::2], numbers[1::2], strict=True)
    edges = [
        _edge(ids[one], ids[other], weight)
        for (one, other), (weight,) in zip(ends, struct.iter_unpack("<d", weights.data), strict=True)
        if one in ids and other in ids
    ]
    known = {number: ClusteredWeight(weight, drift) for number, weight, drift in rows}
    return Clustering(kept["identity"], tuple(sorted(edges)), known, kept["gain"])


def rebuild_gain(database: Database) -> float:
    """How much modularity it would gain to find the communities anew; 0 where that is not known."""
    with database.reading() as connection:
        row = connection.execute("SELECT value FROM facts WHERE name = :name", {"name": _FACT}).fetchone()
    return 0.0 if row is None else float(json.loads(row[0])["gain"])


def put_clustering(connection: sqlite3.Connection, found: Clustering | None, entities: Mapping[EntityId, int]) -> None:
    """Keep it in place of the one before; part of the caller's transaction."""
    connection.execute("DELETE FROM clusterings")
    connection.execute("DELETE FROM facts WHERE name = :name", {"name": _FACT})
    if found is None:
        return
    connection.executemany(
        "INSERT INTO clusterings VALUES (?, ?, ?)",
        [(number, each.weight, each.drift) for number, each in found.weights.items()],
    )
    kept = json.dumps({"identity": found.identity, "gain": found.gain})
    connection.execute("INSERT INTO facts VALUES (:name, :value)", {"name": _FACT, "value": kept})
    numbers = [(entities[source], entities[target]) for source, target, _ in found.edges]
    pairs = array("i", [number for pair in numbers for number in pair])
    weights = array("d", [weight for _, _, weight in found.edges])
    if sys.byteorder == "big":
        pairs.byteswap()
        weights.byteswap()
    shape = len(found.edges)
    put_arrays(
        connection,
        "vectors",
        {
            PAIRS: StoredArray("<i4", (shape, 2), pairs.tobytes()),
            WEIGHTS: StoredArray("<f8", (shape,), weights.tobytes()),
        },
    )


def _edge(one: EntityId, other: EntityId, weight: float) -> Edge:
    return (one, other, weight) if one < other else (other, one, weight)
