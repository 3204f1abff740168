"""What a run changed: documents, entities, communities and reports that came, went, moved or stayed."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChangedThing:
    """An entity or a community by its number and what it is called; without a title it is gone from the project."""

    number: int
    title: str = ""


@dataclass(frozen=True, slots=True)
class PathChange:
    """A document that lies elsewhere now."""

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class DocumentChanges:
    """The documents of a folder by what became of them, as paths; an edited one has other content under the same path.

    `renamed` lie in the same folder under another name, `moved` in another folder.
    """

    new: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()
    renamed: tuple[PathChange, ...] = ()
    moved: tuple[PathChange, ...] = ()
    removed: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """How many documents are other than they were."""
        return sum(map(len, (self.new, self.edited, self.renamed, self.moved, self.removed)))


@dataclass(frozen=True, slots=True)
class ChangeSummary:
    """What one version of the index has and the one before had not, and the other way round.

    `entities_moved` are in another smallest community than before. Of the communities that go on under their number
    `communities_changed` have other members; `communities_kept` counts the others. The titles of what is gone are told once,
    after the run, and kept nowhere.
    """

    version: int
    made_at: str
    documents: DocumentChanges = DocumentChanges()
    entities_appeared: tuple[ChangedThing, ...] = ()
    entities_vanished: tuple[ChangedThing, ...] = ()
    entities_moved: tuple[ChangedThing, ...] = ()
    communities_appeared: tuple[ChangedThing, ...] = ()
    communities_vanished: tuple[ChangedThing, ...] = ()
    communities_changed: tuple[ChangedThing, ...] = ()
    communities_kept: int = 0
    reports_written: tuple[ChangedThing, ...] = ()
    reports_kept: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether nothing changed that could be told."""
        things = (
            self.entities_appeared, self.entities_vanished, self.entities_moved, self.communities_appeared,
            self.communities_vanished, self.communities_changed, self.reports_written,
        )  # fmt: skip
        return not self.documents.count and not any(things)
