"""Entities out of names and concepts, and the places that name them."""

from graphrag_desktop.domain.extractions import Extractions, FoundName, Reading, ReadingTask, ReadSentence
from graphrag_desktop.domain.identity import DocumentId, EntityId, Key, Span, entity_id
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.engines.builtin_consolidation import consolidate_readings
from graphrag_desktop.language.words import search_terms
from tests.news import TEXTS, indexed_news, parsed


def _title(entity: str) -> str:
    return next(each.title for each in indexed_news()[1].entities if each.id == entity)


def _made(*lines: tuple[str, list[tuple[str, str, str]]]) -> Extractions:
    """A collection of one document of which each line is a sentence, with (words, title, label) of its names."""
    text = "\n".join(line for line, _ in lines)
    sentences = []
    for line, names in lines:
        start = text.index(line)
        found = tuple(
            FoundName(title, label, Span(start + line.index(words), start + line.index(words) + len(words)))
            for words, title, label in names
        )
        sentences.append(ReadSentence(Span(start, start + len(line)), start, "en", 0.9, len(line.split()), "", found))
    task = ReadingTask(Key("k"), DocumentId("d"), 0, text)
    return consolidate_readings([(task, Reading(Key("k"), tuple(sentences)))], 7, RunControl())


def test_that_names_and_concepts_of_the_texts_are_entities() -> None:
    titles = {each.title: each.type for each in indexed_news()[1].entities}

    assert titles["Ingrid Solheim"] == titles["Anna Berg"] == "person"
    assert titles["Nordlys Energy"] == titles["National Maritime Museum"] == "organization"
    assert titles["Bergen"] == "place"
    assert titles["wind farm"] == titles["copper shortage"] == titles["export cable"] == "concept"


def test_that_entities_are_sorted_and_known_by_their_normalised_title() -> None:
    entities = indexed_news()[1].entities

    assert [each.id for each in entities] == sorted({each.id for each in entities})
    assert all(each.id == entity_id(each.title) for each in entities)


def test_that_another_name_leads_to_the_same_entity() -> None:
    museum = next(each for each in indexed_news()[1].entities if each.title == "National Maritime Museum")

    assert museum.aliases == ("NMM",)


def test_that_a_mention_stands_where_its_span_says() -> None:
    texts = {parsed(path, text).document.id: text for path, text in TEXTS.items()}
    for sentence in indexed_news()[1].sentences:
        for mention in sentence.mentions:
            words = texts[sentence.document][mention.span.start : mention.span.end]
            assert sentence.span.contains(mention.span)
            assert words == "NMM" or set(search_terms(_title(mention.entity))) & set(search_terms(words))


def test_that_part_of_a_phrase_is_marked_alone() -> None:
    phrases = [("export cables", "export cable", ""), ("old export cable", "old export cable", "")]
    lines = [
        (f"The {words} of number {at} failed again in the harbour.", [each])
        for at, each in enumerate(phrases * 3)
        for words in [each[0]]
    ]
    extractions = _made(*lines)
    marked = {mention.span.end - mention.span.start for each in extractions.sentences for mention in each.mentions}

    assert {"export cable"} >= {each.title for each in extractions.entities} - {"old export cable", "cable"}
    assert marked <= {len("export cables"), len("export cable"), len("old export cable")}


def test_that_a_name_and_a_concept_with_the_same_id_are_one_entity() -> None:
    lines = [
        (f"The Home Rule of number {at} follows the home rule of the islands.", [("Home Rule", "Home Rule", "LAW"), ("home rule", "home rule", "")])
        for at in range(6)
    ]  # fmt: skip
    extractions = _made(*lines)

    assert [(each.id, each.title, each.type) for each in extractions.entities] == [("home rule", "Home Rule", "law")]
    assert all(len(each.mentions) == 2 for each in extractions.sentences)


def test_that_a_common_noun_with_a_capital_is_no_name() -> None:
    lines = [(f"The Harbour of number {at} is full.", [("Harbour", "Harbour", "GPE")]) for at in range(2)]
    lines += [(f"An old harbour of number {at} is empty.", [("harbour", "harbour", "")]) for at in range(4)]

    assert EntityId("Harbour") not in {each.title for each in _made(*lines).entities}
