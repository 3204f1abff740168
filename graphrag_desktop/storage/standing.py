"""Standing questions as they are kept."""

from graphrag_desktop.domain.answers import Mode
from graphrag_desktop.domain.standing import StandingQuestion
from graphrag_desktop.storage.answers import restriction_read, restriction_text
from graphrag_desktop.storage.database import Database

_COLUMNS = "id, question, mode, level, restriction, kept_at, latest, before"


def standing_questions(database: Database) -> tuple[StandingQuestion, ...]:
    """All of them, the one kept first before the others."""
    with database.reading() as connection:
        rows = connection.execute(f"SELECT {_COLUMNS} FROM standing_questions ORDER BY kept_at, id").fetchall()
    return tuple(
        StandingQuestion(identity, question, Mode(mode), level, restriction_read(restriction), kept_at, latest, before)
        for identity, question, mode, level, restriction, kept_at, latest, before in rows
    )


def is_whole(mode: str, restriction: str) -> bool:
    """Whether a standing question as it is kept can be asked."""
    try:
        Mode(mode)
        restriction_read(restriction)
    except (ValueError, TypeError, KeyError):
        return False
    return True


def keep_standing(database: Database, standing: StandingQuestion) -> None:
    """Keep one, or keep what is new of one."""
    with database.writing() as connection:
        connection.execute(
            f"INSERT OR REPLACE INTO standing_questions ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                standing.id, standing.question, standing.mode.value, standing.level,
                restriction_text(standing.restriction), standing.kept_at, standing.latest, standing.before,
            ),
        )  # fmt: skip


def forget_standing(database: Database, identity: str) -> None:
    """Keep one no longer; its answers stay."""
    with database.writing() as connection:
        connection.execute("DELETE FROM standing_questions WHERE id = :id", {"id": identity})
