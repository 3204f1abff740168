"""The words that carry a Korean, Chinese or Japanese question: nouns and verbs without particles and question words."""

import re
from collections.abc import Iterator

from graphrag_desktop.language.chinese_words import segment
from graphrag_desktop.language.japanese import find_japanese
from graphrag_desktop.language.korean_endings import is_stop, split_word
from graphrag_desktop.language.lexicon_eastern_questions import META
from graphrag_desktop.language.lexicon_ko import QUESTION
from graphrag_desktop.language.lexicon_zh import FUNCTION_SIGNS
from graphrag_desktop.language.scripts import HANGUL, KANA

_KOREAN = re.compile(f"[{HANGUL}]")
_JAPANESE = re.compile(f"[{KANA}]")
_ASKED = re.compile("(?:니까|나요|는가|은가|인가|던가|을까|할까|까요|가요|지요|는지|은지)$")
"""How a verb ends that asks: what it asks for stands before it."""

_LEAST_SYLLABLES = 2
_CARRYING = ("n", "v", "a", "j", "l", "i", "person", "foreign", "s", "z", "b")
"""How the tags of Chinese words begin that carry a meaning."""


def eastern_words(token: str) -> Iterator[str]:
    """The words of a run of signs without spaces, in their order, but for those about documents in general."""
    return (word for word in _words(token) if word not in META)


def _words(token: str) -> Iterator[str]:
    if _KOREAN.match(token):
        yield from _korean(token)
    elif _JAPANESE.search(token):
        yield from (token[start:end] for start, end, _ in find_japanese(token))
    else:
        for word in segment(token):
            is_function = len(word.text) == 1 or all(sign in FUNCTION_SIGNS for sign in word.text)
            if word.tag.startswith(_CARRYING) and not is_function:
                yield word.text


def _korean(word: str) -> Iterator[str]:
    """The noun in a word, the stem of a verb that is made of one; nothing where it is a verb that asks."""
    found = split_word(word, 0)
    stem = found.stem if found else ""
    is_asking = stem == word and (QUESTION.search(word) or _ASKED.search(word))
    if len(stem) >= _LEAST_SYLLABLES and not is_asking and not is_stop(stem):
        yield stem
