"""Edits as they are ordered: by the numbers of entities, looked at before anything is done, refused with a reason."""

from collections.abc import Sequence

from graphrag_desktop.domain.entity_edits import EditKind, EntityEdit, name_form
from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.domain.graph import Entity
from graphrag_desktop.domain.identity import DocumentId, EntityId, entity_id
from graphrag_desktop.project import Project
from graphrag_desktop.storage import entity_edits, graph

_LISTED = "“graphrag-desktop entities PROJECT” lists the entities with their numbers."


def merge_order(project: Project, one: int, other: int) -> EntityEdit:
    """Make one of two entities: the older, of the lower number, stays, and the other's name becomes one of its own."""
    stays, goes = (_entity(project, each) for each in sorted((one, other)))
    if stays.id == goes.id:
        raise InputError(f"“{stays.title}” cannot be merged with itself.", "Name two entities.")
    return EntityEdit(EditKind.MERGE, stays.id, stays.title, goes.id, goes.title)


def split_order(
    project: Project, number: int, title: str, names: Sequence[str] = (), documents: Sequence[DocumentId] = ()
) -> EntityEdit:
    """Give some of an entity's names, or what names it in some documents, to a new entity."""
    entity = _entity(project, number)
    wanted = " ".join((title or (names[0] if names else "")).split())
    if not names and not documents:
        raise InputError("A split needs names or documents.", f"“{entity.title}” is called: {_called(entity)}.")
    known = {name_form(each): each for each in (entity.title, *entity.aliases)}
    for each in names:
        if name_form(each) not in known:
            raise InputError(f"“{entity.title}” is not called “{each}”.", f"It is called: {_called(entity)}.")
        if name_form(each) == name_form(entity.title):
            raise InputError(
                f"“{each}” is the title of the entity that stays.", "Split off the other names, or rename it first."
            )
    _require_free(project, entity, wanted)
    if entity_id(wanted) == entity.id:
        raise InputError(f"“{wanted}” leads to the entity that stays.", "Give the new entity another title.")
    own = set(graph.naming_documents(project.database, entity.number))
    if documents and not names and own.issubset(documents):
        raise InputError(f"All documents that name “{entity.title}” were chosen.", "Leave one, or rename the entity.")
    if not own.intersection(documents) and not names:
        raise InputError(f"None of these documents names “{entity.title}”.", "Choose among those that do.")
    return EntityEdit(
        EditKind.SPLIT,
        entity.id,
        entity.title,
        entity_id(wanted),
        wanted,
        names=tuple(known[name_form(each)] for each in names),
        documents=tuple(sorted(documents)),
    )


def rename_order(project: Project, number: int, title: str) -> EntityEdit:
    """Show an entity under another title; the one that it had still leads to it."""
    entity = _entity(project, number)
    wanted = " ".join(title.split())
    if wanted == entity.title:
        raise InputError(f"It is called “{wanted}” already.", "Give another title.")
    _require_free(project, entity, wanted)
    return EntityEdit(EditKind.RENAME, entity.id, entity.title, name=wanted)


def retype_order(project: Project, number: int, kind: str) -> EntityEdit:
    """Have an entity be of another type."""
    entity = _entity(project, number)
    wanted = " ".join(kind.split())
    if not wanted:
        raise InputError("A type needs a name.", "Such as person, organization, place, event or concept.")
    if wanted == entity.type:
        raise InputError(f"“{entity.title}” is a {wanted} already.", "Give another type.")
    return EntityEdit(EditKind.RETYPE, entity.id, entity.title, type=wanted)


def delete_order(project: Project, number: int) -> EntityEdit:
    """Leave an entity out, with its mentions and relationships; the documents stay as they are."""
    entity = _entity(project, number)
    return EntityEdit(EditKind.DELETE, entity.id, entity.title)


def _entity(project: Project, number: int) -> Entity:
    found = graph.entity(project.database, number)
    if found is None:
        raise InputError(f"There is no entity {number}.", _LISTED)
    return found


def _called(entity: Entity) -> str:
    return ", ".join(f"“{each}”" for each in (entity.title, *entity.aliases))


def _require_free(project: Project, entity: Entity, title: str) -> None:
    if not title:
        raise InputError("An entity needs a title.", "Give one of at least one letter.")
    taken = graph.entities_of(project.database, [EntityId(entity_id(title))])
    if any(each.id != entity.id for each in taken):
        raise InputError(
            f"“{taken[0].title}” is an entity already, with the number {taken[0].number}.", "Merge the two instead."
        )


def tell_apart(project: Project, one: int, other: int, *, is_so: bool = True) -> tuple[Entity, Entity]:
    """Note that two entities are not the same, or take that back; returns the two."""
    first, second = _entity(project, one), _entity(project, other)
    if first.id == second.id:
        raise InputError(f"“{first.title}” is the same as itself.", "Name two entities.")
    entity_edits.keep_not_same(project.database, first.id, second.id, is_so=is_so)
    return first, second


def kept_edits(project: Project) -> tuple[tuple[EntityEdit, ...], tuple[int, ...]]:
    """The edits that hold, in their order, and the numbers of those that have no effect on the index as it is."""
    return entity_edits.edits(project.database), entity_edits.without_effect(project.database)


def last_edit(project: Project) -> int:
    """The number of the latest edit; raises where there is none."""
    edits = entity_edits.edits(project.database)
    if not edits:
        raise InputError("No entity was edited.", "There is nothing to undo.")
    return edits[-1].number
