"""A second, very small engine: it reads names by their capital letters and answers by quoting what shares a word.

It is no stand-in for the built-in engine's quality, but it keeps every promise of the port.
"""

import math
import re
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from graphrag_desktop.domain.answers import Part
from graphrag_desktop.domain.arrays import StoredArray
from graphrag_desktop.domain.asking import Keywords
from graphrag_desktop.domain.citations import defuse_citations, format_citations
from graphrag_desktop.domain.contexts import Context, ContextItem, EvidenceSentence, Kind, ReportContext
from graphrag_desktop.domain.conversation import Restated, Turn
from graphrag_desktop.domain.documents import ParsedDocument, TextUnit
from graphrag_desktop.domain.entity_edits import EntityEdit
from graphrag_desktop.domain.events import AnswerGrew
from graphrag_desktop.domain.extractions import (
    ExtractedEntity,
    ExtractedMention,
    ExtractedRelationship,
    ExtractedSentence,
    Extractions,
    FoundName,
    Reading,
    ReadingFailure,
    ReadingTask,
    ReadSentence,
)
from graphrag_desktop.domain.identity import EntityId, Span, entity_id, memo_key
from graphrag_desktop.domain.reports import Finding, ReportDraft
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.language.follow_ups import restate
from graphrag_desktop.language.words import search_terms

_DIMENSIONS = 32
_NAME = re.compile(r"(?<!^)\b[A-Z]\w+(?: [A-Z]\w+)*")


class QuotingEngine:
    """An engine that quotes: deterministic, without any state."""

    name = "quoting engine of the tests"
    identity = writing_identity = embedding_identity = "quoting 1"
    at_once = 1

    def plan_reading(self, parsed: ParsedDocument, units: Sequence[TextUnit]) -> tuple[ReadingTask, ...]:
        """A task for each document; units do not matter to it."""
        text = parsed.text
        return (ReadingTask(memo_key(self.identity, text), parsed.document.id, 0, text),) if units else ()

    def read(
        self, pending: Iterable[ReadingTask], control: RunControl
    ) -> Iterator[tuple[ReadingTask, Reading] | ReadingFailure]:
        """A sentence for each line, a name for each run of capitalised words but the first."""
        for task in pending:
            control.checkpoint()
            lines = re.finditer(r"[^\n]+", task.text)
            yield task, Reading(task.key, tuple(_read_line(match) for match in lines))

    def consolidate(
        self, readings: Sequence[tuple[ReadingTask, Reading]], control: RunControl, edits: Sequence[EntityEdit] = ()
    ) -> Extractions:
        """Names with the same id are one entity; those of one sentence are related. It knows no edits."""
        control.checkpoint()
        assert not edits
        sentences = sorted(
            (_placed(task, each) for task, reading in readings for each in reading.sentences), key=_place
        )
        titles = {
            entity_id(name.title): name.title
            for _, reading in readings
            for each in reading.sentences
            for name in each.names
        }
        pairs: dict[tuple[EntityId, EntityId], int] = {}
        for sentence in sentences:
            named = sorted({mention.entity for mention in sentence.mentions})
            for at, one in enumerate(named):
                for other in named[at + 1 :]:
                    pairs[one, other] = pairs.get((one, other), 0) + 1
        return Extractions(
            tuple(ExtractedEntity(each, title, "name") for each, title in sorted(titles.items())),
            tuple(ExtractedRelationship(*pair, count, float(count)) for pair, count in sorted(pairs.items())),
            tuple(sentences),
        )

    def describe(self, title: str, descriptions: Sequence[str], control: RunControl) -> str:
        """All of them."""
        control.checkpoint()
        return " ".join(descriptions)

    def write_report(self, context: ReportContext, control: RunControl) -> ReportDraft:
        """A finding for each sentence of the context."""
        control.checkpoint()
        sentences = [each for item in context.context.items for each in item.sentences]
        title = ", ".join(item.title for item in context.context.items if item.kind is Kind.ENTITY) or "Community"
        findings = tuple(Finding(each.text[:30], _quote(each), (each.number,)) for each in sentences)
        return ReportDraft(title, f"{len(sentences)} sentences.", findings, 5.0, "All reports have the same rating.")

    def answer_part(self, question: str, context: Context, control: RunControl) -> Part:
        """The sentences of each record that are said to be relevant or share a word with the question.

        A record scores by its relevance, if told.
        """
        control.checkpoint()
        scores = {item.number: _score(question, item) for item in context.items if item.kind is Kind.REPORT}
        quoted = [
            each
            for item in context.items
            for each in item.sentences
            if each.relevance or _shares_word(question, each.text)
        ]
        text = "\n".join(f"- {_quote(each)}" for each in dict.fromkeys(quoted))
        highest = max((_score(question, item) for item in context.items), default=0)
        return Part(text, highest if quoted else 0, tuple(scores.items()), tuple(quoted))

    def answer(self, question: str, context: Context, control: RunControl) -> str:
        """The lines of all parts, one after the other."""
        told = [f"On “{question}”:\n", *(f"{line}\n" for item in context.items for line in item.text.splitlines())]
        for piece in told:
            control.checkpoint()
            control.emit(AnswerGrew(piece))
        return "".join(told)

    def answer_from(self, question: str, context: Context, control: RunControl) -> str:
        """The lines of the only part."""
        part = self.answer_part(question, context, control)
        return self.answer(question, Context((ContextItem(Kind.PART, 1, "", part.text, 0),), 0), control)

    def explore(self, question: str, context: Context, control: RunControl, overall: str = "") -> Part:
        """A part; of the question itself, what is asked next are the names in what it quotes."""
        part = self.answer_part(question, context, control)
        if overall:
            return part
        found = dict.fromkeys(match[0] for each in part.sentences for match in _NAME.finditer(each.text))
        return replace(part, follow_ups=tuple(f"{name}: {question}" for name in found if name not in question))

    def keywords(self, question: str, control: RunControl) -> Keywords:
        """All words in particular, the question in general."""
        control.checkpoint()
        return Keywords(tuple(search_terms(question)) or (question,), (question,))

    def restate(self, question: str, turns: Sequence[Turn], control: RunControl) -> Restated:
        """By the rules of the built-in engine."""
        control.checkpoint()
        return restate(question, turns)

    def embed(self, texts: Sequence[str], control: RunControl) -> StoredArray:
        """Counts of words in a few dimensions."""
        control.checkpoint()
        rows = array("f")
        for text in texts:
            counts = [0.0] * _DIMENSIONS
            for term in search_terms(text):
                counts[zlib.crc32(term.encode()) % _DIMENSIONS] += 1
            length = math.sqrt(sum(each * each for each in counts)) or 1.0
            rows.extend(each / length for each in counts)
        return StoredArray("<f4", (len(texts), _DIMENSIONS), rows.tobytes())


