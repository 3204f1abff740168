"""What is said again and again: paragraphs that many documents share, licences, and documents that copy another."""

import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from graphrag_desktop.language.lexicon import LICENCE_WORDS

Place = TypeVar("Place")

_SHINGLE = 8  # words
_SAMPLED = 4  # one shingle in so many
_COPIED_SHARE = 0.8
_LEAST_SHINGLES = 5  # of a shorter text nothing can be told
_LEAST_REPEATS, _REPEATED_SHARE = 3, 0.05  # in so many documents, or this share of them, a paragraph says nothing new
_LEAST_REFRAIN = 40  # signs of a paragraph that one document repeats: shorter ones are headings and cells of tables
_LICENCE_LENGTH = 1_500
_SIGNATURE = re.compile(r"\s*--[ \t]*\n")  # the line that parts a mail from its signature (RFC 3676, 4.3)
_COMPARED_START, _COMPARED_END = 300, 100  # signs of a long paragraph; enough to know it again
_WORD = re.compile(r"\w+")
_DIGITS = re.compile(r"\d+")
_BASE = np.uint64(0x9E3779B97F4A7C15)  # odd, so that powers of it never vanish (golden ratio hashing)

Hashes = npt.NDArray[np.uint64]


def find_copies(texts: Mapping[Place, str]) -> dict[Place, Place]:
    """The documents of which most is also in a longer one, or in an equally long one that comes first, with that one."""
    sketches = [(place, _sketch(text)) for place, text in texts.items()]
    shared = _shared_hashes([sketch for _, sketch in sketches])
    homes: dict[int, list[Place]] = defaultdict(list)
    copies: dict[Place, Place] = {}
    for place, sketch in sorted(sketches, key=lambda each: -len(each[1])):
        here = [value for value in sketch.tolist() if value in shared]
        overlap = Counter(home for value in here for home in homes[value])
        size = len(sketch)
        if size >= _LEAST_SHINGLES and overlap:
            original = max(overlap, key=lambda home: overlap[home])
            if overlap[original] >= _COPIED_SHARE * size:
                copies[place] = original
                continue
        for value in here:
            homes[value].append(place)
    return copies


def find_boilerplate(paragraphs: Sequence[tuple[Place, str]]) -> list[bool]:
    """Whether each paragraph repeats over documents or in one, signs a mail, or reads like a licence.

    `Place` is its document.
    """
    keys = [_paragraph_key(text) for _, text in paragraphs]
    homes: dict[str, Counter[Place]] = defaultdict(Counter)
    for (place, _), key in zip(paragraphs, keys, strict=True):
        homes[key][place] += 1
    limit = max(_LEAST_REPEATS, _REPEATED_SHARE * len({place for place, _ in paragraphs}))
    return [
        len(homes[key]) >= limit or _is_refrain(key, homes[key][place]) or _is_licence(text) or _is_signature(text)
        for (place, text), key in zip(paragraphs, keys, strict=True)
    ]


def _sketch(text: str) -> Hashes:
    """A sample of the hashes of all runs of eight words, chosen by the hash itself."""
    words = _WORD.findall(text.lower())
    known: dict[str, int] = {}
    for word in words:
        if word not in known:
            known[word] = zlib.crc32(word.encode("utf-8", "surrogatepass"))
    values = np.array([known[word] for word in words], np.uint64)
    size = len(values) - _SHINGLE + 1
    if size <= 0:
        return np.zeros(0, np.uint64)
    mixed = np.zeros(size, np.uint64)
    for offset in range(_SHINGLE):
        mixed = mixed * _BASE + values[offset : offset + size]
    mixed ^= mixed >> np.uint64(32)
    return np.unique(mixed[mixed % np.uint64(_SAMPLED) == 0])


def _shared_hashes(sketches: Sequence[Hashes]) -> set[int]:
    """The hashes of more than one document: only they can show a copy, and they are few."""
    if not sketches:
        return set()
    values, counts = np.unique(np.concatenate(sketches), return_counts=True)
    return set(values[counts > 1].tolist())


def _paragraph_key(text: str) -> str:
    if len(text) > _COMPARED_START + _COMPARED_END:
        text = text[:_COMPARED_START] + text[-_COMPARED_END:]
    return _DIGITS.sub("0", " ".join(_WORD.findall(text.lower())))


def _is_refrain(key: str, times: int) -> bool:
    return times >= _LEAST_REPEATS and len(key) >= _LEAST_REFRAIN


def _is_signature(text: str) -> bool:
    return _SIGNATURE.match(text) is not None


def _is_licence(text: str) -> bool:
    if len(text) > _LICENCE_LENGTH:
        return False
    low = text.lower()
    return any(words in low for words in LICENCE_WORDS)
