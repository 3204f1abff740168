"""Small projects made without any engine: their documents, names and communities are written down here.

What they hold goes through the same commit as a real index, so every reader meets real tables.
"""

import re
from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from graphrag_desktop.domain.arrays import StoredArray
from graphrag_desktop.domain.citations import format_citations
from graphrag_desktop.domain.communities import Community, CommunityHierarchy
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.documents import Document, DocumentState, Page, ParsedDocument, SkippedFile, TextUnit
from graphrag_desktop.domain.extractions import (
    ExtractedEntity,
    ExtractedMention,
    ExtractedRelationship,
    ExtractedSentence,
    Extractions,
)
from graphrag_desktop.domain.graph import Entity, KnowledgeGraph, Relationship
from graphrag_desktop.domain.identity import DocumentId, EntityId, Key, Span, document_id, entity_id
from graphrag_desktop.domain.index import IndexTables
from graphrag_desktop.domain.reports import CommunityReport, Finding, report_text
from graphrag_desktop.language.collection import FIT, keep_entities, keep_text
from graphrag_desktop.language.latent import SentenceTerms, fit_text
from graphrag_desktop.language.relationships import measure_entities
from graphrag_desktop.language.words import search_terms
from graphrag_desktop.project import Project, create_project
from graphrag_desktop.storage import arrays, communities, documents, graph, journal
from graphrag_desktop.storage.database import Database
from graphrag_desktop.storage.index_commit import commit_index

PARSER = "by hand 1"
_UNIT_CHARACTERS = 400


@dataclass(frozen=True, slots=True)
class Place:
    """Where a community lies in the hierarchy: its own level, its parent, its names."""

    level: int
    parent: int | None
    titles: tuple[str, ...]
    is_unconnected: bool = False


@dataclass(frozen=True, slots=True)
class Collection:
    """Documents by path, the kind of each name in them, and the communities by number, parents before children.

    Without `is_measured` the project keeps no numbers to tell relevance by, as one that a model read.
    """

    texts: Mapping[str, str]
    types: Mapping[str, str]
    places: Mapping[int, Place]
    pages: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    is_measured: bool = True


MILL = Collection(
    texts={
        "council.txt": (
            "The Harwick Council met on Monday in the town hall.\n"
            "Edith Vane told the Harwick Council that Norden Paper pollutes the River Ouse.\n"
            "Norden Paper discharges waste water into the River Ouse every night.\n"
            "The Harwick Council asked Norden Paper to publish its waste water figures within a month.\n"
            "Edith Vane promised that the Harwick Council would measure the water itself.\n"
            "The Residents League demanded an independent inspection of Norden Paper.\n"
        ),
        "letters/river.txt": (
            "The River Ouse has turned brown below the bridge.\n"
            "The Residents League counted forty dead fish in the River Ouse in one week.\n"
            "Norden Paper answered the Residents League that its filters were new.\n"
            "“We will not wait for another year,” wrote the Residents League.\n"
            "The Old Lighthouse was painted white again.\n"
        ),
        "fair.txt": (
            "The Spring Fair was held on Market Square for three days.\n"
            "Hale Bakery sold nine hundred loaves at the Spring Fair.\n"
            "Tom Hale opened Hale Bakery beside Market Square in 1998.\n"
            "Edith Vane opened the Spring Fair and thanked Tom Hale for the bread.\n"
            "Market Square was closed to cars during the Spring Fair.\n"
        ),
    },
    types={
        "Harwick Council": "organization", "Edith Vane": "person", "Norden Paper": "organization",
        "River Ouse": "place", "Residents League": "organization", "Spring Fair": "event", "Market Square": "place",
        "Hale Bakery": "organization", "Tom Hale": "person", "Old Lighthouse": "place",
    },
    places={
        1: Place(0, None, ("Harwick Council", "Edith Vane", "Norden Paper", "River Ouse", "Residents League")),
        2: Place(0, None, ("Spring Fair", "Market Square", "Hale Bakery", "Tom Hale")),
        3: Place(0, None, ("Old Lighthouse",), is_unconnected=True),
        4: Place(1, 1, ("Norden Paper", "River Ouse", "Residents League")),
        5: Place(1, 1, ("Harwick Council", "Edith Vane")),
    },
    pages={"council.txt": (3,)},
    aliases={"River Ouse": ("the Ouse",)},
)  # fmt: skip
"""A town, its paper mill and its fair: two communities, one of which splits, and an entity without relationships."""


def make_project(path: Path, collection: Collection = MILL) -> Project:
    """An open project that holds the collection, with reports on its communities and a map."""
    project = create_project(path)
    index_by_hand(project.database, collection)
    return project


def index_by_hand(database: Database, collection: Collection) -> None:
    """Put the collection in place of what the project held, as a whole run would."""
    parsed = parse(collection)
    documents.keep_parsed(database, PARSER, parsed)
    commit_index(database, tables(collection), {each.document.id: each.text for each in parsed})
    write_anew(database, *_reports(database))
    arrays.keep_arrays(database, "canvas", _canvas(database))
    run = journal.start_run(database, "2025-03-01T10:00:00+00:00", "by hand")
    journal.end_run(database, run, "complete", "2025-03-01T10:00:05+00:00")


