"""How long reading a folder will take, guessed from the kinds and sizes of its files; the plan says that it is a guess."""

from collections.abc import Iterable, Mapping

from graphrag_desktop.pipeline.plan import PlannedFile, Verdict
from graphrag_desktop.ui.run_estimate import TimeLeft

_TEXT_SHARE: Mapping[str, float] = {
    # How much of a file's size is text, roughly: what is packed or drawn holds less of it.
    "pdf": 0.05,
    "word": 0.15,
    "slides": 0.03,
    "spreadsheet": 0.25,
    "book": 0.6,
    "web page": 0.3,
    "archive": 0.5,
}
_BYTES_A_SECOND = 40_000  # the built-in engine on one of two processors: 300,000 tokens of text in 40 to 55 seconds
_START_SECONDS = 4
_SPREAD = 2.0


def estimate_reading(files: Iterable[PlannedFile]) -> TimeLeft:
    """Seconds at least and at most; files read before take next to none."""
    text = sum(each.size * _TEXT_SHARE.get(each.kind, 1.0) for each in files if each.verdict is Verdict.NEW)
    middle = _START_SECONDS + text / _BYTES_A_SECOND
    return TimeLeft(middle / _SPREAD, middle * _SPREAD)
