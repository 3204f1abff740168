"""Words: stems for search and meaning, singulars, and the parts of a phrase."""

import re
import unicodedata
from functools import lru_cache

from graphrag_desktop.language.lexicon import STOP
from graphrag_desktop.language.scripts import HAN, HANGUL, KANA, WITHOUT_SPACES, is_cjk

_SUFFIXES = (
    "ating", "ated", "ates", "ate", "ization", "isation", "ational", "fulness", "ations", "ation", "ities", "ments",
    "ment", "ness", "ings", "ible", "able", "ical", "ants", "ance", "ence", "ions", "ion", "ity", "ism", "ist", "ial",
    "ful", "ing", "ant", "ent", "ous", "ive", "ers", "est", "ier", "al", "ic", "ed", "er", "ly", "es",
)  # fmt: skip
_ASCII_TOKEN = re.compile(r"[a-z][a-z']+|\d[\d.,]*")
_UNSPACED = f"{HAN}{KANA}{WITHOUT_SPACES}"
_SPOILED = re.compile(
    r"[a-z]\d[a-z]|[a-z]{2}\d|\b[A-Z]\d[a-z]|[a-z]\.[a-z]|(?<!\bMc)(?<!\bMac)(?<=[a-z])[OI](?=[a-z])|\b[a-z][A-Z][a-z]{3}"
    r"|[|~^_¦]|\w[!?;:]\w"
)
_MARKS = "\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0900-\u0903\u093a-\u094f\u0962\u0963\u0980-\u0983\u09bc-\u09cd"
_TOKEN = re.compile(
    rf"(?P<signs>[{HANGUL}]+|[{_UNSPACED}]+)"
    rf"|(?P<number>\d[\d.,]*)|(?:[^\W\d_{HANGUL}{_UNSPACED}][{_MARKS}]*(?:['’](?=\w))?)+"
)


def search_terms(text: str) -> list[str]:
    """The terms by which a text is found: stems of words, numbers, and pairs of neighbouring signs in CJK runs."""
    if text.isascii():
        return [term for token in _ASCII_TOKEN.findall(text.lower()) if (term := _ascii_term(token))]
    terms: list[str] = []
    for match in _TOKEN.finditer(unicodedata.normalize("NFKC", text).lower()):
        token = match.group()
        if match["signs"]:
            terms += [token[at : at + 2] for at in range(len(token) - 1)] or [token]
        elif term := _ascii_term(token) if token.isascii() else _other_term(token):
            terms.append(term)
    return terms


@lru_cache(maxsize=400_000)
def stem(word: str) -> str:
    """The word without its endings, cut hard, so that immigrant and immigration, economy and economic meet."""
    word = singular(word)
    for _ in range(2):  # twice, so that environmental meets environment
        if not word.endswith(_SUFFIXES):
            break
        suffix = next((each for each in _SUFFIXES if word.endswith(each) and len(word) - len(each) >= 4), "")
        word = word[: len(word) - len(suffix)]
    if (len(word) >= 7 and word.endswith("y")) or (len(word) >= 5 and word.endswith("e")):
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls" else word


def singular(word: str) -> str:
    """An English noun's singular, by its ending alone."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3 else word


def is_spoiled(name: str) -> bool:
    """Whether a poor scan left its marks inside the words of a name: digits, stops and capitals where none belong."""
    return _SPOILED.search(name) is not None


@lru_cache(maxsize=100_000)
def phrase_parts(phrase: str) -> tuple[tuple[str, int, int], ...]:
    """The phrases inside a noun phrase, each with its first and last word: up to three words at its end, any two."""
    if is_cjk(phrase):
        return ((phrase, 0, phrase.count(" ") + 1),)
    found = phrase.split(" ")
    size = len(found)
    spans = {
        (first, last)
        for first in range(size)
        for last in range(first + 1, min(size, first + 3) + 1)
        if last == size or last - first == 2
    }
    return tuple(sorted((" ".join(found[first:last]), first, last) for first, last in spans))


@lru_cache(maxsize=400_000)
def _ascii_term(token: str) -> str:
    if token[0].isdigit():
        return token.rstrip(".,")
    word = token.partition("'")[0]
    return stem(word) if len(word) > 2 and word not in STOP else ""


def _other_term(token: str) -> str:
    if token[0].isdigit():
        return token.rstrip(".,")
    word = re.split("['’]", token, maxsplit=1)[0]
    if word.isascii():
        return _ascii_term(word)
    return word if len(word) > 1 else ""
