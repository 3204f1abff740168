"""Vectors that a model makes: each text is asked for once, and a stop loses no more than what was under way."""

import numpy as np
import pytest

from graphrag_desktop.domain.errors import ModelUnavailable
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.engines.model_asking import Asker
from graphrag_desktop.engines.model_vectors import VectorAsker
from graphrag_desktop.llm.scripted import ScriptedModel
from tests.engines.replies import Replies


class CountedModel(ScriptedModel):
    """Notes the texts of every call, and fails at the call with this number."""

    def __init__(self, *, fails_at: int = 0, dimensions: int = 16) -> None:
        super().__init__(dimensions=dimensions)
        self.asked: list[list[str]] = []
        self.fails_at = fails_at

    def embed(self, texts: object, control: RunControl) -> np.ndarray:
        self.asked.append(list(texts))  # type: ignore[call-overload]
        if len(self.asked) == self.fails_at:
            raise ModelUnavailable("It is gone.", "Run again.")
        return super().embed(texts, control)  # type: ignore[arg-type]


def asker(model: ScriptedModel, store: Replies) -> VectorAsker:
    return VectorAsker(model, Asker(store), store)


def test_that_only_new_texts_are_asked_for_and_rows_stay_in_order() -> None:
    model, store = CountedModel(), Replies()
    vectors = asker(model, store)
    first = vectors.embed(["one lion", "two boats"], RunControl())
    again = vectors.embed(["two boats", "three ports", "one lion", "two boats"], RunControl())
    assert model.asked == [["one lion", "two boats"], ["three ports"]]
    assert np.array_equal(again[[2, 0, 3]], first[[0, 1, 1]])
    assert np.array_equal(again[1], vectors.embed(["three ports"], RunControl())[0])
    assert len(model.asked) == 2
    assert vectors.embed([], RunControl()).shape == (0, 0)


def test_that_what_came_before_a_failure_is_kept() -> None:
    model, store = CountedModel(fails_at=2), Replies()
    texts = [f"text number {at} about boats" for at in range(2_500)]
    with pytest.raises(ModelUnavailable):
        asker(model, store).embed(texts, RunControl())
    after = CountedModel()
    assert asker(after, store).embed(texts, RunControl()).shape == (2_500, 16)
    assert [len(each) for each in after.asked] == [2_500 - len(model.asked[0])]


def test_that_rows_of_another_length_are_asked_for_anew() -> None:
    store = Replies()
    asker(CountedModel(dimensions=16), store).embed(["a", "b"], RunControl())
    grown = CountedModel(dimensions=32)
    assert asker(grown, store).embed(["a", "b", "c"], RunControl()).shape == (3, 32)
    assert grown.asked == [["c"], ["a", "b"]]
