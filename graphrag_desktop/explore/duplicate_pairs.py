"""Two entities side by side, to be judged: what each is, the sentences that name it, its documents and neighbours."""

from dataclasses import dataclass

from graphrag_desktop.domain.answers import Citation, CitationStatus
from graphrag_desktop.domain.citations import defuse_citations
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.graph import Entity
from graphrag_desktop.domain.identity import DocumentId
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.entities import EntityView, entity_view
from graphrag_desktop.project import Project
from graphrag_desktop.storage import documents, graph
from graphrag_desktop.storage.evidence import EvidenceReader

_MOST_SENTENCES = 6


@dataclass(frozen=True, slots=True)
class SideView:
    """One of the two: `sentences` that name it, each citing the text unit it stands in; `documents` are paths."""

    view: EntityView
    sentences: tuple[Citation, ...]
    documents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PairView:
    """Both, and the numbers of the neighbours that they share."""

    one: SideView
    other: SideView
    shared: frozenset[int]


@dataclass(frozen=True, slots=True)
class EditableEntity:
    """An entity with the documents that name it, by id and path: what an edit of it may be about."""

    entity: Entity
    documents: tuple[tuple[DocumentId, str], ...]


def pair_view(project: Project, one: int, other: int, control: RunControl) -> PairView:
    """Two entities; raises `InputError` where one of them is gone."""
    control.checkpoint()
    first, second = _side(project, one), _side(project, other)
    shared = {each.entity.number for each in first.view.neighbours} & {
        each.entity.number for each in second.view.neighbours
    }
    return PairView(first, second, frozenset(shared))


def editable_entity(project: Project, number: int, control: RunControl) -> EditableEntity:
    """An entity to be edited; raises `InputError` where there is none of that number."""
    control.checkpoint()
    entity = entity_view(project, number).entity
    own = graph.naming_documents(project.database, entity.number)
    return EditableEntity(entity, tuple((each, documents.first_path(project.database, each)) for each in own))


def _side(project: Project, number: int) -> SideView:
    view = entity_view(project, number)
    named = graph.sentences_naming(project.database, [view.entity.number], _MOST_SENTENCES)
    reader = EvidenceReader(project.database)
    found = graph.evidence_sentences(project.database, named).values()
    sentences = tuple(
        Citation(defuse_citations(each.text), Kind.SOURCE, each.source, CitationStatus.OK, reader.of([each]))
        for each in found
    )
    own = graph.naming_documents(project.database, view.entity.number)
    return SideView(view, sentences, tuple(documents.first_path(project.database, each) for each in own))
