"""Chinese text to words with tags by rjieba, the pieces of names that no dictionary has joined again."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING

from graphrag_desktop.language.lexicon_zh import AFTER_NAME, FUNCTION_SIGNS, SURNAMES, TRANSLITERATING

if TYPE_CHECKING:
    from rjieba import Jieba

PERSON, FOREIGN = "person", "foreign"
"""Tags of ours: a foreign person's name with its dot, and a name written by sound."""

_TRUSTED = 50  # how often the dictionary must have counted a word: its rare ones are misreadings of a corpus too
_SECOND_LEVEL = 0xD8
_DOT = frozenset("·•・‧")
_NEVER_SOUND = frozenset({"v", "p", "c", "d", "r", "q", "u", "uj", "ul", "m", "t"})


@dataclass(frozen=True, slots=True)
class ChineseWord:
    """A word with its tag: one of jieba's (n noun, nr person, ns place, v verb …) or one of those above."""

    start: int
    text: str
    tag: str

    @property
    def end(self) -> int:
        """Where the next word begins."""
        return self.start + len(self.text)


def segment(body: str) -> list[ChineseWord]:
    """The words of a sentence in order, signs between them included."""
    words = list(_words(body))
    for join in (_dotted, _by_sound, _uncommon):
        words = list(_joined(words, join))
    return words


@lru_cache(maxsize=100_000)
def is_known(text: str) -> bool:
    """Whether the dictionary has the word, often enough to be trusted."""
    return _segmenter().has_word(text) and _segmenter().suggest_freq(text) >= _TRUSTED


@cache
def _segmenter() -> "Jieba":
    from rjieba import Jieba

    return Jieba()


def _words(body: str) -> Iterator[ChineseWord]:
    at = 0
    for text, tag in _segmenter().tag(body):
        at = body.index(text, at)
        is_unnamed = tag == "x" and _is_han(text)
        yield ChineseWord(at, text, "n" if is_unnamed else tag)
        at += len(text)


Joining = Callable[[Sequence[ChineseWord], int], tuple[int, str]]
"""How many words from a position on are one, and its tag; nothing is joined where it is fewer than two."""


def _joined(words: Sequence[ChineseWord], join: Joining) -> Iterator[ChineseWord]:
    position = 0
    while position < len(words):
        size, tag = join(words, position)
        if size < 2:
            yield words[position]
            position += 1
            continue
        yield ChineseWord(words[position].start, "".join(word.text for word in words[position : position + size]), tag)
        position += size


def _dotted(words: Sequence[ChineseWord], position: int) -> tuple[int, str]:
    """A foreign name whose parts a dot joins."""
    size = _part_size(words, position)
    parts = 1 if size else 0
    while parts and position + size < len(words) and words[position + size].text in _DOT:
        following = _part_size(words, position + size + 1)
        if not following:
            break
        size, parts = size + 1 + following, parts + 1
    return (size, PERSON) if parts > 1 else (0, "")


def _part_size(words: Sequence[ChineseWord], position: int) -> int:
    return sum(1 for _ in takewhile(_is_part, words[position:]))


def _is_part(word: ChineseWord) -> bool:
    if not _is_han(word.text) or any(sign in FUNCTION_SIGNS for sign in word.text):
        return False
    return word.tag.startswith(("nr", "ns")) or len(word.text) == 1


def _by_sound(words: Sequence[ChineseWord], position: int) -> tuple[int, str]:
    """Words of nothing but signs by which foreign names are written, one of them tagged as a name."""
    run = list(takewhile(_may_sound, words[position:]))
    is_name = any(word.tag.startswith("nr") and not is_known(word.text) for word in run)
    return (len(run), FOREIGN) if is_name and sum(len(word.text) for word in run) >= 3 else (0, "")


def _may_sound(word: ChineseWord) -> bool:
    if not all(sign in TRANSLITERATING for sign in word.text):
        return False
    return len(word.text) == 1 or (word.tag not in _NEVER_SOUND and not (word.tag == "n" and is_known(word.text)))


def _uncommon(words: Sequence[ChineseWord], position: int) -> tuple[int, str]:
    """A single sign before an uncommon one."""
    pair = words[position : position + 2]
    signs = "".join(word.text for word in pair)
    if len(pair) < 2 or len(signs) != 2 or not _is_han(signs):
        return 0, ""
    if any(sign in FUNCTION_SIGNS or sign in AFTER_NAME for sign in signs):
        return 0, ""
    is_name = _is_uncommon(signs[1]) and not _is_uncommon(signs[0])
    return (2, "nr" if signs[0] in SURNAMES else "n") if is_name else (0, "")


def _is_uncommon(sign: str) -> bool:
    """Whether a sign is of the second level of GB 2312 (from 0xD8 on): in a text it mostly belongs to a name."""
    try:
        return sign.encode("gb2312")[0] >= _SECOND_LEVEL
    except UnicodeEncodeError:
        return False


def _is_han(text: str) -> bool:
    return all("一" <= sign <= "鿿" for sign in text)
