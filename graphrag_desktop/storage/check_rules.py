"""The rules of a sound project that one query tells: what must hold, and what finds the rows where it does not."""

from graphrag_desktop.domain.communities import WHOLE
from graphrag_desktop.domain.documents import DocumentState
from graphrag_desktop.domain.events import Stage


def _listed(words: type[DocumentState] | type[Stage]) -> str:
    return ", ".join(f"'{each.value}'" for each in words)


_WITH_TEXT = f"p.characters > 0 AND p.state IN ('{DocumentState.READ.value}', '{DocumentState.PARTLY_READ.value}')"
NUMBERED_KINDS = (
    ("source", "text_units"), ("sentence", "sentences"), ("entity", "entities"), ("relationship", "relationships"),
    ("claim", "claims"), ("community", "communities"),
)  # fmt: skip
"""The kinds of things that have numbers, and their tables."""

DOCUMENT_RULES = (
    ("states of documents are known",
     f"SELECT id FROM parsed WHERE state NOT IN ({_listed(DocumentState)})"
     f" UNION ALL SELECT path FROM skipped WHERE state NOT IN ({_listed(DocumentState)})"),
    ("documents have the length they say",
     "SELECT id FROM parsed WHERE characters <> LENGTH(text)"),
    ("documents lie at a path",
     "SELECT d.id FROM documents d WHERE NOT EXISTS (SELECT 1 FROM paths p WHERE p.document = d.id)"),
    ("paths belong to documents that exist",
     "SELECT p.path FROM paths p LEFT JOIN documents d ON d.id = p.document WHERE d.id IS NULL"),
    ("a file has one state",
     "SELECT s.path FROM skipped s JOIN paths p ON p.path = s.path"),
    ("pages lie within their documents",
     'SELECT p.document || " page " || p.number FROM pages p JOIN parsed d ON d.id = p.document'
     ' WHERE p.start < 0 OR p.start > p."end" OR p."end" > d.characters'),
    ("pages follow one another, numbered from 1",
     "SELECT document || ' page ' || number FROM (SELECT document, number, start,"
     " LAG(number, 1, 0) OVER own AS last, LAG(\"end\", 1, 0) OVER own AS before FROM pages"
     " WINDOW own AS (PARTITION BY document ORDER BY number)) WHERE number <> last + 1 OR start < before"),
    ("text units lie within their documents",
     "SELECT u.number FROM text_units u LEFT JOIN parsed d ON d.id = u.document"
     ' WHERE d.id IS NULL OR u.start < 0 OR u.start >= u."end" OR u."end" > d.characters OR u.tokens < 1'),
    ("text units cover the text of their documents, and no others have any",
     'SELECT p.id FROM documents d JOIN parsed p ON p.id = d.id LEFT JOIN (SELECT document, MIN(start) AS first,'
     ' MAX("end") AS last FROM text_units GROUP BY document) u ON u.document = d.id'
     f" WHERE CASE WHEN {_WITH_TEXT} THEN u.first IS NOT 0 OR u.last IS NOT p.characters ELSE u.first IS NOT NULL END"
     " UNION SELECT document FROM (SELECT document, start, MAX(\"end\") OVER (PARTITION BY document ORDER BY start"
     " ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before FROM text_units) WHERE start > before"),
    ("sentences lie in their text units' documents",
     "SELECT s.number FROM sentences s LEFT JOIN text_units u ON u.number = s.source"
     ' WHERE u.number IS NULL OR u.document <> s.document OR s.start < u.start OR s.start >= u."end"'),
    ("sentences count to the first text unit that holds their beginning",
     "SELECT s.number FROM sentences s JOIN text_units u ON u.number = s.source WHERE EXISTS (SELECT 1 FROM text_units o"
     ' WHERE o.document = s.document AND o.start < u.start AND o."end" > s.start)'),
)  # fmt: skip
"""What must hold of documents and the pieces of their text."""

