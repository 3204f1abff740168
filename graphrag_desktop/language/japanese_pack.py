"""Japanese by SudachiPy, where the extra `ja` is installed: runs of nouns, names by the dictionary's classes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from graphrag_desktop.language.japanese import find_japanese, label_of
from graphrag_desktop.language.lexicon_ja import PERSON_SUFFIX, STOP

if TYPE_CHECKING:
    from sudachipy import Morpheme, Tokenizer

Found = tuple[int, int, str]
"""Where words that may name something begin and end in their sentence, and their label."""

_NOT_IN_RUN = frozenset({"数詞", "助動詞語幹"})
_JOINED = frozenset({"接尾辞", "接頭辞"})


@dataclass(frozen=True, slots=True)
class _Noun:
    """A noun or an affix: its kind is the class of a proper noun (place, family name …), or empty."""

    start: int
    end: int
    text: str
    kind: str
    is_affix: bool


def find_japanese_by_sudachi(body: str) -> Iterator[Found]:
    """Names and phrases of a sentence, in order."""
    group: list[_Noun] = []
    for morpheme in _tokenizer().tokenize(body):
        noun = _noun(morpheme)
        if noun is None or (group and noun.start != group[-1].end):
            yield from _found(body, group)
            group = []
        if noun is not None:
            group.append(noun)
    yield from _found(body, group)


@cache
def _tokenizer() -> "Tokenizer":
    from sudachipy import Dictionary, SplitMode

    return Dictionary(dict="small").tokenizer(mode=SplitMode.C)


def _noun(morpheme: "Morpheme") -> _Noun | None:
    part, of, kind = morpheme.part_of_speech()[:3]
    if part not in {"名詞", *_JOINED} or of in _NOT_IN_RUN:
        return None
    proper = (kind if kind != "一般" else "名") if of == "固有名詞" else ""
    return _Noun(morpheme.begin(), morpheme.end(), morpheme.surface(), proper, part in _JOINED)


def _found(body: str, group: Sequence[_Noun]) -> Iterator[Found]:
    """A person at the start of a run apart from the office that follows, else the whole run."""
    people = 0
    while people < len(group) and group[people].kind == "人名":
        people += 1
    if people:
        yield group[0].start, group[people - 1].end, "PERSON"
        group = group[people:]
    if not group or all(noun.is_affix for noun in group):
        return
    text = body[group[0].start : group[-1].end]
    if len(text) < 2 or text in STOP or (people and PERSON_SUFFIX.fullmatch(text)):
        return
    if not any(noun.kind for noun in group) and not label_of(text) and len(text) > 12:
        yield from find_japanese(text)
        return
    kinds = {noun.kind for noun in group}
    label = label_of(text) or ("GPE" if kinds == {"地名"} else "NAME" if kinds - {""} and len(group) == 1 else "")
    yield group[0].start, group[-1].end, label
