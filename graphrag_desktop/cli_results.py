"""The results of the commands: as JSON for scripts, with fields that stay as they are, and as text for people."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from graphrag_desktop.cli_answers import citation_object
from graphrag_desktop.cli_changes import change_lines, change_object, rebuild_lines
from graphrag_desktop.cli_output import Json
from graphrag_desktop.cli_words import PASSWORD_WORDS, counted, pack_words, state_words
from graphrag_desktop.domain.answers import MADE_BY_PROGRAM, Condition, LevelEstimate
from graphrag_desktop.domain.documents import DocumentState, FileState, RemovedDocument, SkippedFile
from graphrag_desktop.domain.index import Failure, IndexCounts, RunSummary
from graphrag_desktop.domain.settings import Settings

if TYPE_CHECKING:  # these modules are heavier than a command that asks for help may wait for
    from graphrag_desktop.explore.documents import DocumentRow
    from graphrag_desktop.explore.hierarchy import CommunityRow, HierarchyView
    from graphrag_desktop.explore.project_info import ProjectInfo
    from graphrag_desktop.explore.reports import ReportView

_NOT_TOLD = frozenset({DocumentState.READ, DocumentState.PARTLY_READ, DocumentState.DUPLICATE, DocumentState.LEFT_OUT})


@dataclass(frozen=True, slots=True)
class IndexResult:
    """What an index run did, the levels there are now, the number of documents with text, and what became of each file."""

    summary: RunSummary
    levels: tuple[LevelEstimate, ...]
    documents: int
    files: tuple[FileState, ...]

    @property
    def skipped(self) -> tuple[SkippedFile, ...]:
        """Every file of the folder that was not read, but for those left out."""
        return tuple(
            SkippedFile(each.path, each.reason, each.state) for each in self.files if each.state not in _NOT_TOLD
        )

    @property
    def states(self) -> dict[str, int]:
        """How many files are in each state that any is in; they add up to the files found."""
        counts = Counter(each.state for each in self.files)
        return {state.value: counts[state] for state in DocumentState if counts[state]}


def index_object(result: IndexResult) -> Json:
    """What an index run did."""
    summary = result.summary
    return {
        "project": summary.project,
        "documents": result.documents,
        "skipped": [skipped_object(each) for each in result.skipped],
        "states": result.states,
        "text_units": summary.counts.text_units,
        "entities": summary.counts.entities,
        "relationships": summary.counts.relationships,
        "claims": summary.counts.claims,
        "levels": [level_object(each) for each in result.levels],
        "failures": [_failure_object(each) for each in summary.failures],
        "model_calls": summary.model_calls,
        "stored_replies_used": summary.stored_replies_used,
        "prompt_tokens": summary.prompt_tokens,
        "completion_tokens": summary.completion_tokens,
        "seconds": round(summary.seconds, 3),
        "engine": summary.engine,
        "change": change_object(summary.change),
        "rebuild_gain": round(summary.rebuild_gain, 4),
    }


def index_text(result: IndexResult) -> str:
    """What an index run did, for people."""
    summary = result.summary
    counts = replace(summary.counts, documents=result.documents)
    lines = [
        f"{_counts_words(counts)} in {summary.seconds:.1f} s ({summary.engine})",
        *(level_line(each) for each in result.levels),
        f"Files: {', '.join(state_words(state, count) for state, count in result.states.items())}",
        *_partly_lines(result.files),
        *skipped_lines(result.skipped),
        *change_lines(summary.change),
        *rebuild_lines(summary.rebuild_gain),
        *_failure_lines(summary.failures),
        f"Project: {summary.project}",
    ]
    return "\n".join(lines)


def level_object(level: LevelEstimate) -> Json:
    """What a level holds and what asking there reads."""
    return {
        "level": level.level,
        "communities": level.communities,
        "unconnected": level.unconnected,
        "report_tokens": level.report_tokens,
        "map_calls": level.map_calls,
    }


def level_line(level: LevelEstimate) -> str:
    """The same, for people."""
    words = f"C{level.level}: {counted(level.communities, 'community', 'communities')}"
    if level.unconnected:
        words += f", {level.unconnected:,} unconnected"
    words += f", {level.report_tokens:,} tokens of reports in {counted(level.map_calls, 'part')}"
    return words if level.same_as is None else f"{words} (the same communities as C{level.same_as})"


def communities_object(rows: Iterable["CommunityRow"]) -> Json:
    """Communities as a list."""
    return [
        {
            "number": each.number,
            "level": each.level,
            "parent": each.parent,
            "children": list(each.children),
            "title": each.title,
            "entities": each.entities,
            "rating": each.rating,
            "report_tokens": each.report_tokens,
            "unconnected": each.is_unconnected,
        }
        for each in rows
    ]


def communities_text(rows: Iterable["CommunityRow"], *, is_tree: bool) -> str:
    """Communities a line each, in a tree below their parents; unconnected entities as a number only."""
    shown = list(rows)
    lines = [
        f"{'  ' * each.level if is_tree else ''}{each.number}  {each.title}"
        f"  ({counted(each.entities, 'entity', 'entities')}, rating {each.rating:.1f})"
        for each in shown
        if not each.is_unconnected
    ]
    alone = sum(each.is_unconnected for each in shown)
    return "\n".join([*lines, *([f"Unconnected ({alone:,})"] if alone else [])]) or "There are no communities yet."


def tree_order(view: "HierarchyView") -> tuple["CommunityRow", ...]:
    """All communities, each before those it splits into."""

    def below(numbers: Iterable[int]) -> Iterator["CommunityRow"]:
        for number in numbers:
            yield view.rows[number]
            yield from below(view.rows[number].children)

    return tuple(below(view.levels[0] if view.levels else ()))


def report_object(report: "ReportView") -> Json:
    """A community's report."""
    row = report.row
    return {
        "number": row.number,
        "title": row.title,
        "summary": report.summary,
        "findings": [
            {
                "summary": each.summary,
                "explanation": each.explanation,
                "citations": [citation_object(citation) for citation in each.citations],
                "documents": each.support.documents,
            }
            for each in report.findings
        ],
        "rating": row.rating,
        "rating_explanation": report.rating_explanation,
        "level": row.level,
        "parent": row.parent,
        "children": list(row.children),
        "engine": report.engine,
        "truncated": report.truncated,
    }