GRAPH_RULES = (
    ("mentions lie within their sentences",
     'SELECT m.sentence || " entity " || m.entity FROM mentions m LEFT JOIN sentences s ON s.number = m.sentence'
     ' WHERE s.number IS NULL OR m.start < s.start OR m."end" > s."end" OR m.start >= m."end"'),
    ("mentions name entities that exist",
     "SELECT m.entity FROM mentions m LEFT JOIN entities e ON e.number = m.entity WHERE e.number IS NULL"),
    ("entities count the sentences and documents that name them",
     "SELECT e.number FROM entities e LEFT JOIN (SELECT m.entity, COUNT(DISTINCT m.sentence) AS sentences,"
     " COUNT(DISTINCT s.document) AS documents FROM mentions m JOIN sentences s ON s.number = m.sentence GROUP BY m.entity) n"
     " ON n.entity = e.number WHERE (e.count <> IFNULL(n.sentences, 0) OR e.documents <> IFNULL(n.documents, 0))"
     " AND NOT EXISTS (SELECT 1 FROM origins o WHERE o.kind = 'entity' AND o.number = e.number)"),
    ("entities that a model read count the text units and documents they were read from",
     "SELECT e.number FROM entities e JOIN (SELECT o.number, COUNT(*) AS units, COUNT(DISTINCT u.document) AS documents"
     " FROM origins o JOIN text_units u ON u.number = o.source WHERE o.kind = 'entity' GROUP BY o.number) n"
     " ON n.number = e.number WHERE e.count <> n.units OR e.documents < n.documents"),
    ("origins are of entities and relationships that exist",
     "SELECT o.kind || ' ' || o.number FROM origins o LEFT JOIN entities e ON o.kind = 'entity' AND e.number = o.number"
     " LEFT JOIN relationships r ON o.kind = 'relationship' AND r.number = o.number"
     " WHERE e.number IS NULL AND r.number IS NULL"),
    ("claims quote words of their own documents",
     'SELECT c.number FROM claims c JOIN text_units u ON u.number = c.source'
     ' WHERE (c.start IS NOT NULL AND (c.start < u.start OR c."end" > u."end" OR c.start >= c."end"))'
     " OR (c.start IS NULL) <> (c.quote_match = 'not found')"),
    ("aliases belong to entities that exist",
     "SELECT a.alias FROM aliases a LEFT JOIN entities e ON e.number = a.entity WHERE e.number IS NULL"),
    ("relationships join two different entities that exist",
     "SELECT r.number FROM relationships r LEFT JOIN entities a ON a.number = r.source LEFT JOIN entities b"
     " ON b.number = r.target WHERE a.number IS NULL OR b.number IS NULL OR a.number = b.number OR a.id >= b.id"),
    ("relationships have a count and a weight",
     "SELECT number FROM relationships WHERE count < 1 OR clustering_weight < 0"),
    ("degrees count relationships",
     "SELECT e.number FROM entities e WHERE e.degree <>"
     " (SELECT COUNT(*) FROM relationships r WHERE r.source = e.number)"
     " + (SELECT COUNT(*) FROM relationships r WHERE r.target = e.number)"),
)  # fmt: skip
"""What must hold of entities and relationships."""

COMMUNITY_RULES = (
    ("every entity is in exactly one community of every level",
     "SELECT l.level || ': ' || e.id FROM (SELECT DISTINCT level FROM memberships) l CROSS JOIN entities e"
     " LEFT JOIN memberships m ON m.level = l.level AND m.entity = e.number WHERE m.entity IS NULL"),
    ("entities have communities",
     "SELECT COUNT(*) || ' entities and no level' FROM entities"
     " WHERE NOT EXISTS (SELECT 1 FROM memberships) HAVING COUNT(*) > 0"),
    ("levels are counted from 0",
     "SELECT level FROM (SELECT level, ROW_NUMBER() OVER (ORDER BY level) - 1 AS place FROM"
     " (SELECT DISTINCT level FROM memberships)) WHERE level <> place"),
    ("memberships name entities and communities that exist",
     "SELECT m.community FROM memberships m LEFT JOIN entities e ON e.number = m.entity LEFT JOIN communities c"
     " ON c.number = m.community WHERE e.number IS NULL OR c.number IS NULL"),
    ("a community of a level lies within one community of the level before",
     "SELECT b.community || ' at level ' || b.level FROM memberships b JOIN memberships a"
     " ON a.level = b.level - 1 AND a.entity = b.entity GROUP BY b.level, b.community"
     " HAVING COUNT(DISTINCT a.community) > 1"),
    ("a community stands on its own level and is part of its parent",
     "SELECT c.number FROM communities c LEFT JOIN communities p ON p.number = c.parent"
     " WHERE NOT EXISTS (SELECT 1 FROM memberships m WHERE m.community = c.number AND m.level = c.level)"
     " OR (c.level = 0) <> (c.parent IS NULL) OR (c.parent IS NOT NULL AND (p.number IS NULL OR p.level >= c.level"
     " OR EXISTS (SELECT 1 FROM memberships m LEFT JOIN memberships o ON o.level = c.level - 1 AND o.entity = m.entity"
     " AND o.community = p.number WHERE m.community = c.number AND m.level = c.level AND o.entity IS NULL)))"),
    ("a community that does not split stands on every deeper level, with the same entities",
     "SELECT c.number FROM communities c LEFT JOIN (SELECT community, MIN(level) AS first, COUNT(DISTINCT level) AS stands,"
     " COUNT(*) AS held, COUNT(DISTINCT entity) AS members FROM memberships GROUP BY community) m ON m.community = c.number"
     " WHERE m.first IS NOT c.level OR m.held <> m.members * m.stands OR m.stands <> IIF(EXISTS (SELECT 1 FROM communities d"
     " WHERE d.parent = c.number), (SELECT MIN(d.level) FROM communities d WHERE d.parent = c.number),"
     " (SELECT MAX(level) + 1 FROM memberships)) - c.level"),
    ("a community that splits has at least two parts",
     "SELECT parent FROM communities WHERE parent IS NOT NULL GROUP BY parent HAVING COUNT(*) = 1"),
    ("unconnected communities are single entities without relationships",
     "SELECT c.number FROM communities c JOIN memberships m ON m.community = c.number AND m.level = c.level"
     " WHERE c.is_unconnected GROUP BY c.number HAVING COUNT(*) > 1 OR"
     " EXISTS (SELECT 1 FROM relationships r WHERE r.source = m.entity OR r.target = m.entity)"),
    ("sentences speak of communities that exist and do not split",
     "SELECT h.sentence FROM homes h LEFT JOIN communities c ON c.number = h.community LEFT JOIN sentences s"
     " ON s.number = h.sentence WHERE c.number IS NULL OR s.number IS NULL OR c.is_unconnected"
     " OR EXISTS (SELECT 1 FROM communities d WHERE d.parent = c.number)"),
    ("reports belong to communities that exist",
     "SELECT r.number FROM reports r LEFT JOIN communities c ON c.number = r.number"
     " WHERE c.number IS NULL OR c.is_unconnected"),
    ("every community has its report once all are written",
     "SELECT c.number FROM communities c LEFT JOIN reports r ON r.number = c.number WHERE r.number IS NULL"
     " AND NOT c.is_unconnected AND EXISTS (SELECT 1 FROM stages WHERE name = 'reports')"),
    ("reports have a title, a length and a rating from 0 to 10",
     "SELECT number FROM reports WHERE rating NOT BETWEEN 0 AND 10 OR tokens < 1 OR title = ''"),
    ("findings belong to reports that exist",
     "SELECT f.report FROM findings f LEFT JOIN reports r ON r.number = f.report WHERE r.number IS NULL"),
    ("findings of a report are counted from 0",
     "SELECT report FROM findings GROUP BY report HAVING MIN(position) <> 0 OR MAX(position) <> COUNT(*) - 1"),
)  # fmt: skip
"""What must hold of communities and their reports."""

