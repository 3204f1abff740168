"""What gives a document away that is erased: words and runs of words that no other document of the project has."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from graphrag_desktop.domain.identity import DocumentId
from graphrag_desktop.project import Project
from graphrag_desktop.storage import changes, documents, entity_edits, restrictions
from graphrag_desktop.storage.redaction import Redactor, redact_kept

ERASED = "[erased]"
"""What stands in place of words that were taken out."""

_RUN = 5  # words: shorter ones are in any text
_EASTERN = "぀-ヿ㐀-鿿가-힯"
_WORD = re.compile(rf"[{_EASTERN}]|[^\W{_EASTERN}]+")  # scripts without spaces character by character
_PIECE_END = re.compile(r"((?<=[.!?])\s+|(?<=[。！？])|\n+)")

Run = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Traces:
    """The words and runs of words, in lower case, that only the documents have which are to be erased."""

    documents: frozenset[DocumentId]
    words: frozenset[str]
    runs: frozenset[Run]

    def are_in(self, text: str) -> bool:
        """Whether a text has any of them."""
        words = words_of(text)
        return not self.words.isdisjoint(words) or any(run in self.runs for run in _runs(words))

    def redact_sentences(self, text: str) -> str:
        """The text with every sentence that has any of them replaced."""
        pieces = _PIECE_END.split(text)
        if not any(self.are_in(each) for each in pieces):
            return text
        return "".join(ERASED if self.are_in(each) else each for each in pieces)

    def redact_words(self, text: str) -> str:
        """The text with every such word replaced, for what the analyst wrote; a quotation goes as a sentence does."""
        left = _WORD.sub(lambda match: ERASED if match[0].casefold() in self.words else match[0], text)
        return self.redact_sentences(left)


def read_traces(project: Project, going: Collection[DocumentId]) -> Traces:
    """Read what gives these documents away, while they are still there."""
    words: set[str] = set()
    runs: set[Run] = set()
    for each in going:
        told = words_of(documents.text_of(project.database, each))
        words.update(told)
        runs.update(_runs(told))
    for other in documents.documents(project.database):
        if other.id not in going and other.has_text:
            told = words_of(documents.text_of(project.database, other.id))
            words.difference_update(told)
            runs.difference_update(_runs(told))
    return Traces(frozenset(going), frozenset(words), frozenset(runs))


def erase_traces(project: Project, traces: Traces, paths: Sequence[str]) -> int:
    """Take them out of kept answers, the case file, edits of entities and the summaries of changes; returns how many answers and items had any."""
    changes.forget_paths(project.database, paths)
    edits = entity_edits.edits(project.database)
    named = [
        each.number for each in edits if any(map(traces.are_in, (each.entity, each.title, each.name, *each.names)))
    ]
    entity_edits.drop_edits(project.database, named)
    restrictions.forget_paths(project.database, paths, ERASED)
    redactor = Redactor(traces.documents, traces.redact_sentences, traces.redact_words)
    return redact_kept(project.database, redactor)


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, in order."""
    return _WORD.findall(text.casefold())


def _runs(words: Sequence[str]) -> Iterator[Run]:
    return zip(*(words[at:] for at in range(_RUN)), strict=False)
