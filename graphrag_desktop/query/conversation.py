"""Conversation: a question that goes on from an answer, put in words that stand alone; the turns of a thread and its branches."""

from collections import Counter
from collections.abc import Iterator, Sequence

from graphrag_desktop.domain.answers import Answer
from graphrag_desktop.domain.conversation import FollowUp, Named, Restated, Turn, TurnHead, thread_of
from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.domain.events import QuestionRestated
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.language.tokens import count_tokens
from graphrag_desktop.project import Project
from graphrag_desktop.query.named_entities import named_entities
from graphrag_desktop.storage import answers

TURN_TOKENS = 2_000
"""Of the turns before a question: the latest are kept, as many as fit."""

_MOST_TURNS = 20
_ANSWER_SHARE = 0.5  # of the budget one answer may have: the question before it matters as well
_MOST_NAMES = 8  # of an answer


def follow_up(project: Project, question: str, parent: str, control: RunControl) -> FollowUp:
    """A question that goes on from a kept answer, in words that stand alone; raises `InputError` where that is gone."""
    before = _kept(project, parent)
    return _restated(project, question, before.id, thread_of(before), control)


def branch(project: Project, question: str, instead_of: str, control: RunControl) -> FollowUp:
    """A question in place of that of a kept answer: it goes on from the same answer as that one, in a branch of its own."""
    other = _kept(project, instead_of)
    return _restated(project, question, other.parent, thread_of(other), control)


def recent_turns(project: Project, parent: str) -> tuple[Turn, ...]:
    """The turns that lead to an answer and that one, the latest last, as many of the latest as fit `TURN_TOKENS`."""
    found: list[Turn] = []
    left = TURN_TOKENS
    for answer in _chain(project, parent):
        text = _shortened(answer.text, int(_ANSWER_SHARE * TURN_TOKENS), project.settings.encoding)
        left -= count_tokens(f"{answer.question}\n{text}", project.settings.encoding)
        if found and left < 0:
            break
        found.append(Turn(answer.question, text, *_names(project, answer)))
    return tuple(reversed(found))


def turn_heads(project: Project, answer: Answer) -> tuple[TurnHead, ...]:
    """The questions of an answer's conversation, each under the one it goes on from, branches one after the other."""
    heads = answers.thread_heads(project.database, thread_of(answer))
    known = {head.id for head, _ in heads}
    below: dict[str, list[str]] = {}
    for head, parent in heads:
        below.setdefault(parent if parent in known else "", []).append(head.id)
    by_id = {head.id: head for head, _ in heads}
    way = {each.id for each in _chain(project, answer.id)}

    def told(parent: str, depth: int) -> Iterator[TurnHead]:
        for identity in below.get(parent, ()):
            yield TurnHead(identity, by_id[identity].question, depth, identity in way)
            yield from told(identity, depth + 1)

    return tuple(told("", 0))


def _restated(project: Project, question: str, parent: str, thread: str, control: RunControl) -> FollowUp:
    turns = recent_turns(project, parent)
    restated = project.engine.restate(question, turns, control) if question.strip() and turns else Restated(question)
    found = FollowUp(question, restated, parent, thread)
    if found.is_reworded or not restated.is_complete:
        control.emit(QuestionRestated(question, restated.question, restated.is_complete))
    return found


def _chain(project: Project, identity: str) -> Iterator[Answer]:
    """An answer and those it goes on from, as far as they are kept."""
    for _ in range(_MOST_TURNS):
        found = answers.answer(project.database, identity) if identity else None
        if found is None:
            return
        yield found
        identity = found.parent


def _names(project: Project, answer: Answer) -> tuple[tuple[Named, ...], tuple[Named, ...]]:
    asked = [Named(each.title, each.type) for each in named_entities(project.database, answer.question)]
    return tuple(asked), _told_of(project, answer.text, asked)


def _told_of(project: Project, text: str, asked: Sequence[Named]) -> tuple[Named, ...]:
    """What an answer names, the most often named first, but for what its question names."""
    folded = text.casefold()
    found = {
        each.title: Named(each.title, each.type)
        for each in named_entities(project.database, text)
        if all(each.title != known.title for known in asked)
    }
    counts = Counter({title: folded.count(title.casefold()) for title in found})
    return tuple(found[title] for title, _ in counts.most_common(_MOST_NAMES))


def _shortened(text: str, tokens: int, encoding: str) -> str:
    """The beginning of a text that has at most so many tokens."""
    while (count := count_tokens(text, encoding)) > tokens:
        text = text[: len(text) * tokens // count]
    return text


def _kept(project: Project, identity: str) -> Answer:
    found = answers.answer(project.database, identity)
    if found is None:
        raise InputError(
            f"No answer “{identity}” is kept in {project.path.name}.",
            "Name the id of a kept answer, as “ask --json” prints it, or ask without going on from one.",
        )
    return found
