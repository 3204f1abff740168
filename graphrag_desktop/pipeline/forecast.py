"""What an index run will take with models: calls by task, tokens, money, minutes; measured where the project was begun."""

import math
from collections.abc import Iterable, Mapping

from graphrag_desktop.assets import prompt_path
from graphrag_desktop.domain.estimates import NOTHING, Measured, Range, RunForecast, TaskEstimate
from graphrag_desktop.domain.model_checks import ModelSpeed
from graphrag_desktop.domain.model_choice import ModelChoice, ModelPlace
from graphrag_desktop.domain.prices import TokenPrice, price_of
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.pipeline.plan import PlannedFile, Verdict
from graphrag_desktop.project import Project
from graphrag_desktop.storage import documents, replies

TEXT_SHARE: Mapping[str, float] = {
    # How much of a file's size is text, roughly: what is packed or drawn holds less of it.
    "pdf": 0.05,
    "word": 0.15,
    "slides": 0.03,
    "spreadsheet": 0.25,
    "book": 0.6,
    "web page": 0.3,
    "archive": 0.5,
}
_BYTES_A_TOKEN = 4.3  # of English prose
_PLAIN_SPREAD, _SIZE_SPREAD = 1.25, 1.6  # how far a guess from the size of a file goes wrong: plain text, others
INDEX_TASKS = frozenset({"extract", "extract check", "claims", "claims check", "describe", "report", "embed"})
_PLAIN = frozenset({"text"})

_REPORTS = Range(0.35, 0.85)  # likewise: 1,310 and 2,142 communities at the deepest level, with those above them
_DESCRIBED = Range(0.8, 3.0)  # entities and relationships with two or more descriptions
_WRITTEN = Range(0.7, 1.8)  # tokens of records for each token read
_GLEANED = Range(0.3, 0.6)  # the share of that which one more look adds
_MISSED = Range(0.3, 1.0)  # how often something was missed
_MEASURED_SPREAD = 0.6  # divided by the root of the documents measured, and at least a twelfth
_LEAST_SPREAD = 0.08
_ONE_LETTER = 8  # tokens at most of a yes or no, with what a server adds
_EMBEDDED_AT_ONCE = 64


def estimate_run(
    files: Iterable[PlannedFile],
    settings: Settings,
    models: ModelChoice,
    project: Project | None = None,
    speed: ModelSpeed | None = None,
) -> RunForecast:
    """What reading these files will take. `speed` is how fast the model was when it was tested, None where it was not.

    Where the project was begun with the same models its own figures stand in for all that is guessed.
    """
    planned = list(files)
    measured = Measured() if project is None else replies.measured_usage(project.database, models.name)
    units = _units(planned, settings, project)
    if measured.units:
        read = sum(each.verdict is Verdict.KNOWN for each in planned)
        spread = max(_LEAST_SPREAD, _MEASURED_SPREAD / math.sqrt(max(1, read)))
        tasks = _scaled(measured, units, spread)
        minutes: Range | None = units.times(measured.seconds / measured.units / 60).times(1 - spread, 1 + spread)
    else:
        tasks = _guessed(units, settings)
        minutes = None if speed is None else _minutes(tasks, settings, speed)
    return RunForecast(units, tasks, money_of(tasks, settings, models), minutes, measured.units)


def text_units_of(tokens: float, settings: Settings) -> float:
    """The text units of a text of so many tokens."""
    step = settings.unit_tokens - settings.overlap_tokens
    return max(1.0, math.ceil((tokens - settings.overlap_tokens) / step))


def _units(files: Iterable[PlannedFile], settings: Settings, project: Project | None) -> Range:
    """The text units still to be read: those of files that were read before are known, the others guessed by size.

    Of an edited file at least one is new, at most all are: a text unit whose words are the same is not read again.
    """
    counts = {} if project is None else documents.unit_counts(project.database)
    known = [] if project is None else documents.documents(project.database)
    tokens_by_path = {path: each.characters / _BYTES_A_TOKEN for each in known for path in each.paths}
    done = {str(each.id) for each in known if counts.get(each.id)}
    edited = {path for each in known if str(each.id) in done for path in each.paths}
    found = NOTHING
    for each in files:
        is_known = each.verdict is Verdict.KNOWN
        if not is_known and each.verdict is not Verdict.NEW:
            continue
        if is_known and (each.identity in done or (not each.identity and each.path in edited)):
            continue
        tokens = tokens_by_path.get(each.path) if is_known else None
        if tokens is None:
            tokens = each.size * TEXT_SHARE.get(each.kind, 1.0) / _BYTES_A_TOKEN
            spread = _PLAIN_SPREAD if each.kind in _PLAIN else _SIZE_SPREAD
            most = text_units_of(tokens * spread, settings)
            is_edited = not is_known and each.path in edited
            found = found.plus(Range(1.0 if is_edited else text_units_of(tokens / spread, settings), most))
        else:
            found = found.plus(Range(text_units_of(tokens, settings), text_units_of(tokens, settings)))
    return found