def _read_line(match: re.Match[str]) -> ReadSentence:
    start = match.start()
    names = tuple(
        FoundName(found[0], "name", Span(start + found.start(), start + found.end()))
        for found in _NAME.finditer(match[0])
    )
    return ReadSentence(Span(*match.span()), start, "en", 1.0, len(match[0].split()), names=names)


def _placed(task: ReadingTask, read: ReadSentence) -> ExtractedSentence:
    mentions = tuple(ExtractedMention(entity_id(name.title), _moved(name.span, task.start)) for name in read.names)
    terms = " ".join(search_terms(task.text[read.span.start : read.span.end]))
    return ExtractedSentence(task.document, _moved(read.span, task.start), read.quality, "", terms, mentions)


def _moved(span: Span, by: int) -> Span:
    return Span(span.start + by, span.end + by)


def _place(sentence: ExtractedSentence) -> tuple[str, Span]:
    return sentence.document, sentence.span


def _quote(sentence: EvidenceSentence) -> str:
    refs = [(Kind.SOURCE, sentence.source), *([(Kind.REPORT, sentence.report)] if sentence.report is not None else [])]
    return f"{defuse_citations(' '.join(sentence.text.split()))} {format_citations(refs)}"


def _shares_word(question: str, text: str) -> bool:
    return bool(set(search_terms(question)) & set(search_terms(text)))


def _score(question: str, item: ContextItem) -> int:
    if item.relevance is not None:
        return round(100 * item.relevance)
    asked = set(search_terms(question))
    return round(100 * len(asked & set(search_terms(item.text))) / max(1, len(asked)))
