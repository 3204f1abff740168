"""A course of events in order: by the days that sentences speak of, or by documents named after years."""

import numpy as np

from graphrag_desktop.domain.contexts import EvidenceSentence
from graphrag_desktop.domain.identity import DocumentId, Span
from graphrag_desktop.engines.builtin_timelines import in_order
from graphrag_desktop.language.collection import CollectionMeasures, keep_entities, keep_text, open_entities, open_text
from graphrag_desktop.language.latent import SentenceTerms, fit_text
from graphrag_desktop.language.relationships import measure_entities
from graphrag_desktop.language.templates import templates_for
from graphrag_desktop.language.words import search_terms

_TOLD = (
    ("z.txt", "The council approved the plan for the harbour on 9 June 2015."),
    ("y.txt", "The dredging contract was awarded on 30 October 2015 to a single bidder."),
    ("x.txt", "Oysters began to die in the creek in February 2017."),
    ("w.txt", "The crane fell onto the siding on 21 March 2018 and hurt four workers."),
    ("v.txt", "The auditors published their report on 12 September 2018."),
    ("u.txt", "The affair reached into every house of the town."),
)


def _measures(texts: list[str]) -> CollectionMeasures:
    terms = [SentenceTerms(at, 0, 12, 1.0, search_terms(text)) for at, text in enumerate(texts)]
    text = open_text(keep_text(fit_text(terms, seed=1)))
    entities = open_entities(keep_entities(measure_entities((), [() for _ in texts], text)))
    return CollectionMeasures("by hand", text, entities, np.arange(1, len(texts) + 1))


def _sections(told: tuple[tuple[str, str], ...]) -> list[tuple[str, list[str]]]:
    sentences = [
        EvidenceSentence(
            number, number, DocumentId(path), Span(0, len(text)), text, 1.0, "", (), path=path, relevance=1.0
        )
        for number, (path, text) in enumerate(told, start=1)
    ]
    found = in_order(sentences, _measures([text for _, text in told]), templates_for("How did it develop?"))
    return [(section.label, [each.path for each in section.sentences]) for section in found]


def test_that_events_go_by_their_days_whatever_their_documents_are_called() -> None:
    assert _sections(_TOLD) == [("2015", ["z.txt", "y.txt"]), ("2017", ["x.txt"]), ("2018", ["w.txt", "v.txt"])]


def test_that_documents_named_after_years_are_their_own_time() -> None:
    told = tuple((f"{1900 + at}-speech.txt", text) for at, (_, text) in enumerate(_TOLD))

    assert [paths for _, paths in _sections(told)] == [[path] for path, _ in told]


def test_that_without_days_it_is_the_order_of_the_documents() -> None:
    told = tuple((path, text.split(" on ")[0].split(" in ")[0] + ".") for path, text in _TOLD)
    paths = [path for _, found in _sections(told) for path in found]

    assert paths == sorted(paths)
