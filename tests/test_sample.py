"""The sample case: large enough to be worth a map, and its key true word for word in what the readers extract."""

import json
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest

from graphrag_desktop.assets import resource
from graphrag_desktop.domain.documents import DocumentState, ParsedDocument, page_at
from graphrag_desktop.domain.errors import UnreadableDocument
from graphrag_desktop.pipeline.documents import parse_file
from tests.conftest import PROJECT_ROOT

Value: TypeAlias = "Mapping[str, Value] | Sequence[Value] | str | int | None"
Record: TypeAlias = "Mapping[str, Value]"

DATA = Path(__file__).parent / "data"
SAMPLE = resource("sample")
NAMES = sorted(path.name for path in SAMPLE.iterdir())
LARGEST = 1_500_000
FEWEST_FACTS = 60


@dataclass(frozen=True)
class Quote:
    """What the key says stands in a document, and the name it is there for, if any."""

    document: str
    page: int | None
    words: str
    name: str = ""


def loaded(name: str) -> Record:
    found = json.loads((DATA / name).read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


KEY, QUESTIONS = loaded("sample_key.json"), loaded("sample_questions.json")


def quotes(value: Value, name: str = "") -> list[Quote]:
    """Every quote below a value of the key, with the name it stands beside."""
    if isinstance(value, str | int) or value is None:
        return []
    if not isinstance(value, Mapping):
        return [found for each in value for found in quotes(each, name)]
    own = value.get("name")
    name = own if isinstance(own, str) else name
    found = [found for each in value.values() for found in quotes(each, name)]
    if isinstance(words := value.get("quote"), str):
        page = value["page"]
        assert page is None or isinstance(page, int)
        found.append(Quote(str(value["document"]), page, words, name))
    return found


def records(value: Value) -> list[Record]:
    assert isinstance(value, Sequence) and not isinstance(value, str)
    assert all(isinstance(each, Mapping) for each in value)
    return [each for each in value if isinstance(each, Mapping)]


@cache
def parsed(name: str) -> ParsedDocument:
    """A document of the sample as it is read; skips the test where nothing reads its format yet."""
    try:
        found = parse_file(SAMPLE / name)
    except UnreadableDocument as error:
        pytest.skip(f"{name}: {error.message}")
    return found


@pytest.mark.parametrize("name", NAMES)
def test_that_a_document_of_the_sample_is_read_whole(name: str) -> None:
    document = parsed(name).document
    assert (document.state, document.reason) == (DocumentState.READ, "")


@pytest.mark.parametrize("name", NAMES)
def test_that_every_quote_of_the_key_stands_on_the_page_it_names(name: str) -> None:
    document = parsed(name)
    missing = [
        quote for quote in quotes(KEY) if quote.document == name and quote.page not in pages_with(document, quote.words)
    ]
    assert missing == []


def pages_with(document: ParsedDocument, words: str) -> list[int | None]:
    """The pages on which the words begin; None stands for a text without pages."""
    places = [found.start() for found in re.finditer(re.escape(words), document.text)]
    return [page_at(document.pages, place) for place in places]


def test_that_every_document_of_the_sample_bears_on_the_key() -> None:
    assert sorted({quote.document for quote in quotes(KEY)}) == NAMES


def test_that_quotes_for_names_hold_the_names() -> None:
    assert [quote for quote in quotes([KEY["entities"], KEY["ambiguous"]]) if quote.name not in quote.words] == []


def test_that_the_key_is_large_enough_to_measure_by() -> None:
    counts = {kind: len(records(KEY[kind])) for kind in ("entities", "relations", "dates")}
    assert sum(counts.values()) >= FEWEST_FACTS, counts
    assert all(count >= FEWEST_FACTS // 3 for count in counts.values()), counts


def test_that_relations_hold_between_entities_of_the_key() -> None:
    names = {str(each["name"]) for each in records(KEY["entities"])}
    ends = {str(each[end]) for each in records(KEY["relations"]) for end in ("source", "target")}
    apart = KEY["must_stay_apart"]
    assert isinstance(apart, Sequence)
    assert ends | {str(name) for pair in apart if isinstance(pair, Sequence) for name in pair} <= names


def test_that_a_contradiction_or_hidden_connection_needs_more_than_one_passage() -> None:
    for each in [*records(KEY["contradictions"]), *records(KEY["hidden_connections"])]:
        passages = {(quote.document, quote.words) for quote in quotes(each)}
        assert len(passages) >= 2, each["what"]


def test_that_questions_name_documents_of_the_sample() -> None:
    whole, facts = records(QUESTIONS["whole"]), records(QUESTIONS["facts"])
    assert (len(whole), len(records(QUESTIONS["unanswerable"])), len(facts)) == (10, 20, 20)
    asked = [*facts, *(point for each in whole for point in records(each["points"]))]
    named = [each["documents"] for each in asked]
    assert all(isinstance(each, list) and each and set(each) <= set(NAMES) for each in named)


def test_that_the_sample_is_what_a_desk_would_have() -> None:
    assert 24 <= len(NAMES) <= 40
    assert sum((SAMPLE / name).stat().st_size for name in NAMES) < LARGEST
    endings = {Path(name).suffix for name in NAMES}
    assert {".txt", ".md", ".pdf", ".docx", ".html", ".eml", ".csv", ".xlsx", ".pptx"} == endings


def test_that_the_sample_speaks_three_languages() -> None:
    def of(script: str) -> list[str]:
        return [name for name in NAMES if len(re.findall(script, parsed(name).text)) > 300]

    assert of("[\uac00-\ud7a3]") == ["29-crane-service-mail-ko.eml", "30-oysters-magazine-ko.html"]
    assert of("[\u4e00-\u9fff]") == ["31-barrage-visit-zh.docx"]


def test_that_the_paged_documents_say_what_their_sources_say(tmp_path: Path) -> None:
    made = subprocess.run(
        [sys.executable, str(PROJECT_ROOT / "packaging" / "make_sample.py"), str(tmp_path)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    written = [Path(line) for line in made.stdout.splitlines()]
    assert len(written) >= 12
    for path in written:
        assert parse_file(path).text == parsed(path.name).text, path.name
        if path.suffix != ".pdf":  # where Qt is another, a PDF's bytes are
            assert path.read_bytes() == (SAMPLE / path.name).read_bytes(), path.name
