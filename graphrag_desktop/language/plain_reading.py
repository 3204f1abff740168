"""Text in a language without a model here: sentences by punctuation, names by capitals, scripts and word lists."""

import re
from collections.abc import Iterable, Iterator

from graphrag_desktop.domain.extractions import FoundName, ReadSentence
from graphrag_desktop.domain.identity import Span
from graphrag_desktop.language.chinese import find_chinese
from graphrag_desktop.language.japanese import find_japanese
from graphrag_desktop.language.korean import find_korean
from graphrag_desktop.language.packs import JAPANESE, KOREAN, has_pack
from graphrag_desktop.language.quality import FRAGMENT
from graphrag_desktop.language.runs import Run
from graphrag_desktop.language.sentences import eastern_sentences, western_sentences
from graphrag_desktop.language.western import find_names

Found = tuple[int, int, str]
"""Where words that may name something begin and end in their sentence, and their label."""

_EASTERN = frozenset({"ko", "zh", "ja"})
_SIGNS_OF_A_WORD = 3  # of Chinese, Japanese or Korean, for what counts words
_LEAST_SIGNS = 6  # of a sentence
_EASTERN_LEANING = re.compile(
    '[“「『"]|그러나|그리고|또한|이에|이를|그는|이는|다만|但|而|然而|因此|于是|此|这|那|其|他|她|它|しかし|また|そして|これ|それ|その|この'
)
_ENDS = '.!?…।؟”»"’)'
_EASTERN_ENDS = '。！？.!?」』”"'
_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")


def read_plain(text: str, run: Run, paragraph: int) -> Iterator[ReadSentence]:
    """The sentences of a run in order; `paragraph` is where its paragraph begins."""
    start, language = run.span.start, run.language
    own = text[start : run.span.end]
    is_eastern = language in _EASTERN
    for piece in eastern_sentences(own) if is_eastern else western_sentences(own, language):
        first = start + piece.start
        body = own[piece.start : piece.end]
        words = max(3, len(body) // _SIGNS_OF_A_WORD) if is_eastern else len(_WORD.findall(body))
        quality = _eastern_quality(body, language) if is_eastern else _quality(body, words)
        found = _labels(_found(body, language)) if quality > FRAGMENT else {}
        names = tuple(
            FoundName(" ".join(body[begin:end].split()), label, Span(first + begin, first + end))
            for (begin, end), label in found.items()
        )
        yield ReadSentence(Span(first, first + len(body)), paragraph, language, quality, words, "", names)


def _labels(found: Iterable[Found]) -> dict[tuple[int, int], str]:
    """The label of each place that may name something; a place found twice keeps the label that says more."""
    labels: dict[tuple[int, int], str] = {}
    for begin, end, label in found:
        labels[begin, end] = label or labels.get((begin, end), "")
    return labels


def _found(body: str, language: str) -> Iterator[Found]:
    if language == "ko":
        if has_pack(KOREAN):
            from graphrag_desktop.language.korean_pack import find_korean_by_kiwi

            return find_korean_by_kiwi(body)
        return find_korean(body)
    if language == "ja":
        if has_pack(JAPANESE):
            from graphrag_desktop.language.japanese_pack import find_japanese_by_sudachi

            return find_japanese_by_sudachi(body)
        return find_japanese(body)
    return find_chinese(body) if language == "zh" else find_names(body, language)


def _quality(body: str, words: int) -> float:
    if words < 3:
        return FRAGMENT
    quality = 1.0 if 10 <= words <= 34 else 0.7 if words < 60 else 0.45
    if body[-1] not in _ENDS or body[0].islower():
        quality *= 0.4
    return round(quality * (0.5 if body[-1] in "?؟" or body[0] in "\"“«'‘—-" else 1), 3)


def _eastern_quality(body: str, language: str) -> float:
    if len(body) < _LEAST_SIGNS:
        return FRAGMENT
    quality = 1.0 if 18 <= len(body) <= 130 else 0.7 if len(body) < 250 else 0.4
    if body[-1] not in _EASTERN_ENDS or len(body) < 14:
        quality *= 0.5
    if _EASTERN_LEANING.match(body):
        quality *= 0.55
    return round(quality * (0.6 if "“" in body and language == "zh" else 1), 3)
