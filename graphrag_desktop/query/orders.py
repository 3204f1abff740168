"""A question as it is ordered: what it follows, how it is asked best and what it is restricted to, worked out, then asked."""

from dataclasses import replace

from graphrag_desktop.domain.answers import Answer, Mode
from graphrag_desktop.domain.asking import QuestionOrder
from graphrag_desktop.domain.conversation import FollowUp
from graphrag_desktop.domain.events import WaySuggested
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.project import Project
from graphrag_desktop.query.conversation import branch, follow_up
from graphrag_desktop.query.modes import Search, search_for
from graphrag_desktop.query.routing import suggest, suggested_level
from graphrag_desktop.storage.answers import place_in_thread


def answer_order(project: Project, order: QuestionOrder, control: RunControl) -> Answer:
    """Answer a question as it is ordered and keep the answer, in its conversation; raises as `Search.run`."""
    follows = _follow_up(project, order, control)
    question = order.question if follows is None else follows.restated.question
    answer = planned(project, replace(order, question=question), control).run(question, control)
    if follows is None:
        return answer
    typed = follows.typed if follows.is_reworded else ""
    placed = replace(answer, typed=typed, parent=follows.parent, thread=follows.thread)
    if not project.read_only_reason:
        place_in_thread(project.database, placed)
    return placed


def planned(project: Project, order: QuestionOrder, control: RunControl) -> Search:
    """The way of asking for an order; what is left to the program is told."""
    mode, level = way_of(project, order, control)
    return search_for(project, mode, level, reduce_budget=order.budget or None, restriction=order.restriction)


def way_of(project: Project, order: QuestionOrder, control: RunControl) -> tuple[Mode, int]:
    """The mode and the level of an order, those it leaves open as its words suggest."""
    if order.mode is not None and order.level is not None:
        return order.mode, order.level
    suggestion = suggest(project, order.question)
    mode = suggestion.mode if order.mode is None else order.mode
    level = order.level if order.level is not None else suggested_level(project, replace(suggestion, mode=mode))
    control.emit(WaySuggested(mode.value, level if mode.has_level else None, suggestion.reason))
    return mode, level


def _follow_up(project: Project, order: QuestionOrder, control: RunControl) -> FollowUp | None:
    if order.instead_of:
        return branch(project, order.question, order.instead_of, control)
    return follow_up(project, order.question, order.follows, control) if order.follows else None
