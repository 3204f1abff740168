"""Communities, their levels and reports, and which sentences speak of them."""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from graphrag_desktop.domain.communities import Community, CommunityHierarchy
from graphrag_desktop.domain.errors import ProjectDamaged
from graphrag_desktop.domain.identity import EntityId, Key
from graphrag_desktop.domain.reports import CommunityReport, Finding, ReportHead
from graphrag_desktop.storage.database import Database
from graphrag_desktop.storage.journal import raise_index_version

_REPORT_COLUMNS = (
    "number, title, summary, summary_sentences, rating, rating_explanation, tokens, truncated, engine, origin"
)
_FINDING_COLUMNS = "report, summary, explanation, sentences"


def hierarchy(database: Database) -> CommunityHierarchy:
    """All communities, and the numbers that stand on each level: largest first, unconnected ones last."""
    with database.reading() as connection:
        ids = dict(connection.execute("SELECT number, id FROM entities"))
        rows = connection.execute("SELECT number, level, parent, is_unconnected FROM communities").fetchall()
        members: dict[int, list[EntityId]] = {row[0]: [] for row in rows}
        standing: dict[int, dict[int, None]] = {}
        own = {row[0]: row[1] for row in rows}
        _refuse_broken(database, rows, own)
        for level, member, number in connection.execute("SELECT level, entity, community FROM memberships"):
            standing.setdefault(level, {})[number] = None
            if own[number] == level:
                members[number].append(EntityId(ids[member]))
    children: dict[int, list[int]] = {}
    for number, _, parent, _ in rows:
        if parent is not None:
            children.setdefault(parent, []).append(number)
    found = {
        number: Community(
            number,
            level,
            parent,
            tuple(sorted(children.get(number, ()), key=lambda child: (-len(members[child]), child))),
            tuple(sorted(members[number])),
            bool(is_unconnected),
        )
        for number, level, parent, is_unconnected in rows
    }
    levels = tuple(
        tuple(sorted(standing[level], key=lambda each: (found[each].is_unconnected, -len(members[each]), each)))
        for level in sorted(standing)
    )
    return CommunityHierarchy(found, levels)


def homes(database: Database) -> dict[int, tuple[int, ...]]:
    """For each community that does not split, the numbers of the sentences that speak of it."""
    found: dict[int, list[int]] = {}
    with database.reading() as connection:
        for community, sentence in connection.execute("SELECT community, sentence FROM homes"):
            found.setdefault(community, []).append(sentence)
    return {community: tuple(numbers) for community, numbers in found.items()}


def home_pairs(database: Database) -> list[tuple[int, int]]:
    """The same as pairs of community and sentence: what is to become an array needs no grouping."""
    with database.reading() as connection:
        return connection.execute("SELECT community, sentence FROM homes").fetchall()


def home_sentences(database: Database, leaves: Iterable[int], limit: int) -> tuple[int, ...]:
    """Numbers of the sentences that speak of any of these communities, those that stand alone best first."""
    with database.reading() as connection:
        rows = connection.execute(
            "SELECT DISTINCT s.number FROM json_each(:leaves) w JOIN homes h ON h.community = w.value"
            " JOIN sentences s ON s.number = h.sentence ORDER BY s.quality DESC, s.number LIMIT :limit",
            {"leaves": json.dumps(list(leaves)), "limit": limit},
        ).fetchall()
    return tuple(row[0] for row in rows)


def members_of(database: Database, number: int) -> tuple[EntityId, ...]:
    """The entities of a community."""
    with database.reading() as connection:
        rows = connection.execute(
            "SELECT e.id FROM communities c JOIN memberships m ON m.community = c.number AND m.level = c.level"
            " JOIN entities e ON e.number = m.entity WHERE c.number = :number ORDER BY e.id",
            {"number": number},
        ).fetchall()
    return tuple(EntityId(row[0]) for row in rows)


def communities_of(database: Database, entity: int) -> tuple[int, ...]:
    """The community of an entity on each level, from level 0 down."""
    with database.reading() as connection:
        rows = connection.execute(
            "SELECT community FROM memberships WHERE entity = :entity ORDER BY level", {"entity": entity}
        ).fetchall()
    return tuple(row[0] for row in rows)


def communities_at(database: Database, entities: Sequence[int], level: int) -> tuple[int, ...]:
    """The community of each of these entities on one level, as often as it holds one of them."""
    with database.reading() as connection:
        rows = connection.execute(
            "SELECT m.community FROM json_each(:entities) w"
            " JOIN memberships m ON m.level = :level AND m.entity = w.value ORDER BY w.key",
            {"entities": json.dumps(list(entities)), "level": level},
        ).fetchall()
    return tuple(row[0] for row in rows)


def connections(database: Database, number: int, level: int) -> tuple[tuple[int, int], ...]:
    """The communities of a level and how many relationships lead to each out of community `number`; to itself, those inside.

    The most connected first. `level` is one on which the community stands.
    """
    inner = "SELECT i.entity FROM memberships i WHERE i.level = :level AND i.community = :number"
    with database.reading() as connection:
        rows = connection.execute(
            "SELECT o.community, COUNT(*) FROM ("
            f" SELECT r.number, r.target AS other FROM ({inner}) m JOIN relationships r ON r.source = m.entity"
            f" UNION SELECT r.number, r.source FROM ({inner}) m JOIN relationships r ON r.target = m.entity"
            f" WHERE r.source NOT IN ({inner})"
            ") x JOIN memberships o ON o.level = :level AND o.entity = x.other"
            " GROUP BY o.community ORDER BY COUNT(*) DESC, o.community",
            {"number": number, "level": level},
        ).fetchall()
    return tuple((community, count) for community, count in rows)


