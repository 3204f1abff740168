"""Readings survive being kept, whatever is in them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.domain.extractions import (
    FoundClaim,
    FoundEntity,
    FoundName,
    FoundRelationship,
    Reading,
    ReadSentence,
)
from graphrag_desktop.domain.identity import Key, Span
from graphrag_desktop.domain.reading_codec import decode_reading, encode_reading

_TEXT = st.text(max_size=20)
_SPAN = st.tuples(st.integers(0, 100_000), st.integers(0, 500)).map(lambda pair: Span(pair[0], pair[0] + pair[1]))
_NAME = st.builds(FoundName, _TEXT, st.sampled_from(["", "PERSON", "ORG"]), _SPAN)
_SENTENCE = st.builds(
    ReadSentence,
    _SPAN,
    st.integers(0, 100_000),
    st.sampled_from(["en", "ko", "und"]),
    st.floats(0, 1),
    st.integers(0, 300),
    _TEXT,
    st.lists(_NAME, max_size=4).map(tuple),
)
_READING = st.builds(
    Reading,
    st.text("0123456789abcdef", max_size=8).map(Key),
    st.lists(_SENTENCE, max_size=4).map(tuple),
    st.lists(st.builds(FoundEntity, _TEXT, _TEXT, _TEXT), max_size=3).map(tuple),
    st.lists(st.builds(FoundRelationship, _TEXT, _TEXT, _TEXT, st.none() | st.floats(0, 10)), max_size=3).map(tuple),
    st.lists(
        st.builds(FoundClaim, _TEXT, _TEXT, _TEXT, _TEXT, st.none() | _TEXT, st.none() | _TEXT, _TEXT, _TEXT),
        max_size=2,
    ).map(tuple),
)


@given(_READING)
def test_that_a_reading_comes_back_as_it_was(reading: Reading) -> None:
    assert decode_reading(encode_reading(reading)) == reading


def test_that_the_same_reading_gives_the_same_bytes() -> None:
    name = FoundName("Bergen", "GPE", Span(4, 10))
    reading = Reading(Key("k"), (ReadSentence(Span(0, 20), 0, "en", 0.8, 4, "", (name, name)),))

    assert encode_reading(reading) == encode_reading(reading)


@pytest.mark.parametrize("data", [b"", b"nonsense", b"x\x9c\x03\x00\x00\x00\x00\x01"])
def test_that_bytes_that_are_no_reading_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"reading|Expecting"):
        decode_reading(data)
