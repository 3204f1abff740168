"""The ways of asking: each says what it would take, what would be sent, and answers; all of them in one table."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from graphrag_desktop.domain.answers import Answer, Mode
from graphrag_desktop.domain.asking import Candidate, Considered, QuestionEstimate
from graphrag_desktop.domain.contexts import ContextItem, Kind
from graphrag_desktop.domain.prices import TokenPrice, price_of
from graphrag_desktop.domain.restriction import Restriction
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.project import Project
from graphrag_desktop.query import drift_search, just_in_time
from graphrag_desktop.query.all_levels import consider_all_levels
from graphrag_desktop.query.asking import Consider, ask_at_once, askable_index
from graphrag_desktop.query.basic_search import consider_basic
from graphrag_desktop.query.drift_search import ask_drift, estimate_drift
from graphrag_desktop.query.dual_level import consider_dual_level
from graphrag_desktop.query.global_search import ask_global
from graphrag_desktop.query.guided_search import ask_guided
from graphrag_desktop.query.just_in_time import ask_just_in_time, estimate_just_in_time
from graphrag_desktop.query.kept_vectors import Kept, is_latent, missing_vector_tokens
from graphrag_desktop.query.levels import (
    LevelReader,
    LevelReading,
    Record,
    answering_price,
    at_once_cost,
    question_cost,
)
from graphrag_desktop.query.local_search import consider_local
from graphrag_desktop.query.restricting import only_inside, restricted, units_within
from graphrag_desktop.query.retrieval import retrieve
from graphrag_desktop.query.source_text import ask_source_text, read_text_units, retrieve_text_units
from graphrag_desktop.storage import communities


class Search(Protocol):
    """One way of asking one project."""

    def estimate(self, question: str) -> QuestionEstimate:
        """What asking takes at most; nothing is asked of an engine for it."""
        ...

    def contexts(self, question: str, control: RunControl) -> tuple[Considered, ...]:
        """What would be sent, a context for each call that reads records; raises as `run`."""
        ...

    def run(self, question: str, control: RunControl) -> Answer:
        """Answer the question and keep the answer.

        Raises `QuestionError` where nothing was asked or there is nothing to ask.
        """
        ...


@dataclass(frozen=True, slots=True)
class ModeWords:
    """A way of asking as lists show it: its name, when to use it, and what it reads."""

    mode: Mode
    title: str
    when: str


MODES = (
    ModeWords(
        Mode.GLOBAL,
        "Whole collection",
        "For themes, disputes and courses of events: every report of a level is read.",
    ),
    ModeWords(
        Mode.GUIDED,
        "From the overview down",
        "For a theme in detail at less cost: reports of C0 first, then those below the ones that help, level by level.",
    ),
    ModeWords(
        Mode.DRIFT,
        "From overview to details",
        "For a wide question about particular things: the nearest reports first, then the questions they leave open.",
    ),
    ModeWords(
        Mode.JUST_IN_TIME,
        "Reports as needed",
        "Where reports are missing or a level is long: only the communities that the question leads to are read.",
    ),
    ModeWords(
        Mode.LOCAL,
        "Around entities",
        "For questions about a person, a body, a place or a thing: what is known of it and of what it is tied to.",
    ),
    ModeWords(
        Mode.GRAG,
        "Nearest subgraphs",
        "For how things hang together over several steps: the part of the graph nearest to the question, told as a tree.",
    ),
    ModeWords(
        Mode.DUAL_LEVEL,
        "Things and themes",
        "For a thing together with a theme: entities by the particular words of the question, relationships by the general.",
    ),
    ModeWords(
        Mode.ALL_LEVELS,
        "All levels together",
        "Where it is open how broad the answer is: reports of every level and passages, whichever are nearest.",
    ),
    ModeWords(
        Mode.ASSOCIATIVE,
        "By association",
        "For a fact that lies a step or two away: passages that hang together with what the question names.",
    ),
    ModeWords(Mode.BASIC, "Nearest passages", "For a single fact: the ten passages nearest to the question."),
    ModeWords(
        Mode.SOURCE_TEXT,
        "All text",
        "To compare with, or where nothing may be missed: every passage is read, which takes longest and costs most.",
    ),
)
"""All ways of asking, in the order shown. The titles and reasons are translated where the window shows them."""


def search_for(
    project: Project,
    mode: Mode,
    level: int = 0,
    *,
    reduce_budget: int | None = None,
    restriction: Restriction | None = None,
) -> Search:
    """A way of asking; `level` counts for those that are asked at one.

    With a `restriction` nothing outside of it is read; raises `QuestionError` where nothing lies inside.

    `reduce_budget` stands in for the setting `reduce_data_tokens` where an answer is made of parts.
    """
    project = restricted(project, restriction)
    match mode:
        case Mode.GLOBAL:
            return _ByParts(project, mode, level, reduce_budget)
        case Mode.SOURCE_TEXT:
            return _ByParts(project, mode, None, reduce_budget)
        case Mode.GUIDED:
            return _Guided(project, mode, 0, reduce_budget)
        case Mode.DRIFT | Mode.JUST_IN_TIME:
            return _InRounds(project, _IN_ROUNDS[mode], reduce_budget)
        case _:
            return _AtOnce(project, mode, *_AT_ONCE[mode])


def estimate_modes(project: Project) -> dict[Mode, QuestionEstimate]:
    """What each way of asking takes at most, those asked at a level left out: they say it level by level."""
    return {each.mode: search_for(project, each.mode).estimate("") for each in MODES if not each.mode.has_level}


_KEYWORDS = 300  # tokens of the call for key words, the question with it


@dataclass(frozen=True)
class _AtOnce:
    """One context, one call."""

    project: Project
    mode: Mode
    consider: Consider
    vectors: tuple[Kept, ...]

    def estimate(self, question: str) -> QuestionEstimate:
        """The whole window, though less may be found."""
        held = sum(each.tokens for each in units_within(self.project))
        tokens = min(self.project.settings.map_data_tokens, held) if self.mode is Mode.BASIC else self._window
        missing = missing_vector_tokens(self.project, *self.vectors)
        price = answering_price(self.project)
        money = None if price is None else _with_vectors(self.project, at_once_cost(tokens, price), missing)
        calls = 1
        if self.mode is Mode.DUAL_LEVEL and not is_latent(self.project):  # the key words are asked for first
            calls = 2
            if price is not None and money is not None:
                money = money[0] + price.of(_KEYWORDS, 20), money[1] + price.of(_KEYWORDS, 200)
        return QuestionEstimate(self.mode, None, tokens, calls, missing, money)

    def contexts(self, question: str, control: RunControl) -> tuple[Considered, ...]:
        """The only one."""
        askable_index(self.project, question)
        return (only_inside(self.project, self.consider(self.project, question, control)),)

    def run(self, question: str, control: RunControl) -> Answer:
        """Answer from it."""
        return ask_at_once(self.project, question, self.mode, self.consider, control)

    @property
    def _window(self) -> int:
        return self.project.settings.map_data_tokens


@dataclass(frozen=True)
class _ByParts:
    """Map and reduce, over the reports of a level, or over all text units where there is none."""

    project: Project
    mode: Mode
    level: int | None
    reduce_budget: int | None

    def estimate(self, question: str) -> QuestionEstimate:
        """Every record once, a call for each batch, and one for the answer."""
        reading = self._reading()
        tokens, parts, price = sum(reading.tokens.values()), len(reading.batches), answering_price(self.project)
        money = None if price is None else question_cost(tokens, parts, price)
        level = None if self.level is None else reading.level
        return QuestionEstimate(self.mode, level, tokens, parts + 1, money=money)

    def contexts(self, question: str, control: RunControl) -> tuple[Considered, ...]:
        """The batches; all of their records are sent."""
        memory = askable_index(self.project, question)
        control.checkpoint()
        reading = self._reading()
        if self.level is None:
            items, cited = retrieve_text_units(self.project, question).items, Kind.SOURCE
        else:
            reader = LevelReader(self.project, memory.hierarchy)
            items, cited = retrieve(self.project, question, memory, reader, reading).items, Kind.REPORT
        limit = self.project.settings.map_data_tokens
        batches: Iterable[list[ContextItem]] = ([items[record] for record in batch] for batch in reading.batches)
        return tuple(
            Considered(tuple(Candidate(item, is_in=True) for item in batch), limit, cited) for batch in batches
        )

    def run(self, question: str, control: RunControl) -> Answer:
        """Map, then reduce."""
        if self.level is None:
            return ask_source_text(self.project, question, control, reduce_budget=self.reduce_budget)
        return ask_global(self.project, question, self.level, control, reduce_budget=self.reduce_budget)

    def _reading(self) -> LevelReading:
        if self.level is None:
            return read_text_units(self.project)
        hierarchy = communities.hierarchy(self.project.database)
        return LevelReader(self.project, hierarchy).read(self.level)


@dataclass(frozen=True)
class _Guided(_ByParts):
    """As by parts; what is read after C0 only the answers of C0 can tell."""

    def estimate(self, question: str) -> QuestionEstimate:
        """At most every report of every level once; at least those of C0."""
        reader = LevelReader(self.project, communities.hierarchy(self.project.database))
        seen: set[Record] = set()
        tokens = calls = 0
        for level, standing in enumerate(reader.hierarchy.levels):
            reading = reader.read(level, only=[each for each in standing if (Kind.REPORT, each) not in seen])
            fresh = {record: cost for record, cost in reading.tokens.items() if record not in seen}
            seen |= set(fresh)
            tokens += sum(fresh.values())
            calls += len(reading.batches) if fresh else 0
        price = answering_price(self.project)
        least = self._reading()
        money = None
        if price is not None:
            low, _ = question_cost(sum(least.tokens.values()), len(least.batches), price)
            money = low, question_cost(tokens, calls, price)[1]
        return QuestionEstimate(self.mode, None, tokens, calls + 1, money=money)

    def run(self, question: str, control: RunControl) -> Answer:
        """Round by round."""
        return ask_guided(self.project, question, control, reduce_budget=self.reduce_budget)


class _Run(Protocol):
    def __call__(
        self, project: Project, question: str, control: RunControl, *, reduce_budget: int | None = None
    ) -> Answer: ...


@dataclass(frozen=True)
class _Rounds:
    """What a way of asking is made of that reads in rounds."""

    estimate: Callable[[Project], QuestionEstimate]
    contexts: Callable[[Project, str, RunControl], tuple[Considered, ...]]
    run: _Run


@dataclass(frozen=True)
class _InRounds:
    """Map and reduce in rounds that only the answers of the one before can tell."""

    project: Project
    rounds: _Rounds
    reduce_budget: int | None

    def estimate(self, question: str) -> QuestionEstimate:
        """At most every round to its end; at least the first."""
        return self.rounds.estimate(self.project)

    def contexts(self, question: str, control: RunControl) -> tuple[Considered, ...]:
        """Those of the first round."""
        askable_index(self.project, question)
        return self.rounds.contexts(self.project, question, control)

    def run(self, question: str, control: RunControl) -> Answer:
        """Round by round, then reduce."""
        return self.rounds.run(self.project, question, control, reduce_budget=self.reduce_budget)


def _grag(project: Project, question: str, control: RunControl) -> Considered:
    from graphrag_desktop.query.grag_search import consider_grag  # sparse matrices take a while to load

    return consider_grag(project, question, control)


def _associative(project: Project, question: str, control: RunControl) -> Considered:
    from graphrag_desktop.query.associative_search import consider_associative  # as well

    return consider_associative(project, question, control)


def _with_vectors(project: Project, money: tuple[float, float], tokens: int) -> tuple[float, float]:
    """The cost of an answer with that of the vectors that are still to be made."""
    models = project.models
    place = None if models is None else models.embeddings
    price = None if place is None else price_of(place, project.settings)
    more = (price or TokenPrice()).of(tokens, 0)
    return money[0] + more, money[1] + more


_AT_ONCE: Mapping[Mode, tuple[Consider, tuple[Kept, ...]]] = {
    Mode.BASIC: (consider_basic, ("text unit",)),
    Mode.LOCAL: (consider_local, ("entity",)),
    Mode.GRAG: (_grag, ("entity", "relationship")),
    Mode.ASSOCIATIVE: (_associative, ("entity", "relationship", "text unit")),
    Mode.DUAL_LEVEL: (consider_dual_level, ("entity", "relationship")),
    Mode.ALL_LEVELS: (consider_all_levels, ("report", "text unit")),
}
_IN_ROUNDS: Mapping[Mode, _Rounds] = {
    Mode.DRIFT: _Rounds(estimate_drift, drift_search.first_contexts, ask_drift),
    Mode.JUST_IN_TIME: _Rounds(estimate_just_in_time, just_in_time.first_contexts, ask_just_in_time),
}
