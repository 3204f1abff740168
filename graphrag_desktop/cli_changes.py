"""What a run or a removal changed, as JSON for scripts and as text for people."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphrag_desktop.cli_output import Json
from graphrag_desktop.cli_words import counted
from graphrag_desktop.domain.changes import ChangedThing, ChangeSummary, DocumentChanges, PathChange
from graphrag_desktop.domain.communities import WORTH_REBUILDING

if TYPE_CHECKING:  # heavier than a command that asks for help may wait for
    from graphrag_desktop.pipeline.removal import RemovalPlan, RemovalResult

_SHOWN = 5


def change_object(change: ChangeSummary | None) -> Json:
    """What a version of the index changed; null where there is nothing to tell."""
    if change is None:
        return None
    return {
        "version": change.version,
        "made_at": change.made_at,
        "documents": documents_object(change.documents),
        "entities": {
            "appeared": _objects(change.entities_appeared),
            "vanished": _objects(change.entities_vanished),
            "moved": _objects(change.entities_moved),
        },
        "communities": {
            "appeared": _objects(change.communities_appeared),
            "vanished": _objects(change.communities_vanished),
            "changed": _objects(change.communities_changed),
            "kept": change.communities_kept,
        },
        "reports": {"written": _objects(change.reports_written), "kept": change.reports_kept},
    }


def change_lines(change: ChangeSummary | None) -> list[str]:
    """The same for people, a line a kind; none where there is nothing to tell."""
    if change is None:
        return []
    told = document_lines(change.documents)
    things = (
        ("Entities that appeared", change.entities_appeared),
        ("Entities that vanished", change.entities_vanished),
        ("Entities in another community", change.entities_moved),
        ("Communities that appeared", change.communities_appeared),
        ("Communities that vanished", change.communities_vanished),
        ("Communities with other members", change.communities_changed),
        ("Reports written anew", change.reports_written),
    )
    told += [
        f"  {kind}: {len(found):,} ({_listed([_words(each) for each in found])})" for kind, found in things if found
    ]
    kept = f"  Kept as they were: {counted(change.communities_kept, 'community', 'communities')},"
    return [
        f"What changed (index version {change.version}):",
        *told,
        f"{kept} {counted(change.reports_kept, 'report')}",
    ]


def documents_object(documents: DocumentChanges) -> Json:
    """Documents by what became of them."""
    return {
        "new": list(documents.new),
        "edited": list(documents.edited),
        "renamed": [_path_object(each) for each in documents.renamed],
        "moved": [_path_object(each) for each in documents.moved],
        "removed": list(documents.removed),
    }


def document_lines(documents: DocumentChanges) -> list[str]:
    """The same for people, a line a kind."""
    kinds = (
        ("New", documents.new),
        ("Edited", documents.edited),
        ("Renamed", [f"{each.before} → {each.after}" for each in documents.renamed]),
        ("Moved", [f"{each.before} → {each.after}" for each in documents.moved]),
        ("Removed", documents.removed),
    )
    return [f"  {kind}: {len(paths):,} ({_listed(paths)})" for kind, paths in kinds if paths]


def rebuild_lines(gain: float) -> list[str]:
    """Whether finding all communities anew would be worth it."""
    if gain <= WORTH_REBUILDING:
        return []
    return [f"Finding all communities anew would gain {gain:.3f} modularity: index again with --rebuild-communities."]


def plan_object(plan: "RemovalPlan") -> Json:
    """What taking documents out would do."""
    return {
        "documents": list(plan.documents),
        "text_units": plan.text_units,
        "entities": plan.entities,
        "entities_going": plan.entities_going,
        "reports": plan.reports,
        "answers": plan.answers,
        "is_last": plan.is_last,
    }


def plan_text(plan: "RemovalPlan") -> str:
    """The same for people."""
    lines = [
        f"Would go: {_listed(plan.documents)}",
        f"With {counted(plan.text_units, 'text unit')} that name {counted(plan.entities, 'entity', 'entities')},"
        f" {plan.entities_going:,} of them nowhere else",
        f"To be written anew, as far as they say something else then: {counted(plan.reports, 'report')}",
        f"Kept answers that quote them: {plan.answers:,}",
    ]
    return "\n".join([*lines, *(["Nothing that can be read would be left."] if plan.is_last else [])])


def removal_object(result: "RemovalResult") -> Json:
    """What taking documents out did."""
    return {
        "documents": list(result.documents),
        "redacted": result.redacted,
        "backups": [str(each) for each in result.backups],
        "change": change_object(result.run.change),
        "failures": [{"stage": each.stage, "item": each.item, "reason": each.reason} for each in result.run.failures],
        "model_calls": result.run.model_calls,
        "prompt_tokens": result.run.prompt_tokens,
        "completion_tokens": result.run.completion_tokens,
        "seconds": round(result.run.seconds, 3),
    }


def removal_text(result: "RemovalResult", *, is_erased: bool) -> str:
    """The same for people, with what they must still do themselves."""
    lines = [f"{'Erased' if is_erased else 'Removed'}: {_listed(result.documents)}", *change_lines(result.run.change)]
    if is_erased:
        lines.append(f"Answers and items of the case file that were redacted: {result.redacted:,}")
        if result.backups:
            lines.append("These backups of earlier versions still hold the text; delete them yourself:")
            lines += [f"  {each}" for each in result.backups]
    else:
        lines.append("Kept answers still hold the words they cite; erase the document to be rid of those too.")
    if result.run.failures:
        lines.append("Some reports or descriptions could not be written; index again to go on with only those.")
    return "\n".join(lines)


def _objects(things: Sequence[ChangedThing]) -> Json:
    return [{"number": each.number, "title": each.title} for each in things]


def _path_object(change: PathChange) -> Json:
    return {"before": change.before, "after": change.after}


def _words(thing: ChangedThing) -> str:
    return f"{thing.number} {thing.title}".strip()


def _listed(words: Sequence[str]) -> str:
    more = f" and {len(words) - _SHOWN:,} more" if len(words) > _SHOWN else ""
    return f"{', '.join(words[:_SHOWN])}{more}"
