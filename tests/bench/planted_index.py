"""A project of any size without reading anything: planted entities, a sentence for each relationship, communities, reports.

What it says means nothing, but it holds every number that a question of the built-in engine is answered with.
"""

from collections import Counter
from pathlib import Path

import numpy as np

from graphrag_desktop.domain.arrays import StoredArray
from graphrag_desktop.domain.communities import Community, CommunityHierarchy
from graphrag_desktop.domain.documents import Document, DocumentState, ParsedDocument, TextUnit
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
from graphrag_desktop.storage import communities, documents
from graphrag_desktop.storage.index_commit import commit_index
from tests.bench.planted_graph import PlantedGraph, plant

_LINES = 20  # sentences of a document, which is one text unit
_SYLLABLES = "ba be do fa gi ha jo ka le mi no pa ri sa tu ve wo zi".split()
_VERBS = "paid warned visited praised sued taught joined followed".split()


def planted_project(path: Path, entities: int, relationships: int) -> Project:
    """An open project with so many entities and relationships; its first entity is well connected."""
    graph = plant(entities, relationships)
    titles = [_title(each) for each in range(entities)]
    parsed, sentences = _told(graph, titles)
    tables = _tables(graph, titles, parsed, sentences)
    project = create_project(path)
    documents.keep_parsed(project.database, "planted 1", parsed)
    commit_index(project.database, tables, {each.document.id: each.text for each in parsed})
    written = _reports(tables.hierarchy)
    communities.keep_reports(project.database, {Key(f"report {each.number}"): each for each in written})
    return project


def busiest(project: Project) -> str:
    """The title of the entity with most relationships."""
    with project.database.reading() as connection:
        query = "SELECT title FROM entities ORDER BY degree DESC, number LIMIT 1"
        return str(connection.execute(query).fetchone()[0])


def _title(number: int) -> str:
    """A name of two words that no other number has."""
    letters = []
    for _ in range(5):
        number, at = divmod(number, len(_SYLLABLES))
        letters.append(_SYLLABLES[at])
    return f"{''.join(letters[:2]).title()} {''.join(letters[2:]).title()}"


def _told(graph: PlantedGraph, titles: list[str]) -> tuple[list[ParsedDocument], list[ExtractedSentence]]:
    chance = np.random.default_rng(1)
    words = ["".join(chance.choice(_SYLLABLES, 3)) for _ in range(2_000)]
    parsed: list[ParsedDocument] = []
    sentences: list[ExtractedSentence] = []
    for start in range(0, len(graph.pairs), _LINES):
        lines, spans, at = [], [], 0
        for one, other in graph.pairs[start : start + _LINES].tolist():
            verb, about = _VERBS[int(chance.integers(len(_VERBS)))], " ".join(chance.choice(words, 4))
            line = f"{titles[one]} {verb} {titles[other]} about {about}."
            second = at + line.index(titles[other], len(titles[one]))
            mentions = (
                ExtractedMention(entity_id(titles[one]), Span(at, at + len(titles[one]))),
                ExtractedMention(entity_id(titles[other]), Span(second, second + len(titles[other]))),
            )
            spans.append((Span(at, at + len(line)), mentions, line))
            lines.append(line)
            at += len(line) + 1
        text = "\n".join(lines) + "\n"
        document = Document(
            document_id(text.encode()), (f"{start // _LINES:05}.txt",), DocumentState.READ, codec="utf-8",
            language="en", characters=len(text), size=len(text),
        )  # fmt: skip
        parsed.append(ParsedDocument(document, text, ()))
        sentences += [
            ExtractedSentence(document.id, span, 1.0, "", " ".join(search_terms(line)), mentions)
            for span, mentions, line in spans
        ]
    return parsed, sentences


