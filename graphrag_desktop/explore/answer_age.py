"""Whether an answer of an earlier index still holds: which of the records it cites say something else now, or are gone."""

from dataclasses import dataclass

from graphrag_desktop.domain.answers import Answer, Citation, CitationStatus
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.pipeline.report_records import entity_item, relationship_item
from graphrag_desktop.project import Project
from graphrag_desktop.storage import answers, claims, communities, documents, graph, journal

Record = tuple[Kind, int]
"""A record by its kind and number."""


@dataclass(frozen=True, slots=True)
class AnswerAge:
    """What became of the records that an answer cites, as of version `version` of the index; each record once."""

    answer: str
    version: int
    changed: tuple[Record, ...] = ()
    gone: tuple[Record, ...] = ()

    @property
    def is_out_of_date(self) -> bool:
        """Whether anything it rests on is not as it was."""
        return bool(self.changed or self.gone)


def answer_age(project: Project, answer: Answer) -> AnswerAge:
    """Hold what an answer cites against what the index has now."""
    with project.database.reading():
        version = journal.index_version(project.database)
        if version == answer.index_version:
            return AnswerAge(answer.id, version)
        sent = {(item.kind, item.number): item.text for _, item in answers.sent_for(project.database, answer.id)}
        there = documents.paths_of_all(project.database).values()
        staying = frozenset(there)
        changed: dict[Record, None] = {}
        gone: dict[Record, None] = {}
        for citation in answer.citations:
            if citation.status is not CitationStatus.OK:
                continue
            record = (citation.kind, citation.number)
            now = _words_now(project, citation)
            if now is None:
                gone[record] = None
            elif any(each.document not in staying for each in citation.evidence) or _differs(sent.get(record, ""), now):
                changed[record] = None
    return AnswerAge(answer.id, version, tuple(changed), tuple(gone))


def _words_now(project: Project, citation: Citation) -> str | None:
    """How the record begins that would be sent for it now; empty where its words cannot change, None where it is gone."""
    database, number = project.database, citation.number
    match citation.kind:
        case Kind.REPORT:
            report = communities.report(database, number)
            is_there = report is not None or bool(communities.members_of(database, number))
            words = "" if report is None else report.text
        case Kind.ENTITY:
            entity = graph.entity(database, number)
            is_there, words = entity is not None, "" if entity is None else entity_item(entity, (), len).text
        case Kind.RELATIONSHIP:
            is_there, words = _relationship_now(project, number)
        case Kind.CLAIM:
            is_there, words = claims.claim(database, number) is not None, ""
        case Kind.SOURCE:
            is_there, words = documents.text_unit(database, number) is not None, ""
        case _:
            is_there, words = True, ""
    return words if is_there else None


def _relationship_now(project: Project, number: int) -> tuple[bool, str]:
    found = graph.relationship(project.database, number)
    if found is None:
        return False, ""
    ends = {each.id: each for each in graph.entities_of(project.database, (found.source, found.target))}
    return True, relationship_item(found, ends, (), len).text


def _differs(sent: str, now: str) -> bool:
    """Whether a record says something else; where it was sent in another form that cannot be told.

    Entities and relationships are sent with sentences below their own line, reports as they are.
    """
    if not sent or not now or sent.split(" ", 1)[0] != now.split(" ", 1)[0]:
        return False
    return not sent.startswith(now)
