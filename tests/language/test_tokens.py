"""Counting tokens with the encodings that ship with the program."""

import pytest

from graphrag_desktop.language.tokens import count_tokens


def test_that_tokens_are_those_of_the_encoding() -> None:
    assert count_tokens("Hello world") == 2
    assert count_tokens("Hello world", "cl100k_base") == 2
    assert count_tokens("") == 0


def test_that_special_tokens_are_plain_text() -> None:
    assert count_tokens("<|endoftext|>") > 1


@pytest.mark.parametrize("text", [" " * 1_000_000, "a" * 300_000])
def test_that_long_runs_are_counted(text: str) -> None:
    assert count_tokens(text) > 100
