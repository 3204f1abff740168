"""The order in which reports are written, and what is written again."""

import threading
from collections.abc import Mapping
from dataclasses import replace

from graphrag_desktop.domain.communities import Community, CommunityHierarchy
from graphrag_desktop.domain.contexts import Kind, ReportContext
from graphrag_desktop.domain.errors import ReadingFailed
from graphrag_desktop.domain.graph import Entity, Relationship
from graphrag_desktop.domain.identity import EntityId, Key
from graphrag_desktop.domain.reports import CommunityReport, ReportDraft
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.pipeline.report_records import shelve_records
from graphrag_desktop.pipeline.reports import ReportMaterial, ReportsWritten, write_reports
from tests.engines_for_tests import QuotingEngine

HIERARCHY = CommunityHierarchy(
    {
        1: Community(1, 0, None, (2, 3), tuple(EntityId(each) for each in "abcdef")),
        2: Community(2, 1, 1, (), tuple(EntityId(each) for each in "abc")),
        3: Community(3, 1, 1, (), tuple(EntityId(each) for each in "def")),
        4: Community(4, 0, None, (), (EntityId("z"),), is_unconnected=True),
    },
    ((1, 4), (2, 3, 4)),
)


class RecordingEngine(QuotingEngine):
    """Notes what it is asked to write; fails for the communities it is told to."""

    def __init__(self, failing: frozenset[int] = frozenset()) -> None:
        self.written: list[ReportContext] = []
        self._failing = failing

    def write_report(self, context: ReportContext, control: RunControl) -> ReportDraft:
        """A report that names its community alone."""
        control.checkpoint()
        self.written.append(context)
        if context.community in self._failing:
            raise ReadingFailed("the model answered nonsense")
        return ReportDraft(f"Report {context.community}", "Summary.", (), 5.0, "")


def _material(limit: int = 200) -> ReportMaterial:
    long = " ".join(["word"] * 60)
    entities = [Entity(EntityId(each), at, each, "person", long, 1, 1, 2) for at, each in enumerate("abcdefz", start=1)]
    pairs = ("ab", "bc", "de", "ef", "cd")
    relationships = [
        Relationship(at, EntityId(pair[0]), EntityId(pair[1]), "", 1, 1.0) for at, pair in enumerate(pairs, start=1)
    ]
    shelf = shelve_records(HIERARCHY, entities, relationships, {}, lambda text: len(text.split()))
    settings = Settings(report_data_tokens=limit)
    return ReportMaterial(HIERARCHY, shelf, lambda _: (), lambda text: len(text.split()), settings)


def _write(
    engine: RecordingEngine, kept: Mapping[int, tuple[Key, CommunityReport]], limit: int = 200
) -> tuple[dict[int, tuple[Key, CommunityReport]], list[ReportsWritten]]:
    groups = list(write_reports(_material(limit), engine, kept, RunControl()))
    return {each.number: (key, each) for group in groups for key, each in group.reports.items()}, groups


def test_that_no_report_is_asked_for_before_those_of_its_children() -> None:
    engine = RecordingEngine()
    written, _ = _write(engine, {})
    assert [each.community for each in engine.written] == [2, 3, 1]
    assert sorted(written) == [1, 2, 3]
    assert {item.kind for item in engine.written[-1].context.items} >= {Kind.REPORT}


def test_that_an_unconnected_entity_needs_no_report() -> None:
    engine = RecordingEngine()
    _write(engine, {})
    assert 4 not in {each.community for each in engine.written}


def test_that_a_failed_child_is_named_and_its_elements_stand_in_for_it() -> None:
    engine = RecordingEngine(frozenset({2}))
    written, groups = _write(engine, {})
    assert sorted(written) == [1, 3]
    assert [each.failure.item for group in groups for each in group.failures] == ["report 2"]
    parent = engine.written[-1].context
    assert 2 not in {item.number for item in parent.items if item.kind is Kind.REPORT}


def test_that_a_report_whose_records_are_the_same_is_not_written_again() -> None:
    written, _ = _write(RecordingEngine(), {})
    again = RecordingEngine()
    assert _write(again, written)[0] == {}
    assert again.written == []


def test_that_only_the_missing_report_is_written_on_the_next_run() -> None:
    first, _ = _write(RecordingEngine(frozenset({2})), {})
    again = RecordingEngine()
    _write(again, first)
    assert again.written[0].community == 2
    assert 3 not in {each.community for each in again.written}


def test_that_a_community_does_not_wait_for_those_of_another_branch() -> None:
    """Of two branches one is slow at the bottom: it ends only once the other one's top is written."""
    branches = {
        1: Community(1, 0, None, (2,), tuple(EntityId(each) for each in "abc")),
        2: Community(2, 1, 1, (), tuple(EntityId(each) for each in "abc")),
        3: Community(3, 0, None, (4,), tuple(EntityId(each) for each in "def")),
        4: Community(4, 1, 3, (), tuple(EntityId(each) for each in "def")),
    }
    is_written = threading.Event()

    class SlowEngine(RecordingEngine):
        at_once = 2

        def write_report(self, context: ReportContext, control: RunControl) -> ReportDraft:
            if context.community == 2:
                assert is_written.wait(30), "the other branch was held up"
            draft = super().write_report(context, control)
            if context.community == 3:
                is_written.set()
            return draft

    material = replace(_material(), hierarchy=CommunityHierarchy(branches, ((1, 3), (2, 4))))
    groups = list(write_reports(material, SlowEngine(), {}, RunControl()))
    assert sorted(number for group in groups for number in [each.number for each in group.reports.values()]) == [
        1,
        2,
        3,
        4,
    ]
