"""What a map is kept as: exactly what was put in, or nothing where it is of another kind or size."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.domain.arrays import StoredArray
from graphrag_desktop.pipeline.canvas_arrays import KeptArrays, PackedWords, stored, stored_words


@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=20), max_size=20))
def test_that_packed_words_are_the_words(words: list[str]) -> None:
    packed = KeptArrays(stored_words("titles", words)).words("titles", len(words))
    assert packed is not None
    assert list(packed) == words
    assert [packed[place] for place in range(len(words))] == words
    assert list(packed[1:3]) == words[1:3]


def test_that_packed_words_end_where_they_end() -> None:
    packed = PackedWords.pack(["one", "two"])
    assert packed[-1] == "two"
    with pytest.raises(IndexError):
        packed[2]


def test_that_numbers_come_back_as_they_were() -> None:
    values = np.arange(12, dtype=np.float32).reshape(4, 3)
    found = KeptArrays({"places": stored(values)}).numbers("places", np.float64, None, 3)
    assert found is not None
    assert np.array_equal(found, values)


BAD = {
    "none of that name": {},
    "of another size": {"x": stored(np.zeros((4, 3)))},
    "of another depth": {"x": stored(np.zeros(4))},
    "cut off": {"x": StoredArray("<f8", (4, 2), b"\0" * 60)},
    "no numbers": {"x": StoredArray("<U4", (4, 2), b"\0" * 128)},
}


@pytest.mark.parametrize("name", BAD)
def test_that_what_does_not_fit_is_as_good_as_none(name: str) -> None:
    assert KeptArrays(BAD[name]).numbers("x", np.float64, 4, 2) is None


def test_that_words_that_do_not_add_up_are_none() -> None:
    letters = stored(np.frombuffer(b"abc", np.uint8))
    for ends in ([2], [3, 1, 3], [5]):
        assert KeptArrays({"t letters": letters, "t ends": stored(np.array(ends))}).words("t") is None
