"""One stretch of text to its sentences: each paragraph by its own language, each sentence read once."""

from graphrag_desktop.domain.extractions import Reading, ReadSentence
from graphrag_desktop.domain.identity import Key, Span
from graphrag_desktop.language.english import english_model, read_english
from graphrag_desktop.language.paragraphs import split_paragraphs
from graphrag_desktop.language.plain_reading import read_plain
from graphrag_desktop.language.scripts import language_of

_WORDS_THAT_TELL = 20  # a shorter paragraph (a heading, a caption) is in the language of what surrounds it


def read_stretch(key: Key, text: str) -> Reading:
    """The sentences of the text, in order; their spans count from its beginning."""
    around = language_of(text, default="en")
    english: list[Span] = []
    found: list[ReadSentence] = []
    for span in split_paragraphs(text):
        paragraph = text[span.start : span.end]
        language = _language(paragraph, around)
        if language == "en":
            english.append(span)
        else:
            found += read_plain(span.start, paragraph, language)
    if english:
        found += read_english(text, english)
    return Reading(key, tuple(sorted(found, key=lambda each: each.span)))


def prepare_reading() -> None:
    """Load what reading English needs, so that the first text does not wait for it."""
    english_model()


def _language(paragraph: str, around: str) -> str:
    if paragraph.isascii() and len(paragraph.split()) < _WORDS_THAT_TELL:
        return around if around in _WRITTEN_IN_LATIN else "en"
    return language_of(paragraph, default=around if around in _WRITTEN_IN_LATIN else "en")


_WRITTEN_IN_LATIN = frozenset({"en", "de", "fr", "es", "it", "pt", "nl"})