def document_count(database: Database, number: int, level: int) -> int:
    """In how many documents the entities of a community are named."""
    with database.reading() as connection:
        row = connection.execute(
            "SELECT COUNT(DISTINCT s.document) FROM memberships m JOIN mentions n ON n.entity = m.entity"
            " JOIN sentences s ON s.number = n.sentence WHERE m.level = :level AND m.community = :number",
            {"number": number, "level": level},
        ).fetchone()
    return int(row[0])


def reports(database: Database) -> dict[int, CommunityReport]:
    """All reports by their community's number."""
    with database.reading() as connection:
        findings = _findings(connection)
        rows = connection.execute(f"SELECT {_REPORT_COLUMNS} FROM reports ORDER BY number").fetchall()
    return {row[0]: _report(row, findings.get(row[0], ())) for row in rows}


def report(database: Database, number: int) -> CommunityReport | None:
    """The report of a community, None where it has none."""
    with database.reading() as connection:
        findings = _findings(connection, number)
        row = connection.execute(
            f"SELECT {_REPORT_COLUMNS} FROM reports WHERE number = :number", {"number": number}
        ).fetchone()
    return None if row is None else _report(row, findings.get(number, ()))


def reports_of(database: Database, numbers: Iterable[int]) -> dict[int, CommunityReport]:
    """The reports of these communities, as far as they have one; no other is read."""
    wanted = {"numbers": json.dumps(sorted(numbers))}
    within = "IN (SELECT value FROM json_each(:numbers))"
    found: dict[int, list[Finding]] = {}
    with database.reading() as connection:
        rows = connection.execute(f"SELECT {_REPORT_COLUMNS} FROM reports WHERE number {within}", wanted).fetchall()
        for owner, *finding in connection.execute(
            f"SELECT {_FINDING_COLUMNS} FROM findings WHERE report {within} ORDER BY report, position", wanted
        ):
            found.setdefault(owner, []).append(_finding(*finding))
    return {row[0]: _report(row, tuple(found.get(row[0], ()))) for row in rows}


def report_heads(database: Database) -> dict[int, ReportHead]:
    """Title, rating and length of every report, without its text."""
    with database.reading() as connection:
        rows = connection.execute("SELECT number, title, rating, tokens FROM reports").fetchall()
    return {row[0]: ReportHead(*row) for row in rows}


def report_keys(database: Database) -> dict[int, str]:
    """The memo key under which each report was written."""
    with database.reading() as connection:
        return dict(connection.execute("SELECT number, key FROM reports").fetchall())


def keep_reports(database: Database, written: Mapping[Key, CommunityReport]) -> None:
    """Keep reports under their memo keys, in place of earlier ones of the same communities."""
    with database.writing() as connection:
        for key, each in written.items():
            connection.execute("DELETE FROM reports WHERE number = :number", {"number": each.number})
            connection.execute(
                "INSERT INTO reports VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    each.number, key, each.title, each.summary, json.dumps(each.summary_sentences), each.rating,
                    each.rating_explanation, each.tokens, each.truncated, each.engine, each.origin,
                ),
            )  # fmt: skip
            connection.executemany(
                "INSERT INTO findings VALUES (?, ?, ?, ?, ?)",
                [
                    (each.number, position, finding.summary, finding.explanation, json.dumps(finding.sentences))
                    for position, finding in enumerate(each.findings)
                ],
            )
        if written:
            raise_index_version(connection)


def forget_reports(database: Database, numbers: Iterable[int]) -> None:
    """Drop the reports of these communities, such as those that could not be written again."""
    with database.writing() as connection:
        connection.executemany("DELETE FROM reports WHERE number = ?", [(number,) for number in numbers])


def _refuse_broken(
    database: Database, rows: Iterable[tuple[int, int, int | None, int]], levels: Mapping[int, int]
) -> None:
    """Raise where a community lies in one that is not there, or not above it: to climb would never end."""
    for number, level, parent, _ in rows:
        if parent is not None and levels.get(parent, level) >= level:
            raise ProjectDamaged(
                f"{database.path.name} is not sound: community {number} lies in no community above it.",
                "“graphrag-desktop check” lists what is wrong. Restore a backup, or index the folder into a new project.",
            )


def _findings(connection: sqlite3.Connection, number: int | None = None) -> dict[int, tuple[Finding, ...]]:
    only = "" if number is None else " WHERE report = :number"
    found: dict[int, list[Finding]] = {}
    rows = connection.execute(
        f"SELECT report, summary, explanation, sentences FROM findings{only} ORDER BY report, position",
        {"number": number},
    )
    for owner, summary, explanation, sentences in rows:
        found.setdefault(owner, []).append(Finding(summary, explanation, tuple(json.loads(sentences))))
    return {owner: tuple(each) for owner, each in found.items()}


def _finding(summary: str, explanation: str, sentences: str) -> Finding:
    return Finding(summary, explanation, tuple(json.loads(sentences)))


def _report(
    row: tuple[int, str, str, str, float, str, int, int, str, str], findings: tuple[Finding, ...]
) -> CommunityReport:
    number, title, summary, sentences, rating, explanation, tokens, truncated, engine, origin = row
    return CommunityReport(
        number,
        title,
        summary,
        findings,
        rating,
        explanation,
        tokens,
        bool(truncated),
        engine,
        tuple(json.loads(sentences)),
        origin,
    )
