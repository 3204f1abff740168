"""How many independent documents are behind something: one that is mostly the same as another does not count beside it."""

from collections.abc import Iterable
from dataclasses import dataclass

from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.domain.identity import DocumentId
from graphrag_desktop.project import Project
from graphrag_desktop.storage import documents
from graphrag_desktop.storage.support import documents_behind


@dataclass(frozen=True, slots=True)
class Support:
    """So many independent `documents` bear something out, of all that there are in the project."""

    documents: int = 0
    of: int = 0

    @property
    def is_single(self) -> bool:
        """Whether it rests on one document alone; where there is but one, that says nothing."""
        return self.documents == 1 and self.of > 1


NO_SUPPORT = Support()
"""Of what nothing is known."""


class Independence:
    """The documents of a project with those that copy another; for one view."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._originals = documents.copies(project.database)
        known = [each.id for each in documents.documents(project.database) if each.has_text]
        self._all = len({self._original(each) for each in known})

    def of_records(self, kind: Kind, numbers: Iterable[int]) -> dict[int, Support]:
        """What bears out each entity, relationship or claim with one of these numbers."""
        behind = documents_behind(self._project.database, kind, numbers)
        return {number: self._support(each) for number, each in behind.items()}

    def of_passages(self, passages: Iterable[Evidence]) -> Support:
        """The documents in which these passages stand."""
        return self._support(each.document for each in passages)

    def _support(self, found: Iterable[DocumentId]) -> Support:
        return Support(len({self._original(each) for each in found}), self._all)

    def _original(self, document: DocumentId) -> DocumentId:
        seen = {document}
        while (original := self._originals.get(document)) is not None and original not in seen:
            document = original
            seen.add(document)
        return document


def support_of(project: Project, kind: Kind, numbers: Iterable[int]) -> dict[int, Support]:
    """What bears out each entity, relationship or claim with one of these numbers."""
    return Independence(project).of_records(kind, numbers)