def report_text(report: "ReportView") -> str:
    """A community's report, for people."""
    row = report.row
    findings = [part for each in report.findings for part in ("", f"## {each.summary}", "", each.explanation)]
    above = " › ".join(each.title for each in report.lineage)
    below = [f"  {each.number}  {each.title}" for each in report.children]
    lines = [
        f"# {row.title}",
        f"C{row.level}, {counted(row.entities, 'entity', 'entities')}, rating {row.rating:.1f}. {report.rating_explanation}",
    ]
    lines += [f"Part of: {above}"] if above else []
    lines += ["", report.summary, *findings]
    lines += ["", "Splits into:", *below] if below else []
    lines += ["", f"Written by: {report.engine}"] if report.engine else []
    lines += ["Not everything that belongs here fitted the report's data."] if report.truncated else []
    lines += ["", MADE_BY_PROGRAM] if report.engine else []
    return "\n".join(lines)


def info_object(info: "ProjectInfo", levels: Iterable[LevelEstimate], conditions: Iterable[Condition]) -> Json:
    """What a project holds."""
    return {
        "documents": [
            {
                "id": each.document.id,
                "paths": list(each.document.paths),
                "state": each.document.state.value,
                "reason": each.document.reason,
                "codec": each.document.codec,
                "pages": each.pages,
                "language": each.document.language,
                "characters": each.document.characters,
                "text_units": each.text_units,
                "copy_of": each.copy_of or None,
            }
            for each in info.documents
        ],
        "skipped": [skipped_object(each) for each in info.skipped],
        "failures": [_failure_object(each) for each in info.failures],
        "counts": asdict(info.counts),
        "levels": [level_object(each) for each in levels],
        "conditions": [
            {"condition": each.name, "units": each.units, "tokens": each.tokens, "share": round(each.share, 4)}
            for each in conditions
        ],
        "engine": info.engine,
        "settings": info.settings.as_dict(),
        "index_version": info.index_version,
        "schema": info.schema,
        "file_bytes": info.file_bytes,
        "packs": [{"extra": each.extra, "language": each.language} for each in info.packs],
        "change": change_object(info.change),
        "rebuild_gain": round(info.rebuild_gain, 4),
        "removed": [
            {"id": each.id, "path": each.path, "removed_at": each.removed_at, "erased": each.is_erased}
            for each in info.removed
        ],
    }


