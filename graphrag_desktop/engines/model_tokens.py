"""How prompts are measured, and which words are single tokens of a model whose tokeniser is known."""

from collections.abc import Sequence
from functools import cache

from graphrag_desktop.language.tokens import count_tokens, encoder
from graphrag_desktop.llm.client import Tokens


def model_tokens(encoding: str) -> Tokens:
    """Counting by the project's encoding; forced words by the model's own, where it is one that is known by name."""
    return Tokens(lambda text: count_tokens(text, encoding), _tokens_of)


def _tokens_of(model: str, words: Sequence[str]) -> tuple[int, ...]:
    return _known_tokens(model, tuple(words))


@cache
def _known_tokens(model: str, words: tuple[str, ...]) -> tuple[int, ...]:
    from tiktoken.model import encoding_name_for_model

    if not words:
        return ()
    try:
        tokeniser = encoder(encoding_name_for_model(model))
    except (KeyError, ValueError, OSError):  # a model of others, or an encoding that is not shipped
        return ()
    tokens = [tokeniser.encode_ordinary(word) for word in words]
    return tuple(each[0] for each in tokens) if all(len(each) == 1 for each in tokens) else ()
