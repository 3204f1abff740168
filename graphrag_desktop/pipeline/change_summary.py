"""What a run changed, told by holding what the project had before against what it has now."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from graphrag_desktop.domain.changes import ChangedThing, ChangeSummary, DocumentChanges, PathChange
from graphrag_desktop.domain.identity import DocumentId, EntityId, Key, memo_key
from graphrag_desktop.project import Project
from graphrag_desktop.storage import changes, communities, documents, graph, journal

_Titles = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class IndexState:
    """What the index of a project holds, as far as a summary tells of it.

    `homes` has for each entity the number of its smallest community, `members` those of each community that needs a report, `reports` a key of
    the words of each report.
    """

    paths: Mapping[str, DocumentId]
    entities: _Titles
    homes: Mapping[int, int]
    members: Mapping[int, frozenset[EntityId]]
    reports: Mapping[int, Key]
    titles: _Titles


def look_at(project: Project) -> IndexState:
    """The state of a project's index now."""
    database = project.database
    hierarchy = communities.hierarchy(database)
    found = graph.entities(database)
    numbers = {each.id: each.number for each in found}
    reports = communities.reports(database)
    homes = {
        numbers[entity]: each.number
        for each in hierarchy.communities.values()
        if not each.children
        for entity in each.entities
    }
    members = {
        number: frozenset(each.entities) for number, each in hierarchy.communities.items() if not each.is_unconnected
    }
    return IndexState(
        documents.paths_of_all(database),
        {each.number: each.title for each in found},
        homes,
        members,
        {number: memo_key(each.text) for number, each in reports.items()},
        {number: each.title for number, each in reports.items()},
    )


def keep_summary(project: Project, before: IndexState, made_at: str) -> ChangeSummary | None:
    """Tell what changed since, and keep it with the version of the index; None after a first index, or where nothing did.

    A run that goes on where one was stopped tells of both.
    """
    version = journal.index_version(project.database)
    if not before.paths or version < 2:  # the first version has none before it
        return None
    summary = summarise(before, look_at(project), version, made_at)
    if summary.is_empty:
        return None
    earlier = changes.last_change(project.database)
    if earlier is not None and earlier.version == version:
        summary = _both(earlier, summary)
    changes.keep_change(project.database, summary)
    return summary


def summarise(before: IndexState, after: IndexState, version: int, made_at: str) -> ChangeSummary:
    """What the one has and the other has not."""
    common = before.members.keys() & after.members.keys()
    same = {number for number in common if before.members[number] == after.members[number]}
    staying = before.entities.keys() & after.entities.keys()
    kept = {number for number, key in after.reports.items() if before.reports.get(number) == key}
    return ChangeSummary(
        version,
        made_at,
        document_changes(before.paths, after.paths),
        _things(after.entities.keys() - staying, after.entities),
        _things(before.entities.keys() - staying, before.entities),
        _things((each for each in staying if _has_moved(each, before, after)), after.entities),
        _things(after.members.keys() - common, after.titles),
        _things(before.members.keys() - common, before.titles),
        _things(common - same, after.titles),
        len(same),
        _things(after.reports.keys() - kept, after.titles),
        len(kept),
    )


def document_changes(before: Mapping[str, DocumentId], after: Mapping[str, DocumentId]) -> DocumentChanges:
    """What became of the documents of a folder, told by their content: `before` and `after` have each path's."""
    old_paths, new_paths = _paths_of(before), _paths_of(after)
    arrived = [path for path in sorted(after) if before.get(path) != after[path]]
    left = {path for path in before if path not in after}
    new: list[str] = []
    edited: list[str] = []
    renamed: list[PathChange] = []
    moved: list[PathChange] = []
    taken: set[str] = set()
    for path in arrived:
        origins = [each for each in old_paths.get(after[path], ()) if each in left - taken]
        if not origins:
            if path in before:
                edited.append(path)
            elif after[path] not in old_paths:  # else one more copy of what is known
                new.append(path)
            continue
        origin = next((each for each in origins if _folder(each) == _folder(path)), origins[0])
        taken.add(origin)
        (renamed if _folder(origin) == _folder(path) else moved).append(PathChange(origin, path))
    gone = [path for path in sorted(left - taken) if before[path] not in new_paths]
    return DocumentChanges(tuple(new), tuple(edited), tuple(renamed), tuple(moved), tuple(gone))


def _both(earlier: ChangeSummary, later: ChangeSummary) -> ChangeSummary:
    """What two runs changed that made one version."""
    one, other = earlier.documents, later.documents
    return replace(
        later,
        documents=DocumentChanges(
            one.new + other.new,
            one.edited + other.edited,
            one.renamed + other.renamed,
            one.moved + other.moved,
            one.removed + other.removed,
        ),
        entities_appeared=earlier.entities_appeared + later.entities_appeared,
        entities_vanished=earlier.entities_vanished + later.entities_vanished,
        entities_moved=earlier.entities_moved + later.entities_moved,
        communities_appeared=earlier.communities_appeared + later.communities_appeared,
        communities_vanished=earlier.communities_vanished + later.communities_vanished,
        communities_changed=earlier.communities_changed + later.communities_changed,
        reports_written=earlier.reports_written + later.reports_written,
    )


def _has_moved(entity: int, before: IndexState, after: IndexState) -> bool:
    """Whether the smallest community of an entity has another number; one that is or was unconnected has none that tells."""
    here, there = after.homes.get(entity), before.homes.get(entity)
    return here != there and here in after.members and there in before.members


def _things(numbers: Iterable[int], titles: _Titles) -> tuple[ChangedThing, ...]:
    return tuple(ChangedThing(number, titles.get(number, "")) for number in sorted(numbers))


def _paths_of(documents_by_path: Mapping[str, DocumentId]) -> dict[DocumentId, list[str]]:
    found: dict[DocumentId, list[str]] = {}
    for path in sorted(documents_by_path):
        found.setdefault(documents_by_path[path], []).append(path)
    return found


def _folder(path: str) -> PurePosixPath:
    return PurePosixPath(path).parent
