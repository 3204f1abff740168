"""An answer as it leaves the program: Markdown with the question, how it was answered, its text and the words it cites."""

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication

from graphrag_desktop.domain.answers import Answer, Citation, Use
from graphrag_desktop.domain.graph import Evidence
from graphrag_desktop.ui.citation_states import CitationState, citation_state
from graphrag_desktop.ui.counted import counted, duration, moment
from graphrag_desktop.ui.ended_words import ended_words
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.inline_objects import kind_words
from graphrag_desktop.ui.machine_notice import machine_notice
from graphrag_desktop.ui.mode_words import asked_words
from graphrag_desktop.ui.model_words import money
from graphrag_desktop.ui.restriction_words import restriction_words
from graphrag_desktop.ui.verdict_marks import check_words, said_of


def answer_markdown(answer: Answer) -> str:
    """All of it, as a text that stands for itself."""
    parts = [
        f"# {answer.question.strip()}",
        f"*{how_answered(answer)}*",
        f"> {machine_notice()}",
        answer.text.strip(),
        *_checked(answer),
        *_sources(answer),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _checked(answer: Answer) -> Iterator[str]:
    """What a model found of it, and every statement that it did not find supported."""
    if answer.check is None:
        return
    yield f"## {_tr('Checked with a model')}"
    yield " · ".join(check_words(answer.check))
    lines = [
        f"- “{' '.join(each.text.split())}”: {said}" for each in answer.check.statements if (said := said_of(each))
    ]
    if lines:
        yield "\n".join(lines)


def how_answered(answer: Answer) -> str:
    """Level or way of asking, what was read and used, cost and engine, in one line."""
    cited = sum(each.use is Use.CITED for each in answer.reports)
    failed = sum(len(part.reports) for part in answer.parts if part.failure)
    words = [asked_words(answer.mode, answer.level)]
    if answer.mode.reads_reports:
        reports = _tr("{read} of {all} reports read, {cited} used")
        read, every = figure(len(answer.reports) - failed), figure(len(answer.reports))
        words.append(reports.format(read=read, all=every, cited=figure(cited)))
    if answer.parts:
        words.append(counted(len(answer.parts), "1 part", "{n} parts"))
    if not answer.restriction.is_empty:
        words.insert(1, restriction_words(answer.restriction))
    if answer.model_calls:
        tokens = answer.prompt_tokens + answer.completion_tokens
        words += [counted(tokens, "1 token", "{n} tokens"), counted(answer.model_calls, "1 call", "{n} calls")]
    if answer.money is not None:
        words.append(_tr("cost {money}").format(money=money(answer.money)))
    words += [duration(answer.seconds), answer.engine, moment(answer.asked_at)]
    return " · ".join([*([] if answer.is_whole else [ended_words(answer)]), *words])


def state_words(state: CitationState) -> str:
    """A grade of citation as lists say it."""
    return _tr(
        {
            CitationState.QUOTED: "word for word",
            CitationState.CLOSE: "close match",
            CitationState.RECORD: "by record",
            CitationState.OUTSIDE: "outside the context",
            CitationState.UNKNOWN: "not found",
        }[state]
    )


def _sources(answer: Answer) -> Iterator[str]:
    if not answer.citations:
        return
    yield f"## {_tr('Sources')}"
    titles = {each.number: each.title for each in answer.reports}
    lines: dict[str, None] = {}
    for each in answer.citations:
        lines[_line(each, titles.get(each.number, "") if each.kind == "report" else "")] = None
    yield "\n".join(lines)


def _line(citation: Citation, title: str) -> str:
    name = kind_words(citation.kind, citation.number) + (f" “{title}”" if title else "")
    words = [f"- {name} ({state_words(citation_state(citation))})"]
    words += [f"  - {_quote(each)}" for each in citation.evidence]
    return "\n".join(words)


def _quote(evidence: Evidence) -> str:
    page = "" if evidence.page is None else _tr(", page {n}").format(n=evidence.page)
    quote = " ".join(evidence.quote.split())
    return f"“{quote}” – {evidence.path}{page}"


def _tr(text: str) -> str:
    return QCoreApplication.translate("Answer", text)
