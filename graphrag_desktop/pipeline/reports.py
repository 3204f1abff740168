"""Writing the reports of all communities, from the deepest level up, each kept as soon as it is written."""

import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from graphrag_desktop.domain.communities import Community, CommunityHierarchy
from graphrag_desktop.domain.contexts import ReportContext
from graphrag_desktop.domain.engine import Engine
from graphrag_desktop.domain.errors import Cancelled, GraphRagError
from graphrag_desktop.domain.events import Stage
from graphrag_desktop.domain.fan_out import fan_out
from graphrag_desktop.domain.identity import Key, member_key, memo_key
from graphrag_desktop.domain.replies import report_origin
from graphrag_desktop.domain.reports import CommunityReport, ReportDraft, report_text
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.pipeline.failures import StageFailure, failure_of
from graphrag_desktop.pipeline.report_contexts import SentencesOf, report_context
from graphrag_desktop.pipeline.report_records import RecordShelf

_GROUP_SECONDS = 0.25
_GROUP_ROWS = 100


@dataclass(frozen=True, slots=True)
class ReportMaterial:
    """What reports are made of, and how their length is counted."""

    hierarchy: CommunityHierarchy
    shelf: RecordShelf
    sentences_of: SentencesOf
    count_tokens: Callable[[str], int]
    settings: Settings


@dataclass(frozen=True, slots=True)
class ReportsWritten:
    """One group of reports to be kept, by memo key; `failures` are those that could not be written."""

    reports: Mapping[Key, CommunityReport]
    failures: tuple[StageFailure, ...]
    done: int


def communities_to_report(hierarchy: CommunityHierarchy) -> tuple[Community, ...]:
    """Those that need a report: all but single unconnected entities, whose descriptions stand for one."""
    return tuple(each for each in hierarchy.communities.values() if not each.is_unconnected)


def write_reports(
    material: ReportMaterial,
    engine: Engine,
    kept: Mapping[int, tuple[Key, CommunityReport]],
    control: RunControl,
    only: Collection[int] | None = None,
) -> Iterator[ReportsWritten]:
    """Write every report whose context changed, bottom-up, in groups small enough that a kill loses little.

    `kept` has the reports there are with their keys; one whose key is the same is not written again. No report is
    asked for before its children's exist or have failed; a failed child's elements stand in for it. With `only`, no
    other community's report is written, and those there are stand as they are.
    """
    reports: dict[int, CommunityReport] = {} if only is None else {number: each for number, (_, each) in kept.items()}
    group = _Group()
    due = communities_to_report(material.hierarchy)
    order = _Order([each for each in due if only is None or each.number in only])

    def pending() -> Iterator[tuple[Key, ReportContext] | None]:
        while not order.is_done:
            community = order.next()
            if community is None:
                yield None
                continue
            key, context = _context(community, material, engine, reports)
            before = kept.get(community.number)
            if before is not None and before[0] == key:
                reports[community.number] = before[1]
                group.done += 1
                order.settle(community.number)
            else:
                yield key, context

    write = partial(_write, engine, control)
    with ThreadPoolExecutor(engine.at_once, thread_name_prefix="reports") as executor:
        for (key, context), outcome in fan_out(write, pending(), executor, control, in_flight=2 * engine.at_once):
            if isinstance(outcome, Cancelled):
                raise outcome
            if isinstance(outcome, GraphRagError):
                group.fail(context.community, outcome)
            elif isinstance(outcome, Exception):
                raise outcome
            else:
                reports[context.community] = _finish(outcome, context, engine, material.count_tokens)
                group.add(key, reports[context.community])
            order.settle(context.community)
            if group.is_full:
                yield group.hand_over()
    yield group.hand_over()


def reports_due(
    material: ReportMaterial, engine: Engine, kept: Mapping[int, tuple[Key, CommunityReport]]
) -> tuple[int, ...]:
    """The communities whose report is missing, or whose records are not those it was written from.

    As far as can be told before any is written: those above one that is due are due as well.
    """
    reports = {number: report for number, (_, report) in kept.items()}
    due: set[int] = set()
    for community in sorted(communities_to_report(material.hierarchy), key=lambda each: (-each.level, each.number)):
        before = kept.get(community.number)
        is_due = before is None or not due.isdisjoint(community.children)
        if is_due or before is None or before[0] != _context(community, material, engine, reports)[0]:
            due.add(community.number)
    return tuple(sorted(due))


class _Order:
    """Communities, the deepest first, each once all its children that need a report are settled: written, or failed."""

    def __init__(self, communities: Sequence[Community]) -> None:
        due = {each.number: each for each in communities}
        self._left = len(due)
        self._due = due
        self._open = {each.number: sum(child in due for child in each.children) for each in communities}
        deepest_first = sorted(communities, key=lambda each: (-each.level, each.number))
        self._ready = deque(each for each in deepest_first if not self._open[each.number])

    @property
    def is_done(self) -> bool:
        """Whether all were given out."""
        return not self._left

    def next(self) -> Community | None:
        """The next one; None where it waits for others to be settled."""
        if not self._ready:
            return None
        self._left -= 1
        return self._ready.popleft()

    def settle(self, number: int) -> None:
        """This one is written, or has failed."""
        parent = self._due[number].parent
        if parent is not None and parent in self._due:
            self._open[parent] -= 1
            if not self._open[parent]:
                self._ready.append(self._due[parent])


def _context(
    community: Community, material: ReportMaterial, engine: Engine, reports: Mapping[int, CommunityReport]
) -> tuple[Key, ReportContext]:
    context = report_context(
        community, material.hierarchy, material.shelf, reports, material.sentences_of, material.settings
    )
    return _report_key(context, engine), context


def _write(engine: Engine, control: RunControl, pending: tuple[Key, ReportContext]) -> ReportDraft:
    return engine.write_report(pending[1], control)


def _report_key(context: ReportContext, engine: Engine) -> Key:
    return memo_key(
        "report",
        engine.writing_identity,
        context.community,
        context.report_tokens,
        context.context.is_truncated,
        context.context.text,
        member_key(context.entities),
        " ".join(map(str, context.sentences)),
    )


def _finish(
    draft: ReportDraft, context: ReportContext, engine: Engine, count_tokens: Callable[[str], int]
) -> CommunityReport:
    return CommunityReport(
        number=context.community,
        title=draft.title,
        summary=draft.summary,
        findings=draft.findings,
        rating=draft.rating,
        rating_explanation=draft.rating_explanation,
        tokens=count_tokens(report_text(draft.title, draft.summary, draft.findings)),
        truncated=context.context.is_truncated,
        engine=engine.name,
        summary_sentences=draft.summary_sentences,
        origin=report_origin(context.community, context.context.text),
    )


class _Group:
    """Reports gathered for one transaction."""

    def __init__(self) -> None:
        self.done = 0
        self._reports: dict[Key, CommunityReport] = {}
        self._failures: list[StageFailure] = []
        self._since = time.monotonic()

    @property
    def is_full(self) -> bool:
        return len(self._reports) >= _GROUP_ROWS or time.monotonic() - self._since >= _GROUP_SECONDS

    def add(self, key: Key, report: CommunityReport) -> None:
        self._reports[key] = report
        self.done += 1

    def fail(self, number: int, error: GraphRagError) -> None:
        self._failures.append(failure_of(Stage.REPORTS, f"report {number}", error))
        self.done += 1

    def hand_over(self) -> ReportsWritten:
        handed = ReportsWritten(self._reports, tuple(self._failures), self.done)
        self._reports, self._failures, self._since = {}, [], time.monotonic()
        return handed
