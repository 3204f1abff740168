"""Finding things by words: communities and documents by name, entities also by alias, sentences by what they say."""

from dataclasses import dataclass

from graphrag_desktop.domain.documents import Document
from graphrag_desktop.domain.graph import Entity, Evidence
from graphrag_desktop.domain.identity import entity_id
from graphrag_desktop.explore.hierarchy import CommunityRow, HierarchyView, hierarchy_view
from graphrag_desktop.project import Project
from graphrag_desktop.storage import documents, graph
from graphrag_desktop.storage.evidence import EvidenceReader
from graphrag_desktop.storage.search import search_sentences


@dataclass(frozen=True, slots=True)
class Found:
    """What some words found, the likeliest of each kind first."""

    communities: tuple[CommunityRow, ...]
    entities: tuple[Entity, ...]
    documents: tuple[Document, ...]
    sentences: tuple[Evidence, ...]


def search(project: Project, text: str, hierarchy: HierarchyView | None = None, limit: int = 20) -> Found:
    """All that the words of `text` find, at most `limit` of a kind; nothing for an empty text.

    Names must hold every word, in any order; sentences any of them. `hierarchy` spares reading it again.
    """
    words = entity_id(text).split()
    if not words:
        return Found((), (), (), ())
    view = hierarchy or hierarchy_view(project)
    rows = [each for each in view.rows.values() if not each.is_unconnected and _holds(each.title, words)]
    files = [each for each in documents.documents(project.database) if any(_holds(path, words) for path in each.paths)]
    return Found(
        tuple(sorted(rows, key=lambda each: (each.level, -each.entities, each.number))[:limit]),
        graph.entities_called(project.database, words, limit),
        tuple(files[:limit]),
        _sentences(project, text, limit),
    )


def _sentences(project: Project, text: str, limit: int) -> tuple[Evidence, ...]:
    from graphrag_desktop.language.words import search_terms

    ranked = search_sentences(project.database, search_terms(text), limit)
    return EvidenceReader(project.database).sentences(number for number, _ in ranked)


def _holds(name: str, words: list[str]) -> bool:
    normal = entity_id(name)
    return all(word in normal for word in words)
