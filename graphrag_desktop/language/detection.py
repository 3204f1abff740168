"""In which language a text is written: its script first, then function words for English, py3langid for all else."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from graphrag_desktop.language.lexicon import words
from graphrag_desktop.language.scripts import LATIN, eastern_language, script_of

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

UNKNOWN = "und"
"""The language tag for what is not known (ISO 639-2)."""

_WORD = re.compile(r"[^\W\d_]+")
_LEAST_WORDS = 8  # below, neither function words nor letter sequences decide anything
_LEAST_LETTERS = 20
_LEAST_DIFFERENT = 3  # function words: a letter that recurs in a table is no article
_CLEAR_SHARE, _CLEARLY_MORE = 0.15, 2.0  # so many function words, and twice those of any other language, settle it
_SURE = 0.8  # what py3langid must be sure of: it guesses at code, tables and names too
_TOLD = 1_000  # characters that are looked at
_SAMPLED, _SAMPLES = 600, 12  # characters; enough to tell, wherever a text changes its language
_FUNCTION_WORDS = {
    "en": words(
        "the of and to in is that for it was with as on be by are this from at have which not or an will you we our has had"
        " been but all they their were more into such would can than these its may any other there when who should upon"
    ),
    "de": words("der die und das ist nicht mit den von zu ein eine auch sich auf für dem des im wird sind oder"),
    "fr": words("le la les des et est une dans que pour qui pas sur au du avec sont ce il de un en ou par"),
    "es": words("el la los las de que y en un una por con para del se es no su al como más lo o"),
    "it": words("il di che e la per un una non con sono del della è gli nel le i dei alla da si"),
    "pt": words("o a os as de que e do da em um uma para com não por dos no na se mais ao ou"),
    "nl": words("de het een en van is dat niet op te zijn voor met die in aan er ook of door naar"),
}
_LANGUAGES_OF = {
    LATIN: words(
        "af az bs ca cs cy da de en es et eu fi fr ga gl hr hu id is it lt lv ms mt nl no pl pt ro sk sl sq sv sw tl tr vi"
    ),
    "cyrillic": words("be bg kk ky mk mn ru sr uk"),
    "arabic": words("ar fa ku ps ug ur"),
    "devanagari": words("hi mr ne sa"),
    "hebrew": words("he"),
    "greek": words("el"),
    "bengali": words("as bn"),
    "gurmukhi": words("pa"),
    "gujarati": words("gu"),
    "tamil": words("ta"),
    "telugu": words("te"),
    "kannada": words("kn"),
    "malayalam": words("ml"),
    "sinhala": words("si"),
    "thai": words("th"),
    "lao": words("lo"),
    "burmese": words("my"),
    "georgian": words("ka"),
    "armenian": words("hy"),
    "khmer": words("km"),
    "ethiopic": words("am"),
}


def language_of(text: str, default: str = UNKNOWN) -> str:
    """The likely language as an ISO 639-1 tag, by how the text begins; `default` where there is too little, or nothing sure."""
    text = text[:_TOLD]
    if not text.isascii():
        if east := eastern_language(text):
            return east
        script = script_of(text)
        if script != LATIN:
            return _language_in(script, text)
    found = [word.lower() for word in _WORD.findall(text)]
    if len(found) < _LEAST_WORDS:
        return default
    best, is_clear = _by_function_words(found)
    is_in_english = default == "en" and text.isascii()
    if (best == "en" and (is_clear or is_in_english)) or (not best and is_in_english):
        return "en"  # nearly every paragraph of most collections: at a tenth of the cost, with nothing to load
    if sum(map(len, found)) >= _LEAST_LETTERS:
        likely, surely = _identifier(LATIN).classify(text)
        if surely >= _SURE:
            return str(likely)
    return best or default


def main_language(text: str) -> str:
    """The language in which most of a document is written, by samples from all over it; nothing where none is told."""
    counts: Counter[str] = Counter()
    likely = UNKNOWN
    for sample in _samples(text):
        counts[language_of(sample, default=likely)] += len(sample)
        likely = min(counts, key=lambda tag: (-counts[tag], tag))
    del counts[UNKNOWN]
    return min(counts, key=lambda tag: (-counts[tag], tag), default="")


def _samples(text: str) -> Iterator[str]:
    step = max(_SAMPLED, len(text) // _SAMPLES)
    for start in range(0, len(text), step):
        yield text[start : start + _SAMPLED]


def _by_function_words(found: list[str]) -> tuple[str, bool]:
    """The language whose function words stand most in the text, if any stand often, and whether they settle it."""
    counts = Counter(found)
    scores = {tag: sum(counts[word] for word in common) for tag, common in _FUNCTION_WORDS.items()}
    best = max(scores, key=lambda tag: scores[tag])
    others = max(score for tag, score in scores.items() if tag != best)
    different = sum(word in counts for word in _FUNCTION_WORDS[best])
    if different < _LEAST_DIFFERENT or scores[best] < 0.1 * len(found):
        return "", False
    return best, scores[best] >= max(_CLEAR_SHARE * len(found), _CLEARLY_MORE * others)


def _language_in(script: str, text: str) -> str:
    """The likeliest of the languages of a script; it is one of them however short the text."""
    languages = _LANGUAGES_OF[script]
    if len(languages) == 1:
        return next(iter(languages))
    return str(_identifier(script).classify(text)[0])


@cache
def _identifier(script: str) -> "LanguageIdentifier":
    """The statistics of py3langid, for the languages of one script."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(sorted(_LANGUAGES_OF[script]))
    return identifier
