"""Korean without a dictionary: nouns before their particles, names by what they end in and by the offices beside them."""

import re
from collections.abc import Iterator, Sequence

from graphrag_desktop.language.korean_endings import KoreanWord, is_stop, label_of, split_word
from graphrag_desktop.language.lexicon_ko import GENERIC, ROLES, SURNAMES, VERB_ENDING
from graphrag_desktop.language.scripts import HANGUL

Found = tuple[int, int, str]
"""Where words that may name something begin and end in their sentence, and their label."""

_WORD = re.compile(rf"(?:[A-Z][A-Za-z&]*)?[{HANGUL}]+|[A-Z][\w&.-]+(?: [A-Z][\w&.-]+)*|\S")
_LEAST_SYLLABLES = 2  # of a word that names something by itself
_ADDRESSED = re.compile("님(?:께|께서|에게|의|은|이|을|과)?$")  # after an office, of whoever is written to or spoken of
_SIGNED = frozenset({"드림", "올림", "배상"})  # after the name that closes a letter
_SENDER = re.compile(r"([가-힣]{3}) <\S+@")
_FULL_NAME = re.compile("[가-힣]{3}")


def find_korean(body: str) -> Iterator[Found]:
    """Nouns, names and pairs of words in a sentence, permissively: the collection decides later which are nouns."""
    for match in _SENDER.finditer(body):
        if match[1][0] in SURNAMES:
            yield match.start(1), match.end(1), "PERSON"
    before: list[KoreanWord] = []  # the bare words just before, the nearest last
    for match in _WORD.finditer(body):
        start = match.start()
        is_counted = start > 0 and body[start - 1].isdecimal()  # "4년으로"
        word = None if is_counted else split_word(match.group(), start)
        if word is None or is_stop(word.stem):
            before = []
            continue
        near = before if before and body[before[-1].end : word.start] == " " else []
        yield from _found(word, near)
        before = [] if word.tail else [*near[-1:], word]


def _found(word: KoreanWord, near: Sequence[KoreanWord]) -> Iterator[Found]:
    """What a word names alone, and together with the bare one before it."""
    label = "NAME" if word.stem.isascii() else label_of(word.stem)
    last = near[-1] if near and not VERB_ENDING.search(near[-1].stem) else None
    says_who = _ADDRESSED.sub("", word.stem + word.tail) in ROLES or word.stem in ROLES or word.stem in _SIGNED
    people = list(_person(near)) if near and says_who else []
    yield from people
    if last is not None and word.stem in GENERIC:
        yield last.start, word.end, "ORG"
    elif len(word.stem) >= _LEAST_SYLLABLES:
        yield word.start, word.end, label
        if last is not None and not (label or people or label_of(last.stem)):
            yield last.start, word.end, ""


def _person(before: Sequence[KoreanWord]) -> Iterator[Found]:
    """The person's name before an office: one Korean name, or a foreign one of two words."""
    last = before[-1]
    if _FULL_NAME.fullmatch(last.stem) and last.stem[0] in SURNAMES and not label_of(last.stem):
        yield last.start, last.end, "PERSON"
    elif VERB_ENDING.search(last.stem):
        return
    elif len(before) == 2 and not any(label_of(each.stem) or each.stem in GENERIC | ROLES for each in before):
        yield before[0].start, last.end, "PERSON"
