"""An answer with what its statements say and the words they cite do not, and its figures of trust."""

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication

from graphrag_desktop.domain.answers import Answer
from graphrag_desktop.ui.cited_text import CitedText, markdown_blocks
from graphrag_desktop.ui.prose_blocks import Block, Run

_MOST_NAMED = 6


def checked_blocks(answer: Answer, cited: CitedText) -> tuple[Block, ...]:
    """The text of a finished answer; below a paragraph what is not in the words that it cites."""
    blocks: list[Block] = []
    start = 0
    lacking = [each for each in answer.statements if each.missing]
    for line in answer.text.splitlines(keepends=True):
        end = start + len(line)
        blocks += markdown_blocks(line, cited)
        missing = dict.fromkeys(words for each in lacking if start <= each.span.start < end for words in each.missing)
        if missing:
            blocks.append(_missing(list(missing), indent=blocks[-1].indent))
        start = end
    return tuple(blocks)


def trust_words(answer: Answer) -> str:
    """How many statements cite, how many citations hold, how many of those reach words of a document."""
    return " · ".join(_trust(answer))


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