def write_anew(database: Database, *reports: CommunityReport) -> None:
    """Keep these reports in place of those of the same communities."""
    communities.keep_reports(database, {Key(f"report {each.number}"): each for each in reports})


def parse(collection: Collection) -> tuple[ParsedDocument, ...]:
    """The documents as a parser would hand them over; pages end after the lines that the collection names."""
    found = []
    for path, text in collection.texts.items():
        identity = document_id(text.encode())
        ends = [_line_end(text, line) for line in collection.pages.get(path, ())]
        bounds = [0, *ends, len(text)] if ends else []
        pages = tuple(Page(number, Span(*each)) for number, each in enumerate(pairwise(bounds), start=1))
        document = Document(
            identity, (path,), DocumentState.READ, codec="utf-8", language="en", characters=len(text), size=len(text.encode())
        )  # fmt: skip
        found.append(ParsedDocument(document, text, pages))
    return tuple(found)


def tables(collection: Collection) -> IndexTables:
    """Everything that a run commits for the collection."""
    parsed = parse(collection)
    units = tuple(unit for each in parsed for unit in _units(each))
    sentences = tuple(sentence for each in parsed for sentence in _sentences(each, collection))
    entities, relationships = _elements(sentences, collection)
    hierarchy = _hierarchy(collection)
    return IndexTables(
        key=Key(f"key of {sorted(collection.texts)}"),
        documents=tuple(each.document for each in parsed),
        skipped=(SkippedFile("scan.pdf", "It holds pictures only."),),
        units=units,
        extractions=Extractions(entities, relationships, sentences, arrays=_measures(entities, sentences, collection)),
        sentence_units=tuple(_unit_of(sentence, units) for sentence in sentences),
        graph=_graph(entities, relationships, sentences),
        hierarchy=hierarchy,
        homes=_homes(sentences, hierarchy),
    )


def _line_end(text: str, line: int) -> int:
    return sum(len(each) for each in text.splitlines(keepends=True)[:line])


