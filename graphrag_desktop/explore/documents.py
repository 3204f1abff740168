"""The documents of a project: as rows, and one of them to be read with all that was found in it."""

from collections.abc import Sequence
from dataclasses import dataclass

from graphrag_desktop.domain.documents import Document, DocumentState, Page, Sentence
from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.domain.identity import DocumentId, Span
from graphrag_desktop.project import Project
from graphrag_desktop.storage import documents, graph

_MOST_NAMED = 5  # paths in an error


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A document as lists show it; `pages` is 0 where its format has none.

    `copy_of` is the path of another document that holds most of it, or empty: such a copy is no part of the graph.
    """

    document: Document
    pages: int
    text_units: int
    copy_of: str = ""


@dataclass(frozen=True, slots=True)
class FileRow:
    """A file of the folder and what became of it; `document` is None where not even its bytes could be read.

    `reason` is empty where it was read as it stands. A duplicate names the document it is a copy of; `copy_of` is the
    path of another document that holds most of this one, or empty.
    """

    path: str
    state: DocumentState
    reason: str
    document: Document | None = None
    pages: int = 0
    text_units: int = 0
    copy_of: str = ""


@dataclass(frozen=True, slots=True)
class SourceView:
    """A document's text with what points into it: `mentions` are entity numbers and where they are named, in order.

    `is_kept` says that it is no document of the project any more: its text is one quotation that was kept.
    """

    document: Document
    text: str
    pages: tuple[Page, ...]
    sentences: tuple[Sentence, ...]
    mentions: tuple[tuple[int, Span], ...]
    is_kept: bool = False

    def holds(self, passage: Evidence) -> bool:
        """Whether the words of a passage stand here, at the place that it names."""
        place = slice(passage.span.start, passage.span.end)
        return not self.is_kept and self.document.id == passage.document and self.text[place] == passage.quote


def documents_view(project: Project) -> tuple[DocumentRow, ...]:
    """The documents by path, those without readable text included."""
    pages = documents.page_counts(project.database)
    units = documents.unit_counts(project.database)
    copies = documents.copies(project.database)
    known = documents.documents(project.database)
    paths = {each.id: each.paths[0] for each in known}
    return tuple(
        DocumentRow(
            each, pages.get(each.id, 0), units.get(each.id, 0), paths[copies[each.id]] if each.id in copies else ""
        )
        for each in known
    )


def files_view(project: Project) -> tuple[FileRow, ...]:
    """Every file that was found in the folder, by path, none left unaccounted for."""
    by_path = {path: row for row in documents_view(project) for path in row.document.paths}
    return tuple(
        FileRow(each.path, each.state, each.reason)
        if (row := by_path.get(each.path)) is None
        else FileRow(each.path, each.state, each.reason, row.document, row.pages, row.text_units, row.copy_of)
        for each in documents.files(project.database)
    )


def documents_called(project: Project, words: Sequence[str]) -> tuple[DocumentId, ...]:
    """The documents of whose path each of these is a part, alone; raises `InputError` where none is, or several are."""
    known = documents.documents(project.database)
    found: list[DocumentId] = []
    for wanted in words:
        called = [each for each in known if any(wanted.casefold() in path.casefold() for path in each.paths)]
        exact = [each for each in called if wanted in each.paths]
        if len(exact or called) != 1:
            listed = ", ".join(each.paths[0] for each in called[:_MOST_NAMED])
            what = "several documents" if called else "no document"
            raise InputError(
                f"“{wanted}” is part of the path of {what}.", f"Write more of it: {listed}." * bool(called)
            )
        found.append((exact or called)[0].id)
    return tuple(found)


def source_view(project: Project, identity: DocumentId) -> SourceView:
    """One document; raises `InputError` where the project has none of that id."""
    known = {each.id: each for each in documents.documents(project.database)}
    if identity not in known:
        raise InputError("That document is no longer in the project.", "It was removed or changed since; index again.")
    text = documents.text_of(project.database, identity)
    return SourceView(
        known[identity],
        text,
        documents.pages_of(project.database, identity),
        documents.sentences_within(project.database, identity, Span(0, len(text))),
        graph.mentions_within(project.database, identity),
    )


def source_of_passage(project: Project, passage: Evidence) -> SourceView:
    """The document that a passage stands in; where it is gone, or other words stand there now, the words as they were kept.

    An answer of an earlier index never leads to a wrong place.
    """
    try:
        view = source_view(project, passage.document)
    except InputError:
        return _kept(passage)
    return view if view.holds(passage) else _kept(passage)


def _kept(passage: Evidence) -> SourceView:
    document = Document(
        passage.document, (passage.path,), DocumentState.READ, characters=len(passage.quote), size=len(passage.quote)
    )
    return SourceView(document, passage.quote, (), (), (), is_kept=True)