def info_text(info: "ProjectInfo", levels: Sequence[LevelEstimate], conditions: Iterable[Condition]) -> str:
    """What a project holds, for people."""
    usual = Settings().as_dict()
    changed = [f"{name}={value}" for name, value in info.settings.as_dict().items() if value != usual[name]]
    read = sum(each.document.has_text for each in info.documents)
    lines = [
        _counts_words(replace(info.counts, documents=read)),
        f"Index version {info.index_version}, {info.engine or 'not indexed yet'}, {info.file_bytes / 1e6:,.1f} MB",
        *(level_line(each) for each in levels),
        "What there is to be read, as shares of the tokens of the source text (TS):",
        *(
            f"  {each.name:<3} {each.units:>9,} units {each.tokens:>13,} tokens {100 * each.share:>6.1f} %"
            for each in conditions
        ),
        *([f"Settings: {', '.join(changed)}"] if changed else []),
        *(_document_line(each) for each in info.documents),
        *(pack_words(each) for each in info.packs),
        *change_lines(info.change),
        *rebuild_lines(info.rebuild_gain),
        *_removed_lines(info.removed),
        *skipped_lines(info.skipped),
        *_failure_lines(info.failures),
    ]
    return "\n".join(lines)


def problems_object(problems: Sequence[str]) -> Json:
    """What is wrong with a project."""
    return {"ok": not problems, "problems": list(problems)}


def problems_text(problems: Sequence[str]) -> str:
    """What is wrong with a project, for people."""
    return "\n".join(problems) or "No problems found: the project is sound."


def _document_line(row: "DocumentRow") -> str:
    document = row.document
    what = f"{counted(document.characters, 'character')}, {counted(row.text_units, 'text unit')}"
    language = f", {document.language}" if document.language else ""
    copied = f"; mostly the same as {row.copy_of}: both count as one" if row.copy_of else ""
    return f"  {', '.join(document.paths)}: {document.reason or f'{what}{language}'}{copied}"


def _counts_words(counts: IndexCounts) -> str:
    return ", ".join(
        [
            counted(counts.documents, "document"),
            counted(counts.text_units, "text unit"),
            counted(counts.entities, "entity", "entities"),
            counted(counts.relationships, "relationship"),
            counted(counts.reports, "report"),
        ]
    )


def skipped_object(skipped: SkippedFile) -> Json:
    """A file that was not read, and why."""
    return {"path": skipped.path, "reason": skipped.reason}


def _partly_lines(files: Sequence[FileState]) -> list[str]:
    partly = [f"  {each.path}: {each.reason}" for each in files if each.state is DocumentState.PARTLY_READ]
    return ["Read in part:", *partly] if partly else []


def _failure_object(failure: Failure) -> Json:
    return {"stage": failure.stage, "item": failure.item, "reason": failure.reason}


def skipped_lines(skipped: Sequence[SkippedFile]) -> list[str]:
    """The files that were not read, for people."""
    if not skipped:
        return []
    is_locked = any(each.state is DocumentState.NEEDS_PASSWORD for each in skipped)
    return [
        "Not read:",
        *(f"  {each.path}: {each.reason}" for each in skipped),
        *([PASSWORD_WORDS] if is_locked else []),
    ]


def _removed_lines(removed: Sequence[RemovedDocument]) -> list[str]:
    if not removed:
        return []
    return [
        "Taken out by you (take-back lets them in again):",
        *(f"  {each.path or 'erased'} ({each.id[:12]})" for each in removed),
    ]


def _failure_lines(failures: Sequence[Failure]) -> list[str]:
    if not failures:
        return []
    return [
        "Failed (run again to go on with only these):",
        *(f"  {each.stage}, {each.item}: {each.reason}" for each in failures),
    ]
