"""Runs: the parts of a paragraph that are each in one language."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graphrag_desktop.domain.identity import Span
from graphrag_desktop.language.detection import UNKNOWN, language_of
from graphrag_desktop.language.scripts import CJK, eastern_language

_WORDS_THAT_TELL = 20  # a shorter text in Latin letters (a heading, a caption) is in the language of what surrounds it
_LATIN_WORDS, _OTHER_LETTERS = 6, 8  # in a paragraph with fewer of either, they are names in a sentence of the other
_SIGNS_PER_WORD = 2  # Chinese, Japanese or Korean signs that weigh more than a Latin word beside them
_EASTERN = frozenset({"ko", "ja", "zh"})
_SENTENCE = re.compile(r"\n+|(?<=[。！？])[」』”’\"]*|(?<=[.!?…])[\"'”’»)\]]*\s+(?=\S)")
_LATIN_WORD = re.compile(r"[A-Za-zÀ-ɏ]{2,}")
_OTHER_LETTER = re.compile(r"[^\W\d_A-Za-zÀ-ɏ]")


@dataclass(frozen=True, slots=True)
class Run:
    """A part of a paragraph in one language; the spans of all runs of a paragraph follow each other in order."""

    span: Span
    language: str


def split_runs(text: str, paragraph: Span, around: str) -> list[Run]:
    """The runs of one paragraph of the text; `around` is the language of what surrounds it, and what is in doubt.

    Nearly every paragraph is one run. One in two scripts, or with whole sentences of another language, is divided
    between sentences.
    """
    body = text[paragraph.start : paragraph.end]
    if not _may_be_mixed(body):
        return [Run(paragraph, _language(body, around))]
    runs: list[Run] = []
    for piece in _sentences(body):
        span = Span(paragraph.start + piece.start, paragraph.start + piece.end)
        language = _language_of_sentence(body[piece.start : piece.end], around)
        if runs and language in {runs[-1].language, UNKNOWN}:
            runs[-1] = Run(Span(runs[-1].span.start, span.end), runs[-1].language)
        else:
            runs.append(Run(span, around if language == UNKNOWN else language))
    return runs


def _may_be_mixed(body: str) -> bool:
    """Whether whole sentences of it may be in another script: the only mixture met often enough to be looked for."""
    if body.isascii() or len(_OTHER_LETTER.findall(body)) < _OTHER_LETTERS:
        return False
    return len(_LATIN_WORD.findall(body)) >= _LATIN_WORDS


def _sentences(body: str) -> Iterator[Span]:
    """Sentences with the white space after them, by punctuation of any script."""
    start = 0
    for match in _SENTENCE.finditer(body):
        if match.end() > start:
            yield Span(start, match.end())
            start = match.end()
    if start < len(body):
        yield Span(start, len(body))


def _language_of_sentence(body: str, around: str) -> str:
    """The language of a sentence among others in another script; unknown where it has no letters of its own."""
    signs, words = len(CJK.findall(body)), len(_LATIN_WORD.findall(body))
    if not signs and not _OTHER_LETTER.search(body):
        return _language(body, around) if words else UNKNOWN
    if signs and signs < _SIGNS_PER_WORD * words:
        return language_of(CJK.sub(" ", body), default=_latin(around))
    return eastern_language(body) or _language(body, around)


def _language(body: str, around: str) -> str:
    likely = _latin(around)
    if body.isascii():
        return likely if len(body.split()) < _WORDS_THAT_TELL else language_of(body, default=likely)
    if around == "ja" and eastern_language(body) == "zh":
        return "ja"  # a heading without kana
    return language_of(body, default=likely)


def _latin(around: str) -> str:
    """The language in doubt of words in Latin letters."""
    return "en" if around in _EASTERN or around == UNKNOWN else around
