"""Second names that a Chinese text gives its people: "姓刘名备，字玄德" says that 玄德 is 刘备."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from graphrag_desktop.language.lexicon_zh import DOUBLE_SURNAMES, SURNAMES

_SECOND = re.compile(
    r"(?P<before>[一-鿿，,、]{2,8}?)[，,、]?(?:表)?字(?P<second>[一-鿿]{2})(?=[，,。；;、：:”\"]|者|也|$)"
)
_APART = re.compile(r"姓(?P<family>[一-鿿]{1,2})[，,、]?名(?P<given>[一-鿿]{1,2})$")


def courtesy_names(texts: Iterable[str]) -> dict[str, str]:
    """Each second name with the full name of the one person who is given it; what two are given stays out."""
    bearers: dict[str, set[str]] = defaultdict(set)
    for text in texts:
        if "字" in text:
            for second, full in _told(text):
                bearers[second].add(full)
    return {second: min(full) for second, full in sorted(bearers.items()) if len(full) == 1}


def _told(text: str) -> Iterator[tuple[str, str]]:
    for found in _SECOND.finditer(text):
        if full := _full_name(text[max(0, found.start() - 8) : found.end("before")]):
            yield found["second"], full


def _full_name(before: str) -> str:
    """The name at the end of these words, a surname of two signs and a given name of one before all others."""
    if apart := _APART.search(before):
        return apart["family"] + apart["given"] if _is_surname(apart["family"]) else ""
    for family, given in ((2, 1), (2, 2), (1, 1), (1, 2)):
        name = before[-family - given :]
        if len(name) == family + given and name.isalpha() and _is_surname(name[:family]):
            return name
    return ""


def _is_surname(signs: str) -> bool:
    return signs in SURNAMES or signs in DOUBLE_SURNAMES
