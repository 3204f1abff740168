"""Keys, passwords and names of folders are taken out of what is told."""

from pathlib import Path

import pytest

from graphrag_desktop.ui.secrets import without_secrets


@pytest.mark.parametrize(
    "secret",
    [
        "Authorization: Bearer abcdefgh12345678",
        "api_key=sk-proj-abcdefghijklmnop1234",
        "GRAPHRAG_API_KEY: abcdefgh",
        "{'password': 'correct horse'}",
        '"access_token": "abc.def.ghi"',
        "https://ana:hunter2@models.example.org/v1",
        "the key sk-abcdefghijklmnopqrstuvwx was refused",
        "apikey = 12345",
    ],
)
def test_that_keys_and_passwords_are_taken_out(secret: str) -> None:
    cleaned = without_secrets(f"before {secret} after")
    assert "[removed]" in cleaned
    for word in ("abcdefgh", "hunter2", "correct", "abc.def", "12345"):
        assert word not in cleaned
    assert cleaned.startswith("before ")


def test_that_the_home_folder_is_not_named() -> None:
    assert without_secrets(f"{Path.home()}/cases/letters") == "~/cases/letters"


@pytest.mark.parametrize(
    "words", ["tiktoken: 0.14", "Tokens in a text unit: 600", "the secretary of the board", "unit_tokens=600"]
)
def test_that_other_words_stay(words: str) -> None:
    assert without_secrets(words) == words