def _guessed(units: Range, settings: Settings) -> tuple[TaskEstimate, ...]:
    """By the lengths of the prompts that ship, and by what collections of the paper came to."""
    unit = float(settings.unit_tokens)
    read = prompt_tokens("extract") + prompt_tokens("extract_examples") + unit
    written = Range(unit, unit).times(_WRITTEN.low, _WRITTEN.high)
    more = units.times(_MISSED.low if settings.gleanings else 0.0, float(settings.gleanings))
    again = Range(read, read).plus(written)
    tasks = [
        TaskEstimate(
            "extract",
            units.plus(more),
            _each(units, Range(read, read)).plus(_each(more, again)),
            _each(units, written).plus(_each(more, written.times(_GLEANED.low, _GLEANED.high))),
        )
    ]
    if settings.gleanings:
        checks = units.times(1.0, float(settings.gleanings))
        tasks.append(TaskEstimate("extract check", checks, _each(checks, again), checks.times(1.0, float(_ONE_LETTER))))
    if settings.claims:
        claimed = units.plus(more)
        prompt = prompt_tokens("claims") + unit
        tasks.append(TaskEstimate("claims", claimed, claimed.times(prompt), claimed.times(unit * 0.3, unit * 0.9)))
    described = units.times(_DESCRIBED.low, _DESCRIBED.high)
    tasks.append(
        TaskEstimate(
            "describe",
            described,
            described.times(prompt_tokens("describe") + 80, prompt_tokens("describe") + 400),
            described.times(50.0, 180.0),
        )
    )
    reports = units.times(_REPORTS.low, _REPORTS.high)
    most = min(float(settings.report_data_tokens), 3_500.0)
    data = Range(prompt_tokens("report") + min(900.0, most), prompt_tokens("report") + most)
    tasks.append(
        TaskEstimate(
            "report",
            reports,
            _each(reports, data),
            reports.times(settings.report_tokens * 0.6, settings.report_tokens * 1.3),
        )
    )
    batches = Range(math.ceil(reports.low / _EMBEDDED_AT_ONCE), math.ceil(reports.high / _EMBEDDED_AT_ONCE))
    tasks.append(
        TaskEstimate(
            "embed", batches, reports.times(settings.report_tokens * 0.6, settings.report_tokens * 1.3), NOTHING
        )
    )
    return tuple(tasks)


def _scaled(measured: Measured, units: Range, spread: float) -> tuple[TaskEstimate, ...]:
    """As often for each text unit as until now, with as many tokens a call."""
    found = []
    for name, each in measured.tasks:
        if name not in INDEX_TASKS:
            continue
        asked = units.times(each.asked / measured.units).times(1 - spread, 1 + spread)
        calls = max(1, each.calls)
        found.append(
            TaskEstimate(
                name, asked, asked.times(each.prompt_tokens / calls), asked.times(each.completion_tokens / calls)
            )
        )
    return tuple(found)


def _minutes(tasks: tuple[TaskEstimate, ...], settings: Settings, speed: ModelSpeed) -> Range:
    """All tokens written, at the speed of one call and as many calls at a time as may be: at best, and where none gain."""
    written = NOTHING
    for each in tasks:
        written = written.plus(each.completion_tokens)
    minutes = written.times(1 / max(0.01, speed.tokens_a_second) / 60)
    return Range(minutes.low / settings.concurrency, minutes.high)


def money_of(tasks: tuple[TaskEstimate, ...], settings: Settings, models: ModelChoice) -> Range | None:
    """What tasks cost, None where no price is known."""
    if all(price_of(each, settings) is None for each in models.places):
        return None
    total = NOTHING
    for each in tasks:
        place = _place(each.task, models)
        price = (price_of(place, settings) if place else None) or TokenPrice()
        low = price.of(each.prompt_tokens.low, each.completion_tokens.low)
        total = total.plus(Range(low, price.of(each.prompt_tokens.high, each.completion_tokens.high)))
    return total


def _place(task: str, models: ModelChoice) -> ModelPlace | None:
    if task == "report":
        return models.reports or models.extraction
    return models.embeddings if task == "embed" else models.extraction


def _each(count: Range, what: Range) -> Range:
    return Range(count.low * what.low, count.high * what.high)


def prompt_tokens(prompt: str) -> float:
    """About how many tokens a prompt that ships has."""
    return prompt_path(prompt).stat().st_size / _BYTES_A_TOKEN