def _tables(
    graph: PlantedGraph, titles: list[str], parsed: list[ParsedDocument], sentences: list[ExtractedSentence]
) -> IndexTables:
    ids = [entity_id(each) for each in titles]
    degrees: Counter[int] = Counter(graph.pairs.ravel().tolist())
    pairs = sorted({tuple(sorted((ids[one], ids[other]))) for one, other in graph.pairs.tolist()})
    extracted = tuple(
        sorted((ExtractedEntity(each, title, "person") for each, title in zip(ids, titles, strict=True)), key=_id)
    )
    hierarchy = _hierarchy(graph, ids)
    leaf_of = {
        member: each.number for each in hierarchy.communities.values() if not each.children for member in each.entities
    }
    homes: dict[int, list[int]] = {}
    for row, sentence in enumerate(sentences):
        homes.setdefault(leaf_of[sentence.mentions[0].entity], []).append(row)
    unit_of = {each.document.id: place for place, each in enumerate(parsed)}
    return IndexTables(
        key=Key(f"planted {len(titles)} {len(pairs)}"),
        documents=tuple(each.document for each in parsed),
        skipped=(),
        units=tuple(
            TextUnit(0, each.document.id, Span(0, len(each.text)), tokens=len(each.text) // 4) for each in parsed
        ),
        extractions=Extractions(
            extracted,
            tuple(ExtractedRelationship(EntityId(one), EntityId(other), 1, 1.0) for one, other in pairs),
            tuple(sentences),
            arrays=_measures(extracted, sentences),
        ),
        sentence_units=tuple(unit_of[each.document] for each in sentences),
        graph=KnowledgeGraph(
            entities=tuple(
                Entity(each, 0, title, "person", "", degrees[at], degrees[at], degrees[at], ())
                for at, (each, title) in enumerate(zip(ids, titles, strict=True))
            ),
            relationships=tuple(Relationship(0, EntityId(one), EntityId(other), "", 1, 1.0) for one, other in pairs),
        ),
        hierarchy=hierarchy,
        homes={number: tuple(rows) for number, rows in homes.items()},
    )


def _id(entity: ExtractedEntity) -> EntityId:
    return entity.id


def _measures(entities: tuple[ExtractedEntity, ...], sentences: list[ExtractedSentence]) -> dict[str, StoredArray]:
    seen: dict[DocumentId, int] = {}
    terms = [
        SentenceTerms(seen.setdefault(each.document, len(seen)), each.span.start, 9, 1.0, each.terms.split())
        for each in sentences
    ]
    text = fit_text(terms, seed=1)
    measured = measure_entities(entities, [each.mentions for each in sentences], text)
    return {**keep_text(text), **keep_entities(measured), FIT: StoredArray("|u1", (7,), b"by hand")}


def _hierarchy(graph: PlantedGraph, ids: list[EntityId]) -> CommunityHierarchy:
    """The planted levels, each community of one split into those of the next that lie in it."""
    found: dict[int, Community] = {}
    standing: list[list[int]] = []
    before: dict[int, int] = {}
    number = 0
    children: dict[int, list[int]] = {}
    for level, row in enumerate(graph.levels.tolist()):
        members: dict[tuple[int, int], list[int]] = {}
        for entity, community in enumerate(row):
            members.setdefault((before.get(entity, 0), community), []).append(entity)
        now: dict[int, int] = {}
        standing.append([])
        for (parent, _), inside in sorted(members.items()):
            number += 1
            children.setdefault(parent, []).append(number)
            standing[-1].append(number)
            now.update(dict.fromkeys(inside, number))
            held = tuple(sorted(ids[each] for each in inside))
            found[number] = Community(number, level, parent or None, (), held)
        before = now
    whole = {
        each.number: Community(
            each.number, each.level, each.parent, tuple(children.get(each.number, ())), each.entities
        )
        for each in found.values()
    }
    levels = tuple(tuple(sorted(each, key=lambda one: (-len(whole[one].entities), one))) for each in standing)
    return CommunityHierarchy(whole, levels)


def _reports(hierarchy: CommunityHierarchy) -> list[CommunityReport]:
    written = []
    for number, community in hierarchy.communities.items():
        title, summary = ", ".join(community.entities[:2]), f"{len(community.entities)} people."
        findings = (Finding("They met", f"{community.entities[0]} met others. " * 20),)
        text = report_text(title, summary, findings)
        written.append(
            CommunityReport(
                number, title, summary, findings, 5.0, "All alike.", len(text) // 4, truncated=False, engine="planted"
            )
        )
    return written
