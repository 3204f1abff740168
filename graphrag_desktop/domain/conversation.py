"""What a follow-up question goes on from: the turns before it, and the question made of it that stands alone."""

from dataclasses import dataclass

from graphrag_desktop.domain.answers import Answer


@dataclass(frozen=True, slots=True)
class Named:
    """A name that came up in a conversation, and the type of what bears it."""

    title: str
    type: str


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and its answer, with what the question names and what the answer does, the most told of first."""

    question: str
    answer: str
    asked: tuple[Named, ...] = ()
    answered: tuple[Named, ...] = ()


@dataclass(frozen=True, slots=True)
class Restated:
    """A follow-up as it stands alone; not `is_complete` where nobody could tell what a word of it means."""

    question: str
    is_complete: bool = True


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A question that goes on from a kept answer: the words typed, and what it is asked as.

    `parent` is the answer it follows, `thread` the first answer of the conversation.
    """

    typed: str
    restated: Restated
    parent: str
    thread: str

    @property
    def is_reworded(self) -> bool:
        """Whether it is asked in other words than it was typed."""
        return self.restated.question.strip() != self.typed.strip()


@dataclass(frozen=True, slots=True)
class TurnHead:
    """A question of a conversation as it is shown: how deep it lies, and whether it leads to the answer that is open."""

    id: str
    question: str
    depth: int
    is_on_way: bool


def thread_of(answer: Answer) -> str:
    """The conversation that an answer belongs to: its own id where it is the first."""
    return answer.thread or answer.id
