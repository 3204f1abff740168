"""Measures of a collection: kept, opened again, and used as they were kept."""

import numpy as np
import pytest

from graphrag_desktop.domain.errors import ProjectDamaged, ProjectError
from graphrag_desktop.language.collection import SENTENCE_NUMBERS, CollectionMeasures, keep_text, open_text
from graphrag_desktop.language.latent import SentenceTerms, fit_text
from graphrag_desktop.language.vectors import kept
from graphrag_desktop.language.words import search_terms
from tests.news import Shelf, indexed_news

_LINES = (
    "The gold reserve of the treasury fell again.",
    "Silver and gold are coined by the treasury.",
    "The navy sent two ships to the island.",
    "A new ship of the navy reached the harbour of the island.",
    "The harbour is closed to ships in winter.",
    "The treasury sold silver for gold.",
)


def _terms(*lines: str, left_out: frozenset[int] = frozenset()) -> list[SentenceTerms]:
    return [
        SentenceTerms(at, 0, len(line.split()), 0.9, search_terms(line), is_left_out=at in left_out)
        for at, line in enumerate(lines)
    ]


def test_that_what_is_opened_again_is_what_was_kept() -> None:
    once = keep_text(fit_text(_terms(*_LINES), 7))

    assert keep_text(open_text(once)) == once


def test_that_the_same_sentences_and_seed_give_the_same_numbers() -> None:
    assert keep_text(fit_text(_terms(*_LINES), 7)) == keep_text(fit_text(_terms(*_LINES), 7))


def test_that_a_text_lies_where_the_sentence_with_its_words_does() -> None:
    text = open_text(keep_text(fit_text(_terms(*_LINES), 7)))

    assert np.allclose(text.embed(_LINES), text.vectors, atol=0.01)


def test_that_rows_are_unit_rows_and_unknown_words_are_nothing() -> None:
    text = open_text(keep_text(fit_text(_terms(*_LINES), 7)))
    known, unknown = text.embed(["the navy and its ships", "zebra crossing"])

    assert np.linalg.norm(known) == pytest.approx(1, abs=1e-3)
    assert not unknown.any()


def test_that_sentences_on_one_subject_are_nearer_than_others() -> None:
    text = indexed_news()[0].measures.text
    cable, delay, museum = text.embed(
        ["The copper shortage could delay the export cable.", "A delay of the export cable", "Paintings in the gallery"]
    )
    assert cable @ delay > cable @ museum + 0.2


def test_that_what_is_left_out_counts_for_nothing() -> None:
    text = open_text(keep_text(fit_text(_terms(*_LINES, "Page of the gold annual", left_out=frozenset({6})), 7)))

    assert not text.is_analysed[6]
    assert "annual" not in text.vocabulary
    assert not text.vectors[6].any()
    assert len(text.words.row(6)[0]) == 0
    assert text.document_count == 6


@pytest.mark.parametrize("lines", [(), ("",), ("one",), ("gold", "gold"), ("of the", "and")])
def test_that_next_to_nothing_can_be_measured(lines: tuple[str, ...]) -> None:
    text = open_text(keep_text(fit_text(_terms(*lines), 7)))

    assert text.sentence_count == len(lines)
    assert np.isfinite(text.vectors).all()
    assert np.isfinite(text.base)
    assert text.embed(["gold and silver"]).shape == (1, text.basis.shape[1])


def test_that_numbers_lead_to_the_rows_that_the_project_gave_them() -> None:
    arrays = dict(indexed_news()[1].arrays)
    rows = len(indexed_news()[1].sentences)
    plain = CollectionMeasures.from_store(Shelf(arrays))
    numbered = CollectionMeasures.from_store(
        Shelf({**arrays, SENTENCE_NUMBERS: kept(np.arange(100, 100 + rows, dtype=np.int32)[::-1])})
    )
    assert plain.rows([1, rows]).tolist() == [0, rows - 1]
    assert numbered.rows([100]).tolist() == [rows - 1]
    with pytest.raises(KeyError):
        numbered.rows([1])


def test_that_a_store_without_measures_or_with_half_of_them_says_so() -> None:
    with pytest.raises(ProjectError):
        CollectionMeasures.from_store(Shelf({}))
    arrays = dict(indexed_news()[1].arrays)
    del arrays["text basis"]
    with pytest.raises(ProjectDamaged):
        CollectionMeasures.from_store(Shelf(arrays))
