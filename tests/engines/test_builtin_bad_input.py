"""What is no prose makes a modest true map: nothing breaks, and no nonsense comes to the top."""

import random
import re
from collections import Counter

import pytest

from graphrag_desktop.domain.extractions import Extractions
from graphrag_desktop.domain.graph import Entity
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.language.collection import ENTITY_IDS, TOPICALITY
from graphrag_desktop.language.paragraphs import LONGEST_SENTENCE
from graphrag_desktop.language.prominence import by_prominence
from graphrag_desktop.language.vectors import opened, opened_words
from graphrag_desktop.language.words import is_spoiled
from tests.news import TEXTS, index

_SUBJECTS = ("mill", "river", "council", "bridge", "ferry", "harbour", "market", "school")
_PLACES = ("Harwick", "Norden", "Askvoll", "Ludden")


def _poem() -> str:
    lines = [
        f"The {one} lies silent while the {other} sings,\nand over {place} the evening bell still rings;\n"
        for one, other, place in zip(_SUBJECTS, reversed(_SUBJECTS), _PLACES * 2, strict=True)
    ]
    return "\n".join(lines)


def _table() -> str:
    numbers = random.Random(5)
    rows = [f"{at}\t2021-{at % 12 + 1:02}-{at % 28 + 1:02}\t{numbers.random() * 10_000:.2f}" for at in range(300)]
    return "\n".join(["Row\tDate\tAmount", *rows])


def _code() -> str:
    functions = [
        f"def read_{subject}(path: str, limit: int = {at}) -> list[str]:\n"
        f'    """Read the {subject} of a file."""\n'
        f"    with open(path) as handle_{at}:\n"
        f"        return [line.strip() for line in handle_{at} if line != '' and len(line) > {at}]\n"
        for at, subject in enumerate(_SUBJECTS)
    ]
    return "import os\n\n" + "\n\n".join(functions)


def _chat() -> str:
    days = ("monday", "tuesday", "friday", "sunday")
    said = (
        "is the ferry running on {}??",
        "lol the {} ferry again",
        "ugh {}",
        "ask the captain of the ferry about {}",
        "brb {}",
    )
    lines = [line.format(f"{day} {place}") for day in days for place in _PLACES for line in said]
    return "\n".join(f"[{9 + at // 60:02}:{at % 60:02}] user{at % 4}: {line}" for at, line in enumerate(lines))


def _scan() -> str:
    noise = random.Random(7)
    spoiled = (
        "".join(noise.choice("l1I|0O~.") if noise.random() < 0.12 else sign for sign in line)
        for line in "".join(TEXTS.values()).splitlines()
    )
    return "\n".join(spoiled)


BAD = {
    "poem": _poem(),
    "table": _table(),
    "code": _code(),
    "chat": _chat(),
    "scan": _scan(),
    "one sentence": "The committee of the harbour considered the report and " * 1_500 + "adjourned.",
    "no capitals": "\n".join(TEXTS.values()).lower(),
    "capitals": "\n".join(TEXTS.values()).upper(),
}


def _titles(extractions: Extractions) -> list[str]:
    """Titles of the entities, those named most first."""
    counts: dict[str, int] = {}
    for sentence in extractions.sentences:
        for mention in sentence.mentions:
            counts[mention.entity] = counts.get(mention.entity, 0) + 1
    return sorted((each.title for each in extractions.entities), key=lambda title: -counts.get(title.casefold(), 0))


@pytest.mark.parametrize("kind", BAD)
def test_that_every_sentence_and_every_name_stands_in_the_text(kind: str) -> None:
    text = BAD[kind]
    _, extractions = index({f"{kind}.txt": text})

    assert extractions.sentences
    for sentence in extractions.sentences:
        words = text[sentence.span.start : sentence.span.end]
        assert words == words.strip() != ""
        assert len(words) <= LONGEST_SENTENCE
        assert all(sentence.span.contains(mention.span) for mention in sentence.mentions)


@pytest.mark.parametrize("kind", ["table", "code"])
def test_that_what_is_no_text_names_next_to_nothing(kind: str) -> None:
    titles = _titles(index({f"{kind}.txt": BAD[kind]})[1])

    assert len(titles) <= 12
    assert not any(re.search(r"[\d_(){}=<>\[\]]", title) for title in titles)


@pytest.mark.parametrize("kind", ["no capitals", "capitals"])
def test_that_subjects_are_found_where_capitals_tell_nothing(kind: str) -> None:
    titles = _titles(index({f"{kind}.txt": BAD[kind]})[1])

    assert {"wind farm", "export cable"} <= set(titles[:12])
    assert not any(title.isupper() for title in titles)


def test_that_chatter_names_its_subject_first() -> None:
    assert "ferry" in _titles(index({"chat.txt": BAD["chat"]})[1])[:6]


def _listed(extractions: Extractions) -> list[str]:
    """Titles of the entities in the order of the table of entities."""
    degrees = Counter(end for each in extractions.relationships for end in (each.source, each.target))
    counts = Counter(mention.entity for each in extractions.sentences for mention in each.mentions)
    rows = [
        Entity(each.id, number, each.title, each.type, "", counts[each.id], 1, degrees[each.id])
        for number, each in enumerate(extractions.entities, start=1)
    ]
    ids, values = (opened_words(extractions.arrays[ENTITY_IDS], len(rows)), opened(extractions.arrays[TOPICALITY]))
    topicality = dict(zip(map(EntityId, ids), values.tolist(), strict=True))
    return [each.title for each in by_prominence(rows, topicality)]


def test_that_names_spoiled_by_a_scan_do_not_come_to_the_top() -> None:
    listed = _listed(index({"scan.txt": BAD["scan"]})[1])

    assert any(map(is_spoiled, listed))
    assert not any(map(is_spoiled, listed[:5]))


def test_that_bad_documents_beside_good_ones_do_not_come_to_the_top() -> None:
    others = {f"{kind}.txt": text for kind, text in BAD.items() if kind in {"table", "code", "chat", "poem"}}
    good = _titles(index(TEXTS)[1])[:8]
    found = _titles(index({**TEXTS, **others})[1])

    assert len(set(good) & set(found[:20])) >= 7
