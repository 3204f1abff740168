"""How many tokens a text has, by the encodings that ship with the program."""

from functools import cache
from typing import TYPE_CHECKING

from graphrag_desktop.assets import prepare_tiktoken

if TYPE_CHECKING:
    from tiktoken import Encoding


_PIECE = 100_000  # characters; the tokeniser overflows its stack on a million spaces in a row


def count_tokens(text: str, encoding: str = "o200k_base") -> int:
    """The number of tokens; what looks like a special token is plain text."""
    tokeniser = encoder(encoding)
    pieces = (text[start : start + _PIECE] for start in range(0, len(text), _PIECE))
    return sum(len(tokeniser.encode_ordinary(piece)) for piece in pieces)


@cache
def encoder(encoding: str) -> "Encoding":
    """The encoder of that name, loaded once from the shipped files (a quarter of a second)."""
    prepare_tiktoken()
    import tiktoken

    return tiktoken.get_encoding(encoding)
