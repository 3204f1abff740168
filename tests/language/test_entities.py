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
    return _made_of(*((line, names, 0.9) for line, names in lines))


def _made_of(*lines: tuple[str, list[tuple[str, str, str]], float]) -> Extractions:
    """The same, each sentence with its quality."""
    text = "\n".join(line for line, _, _ in lines)
    sentences = []
    for line, names, quality in lines:
        start = text.index(line)
        found = tuple(
            FoundName(title, label, Span(start + line.index(words), start + line.index(words) + len(words)))
            for words, title, label in names
        )
        sentences.append(
            ReadSentence(Span(start, start + len(line)), start, "en", quality, len(line.split()), "", found)
        )
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
        (f"The Home Rule of {place} follows the home rule of the islands.", [("Home Rule", "Home Rule", "LAW"), ("home rule", "home rule", "")])
        for place in ("Bergen", "Askvoll", "Harwick", "Norden", "Ludden", "Tromso")
    ]  # fmt: skip
    extractions = _made(*lines)

    assert [(each.id, each.title, each.type) for each in extractions.entities] == [("home rule", "Home Rule", "law")]
    assert all(len(each.mentions) == 2 for each in extractions.sentences)


def test_that_a_concept_is_shown_in_the_number_in_which_it_is_mostly_written() -> None:
    measures = indexed_news()[0].measures.entities
    shown = dict(zip(measures.ids, measures.titles, strict=True))

    assert shown[EntityId("turbine")] == "turbines"
    assert shown[EntityId("wind farm")] == "wind farm"


def test_that_a_phrase_never_written_small_is_a_name() -> None:
    places = ("Bergen", "Askvoll", "Harwick")
    lines = [
        (
            f"Everyone in {place} buys from Fernhollow Consulting.",
            [("Fernhollow Consulting", "fernhollow consulting", "")],
        )
        for place in places
    ]
    lines += [
        (f"The old harbour of {place} is empty in winter.", [("old harbour", "old harbour", "")]) for place in places
    ]
    types = {each.title: each.type for each in _made(*lines).entities}

    assert types["Fernhollow Consulting"] == "organization"


def test_that_a_surname_that_the_reader_passed_over_is_found() -> None:
    lines = [
        ("Desmond Ayle chairs the board of the harbour.", [("Desmond Ayle", "Desmond Ayle", "PERSON")]),
        ("The board asked Ayle for the figures of the spring.", [("board", "board", "")]),
        ("A letter to D. Ayle was found in the office later.", [("letter", "letter", "")]),
    ]
    named = [{mention.entity for mention in each.mentions} for each in _made(*lines).sentences]

    assert all(EntityId("desmond ayle") in each for each in named)


def test_that_the_headings_of_a_table_are_no_concepts() -> None:
    rows = [(f"Payee: number {at}; Amount: {at}", [("Payee", "payee", "")], 0.05) for at in range(8)]
    prose = [
        (f"The ferry of {place} was late again on that day.", [("ferry", "ferry", "")], 0.9)
        for place in ("Bergen", "Askvoll", "Harwick", "Norden")
    ]
    titles = {each.title for each in _made_of(*rows, *prose).entities}

    assert "ferry" in titles
    assert "payee" not in {title.lower() for title in titles}


def test_that_a_common_noun_with_a_capital_is_no_name() -> None:
    lines = [(f"The Harbour of number {at} is full.", [("Harbour", "Harbour", "GPE")]) for at in range(2)]
    lines += [(f"An old harbour of number {at} is empty.", [("harbour", "harbour", "")]) for at in range(4)]

    assert EntityId("Harbour") not in {each.title for each in _made(*lines).entities}
