"""Answers compared, as blocks: what several say, what only one says, each sentence with its chips."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QCoreApplication

from graphrag_desktop.domain.answers import Answer, Citation, Use
from graphrag_desktop.domain.citations import format_citations
from graphrag_desktop.explore.comparison import Aligned, Comparison, Overlap, Said
from graphrag_desktop.ui.cited_text import CitedText
from graphrag_desktop.ui.counted import counted, duration, moment
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.machine_notice import notice_block
from graphrag_desktop.ui.mode_words import mode_name
from graphrag_desktop.ui.model_words import money
from graphrag_desktop.ui.prose_blocks import Block, Piece, Run, caption, heading

Facts = tuple[tuple[str, ...], ...]
"""What is told of answers: its name, and what it is of each."""


def comparison_facts(comparison: Comparison) -> Facts:
    """How the answers were made and what they rest on, line by line."""
    answers = comparison.answers
    levels = sum(each.mode.has_level for each in answers)
    questions = tuple(each.question.strip() for each in answers)
    rows = [
        (_tr("Question"), *questions) if len(set(questions)) > 1 else None,
        (_tr("Asked"), *(moment(each.asked_at) for each in answers)),
        (_tr("Level"), *map(_level, answers)) if levels else None,
        (_tr("Way of asking"), *(mode_name(each.mode) for each in answers)) if levels < len(answers) else None,
        (_tr("Answered by"), *(each.engine for each in answers)),
        (_tr("Index"), *map(_version, answers)) if len({each.index_version for each in answers}) > 1 else None,
        (_tr("Reports read, used"), *map(_reports, answers)),
        (_tr("Cost"), *map(cost_words, answers)),
        (_tr("Time"), *(duration(each.seconds) for each in answers)),
        (_tr("Statements cited"), *(f"{each.coverage:.0%}" for each in answers)),
        (_tr("Citations that hold"), *(_share(each.valid_share) for each in answers)),
        (_tr("Documents"), *_counts(comparison.documents)),
        (_tr("Passages"), *_counts(comparison.passages)),
    ]
    return tuple(row for row in rows if row is not None)


def overlap_words(comparison: Comparison) -> str:
    """How many sources all rest on."""
    found = comparison.documents.shared, comparison.passages.shared
    if len(comparison.answers) == 2:
        documents = counted(found[0], "1 document in both", "{n} documents in both")
        return f"{documents}, {counted(found[1], '1 passage in both', '{n} passages in both')}"
    documents = counted(found[0], "1 document in all", "{n} documents in all")
    return f"{documents}, {counted(found[1], '1 passage in all', '{n} passages in all')}"


def comparison_blocks(comparison: Comparison, names: Sequence[str] = ()) -> tuple[Block, ...]:
    """The statements of all answers; chips count through `comparison_citations`.

    `names` are what the answers are called, where they are more than the first and the second.
    """
    return tuple(_blocks(comparison, names))


def comparison_citations(comparison: Comparison) -> tuple[Citation, ...]:
    """The citations of all that is shown, in the order in which it is."""
    shown: list[Said] = [each.first for each in comparison.aligned]
    shown += [said for own in comparison.only for said in own]
    return tuple(citation for said in shown for citation in _ordered(said))


def cost_words(answer: Answer) -> str:
    """Calls, tokens and money of an answer."""
    if not answer.model_calls:
        return _tr("free")
    words = [counted(answer.model_calls, "1 call", "{n} calls")]
    words.append(counted(answer.tokens, "1 token", "{n} tokens"))
    return " · ".join([*words, *([] if answer.money is None else [money(answer.money)])])


def _blocks(comparison: Comparison, names: Sequence[str]) -> Iterator[Block]:
    cited = CitedText(comparison_citations(comparison))
    in_all = _tr("In both") if len(comparison.answers) == 2 else _tr("In all")
    yield heading((Run(in_all), *_count(len(comparison.shared))), above=4)
    if not comparison.shared:
        yield caption(
            _tr("No statement stands in both.") if len(comparison.answers) == 2 else _tr("No statement stands in all.")
        )
    for each in comparison.shared:
        yield from _aligned(each, cited, names)
    if comparison.in_some:
        yield heading((Run(_tr("In some")), *_count(len(comparison.in_some))), above=14)
    for each in comparison.in_some:
        yield from _aligned(each, cited, names)
    titles = [_tr("Only in {name}").format(name=name) for name in names]
    for title, only in zip(
        titles or [_tr("Only in the first"), _tr("Only in the second")], comparison.only, strict=True
    ):
        yield heading((Run(title), *_count(len(only))), above=14)
        if not only:
            yield caption(_tr("Nothing."))
        for said in only:
            yield _statement(said, cited, "•\t")
    words = "Statements are the same where their words are (=), or nearly are, or largely are and cite the same records or words (≈)."
    yield caption(_tr(words), above=12)
    yield notice_block()


def _aligned(each: Aligned, cited: CitedText, names: Sequence[str]) -> Iterator[Block]:
    """A statement, who makes it where not all do, and the other wordings."""
    yield _statement(each.first, cited, "=\t" if each.is_verbatim else "≈\t")
    if not each.is_in_all:
        makers = ", ".join(names[at] for at in each.makers)
        yield _note(_tr("In {names}").format(names=makers))
    if each.is_verbatim:
        return
    for at in each.makers[1:]:
        said = each.said[at]
        if said is not None and names:
            yield _note(_tr("{name} says: {words}").format(name=names[at], words=said.text))
        elif said is not None:
            yield _note(_tr("The other says: {words}").format(words=said.text))


def _note(words: str) -> Block:
    return Block((Run(words),), role="small", tone="text2", indent=18)


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


def _share(share: float | None) -> str:
    return "–" if share is None else f"{share:.0%}"


def _counts(overlap: Overlap) -> tuple[str, ...]:
    """How many of each; of more than two answers also how many of them no other rests on."""
    if len(overlap.each) == 2:
        return tuple(map(figure, overlap.each))
    words = _tr("{n}, {only} only here")
    return tuple(
        words.format(n=figure(own), only=figure(only)) for own, only in zip(overlap.each, overlap.only, strict=True)
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("Comparison", text)
