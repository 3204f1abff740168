"""Two answers compared, as blocks: what both say, what only one says, each sentence with its chips."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QCoreApplication

from graphrag_desktop.domain.answers import Answer, Citation, Use
from graphrag_desktop.domain.citations import format_citations
from graphrag_desktop.explore.comparison import Comparison, Overlap, Said
from graphrag_desktop.ui.cited_text import CitedText
from graphrag_desktop.ui.counted import counted, duration, moment
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.machine_notice import notice_block
from graphrag_desktop.ui.mode_words import mode_name
from graphrag_desktop.ui.model_words import money
from graphrag_desktop.ui.prose_blocks import Block, Piece, Run, caption, heading

Facts = tuple[tuple[str, str, str], ...]
"""What is told of two answers: its name, and what it is of the one and of the other."""


def comparison_facts(comparison: Comparison) -> Facts:
    """How the two answers were made and what they rest on, line by line."""
    one, other = comparison.one, comparison.other
    levels = sum(each.mode.has_level for each in (one, other))
    rows = [
        (_tr("Question"), one.question, other.question) if one.question.strip() != other.question.strip() else None,
        (_tr("Asked"), moment(one.asked_at), moment(other.asked_at)),
        (_tr("Level"), _level(one), _level(other)) if levels else None,
        (_tr("Way of asking"), mode_name(one.mode), mode_name(other.mode)) if levels < 2 else None,
        (_tr("Answered by"), one.engine, other.engine),
        (_tr("Index"), _version(one), _version(other)) if one.index_version != other.index_version else None,
        (_tr("Reports read, used"), _reports(one), _reports(other)),
        (_tr("Cost"), _cost(one), _cost(other)),
        (_tr("Time"), duration(one.seconds), duration(other.seconds)),
        (_tr("Statements cited"), f"{one.coverage:.0%}", f"{other.coverage:.0%}"),
        (_tr("Citations that hold"), _share(one.valid_share), _share(other.valid_share)),
        (_tr("Documents"), *_counts(comparison.documents)),
        (_tr("Passages"), *_counts(comparison.passages)),
    ]
    return tuple(row for row in rows if row is not None)


def overlap_words(comparison: Comparison) -> str:
    """How many sources both rest on."""
    documents = counted(comparison.documents.both, "1 document in both", "{n} documents in both")
    return f"{documents}, {counted(comparison.passages.both, '1 passage in both', '{n} passages in both')}"


def comparison_blocks(comparison: Comparison) -> tuple[Block, ...]:
    """The statements of both answers; chips count through `comparison_citations`."""
    return tuple(_blocks(comparison))


def comparison_citations(comparison: Comparison) -> tuple[Citation, ...]:
    """The citations of all that is shown, in the order in which it is."""
    shown: list[Said] = [each.one for each in comparison.shared]
    shown += [*comparison.only_one, *comparison.only_other]
    return tuple(citation for said in shown for citation in _ordered(said))


def _blocks(comparison: Comparison) -> Iterator[Block]:
    cited = CitedText(comparison_citations(comparison))
    yield heading((Run(_tr("In both")), *_count(len(comparison.shared))), above=4)
    if not comparison.shared:
        yield caption(_tr("No statement stands in both."))
    for each in comparison.shared:
        yield _statement(each.one, cited, "=\t" if each.is_verbatim else "≈\t")
        if not each.is_verbatim:
            words = _tr("The other says: {words}").format(words=each.other.text)
            yield Block((Run(words),), role="small", tone="text2", indent=18)
    for title, only in (
        (_tr("Only in the first"), comparison.only_one),
        (_tr("Only in the second"), comparison.only_other),
    ):
        yield heading((Run(title), *_count(len(only))), above=14)
        if not only:
            yield caption(_tr("Nothing."))
        for said in only:
            yield _statement(said, cited, "•\t")
    words = "Statements are the same where their words are (=), or nearly are, or largely are and cite the same records or words (≈)."
    yield caption(_tr(words), above=12)
    yield notice_block()


def _statement(said: Said, cited: CitedText, mark: str) -> Block:
    names = format_citations((each.kind, each.number) for each in _ordered(said))
    return Block(cited.pieces(f"{said.text} {names}".strip()), indent=18, bullet=mark, below=5)


def _ordered(said: Said) -> Sequence[Citation]:
    """As `format_citations` puts them: kind by kind."""
    kinds = dict.fromkeys(each.kind for each in said.citations)
    return [each for kind in kinds for each in said.citations if each.kind is kind]


def _count(count: int) -> tuple[Piece, ...]:
    return (Run(f"  {figure(count)}", weight=400, tone="text3"),)


def _version(answer: Answer) -> str:
    return _tr("version {n}").format(n=figure(answer.index_version))


def _level(answer: Answer) -> str:
    return f"C{answer.level}" if answer.mode.has_level else "–"


def _reports(answer: Answer) -> str:
    if not answer.reports:
        return "–"
    cited = sum(each.use is Use.CITED for each in answer.reports)
    return _tr("{read}, {used}").format(read=figure(len(answer.reports)), used=figure(cited))


def _cost(answer: Answer) -> str:
    if not answer.model_calls:
        return _tr("free")
    words = [counted(answer.model_calls, "1 call", "{n} calls")]
    words.append(counted(answer.prompt_tokens + answer.completion_tokens, "1 token", "{n} tokens"))
    return " · ".join([*words, *([] if answer.money is None else [money(answer.money)])])


def _share(share: float | None) -> str:
    return "–" if share is None else f"{share:.0%}"


def _counts(overlap: Overlap) -> tuple[str, str]:
    return figure(overlap.one), figure(overlap.other)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Comparison", text)
