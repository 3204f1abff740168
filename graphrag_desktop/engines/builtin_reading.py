"""How the built-in engine spreads its reading: stretches of a document as tasks, over worker processes."""

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from functools import cache
from importlib.metadata import version
from itertools import chain

from graphrag_desktop.assets import resource
from graphrag_desktop.domain.documents import ParsedDocument
from graphrag_desktop.domain.errors import Cancelled
from graphrag_desktop.domain.extractions import Reading, ReadingFailure, ReadingTask
from graphrag_desktop.domain.fan_out import fan_out
from graphrag_desktop.domain.identity import Span, memo_key
from graphrag_desktop.domain.reading_codec import decode_reading, encode_reading
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.language.english import MODEL
from graphrag_desktop.language.packs import PACKS, has_pack, pack_version, packs_for
from graphrag_desktop.language.page_lines import find_page_lines
from graphrag_desktop.language.paragraphs import plan_stretches
from graphrag_desktop.language.reading import prepare_reading, read_stretch
from graphrag_desktop.workers import worker_pool

_READING_VERSION = 6  # raise it whenever the same text is read differently
_HERE_CHARACTERS = 24_000  # so little is read sooner than a process has started, which takes two seconds
_SECONDS, _MEGABYTES = 120, 2_000  # a stretch takes under two seconds and 300 MB; beyond this something is wrong
_IN_FLIGHT = 2  # tasks a worker: one at work, one waiting, so that a pause takes hold soon


@cache
def reading_identity() -> str:
    """What determines all readings besides the text."""
    return ", ".join([_base_identity(), *(pack_version(pack) for pack in PACKS)])


def plan_reading(parsed: ParsedDocument) -> tuple[ReadingTask, ...]:
    """The stretches of a document; the same text has the same key wherever it stands."""
    lines = find_page_lines(parsed.text, parsed.pages)
    tasks = []
    for span in plan_stretches(parsed.text):
        text = parsed.text[span.start : span.end]
        own = tuple(Span(line.start - span.start, line.end - span.start) for line in lines if span.contains(line))
        key = memo_key(_identity_for(text), text, *(place for line in own for place in (line.start, line.end)))
        tasks.append(ReadingTask(key, parsed.document.id, span.start, text, own))
    return tuple(tasks)


def read_tasks(
    pending: Iterable[ReadingTask], workers: int, control: RunControl
) -> Iterator[tuple[ReadingTask, Reading] | ReadingFailure]:
    """Read the tasks in worker processes, or here where there is very little; a task that fails ends no other."""
    resource("models", MODEL)  # if it is missing, that is one error and not one for every task
    first, rest = _few(iter(pending))
    if not rest:
        yield from _read_here(first, control)
        return
    with worker_pool(workers, seconds=_SECONDS, megabytes=_MEGABYTES, prepare=prepare_reading) as pool:
        yield from _spread(chain(first, rest), pool, workers, control)


def read_on_cluster(
    pending: Iterable[ReadingTask], address: str, control: RunControl
) -> Iterator[tuple[ReadingTask, Reading] | ReadingFailure]:
    """The same on the machines of a Dask cluster."""
    from graphrag_desktop.cluster import cluster_pool

    with cluster_pool(address, reading_identity) as cluster:
        yield from _spread(pending, cluster.executor, cluster.at_once, control)


def _spread(
    tasks: Iterable[ReadingTask], executor: Executor, workers: int, control: RunControl
) -> Iterator[tuple[ReadingTask, Reading] | ReadingFailure]:
    for task, outcome in fan_out(_encoded_reading, tasks, executor, control, in_flight=_IN_FLIGHT * workers):
        if isinstance(outcome, Cancelled):
            raise outcome
        if isinstance(outcome, Exception):
            yield ReadingFailure(task, _reason(outcome))
        else:
            yield task, decode_reading(outcome)


@cache
def _base_identity() -> str:
    libraries = ", ".join(f"{name} {version(name)}" for name in ("spacy", "thinc", "py3langid", "rjieba"))
    return f"reading {_READING_VERSION}, {MODEL}, {libraries}"


def _identity_for(text: str) -> str:
    """What determines the reading of this text: of the language packs only those that might read some of it."""
    return ", ".join([_base_identity(), *(pack_version(pack) for pack in packs_for(text))])


def _few(pending: Iterator[ReadingTask]) -> tuple[list[ReadingTask], Iterable[ReadingTask]]:
    """The first tasks, and the others: none where all together are little text that no heavy pack reads."""
    first: list[ReadingTask] = []
    characters = 0
    for task in pending:
        first.append(task)
        characters += len(task.text)
        if characters > _HERE_CHARACTERS or any(map(has_pack, packs_for(task.text))):
            return first[:-1], chain(first[-1:], pending)
    return first, ()


def _read_here(
    tasks: Iterable[ReadingTask], control: RunControl
) -> Iterator[tuple[ReadingTask, Reading] | ReadingFailure]:
    for task in tasks:
        control.checkpoint()
        try:
            reading = read_stretch(task.key, task.text, task.page_lines)
        except Exception as error:  # noqa: BLE001  # as in a worker: whatever it is, it is this task's failure alone
            yield ReadingFailure(task, _reason(error))
        else:
            yield task, reading


def _encoded_reading(task: ReadingTask) -> bytes:
    """In a worker process: a reading as bytes crosses ten times faster than pickled."""
    return encode_reading(read_stretch(task.key, task.text, task.page_lines))


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__
