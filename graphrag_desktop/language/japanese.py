"""Japanese by its scripts: runs of Chinese signs and of katakana, cut where particles and suffixes show, typed by their ends."""

import re
from collections.abc import Iterator

from graphrag_desktop.language.lexicon_ja import COUNTED, NOT_INSIDE, ORGANIZATION, PERSON_SUFFIX, PLACE, PLACES, STOP
from graphrag_desktop.language.scripts import HAN

Found = tuple[int, int, str]
"""Where words that may name something begin and end in their sentence, and their label."""

_RUN = re.compile(rf"(?:(?![{NOT_INSIDE}])[{HAN}々ヶ]|[ァ-ヴー・]|[A-Z][A-Za-z&.-]+){{2,}}")
_LONGEST = 16  # signs
_LEAST_TYPED = 3  # a shorter word is the ending alone, or any city


def find_japanese(body: str) -> Iterator[Found]:
    """Names and phrases of a sentence, in order."""
    for match in _RUN.finditer(body):
        yield from label_run(body, *match.span())


def label_run(body: str, start: int, end: int) -> Iterator[Found]:
    """What a run of nouns names: a person before an office or a form of address, or the whole of it."""
    while start < end and body[start] in "・ー々":
        start += 1
    while start < end and body[end - 1] == "・":
        end -= 1
    text = body[start:end]
    suffix = PERSON_SUFFIX.search(text) or PERSON_SUFFIX.fullmatch(body[end : end + 2])
    if suffix and suffix.string == text and suffix.start() >= 2:
        end = start + suffix.start()
        yield start, end, "PERSON"
    elif 2 <= len(text) <= _LONGEST and text not in STOP and text[0] not in COUNTED:
        yield start, end, "PERSON" if suffix else label_of(text)


def label_of(text: str) -> str:
    """The label that the end of a noun tells: an organization or a place; else nothing."""
    if text in PLACES:
        return "GPE"
    if len(text) >= _LEAST_TYPED and ORGANIZATION.search(text):
        return "ORG"
    return "GPE" if len(text) >= _LEAST_TYPED and PLACE.search(text) else ""
