"""What a citation names, as a card shows it: the record in a few words, and the words of the documents around what it reaches."""

from dataclasses import dataclass

from graphrag_desktop.domain.answers import Citation
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.project import Project
from graphrag_desktop.storage import communities, documents, graph

_AROUND = 90
"""Characters of a document shown before and after a quotation: enough to see what it is about."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A quotation with what stands right before and after it, cut at words; `is_cut` says whether more text is there."""

    evidence: Evidence
    before: str
    after: str
    is_cut_before: bool
    is_cut_after: bool


@dataclass(frozen=True, slots=True)
class RecordView:
    """A cited record: `title` is empty where there is no such record, `passages` where nothing of its words is left."""

    citation: Citation
    title: str
    passages: tuple[Passage, ...]


def record_view(project: Project, citation: Citation) -> RecordView:
    """The record that a citation names, and the words that it reaches."""
    with project.database.reading():
        passages = tuple(_passage(project, each) for each in citation.evidence)
        return RecordView(citation, _title(project, citation.kind, citation.number), passages)


def _title(project: Project, kind: Kind, number: int) -> str:
    match kind:
        case Kind.REPORT:
            report = communities.report_heads(project.database).get(number)
            return "" if report is None else report.title
        case Kind.ENTITY:
            entity = graph.entity(project.database, number)
            return "" if entity is None else entity.title
        case Kind.RELATIONSHIP:
            found = graph.relationship(project.database, number)
            if found is None:
                return ""
            ends = {each.id: each.title for each in graph.entities_of(project.database, (found.source, found.target))}
            return f"{ends.get(found.source, found.source)} – {ends.get(found.target, found.target)}"
        case Kind.SOURCE:
            unit = documents.text_unit(project.database, number)
            return "" if unit is None else documents.first_path(project.database, unit.document)
        case _:
            return ""


def _passage(project: Project, evidence: Evidence) -> Passage:
    text = documents.text_of(project.database, evidence.document)
    start, end = evidence.span.start, evidence.span.end
    if text[start:end] != evidence.quote:  # of an earlier index: what stands there now is not what was cited
        return Passage(evidence, "", "", is_cut_before=False, is_cut_after=False)
    before = _from_a_word(text[max(0, start - _AROUND) : start], is_start=start <= _AROUND)
    after = _to_a_word(text[end : end + _AROUND], is_end=end + _AROUND >= len(text))
    return Passage(evidence, before, after, start > len(before), end + len(after) < len(text))


def _from_a_word(text: str, *, is_start: bool) -> str:
    """The last paragraph of the text, from a whole word on."""
    last = text.rpartition("\n\n")[2]
    if is_start or last != text:
        return last
    return last.partition(" ")[2]


def _to_a_word(text: str, *, is_end: bool) -> str:
    first = text.partition("\n\n")[0]
    if is_end or first != text:
        return first
    return first.rpartition(" ")[0]