JOURNAL_RULES = (
    ("what communities were clustered with is of communities that exist, and of all of them",
     "SELECT k.community FROM clusterings k LEFT JOIN communities c ON c.number = k.community"
     f" WHERE (c.number IS NULL AND k.community <> {WHOLE}) OR k.weight < 0 OR k.drift < 0"
     " UNION ALL SELECT number FROM communities WHERE EXISTS (SELECT 1 FROM clusterings)"
     " AND number NOT IN (SELECT community FROM clusterings)"),
    ("documents that were taken out are not in the project",
     "SELECT r.document FROM removed r JOIN parsed p ON p.id = r.document"),
    ("numbers are given once: the next is above all there are",
     " UNION ALL ".join(
         f"SELECT '{kind} ' || MAX(t.number) FROM {table} t"
         f" HAVING MAX(t.number) >= IFNULL((SELECT following FROM sequences WHERE kind = '{kind}'), 1)"
         for kind, table in NUMBERED_KINDS
     )),
    ("an index has a version",
     "SELECT COUNT(*) || ' documents' FROM documents WHERE NOT EXISTS (SELECT 1 FROM facts WHERE name = 'index version'"
     " AND CAST(value AS INTEGER) > 0 AND CAST(CAST(value AS INTEGER) AS TEXT) = value) HAVING COUNT(*) > 0"),
    ("runs ended as runs end",
     "SELECT number FROM runs WHERE (outcome = 'running') <> (ended IS NULL)"),
    ("numbers of edits are given once",
     "SELECT MAX(number) FROM entity_edits HAVING MAX(number) >="
     " IFNULL((SELECT following FROM sequences WHERE kind = 'edit'), 1)"),
    ("numbers that edits took away are of nothing else, and lead to what is there",
     "SELECT f.kind || ' ' || f.number FROM former f LEFT JOIN entities e ON f.kind = 'entity' AND e.number = f.number"
     " LEFT JOIN relationships r ON f.kind = 'relationship' AND r.number = f.number"
     " LEFT JOIN entities h ON f.kind = 'entity' AND h.number = f.heir"
     " LEFT JOIN relationships i ON f.kind = 'relationship' AND i.number = f.heir"
     " WHERE e.number IS NOT NULL OR r.number IS NOT NULL"
     " OR (f.heir IS NOT NULL AND h.number IS NULL AND i.number IS NULL)"),
    ("failures are of stages that there are",
     f"SELECT stage FROM failures WHERE stage NOT IN ({_listed(Stage)})"),
    ("what was sent for an answer is kept with one",
     "SELECT t.key FROM sent_texts t WHERE NOT EXISTS (SELECT 1 FROM contexts c WHERE c.text = t.key)"),
)  # fmt: skip
"""What must hold of what is known about runs and answers."""

RULES = (*DOCUMENT_RULES, *GRAPH_RULES, *COMMUNITY_RULES, *JOURNAL_RULES)
