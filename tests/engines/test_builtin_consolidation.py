"""Consolidation is a function of the readings alone: not of their order, not of the process."""

import json
import os
import random
import subprocess
import sys

import pytest

from graphrag_desktop.domain.errors import Cancelled
from graphrag_desktop.domain.extractions import Extractions, Reading, ReadingTask
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.engines.builtin_consolidation import consolidate_readings
from graphrag_desktop.engines.builtin_engine import BuiltinEngine
from graphrag_desktop.language.words import search_terms
from tests.conftest import PROJECT_ROOT
from tests.news import TEXTS, Shelf, indexed_news, parsed, read_all

_DIGEST = """
import hashlib, json, sys
from graphrag_desktop.domain.extractions import ReadingTask
from graphrag_desktop.domain.reading_codec import decode_reading
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.engines.builtin_consolidation import consolidate_readings
readings = [(ReadingTask(*task), decode_reading(bytes.fromhex(reading))) for task, reading in json.load(sys.stdin)]
print(hashlib.sha256(repr(consolidate_readings(readings, 7, RunControl())).encode()).hexdigest())
"""


def _engine() -> BuiltinEngine:
    return BuiltinEngine(Shelf({}), 1, 7)


def _consolidate(texts: dict[str, str]) -> Extractions:
    return _engine().consolidate(read_all(_engine(), texts), RunControl())


def test_that_the_order_of_readings_does_not_matter() -> None:
    readings = read_all(_engine(), TEXTS)
    shuffled = readings.copy()
    random.Random(1).shuffle(shuffled)

    assert consolidate_readings(shuffled, 7, RunControl()) == consolidate_readings(readings, 7, RunControl())


def test_that_another_process_with_another_hash_seed_gives_the_same() -> None:
    from graphrag_desktop.domain.reading_codec import encode_reading

    def packed(each: tuple[ReadingTask, Reading]) -> list[object]:
        task, reading = each
        return [[task.key, task.document, task.start, task.text], encode_reading(reading).hex()]

    given = json.dumps([packed(each) for each in read_all(_engine(), TEXTS)])
    digests = [
        subprocess.run(
            [sys.executable, "-c", _DIGEST], input=given, capture_output=True, text=True, check=True,
            cwd=PROJECT_ROOT, env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip

    assert digests[0] == digests[1] != ""


def test_that_sentences_are_in_canonical_order_with_their_search_terms() -> None:
    sentences = indexed_news()[1].sentences
    places = [(each.document, each.span) for each in sentences]

    assert places == sorted(places)
    assert all(each.terms == " ".join(each.terms.split()) for each in sentences)
    assert any(" ".join(search_terms("a copper shortage")) in each.terms for each in sentences)


def test_that_every_sentence_is_the_words_of_its_document() -> None:
    texts = {parsed(path, text).document.id: text for path, text in TEXTS.items()}
    lines = {line for text in TEXTS.values() for line in text.splitlines()}

    assert {texts[each.document][each.span.start : each.span.end] for each in indexed_news()[1].sentences} == lines


def test_that_boilerplate_and_copies_stay_among_the_sentences_and_name_nothing() -> None:
    footer = "Published by the Askvoll Gazette, all rights reserved."
    texts = {path: f"{text}{footer}\n" for path, text in TEXTS.items()}
    texts["copy.txt"] = texts["2024-cod.txt"].replace("Scientists", "Researchers")
    extractions = _consolidate(texts)
    lines = {parsed(path, text).document.id: text for path, text in texts.items()}
    footers = [
        each for each in extractions.sentences if lines[each.document][each.span.start : each.span.end] == footer
    ]
    copied = [each for each in extractions.sentences if not each.mentions and each.quality == 0]

    assert len(footers) == len(texts)
    assert all(each.mentions == () and each.quality == 0 and each.terms for each in footers)
    assert len(copied) >= len(texts) + 4
    assert "askvoll gazette" not in {each.id for each in extractions.entities}


@pytest.mark.parametrize(
    "texts",
    [
        {},
        {"one.txt": "Bergen"},
        {"one.txt": "Anna Berg met Ingrid Solheim in Bergen."},
        {"poem.txt": "Roses are red,\nviolets are blue,\n\nsugar is sweet\nand so are you.\n"},
        {"table.csv": "name,count\nNorsk Kabel,12\nNordlys Energy,15\n"},
        {"caps.txt": "THE COUNCIL OF ASKVOLL APPROVED THE NEW HARBOUR OF THE TOWN AND THE ROAD TO IT."},
        {"korean.txt": "한빛전자는 평택시에 새 공장을 짓는다. 한빛전자는 환경 대책을 발표했다. 주민들은 한빛전자의 공장을 걱정한다."},
        {"chinese.txt": "合肥市的居民对固态电池的废水表示担忧。固态电池的废水影响巢湖的水质。"},
        {"emoji.txt": "😀😀😀\n👩\u200d👩\u200d👧 arrived in Bergen on Monday with a flag 🇰🇷.\n"},
    ],
)  # fmt: skip
def test_that_any_small_collection_can_be_consolidated(texts: dict[str, str]) -> None:
    extractions = _consolidate(texts)
    ids = {each.id for each in extractions.entities}

    assert all(mention.entity in ids for each in extractions.sentences for mention in each.mentions)
    assert extractions.contexts is not None
    assert extractions.contexts.shape[0] == len(ids)


def test_that_a_cancelled_run_consolidates_nothing() -> None:
    control = RunControl()
    control.cancel()
    with pytest.raises(Cancelled):
        consolidate_readings(read_all(_engine(), {"a": TEXTS["2024-cod.txt"]}), 7, control)
