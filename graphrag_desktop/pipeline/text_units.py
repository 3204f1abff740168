"""Text units: windows of a document's tokens that overlap, each an exact span of its text (GraphRAG, Edge et al., 3.1.1)."""

import re
from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from graphrag_desktop.domain.documents import TextUnit
from graphrag_desktop.domain.identity import DocumentId, Span
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.language.tokens import count_tokens, encoder

# The tokeniser's stack overflows on a run of a million spaces, so it gets the text in pieces, cut where a token ends:
# before a word on a new line, or between two words.
_PIECE_CHARACTERS = 100_000
_LOOK_BACK_CHARACTERS = 2_000
_TOKEN_END = re.compile(r"\n(?=[^\W_])|(?<=[^\W\d_])(?= [^\W_])")


def split_text_units(document: DocumentId, text: str, settings: Settings) -> tuple[TextUnit, ...]:
    """Cut a document into units of `unit_tokens`, each beginning `overlap_tokens` before the last one ended.

    Together they cover the text, and none lies within the one before. A window that cuts a character in two ends before
    it. `tokens` counts the unit's own text and is never above `unit_tokens`. Text that spells a special token is
    ordinary text. Numbers are 0 until the units are kept.
    """
    ends = _token_ends(text, settings.encoding)
    units: list[TextUnit] = []
    start = covered = 0
    while covered < len(text):
        end, tokens = _fitting_end(text, ends, start, settings)
        span = Span(_position(ends, start), _position(ends, end))
        if span.end > covered:  # else the window moved on within one character
            units.append(TextUnit(0, document, span, tokens))
            covered = span.end
        start = max(start + 1, end - settings.overlap_tokens)
    return tuple(units)


def _fitting_end(text: str, ends: NDArray[np.int64], start: int, settings: Settings) -> tuple[int, int]:
    """The token at which the window from `start` ends, and the tokens of its text.

    Cut out of its surroundings a text may have a few tokens more than it had there, so it is counted by itself.
    """
    end = min(start + settings.unit_tokens, len(ends))
    while True:
        tokens = count_tokens(text[_position(ends, start) : _position(ends, end)], settings.encoding)
        if tokens <= settings.unit_tokens:
            return end, tokens
        end = max(start + 1, end - (tokens - settings.unit_tokens))


def _position(ends: NDArray[np.int64], token: int) -> int:
    """The character at which a token begins."""
    return int(ends[token - 1]) if token else 0


def _token_ends(text: str, encoding: str) -> NDArray[np.int64]:
    """For each token the character at which it ends; where that is inside a character, the one it is inside of."""
    tokeniser, lengths = encoder(encoding), _token_lengths(encoding)
    found: list[NDArray[np.int64]] = []
    offset = 0
    for piece in _pieces(text):
        ends = np.cumsum(lengths[tokeniser.encode_to_numpy(piece, disallowed_special=())])
        if not piece.isascii():
            ends = _characters(piece)[ends]
        found.append(ends + offset)
        offset += len(piece)
    return np.concatenate(found) if found else np.empty(0, np.int64)


def _characters(piece: str) -> NDArray[np.int64]:
    """For each byte of the piece in UTF-8, and for its end, the number of its character."""
    content = np.frombuffer(piece.encode("utf-8"), np.uint8)
    return np.cumsum(np.append((content & 0xC0) != 0x80, True)) - 1  # 10xxxxxx continues a character


def _pieces(text: str) -> Iterator[str]:
    """The text in pieces that have together the tokens of the whole, but for runs without words or lines."""
    if not text.isascii():  # lone surrogates have no UTF-8; one sign for each keeps the count of characters
        text = text.encode("utf-8", "replace").decode("utf-8")
    start = 0
    while start < len(text):
        end = start + _PIECE_CHARACTERS
        if end < len(text):
            for found in _TOKEN_END.finditer(text, end - _LOOK_BACK_CHARACTERS, end):
                end = found.end()
        yield text[start:end]
        start = end


@cache
def _token_lengths(encoding: str) -> NDArray[np.int64]:
    """The bytes of each ordinary token, by its number."""
    tokeniser = encoder(encoding)
    ordinary = len(tokeniser.token_byte_values())
    return np.fromiter(map(len, tokeniser.decode_tokens_bytes(range(ordinary))), np.int64, ordinary)
