"""The case file of a project: things found are kept as they are now, with notes beside them, in an order of one's own."""

import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from graphrag_desktop.domain.answers import Answer, Citation
from graphrag_desktop.domain.case_file import CaseItem, CaseKind
from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.explore.case_export import make_paper
from graphrag_desktop.explore.entities import entity_view
from graphrag_desktop.explore.reports import report_view
from graphrag_desktop.explore.saved_files import save_whole
from graphrag_desktop.explore.trail import entity_trail
from graphrag_desktop.project import Project
from graphrag_desktop.storage import case_file, journal

_MOST_SENTENCES = 5  # of an entity
_LONGEST_TITLE = 80


@dataclass(frozen=True, slots=True)
class DroppedItem:
    """An item that was taken out, with its place: all that is needed to put it back."""

    item: CaseItem
    place: int


def case_items(project: Project) -> tuple[CaseItem, ...]:
    """All items in the order in which the analyst has them."""
    return case_file.case_items(project.database)


def keep_item(project: Project, item: CaseItem, place: int | None = None) -> CaseItem:
    """Keep an item at a place (from 0), or behind all others; returns it."""
    case_file.keep_item(project.database, item, place)
    return item


def drop_item(project: Project, identity: str) -> DroppedItem:
    """Take an item out; raises `InputError` where it is gone."""
    found = case_file.drop_item(project.database, identity)
    if found is None:
        raise _gone()
    return DroppedItem(*found)


def write_note(project: Project, identity: str, note: str) -> str:
    """Put other words beside an item; returns those that stood there. Raises `InputError` where it is gone."""
    before = case_file.write_note(project.database, identity, note)
    if before is None:
        raise _gone()
    return before


def move_item(project: Project, identity: str, place: int) -> None:
    """Put an item at another place among the others (from 0)."""
    case_file.move_item(project.database, identity, place)


def write_case(project: Project, path: Path, made_at: str = "") -> None:
    """Write the case file as .docx, .html or .md; raises `InputError` for another ending and where it cannot be written."""
    from graphrag_desktop.explore.case_writers import write_paper

    moment = made_at or datetime.now().astimezone().isoformat(sep=" ", timespec="minutes")
    written = write_paper(make_paper(project.path.stem, moment, case_items(project)), path.name)
    save_whole(path, written)


def note_item(project: Project, words: str) -> CaseItem:
    """The analyst's own words, that stand for themselves; without any, they come to stand beside it."""
    return _item(project, CaseKind.NOTE, _first_words(words) or "Note", words)


def quote_item(project: Project, evidence: Evidence) -> CaseItem:
    """Words of a document."""
    return _item(project, CaseKind.QUOTE, _first_words(evidence.quote), "", evidence=(evidence,))


def entity_item(project: Project, number: int) -> CaseItem:
    """An entity with what is said of it and the sentences that name it best."""
    entity = entity_view(project, number).entity
    evidence = entity_trail(project, number, _MOST_SENTENCES)
    return _item(
        project, CaseKind.ENTITY, entity.title, entity.description, evidence=evidence, about=str(entity.number)
    )


def report_item(project: Project, number: int) -> CaseItem:
    """The report of a community."""
    view = report_view(project, number)
    findings = (f"## {each.summary}\n{each.explanation}" for each in view.findings)
    text = "\n\n".join([view.summary, *findings])
    citations = (*view.summary_citations, *(each for finding in view.findings for each in finding.citations))
    return _item(project, CaseKind.REPORT, view.row.title, text, citations=citations, about=str(number))


def answer_item(project: Project, answer: Answer) -> CaseItem:
    """A question with its answer; it keeps the version of the index that it was given from."""
    made = _item(
        project, CaseKind.ANSWER, answer.question.strip(), answer.text, citations=answer.citations, about=answer.id
    )
    return CaseItem(
        made.id, made.kind, made.title, made.text, made.added_at, made.citations, made.evidence, made.note, made.about,
        answer.index_version,
    )  # fmt: skip


def view_item(project: Project, title: str, picture: bytes) -> CaseItem:
    """A picture of the map; `picture` is a PNG."""
    return _item(project, CaseKind.VIEW, title, "", picture=picture)


def _item(  # noqa: PLR0913  # what an item may have
    project: Project,
    kind: CaseKind,
    title: str,
    text: str,
    *,
    citations: tuple[Citation, ...] = (),
    evidence: tuple[Evidence, ...] = (),
    about: str = "",
    picture: bytes = b"",
) -> CaseItem:
    return CaseItem(
        uuid.uuid4().hex,
        kind,
        title,
        text,
        datetime.now(UTC).isoformat(timespec="milliseconds"),
        citations,
        evidence,
        about=about,
        index_version=journal.index_version(project.database),
        picture=picture,
    )


def _first_words(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_TITLE else f"{line[:_LONGEST_TITLE].rsplit(' ', 1)[0]}…"


def _gone() -> InputError:
    return InputError("That item is no longer in the case file.", "It was taken out meanwhile.")
