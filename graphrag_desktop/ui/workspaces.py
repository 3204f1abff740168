"""The four ways of laying out the panels: to explore, to read, to ask, to index."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

COMMUNITIES, ENTITIES, DOCUMENTS = "communities", "entities", "documents"
REPORT, SOURCE, ASK, ACTIVITY, CASE = "report", "source", "ask", "activity", "case"
TIMELINE, DISAGREEMENTS, DUPLICATES = "timeline", "disagreements", "duplicates"
HISTORY, CONTEXT = "history", "context"
"""Lie in the panel of questions, beside the answer."""

PanelName = Literal[
    "communities",
    "entities",
    "documents",
    "report",
    "source",
    "ask",
    "history",
    "context",
    "activity",
    "case",
    "timeline",
    "disagreements",
    "duplicates",
]

WIDE = 1500
"""From this width of the window on there is room for one panel below another at the right."""

MIDDLING = 1150
"""Below this width an answer leaves more to the map."""

_LISTS = (COMMUNITIES, ENTITIES, DOCUMENTS)
_NAVIGATOR, _NARROW_NAVIGATOR = 292, 248
_REPORT, _NARROW_REPORT = 412, 344
_ANSWER, _NARROW_ANSWER, _LEAST_ANSWER = 620, 500, 440
_ACTIVITY = 440
_QUESTION_HEIGHT, _SOURCE_HEIGHT = 156, 260


class Workspace(StrEnum):
    """What the analyst is about to do."""

    EXPLORE = "explore"
    READ = "read"
    ASK = "ask"
    INDEX = "index"


@dataclass(frozen=True, slots=True)
class Group:
    """Panels that lie on top of each other; the first is in front. `size` is a width at a side, else a height."""

    panels: tuple[str, ...]
    size: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the panels lie around the map, or around the reader. `under` is the group below the right one."""

    left: Group
    right: Group
    under: Group | None = None
    bottom: Group | None = None
    is_reader: bool = False

    @property
    def panels(self) -> frozenset[str]:
        """All panels that are to be seen."""
        groups = (self.left, self.right, self.under, self.bottom)
        return frozenset(name for group in groups if group is not None for name in group.panels)


def usual_layout(workspace: Workspace, width: int) -> Layout:
    """How a workspace looks until the analyst changes it, in a window of this width."""
    is_wide = width >= WIDE
    navigator = _NAVIGATOR if is_wide else _NARROW_NAVIGATOR
    report = _REPORT if is_wide else _NARROW_REPORT
    if workspace is Workspace.READ:
        return Layout(_lists(DOCUMENTS, navigator), Group((REPORT, ASK, DISAGREEMENTS, CASE), report), is_reader=True)
    if workspace is Workspace.ASK:
        size = _ANSWER if is_wide else _NARROW_ANSWER if width >= MIDDLING else _LEAST_ANSWER
        beside = Group((SOURCE, REPORT, TIMELINE), _SOURCE_HEIGHT)  # what an answer rests on never covers the answer
        return Layout(_lists(COMMUNITIES, navigator), Group((ASK, CASE), size), bottom=beside)
    if workspace is Workspace.INDEX:
        return Layout(_lists(DOCUMENTS, navigator), Group((ACTIVITY, REPORT), _ACTIVITY if is_wide else report))
    question = Group((ASK, TIMELINE, ACTIVITY), _QUESTION_HEIGHT)
    if is_wide:
        under = Group((SOURCE,), _SOURCE_HEIGHT)
        return Layout(_lists(COMMUNITIES, navigator), Group((REPORT, CASE), report), under, question)
    return Layout(_lists(COMMUNITIES, navigator), Group((REPORT, SOURCE, CASE), report), bottom=question)


def _lists(front: str, width: int) -> Group:
    return Group((front, *(each for each in _LISTS if each != front)), width)
