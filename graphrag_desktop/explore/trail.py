"""The way from what a picture shows down to the words: the sentences behind a community, an entity, a relationship."""

from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.explore.hierarchy import HierarchyView, hierarchy_view
from graphrag_desktop.project import Project
from graphrag_desktop.storage import communities, graph
from graphrag_desktop.storage.evidence import EvidenceReader

MOST_SENTENCES = 200
"""How many sentences a trail shows: more are not read one by one."""


def community_trail(
    project: Project, number: int, hierarchy: HierarchyView | None = None, limit: int = MOST_SENTENCES
) -> tuple[Evidence, ...]:
    """The sentences that speak of a community, those that stand alone best first; of an unconnected entity, those that
    name it.

    `hierarchy` spares reading it again where the caller has it.
    """
    view = hierarchy or hierarchy_view(project)
    if number not in view.rows:
        raise InputError(
            f"There is no community {number}.", "“graphrag-desktop communities PROJECT” lists those there are."
        )
    if view.rows[number].is_unconnected:
        (single,) = graph.entities_of(project.database, communities.members_of(project.database, number))
        return _rests_on(project, Kind.ENTITY, single.number, limit)
    sentences = communities.home_sentences(project.database, _leaves(view, number), limit)
    return EvidenceReader(project.database).sentences(sentences)


def entity_trail(project: Project, number: int, limit: int = MOST_SENTENCES) -> tuple[Evidence, ...]:
    """The sentences that name an entity, those that stand alone best first."""
    return _rests_on(project, Kind.ENTITY, number, limit)


def relationship_trail(project: Project, number: int, limit: int = MOST_SENTENCES) -> tuple[Evidence, ...]:
    """The sentences that name both ends of a relationship, those that stand alone best first."""
    return _rests_on(project, Kind.RELATIONSHIP, number, limit)


def record_trail(project: Project, kind: Kind, number: int, limit: int = MOST_SENTENCES) -> tuple[Evidence, ...]:
    """The words of the documents behind a record of any kind; raises `InputError` where it is gone."""
    return _rests_on(project, kind, number, limit)


def _rests_on(project: Project, kind: Kind, number: int, limit: int) -> tuple[Evidence, ...]:
    found = EvidenceReader(project.database).record(kind, number, limit)
    if found is None:
        raise InputError(f"There is no {kind} {number}.", "It may have gone with the document that named it.")
    return found


def _leaves(view: HierarchyView, number: int) -> tuple[int, ...]:
    """The communities that do not split within this one; itself if it does not."""
    children = view.rows[number].children
    return tuple(leaf for child in children for leaf in _leaves(view, child)) if children else (number,)
