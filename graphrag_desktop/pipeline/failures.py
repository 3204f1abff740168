"""What failed in a stage, as it is told and kept: each by itself, but all that only waits together."""

from collections.abc import Iterable
from dataclasses import dataclass

from graphrag_desktop.domain.errors import GraphRagError, ModelUnavailable, ReplyFailed
from graphrag_desktop.domain.events import Stage
from graphrag_desktop.domain.index import Failure


@dataclass(frozen=True, slots=True)
class StageFailure:
    """A failure, and whether it was not even tried since nothing could be asked any more."""

    failure: Failure
    is_waiting: bool


def failure_of(stage: Stage, item: str, error: GraphRagError) -> StageFailure:
    """The failure of one item."""
    reply = error.reply if isinstance(error, ReplyFailed) else ""
    reason = error.words
    return StageFailure(Failure(stage.value, item, reason, reply), isinstance(error, ModelUnavailable))


def gather_failures(found: Iterable[StageFailure], things: str) -> tuple[Failure, ...]:
    """The failures one by one; those that wait for the same are one, with their number."""
    single: list[Failure] = []
    waiting: dict[tuple[str, str], int] = {}
    for each in found:
        if each.is_waiting:
            cause = (each.failure.stage, each.failure.reason)
            waiting[cause] = waiting.get(cause, 0) + 1
        else:
            single.append(each.failure)
    together = [Failure(stage, f"{count:,} {things}", reason) for (stage, reason), count in waiting.items()]
    return (*single, *together)
