"""An answer with what its statements say and the words they cite do not, and its figures of trust."""

from collections.abc import Collection, Iterator

from PySide6.QtCore import QCoreApplication

from graphrag_desktop.domain.answers import Answer
from graphrag_desktop.ui.cited_text import CitedText, markdown_blocks
from graphrag_desktop.ui.prose_blocks import Block, Placed, Run
from graphrag_desktop.ui.verdict_marks import VERDICT, VerdictMark, check_words, verdict_blocks

_MOST_NAMED = 6


def checked_blocks(answer: Answer, cited: CitedText, opened: Collection[int] = ()) -> tuple[Block, ...]:
    """The text of a finished answer; below a paragraph what is not in the words that it cites.

    Once a model checked it, each statement has a mark, and what is not supported is said below its paragraph. `opened`
    are the places of the statements whose way down to the documents is shown.
    """
    blocks: list[Block] = []
    start = 0
    checked = answer.check.statements if answer.check else ()
    marks = {each.span.end: Placed(VerdictMark(each.verdict), f"{VERDICT}:{at}") for at, each in enumerate(checked)}
    lacking = [each for each in answer.statements if each.missing]
    for line in answer.text.splitlines(keepends=True):
        end = start + len(line)
        blocks += markdown_blocks(line, cited, {end - start: mark for end, mark in marks.items() if end > start})
        missing = dict.fromkeys(words for each in lacking if start <= each.span.start < end for words in each.missing)
        if missing:
            blocks.append(_missing(list(missing), indent=blocks[-1].indent))
        indent = blocks[-1].indent if blocks else 0
        for at, each in enumerate(checked):
            if start <= each.span.start < end:
                blocks += verdict_blocks(each, indent, is_open=at in opened)
        start = end
    return tuple(blocks)


def trust_words(answer: Answer) -> str:
    """How many statements cite, how many citations hold, how many of those reach words of a document."""
    return " · ".join(_trust(answer))


def found_words(answer: Answer) -> str:
    """What a model found of its statements; empty before it was asked to check them."""
    return " · ".join(check_words(answer.check)) if answer.check else ""


def _trust(answer: Answer) -> Iterator[str]:
    if answer.is_answered and answer.citations:
        yield _tr("{share} cited").format(share=f"{answer.coverage:.0%}")
        if answer.valid_share is not None:
            yield _tr("{share} valid").format(share=f"{answer.valid_share:.0%}")
        if answer.reach is not None:
            yield _tr("{share} reach the words").format(share=f"{answer.reach:.0%}")
        checked = [each for each in answer.statements if each.anchors]
        if checked:
            anchored = sum(not each.missing for each in checked)
            yield _tr("{some} of {all} anchored").format(some=anchored, all=len(checked))


def _missing(words: list[str], indent: int) -> Block:
    shown = ", ".join(words[:_MOST_NAMED]) + ("…" if len(words) > _MOST_NAMED else "")
    text = _tr("Not in the words cited: {words}").format(words=shown)
    return Block((Run(text),), role="small", tone="warn", indent=indent)


def _tr(text: str) -> str:
    return QCoreApplication.translate("CheckedText", text)
