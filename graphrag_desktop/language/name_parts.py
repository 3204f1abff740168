"""Names that the reader passed over: a surname, a first name or a short form alone, of someone who is named in full elsewhere.

The reader's model sees one sentence at a time and misses many of them; the collection knows better. For small collections
only, where a surname means one person.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from graphrag_desktop.domain.extractions import FoundName
from graphrag_desktop.domain.identity import Span
from graphrag_desktop.language.gathering import GatheredSentence
from graphrag_desktop.language.lexicon import CALENDAR, STOP, TITLES, VAGUE
from graphrag_desktop.language.lexicon_general import GENERAL
from graphrag_desktop.language.lexicon_names import GIVEN_NAMES
from graphrag_desktop.language.name_types import label_by_words
from graphrag_desktop.language.scripts import is_cjk

_LABELS = frozenset({"PERSON", "ORG"})
_SHORTEST = 4  # letters of a part that is looked for: shorter ones are found by chance
_INITIALED = re.compile(r"[A-Z]\. \w+")


def with_name_parts(sentences: Sequence[GatheredSentence], common: Mapping[str, int]) -> list[GatheredSentence]:
    """The sentences with the parts of names that stand alone in them; `common` counts words in lower case."""
    owners = _owners(sentences, common)
    if not owners:
        return list(sentences)
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(owners, key=lambda part: (-len(part), part))))})\b")
    return [_completed(each, pattern, owners) for each in sentences]


def _owners(sentences: Sequence[GatheredSentence], common: Mapping[str, int]) -> dict[str, str]:
    """Parts of names that belong to exactly one full name, with that name's label."""
    labels: dict[str, Counter[str]] = defaultdict(Counter)
    titles: dict[str, set[str]] = defaultdict(set)
    for sentence in sentences:
        for name in sentence.names:
            if name.label and " " in name.title and not is_cjk(name.title):
                labels[name.title][label_by_words(name.title, name.label) or name.label] += 1
                holders = {word for word in name.title.split() if word[0].isupper()}
                for word in holders:
                    titles[word].add(TITLES.sub("", name.title))
    full_names: dict[str, set[str]] = defaultdict(set)
    kinds: dict[str, str] = {}
    for title, counts in sorted(labels.items()):
        label = max(counts, key=lambda each: (counts[each], each))
        if label in _LABELS:
            for part in _parts(title, label):
                full_names[part].add(title)
                kinds[part] = label
    return {
        part: kinds[part]
        for part, names in full_names.items()
        if len(names) == 1 and len(titles[part]) <= 1 and not common.get(part.lower()) and _can_stand_alone(part)
    }


def _parts(title: str, label: str) -> Iterator[str]:
    found = title.split()
    if label == "ORG":
        yield from (found[:1] if len(found) <= 3 and found[0][0].isupper() else ())
        return
    yield found[-1]
    yield f"{found[0][0]}. {found[-1]}"
    if found[0].lower() in GIVEN_NAMES:
        yield found[0]


def _can_stand_alone(part: str) -> bool:
    if _INITIALED.fullmatch(part):
        return True
    low = part.lower()
    is_word = low in STOP or low in VAGUE or low in GENERAL or CALENDAR.fullmatch(low)
    return len(part) >= _SHORTEST and part.isalpha() and part[0].isupper() and not part.isupper() and not is_word


def _completed(sentence: GatheredSentence, pattern: re.Pattern[str], owners: Mapping[str, str]) -> GatheredSentence:
    if sentence.is_left_out or is_cjk(sentence.text):
        return sentence
    start = (
        sentence.span.start - sentence.offset
    )  # where the sentence begins in its stretch, as the spans of names count
    taken = [name.span for name in sentence.names if name.label]
    added = _added(sentence.text, start, taken, pattern, owners)
    if not added:
        return sentence
    kept = [name for name in sentence.names if not any(name.span.overlaps(each.span) for each in added)]
    return replace(sentence, read=replace(sentence.read, names=(*kept, *added)))


def _added(
    text: str, start: int, taken: Sequence[Span], pattern: re.Pattern[str], owners: Mapping[str, str]
) -> list[FoundName]:
    added: list[FoundName] = []
    for match in pattern.finditer(text):
        span = Span(start + match.start(), start + match.end())
        is_longer = _INITIALED.fullmatch(match.group()) is not None and any(
            span.contains(each) and span.end == each.end for each in taken
        )
        if is_longer or not any(span.overlaps(each) for each in taken):
            added.append(FoundName(match.group(), owners[match.group()], span))
    return added