def _units(parsed: ParsedDocument) -> list[TextUnit]:
    starts = range(0, len(parsed.text), _UNIT_CHARACTERS)
    spans = [Span(start, min(start + _UNIT_CHARACTERS, len(parsed.text))) for start in starts]
    return [TextUnit(0, parsed.document.id, span, tokens=(span.end - span.start) // 4 + 1) for span in spans]


def _sentences(parsed: ParsedDocument, collection: Collection) -> list[ExtractedSentence]:
    found = []
    for match in re.finditer(r"[^\n]+", parsed.text):
        mentions = [
            ExtractedMention(entity_id(title), Span(match.start() + at.start(), match.start() + at.end()))
            for title in collection.types
            for at in re.finditer(re.escape(title), match[0])
        ]
        quality = round(min(1.0, len(match[0]) / 100), 2)
        terms = " ".join(search_terms(match[0]))
        mentions.sort(key=lambda each: each.span)
        found.append(
            ExtractedSentence(parsed.document.id, Span(*match.span()), quality, "", terms, tuple(mentions))
        )  # fmt: skip
    return found


def _elements(
    sentences: tuple[ExtractedSentence, ...], collection: Collection
) -> tuple[tuple[ExtractedEntity, ...], tuple[ExtractedRelationship, ...]]:
    together: dict[tuple[EntityId, EntityId], int] = {}
    for sentence in sentences:
        named = sorted({mention.entity for mention in sentence.mentions})
        for at, one in enumerate(named):
            for other in named[at + 1 :]:
                together[one, other] = together.get((one, other), 0) + 1
    entities = [
        ExtractedEntity(entity_id(title), title, kind, {kind: 1}, (), collection.aliases.get(title, ()))
        for title, kind in collection.types.items()
    ]
    relationships = [ExtractedRelationship(*pair, count, float(count)) for pair, count in sorted(together.items())]
    return tuple(sorted(entities, key=lambda each: each.id)), tuple(relationships)


def _measures(
    entities: tuple[ExtractedEntity, ...], sentences: tuple[ExtractedSentence, ...], collection: Collection
) -> dict[str, StoredArray]:
    """The numbers that a question is answered with, made as the built-in engine makes them."""
    if not collection.is_measured:
        return {}
    documents_seen: dict[DocumentId, int] = {}
    terms = [
        SentenceTerms(
            documents_seen.setdefault(each.document, len(documents_seen)),
            each.span.start,
            12,
            each.quality,
            each.terms.split(),
        )
        for each in sentences
    ]
    text = fit_text(terms, seed=1)
    measured = measure_entities(entities, [each.mentions for each in sentences], text)
    return {**keep_text(text), **keep_entities(measured), FIT: StoredArray("|u1", (7,), b"by hand")}


def _graph(
    entities: tuple[ExtractedEntity, ...],
    relationships: tuple[ExtractedRelationship, ...],
    sentences: tuple[ExtractedSentence, ...],
) -> KnowledgeGraph:
    naming = {each.id: [s for s in sentences if any(m.entity == each.id for m in s.mentions)] for each in entities}
    return KnowledgeGraph(
        entities=tuple(
            Entity(
                each.id, 0, each.title, each.type, f"Named in {len(naming[each.id])} sentences.", len(naming[each.id]),
                len({sentence.document for sentence in naming[each.id]}),
                sum(each.id in (one.source, one.target) for one in relationships), each.aliases,
            )
            for each in entities
        ),
        relationships=tuple(
            Relationship(0, each.source, each.target, "", each.count, each.clustering_weight) for each in relationships
        ),
    )  # fmt: skip


def _hierarchy(collection: Collection) -> CommunityHierarchy:
    places = collection.places
    children = {number: tuple(n for n, each in places.items() if each.parent == number) for number in places}
    found = {
        number: Community(
            number, each.level, each.parent, children[number],
            tuple(sorted(entity_id(title) for title in each.titles)), each.is_unconnected,
        )
        for number, each in places.items()
    }  # fmt: skip
    standing = [
        [n for n, each in places.items() if each.level <= level and (each.level == level or not children[n])]
        for level in range(max((each.level for each in places.values()), default=-1) + 1)
    ]
    levels = tuple(
        tuple(sorted(each, key=lambda n: (places[n].is_unconnected, -len(places[n].titles), n))) for each in standing
    )
    return CommunityHierarchy(found, levels)


def _homes(sentences: tuple[ExtractedSentence, ...], hierarchy: CommunityHierarchy) -> dict[int, tuple[int, ...]]:
    """Each sentence at the leaf most of whose entities it names."""
    leaves = [each for each in hierarchy.communities.values() if not each.children and not each.is_unconnected]
    found: dict[int, list[int]] = {}
    for row, sentence in enumerate(sentences):
        named = {mention.entity for mention in sentence.mentions}
        best = max(leaves, key=lambda leaf: (len(named & set(leaf.entities)), -leaf.number), default=None)
        if best is not None and named & set(best.entities):
            found.setdefault(best.number, []).append(row)
    return {number: tuple(rows) for number, rows in found.items()}


def _unit_of(sentence: ExtractedSentence, units: tuple[TextUnit, ...]) -> int:
    return next(
        index
        for index, unit in enumerate(units)
        if unit.document == sentence.document and unit.span.start <= sentence.span.start < unit.span.end
    )


def _reports(database: Database) -> list[CommunityReport]:
    hierarchy = communities.hierarchy(database)
    homes = communities.homes(database)
    titles = {each.id: each.title for each in graph.entities(database)}
    written = []
    for number, community in hierarchy.communities.items():
        if community.is_unconnected:
            continue
        leaves = [number] if not community.children else list(community.children)
        quoted = graph.evidence_sentences(database, [each for leaf in leaves for each in homes.get(leaf, ())][:4])
        findings = tuple(
            Finding(f"Finding {position}", f"{each.text} {_cite(each.source)}", (each.number,))
            for position, each in enumerate(quoted.values(), start=1)
        )
        title = ", ".join(titles[each] for each in community.entities[:2])
        summary = f"{len(community.entities)} names that belong together."
        tokens = len(report_text(title, summary, findings).split())
        rating = float(len(community.entities))
        written.append(CommunityReport(
            number, title, summary, findings, rating, f"{len(community.entities)} entities.", tokens, truncated=False,
            engine="by hand", summary_sentences=tuple(quoted)[:1],
        ))  # fmt: skip
    return written


def _cite(source: int) -> str:
    return format_citations([(Kind.SOURCE, source)])


def _canvas(database: Database) -> dict[str, StoredArray]:
    entities = graph.entities(database)
    rows = {each.id: row for row, each in enumerate(entities)}
    hierarchy = communities.hierarchy(database)
    standing = [
        {member: number for number in numbers for member in hierarchy.communities[number].entities}
        for numbers in hierarchy.levels
    ]
    pairs = [(rows[each.source], rows[each.target]) for each in graph.relationships(database)]
    return {
        "entity numbers": _ints([each.number for each in entities], (len(entities),)),
        "positions": StoredArray(
            "<f4", (len(entities), 2), array("f", [float(x) for row in range(len(entities)) for x in (row, -row)]).tobytes()
        ),
        "levels": _ints(
            [level[each.id] for level in standing for each in entities], (len(standing), len(entities))
        ),
        "pairs": _ints([end for pair in pairs for end in pair], (len(pairs), 2)),
    }  # fmt: skip


def _ints(values: list[int], shape: tuple[int, ...]) -> StoredArray:
    return StoredArray("<i4", shape, array("i", values).tobytes())


def document_of(collection: Collection, path: str) -> DocumentId:
    """The id under which the document at `path` is kept."""
    return document_id(collection.texts[path].encode())
