"""Entities, suggested duplicates and edits as JSON for scripts and as text for people."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphrag_desktop.cli_output import Json
from graphrag_desktop.cli_words import counted
from graphrag_desktop.domain.entity_edits import EntityEdit
from graphrag_desktop.domain.graph import Entity

if TYPE_CHECKING:  # heavier than a command that asks for help may wait for
    from graphrag_desktop.explore.duplicates import Suggestion
    from graphrag_desktop.pipeline.editing import EditPrice, EditsMade

_NO_EFFECT = "no effect: what it is about is not named any more"


def entities_object(entities: Sequence[Entity]) -> Json:
    """All entities, the most prominent first."""
    return [
        {
            **_entity_object(each),
            "aliases": list(each.aliases),
            "description": each.description,
            "mentions": each.count,
            "documents": each.documents,
            "relationships": each.degree,
        }
        for each in entities
    ]


def entities_text(entities: Sequence[Entity]) -> str:
    """The same for people."""
    lines = [
        f"{each.number:>6}  {each.title} ({each.type}), {counted(each.count, 'mention')},"
        f" {counted(each.degree, 'relationship')}" + (f", also {', '.join(each.aliases)}" if each.aliases else "")
        for each in entities
    ]
    return "\n".join(lines) or "There are no entities yet."


def duplicates_object(found: "Sequence[Suggestion]") -> Json:
    """Pairs that may be one entity."""
    return [
        {
            "score": each.score,
            "one": _entity_object(each.one),
            "other": _entity_object(each.other),
            "reasons": list(each.evidence.reasons),
            "kind": each.evidence.likeness.value,
            "shared_neighbours": each.evidence.shared,
            "sentences_together": each.evidence.together,
        }
        for each in found
    ]


def duplicates_text(found: "Sequence[Suggestion]") -> str:
    """The same for people, with the command that would merge the first."""
    if not found:
        return "Nothing looks like a duplicate."
    lines = [
        f"{each.score:.2f}  {each.one.number} {each.one.title} ({each.one.type})"
        f"  –  {each.other.number} {each.other.title} ({each.other.type})\n      {'; '.join(each.evidence.reasons)}"
        for each in found
    ]
    first = found[0]
    return "\n".join(
        [*lines, f"Merge two with: graphrag-desktop merge PROJECT {first.one.number} {first.other.number}"]
    )


def edits_object(edits: Sequence[EntityEdit], unapplied: Sequence[int]) -> Json:
    """The edits that hold, in their order."""
    return [
        {
            "number": each.number,
            "kind": each.kind.value,
            "words": each.words,
            "entity": each.title,
            "other": each.name,
            "type": each.type,
            "names": list(each.names),
            "documents": list(each.documents),
            "made_at": each.made_at,
            "applies": each.number not in unapplied,
        }
        for each in edits
    ]


def edits_text(edits: Sequence[EntityEdit], unapplied: Sequence[int]) -> str:
    """The same for people."""
    lines = [
        f"{each.number:>4}  {each.words}" + (f" ({_NO_EFFECT})" if each.number in unapplied else "") for each in edits
    ]
    return "\n".join(lines) or "No entity was edited."


def price_object(edit: EntityEdit, price: "EditPrice") -> Json:
    """What an edit would take."""
    task = price.descriptions
    return {
        "edit": edit.words,
        "descriptions": round(task.calls.high),
        "prompt_tokens": round(task.prompt_tokens.high),
        "completion_tokens": [round(task.completion_tokens.low), round(task.completion_tokens.high)],
        "money": None if price.money is None else [round(price.money.low, 4), round(price.money.high, 4)],
        "reports": price.reports,
    }


def price_text(edit: EntityEdit, price: "EditPrice") -> str:
    """The same for people."""
    task = price.descriptions
    lines = [f"It would say: {edit.words}"]
    if price.is_free:
        lines.append("No model is asked.")
    else:
        tokens = round(task.prompt_tokens.high + task.completion_tokens.high)
        money = "" if price.money is None else f", {price.money.low:,.4f} to {price.money.high:,.4f} in money"
        lines.append(f"{counted(round(task.calls.high), 'description')} to be made: about {tokens:,} tokens{money}.")
    if price.reports:
        lines.append(f"About {counted(price.reports, 'report')} will be written again by the next index run.")
    return "\n".join(lines)


def made_object(made: "EditsMade") -> Json:
    """What came of an edit or of undoing one."""
    return {
        "edits": edits_object(made.edits, made.unapplied),
        "entities": made.run.counts.entities,
        "relationships": made.run.counts.relationships,
        "reports_to_write": list(made.reports_to_write),
        "model_calls": made.run.model_calls,
        "seconds": round(made.run.seconds, 3),
    }


def made_text(made: "EditsMade", words: str) -> str:
    """The same for people."""
    lines = [
        f"{words} Now {counted(made.run.counts.entities, 'entity', 'entities')},"
        f" {counted(made.run.counts.relationships, 'relationship')} ({made.run.seconds:.1f} s)."
    ]
    if made.reports_to_write:
        lines.append(f"{counted(len(made.reports_to_write), 'report')} to be written again: index again.")
    return "\n".join(lines)


def _entity_object(entity: Entity) -> dict[str, Json]:
    return {"number": entity.number, "title": entity.title, "type": entity.type}
