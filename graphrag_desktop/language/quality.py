"""How well a sentence stands alone: what a report or an answer quotes must be understood without its neighbours."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphrag_desktop.language.lexicon import DANGLING

if TYPE_CHECKING:
    from spacy.tokens import Span as Tokens

FRAGMENT = 0.05
"""The quality of what is no sentence: a heading, a cell of a table, a line of capitals."""

_DIGIT = re.compile(r"\d")
_LEANING = frozenset("it he she they them him his her their its this these those such".split())  # noqa: SIM905
_PERSONAL = frozenset({"i", "you", "my", "me"})
_POINTING = re.compile(
    r"\b(?:this|these|such|those|said) "
    r"(?!year|country|government|congress|nation|century|session|time|day|hemisphere)[a-z]",
    re.IGNORECASE,
)
_REFERRING = re.compile(
    r"\b(?:the (?:same|latter|former|above|foregoing|following|preceding|subject|matter|question|other hand)|aforesaid|"
    r"herewith|hereto|therein|thereof|thereto|thereby|therefor|as follows|for example|for instance)\b",
    re.IGNORECASE,
)
"""Words that point at other sentences from anywhere in this one."""

_COUNTING = re.compile(
    r"(?:(?:first|second|third|fourth|fifth|sixth|secondly|thirdly|lastly|last|now|well|yes|no|oh),|"
    r"(?:our|my|the|a|his|her|their) (?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|next|final|last|remaining)"
    r" (?:\w+ )?(?:challenge|goal|priority|point|step|task|proposal|reason|thing|part|objective|principle|question|matter"
    r"|measure|condition|problem|recommendation|requirement|test|element|clause)\b|"
    r"(?:step|number|point) (?:one|two|three|four|five|six|seven|eight|nine|ten|\d+)\b|"
    r"(?:by the way|of course|after all|in fact|in addition|in other words|in short|in conclusion|on the (?:other|one) hand|"
    r"on the contrary|at the same time|for one thing|that is|a (?:year|month|week|day|moment|little while) ago)\b)",
    re.IGNORECASE,
)
"""Beginnings that count points or go on from the sentence before."""

_LABELLED, _LONGEST_LABEL = 0.8, 3
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "expl", "csubj"})
_VERBS = frozenset({"VERB", "AUX"})


def judge(tokens: "Tokens", text: str, words: int) -> float:
    """The quality of an English sentence, 0 to 1, as a product of what speaks against it (parameters: measured)."""
    low = [token.lower_ for token in tokens]
    leaning = sum(word in _LEANING for word in low)
    personal = min(3, sum(word in _PERSONAL for word in low))
    numbers = sum(_DIGIT.search(word) is not None for word in low)
    quality = 0.9 ** max(0, leaning - 1) * 0.88**personal * 0.85 ** max(0, numbers - 1)
    if not (tokens.root.pos_ in _VERBS and any(token.dep_ in _SUBJECTS for token in tokens)):
        quality *= _LABELLED if _says_after_label(tokens) else 0.3
    if DANGLING.match(text) or _COUNTING.match(text):
        quality *= 0.45
    if not (text[0].isupper() and text[-1] in '.!?”"’)'):
        quality *= 0.4
    if _is_torn_or_asked(text):
        quality *= 0.5
    if _POINTING.search(text) or _REFERRING.search(text):
        quality *= 0.75
    return round(quality * _length_factor(words), 3)


def _says_after_label(tokens: "Tokens") -> bool:
    """Whether a whole sentence follows a word and a colon: "Decision: the contract is awarded"."""
    colon = next((at for at, token in enumerate(tokens) if token.text == ":"), 0)
    subjects = (token for token in tokens[colon:] if token.dep_ in {"nsubj", "nsubjpass"})
    return 0 < colon <= _LONGEST_LABEL and any(each.head.pos_ in _VERBS and each.i < each.head.i for each in subjects)


def _is_torn_or_asked(text: str) -> bool:
    """Quotation marks or brackets that do not close, dialogue, or a question."""
    return (
        "?" in text[-2:]
        or text[0] in "\"“'‘"
        or text.count('"') % 2 == 1
        or text.count("“") != text.count("”")
        or text.count("(") != text.count(")")
    )


def _length_factor(words: int) -> float:
    for limit, factor in _SHORT:
        if words < limit:
            return factor
    return 1.0 if words <= 34 else max(0.45, 1 - 0.012 * (words - 34))


_SHORT: Sequence[tuple[int, float]] = ((7, 0.4), (10, 0.8))
