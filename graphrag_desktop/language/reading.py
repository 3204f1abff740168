"""One stretch of text to its sentences: each run of a paragraph by its own language, each sentence read once."""

from collections.abc import Sequence
from dataclasses import replace

from graphrag_desktop.domain.extractions import Reading, ReadSentence
from graphrag_desktop.domain.identity import Key, Span
from graphrag_desktop.language.detection import main_language
from graphrag_desktop.language.english import english_model, read_english
from graphrag_desktop.language.page_lines import part_lines
from graphrag_desktop.language.paragraphs import split_paragraphs
from graphrag_desktop.language.plain_reading import read_plain
from graphrag_desktop.language.quality import FRAGMENT
from graphrag_desktop.language.runs import split_runs


def read_stretch(key: Key, text: str, page_lines: Sequence[Span] = ()) -> Reading:
    """The sentences of the text, in order; their spans count from its beginning.

    `page_lines` are what pages repeat: each is a sentence of its own that names nothing.
    """
    around = main_language(text) or "en"
    english: dict[int, Span] = {}  # by start
    paragraph_of: dict[int, int] = {}  # where the paragraph of an English run begins
    found: list[ReadSentence] = []
    for paragraph in split_paragraphs(text):
        kept, lines = part_lines(text, paragraph, page_lines)
        found += (ReadSentence(line, line.start, around, FRAGMENT, 0) for line in lines)
        for part in kept:
            for run in split_runs(text, part, around):
                if run.language == "en":
                    english[run.span.start] = run.span
                    paragraph_of[run.span.start] = part.start
                else:
                    found += read_plain(text, run, part.start)
    for sentence in read_english(text, list(english.values())) if english else ():
        home = paragraph_of[sentence.paragraph]
        found.append(sentence if home == sentence.paragraph else replace(sentence, paragraph=home))
    return Reading(key, tuple(sorted(found, key=lambda each: each.span)))


def prepare_reading() -> None:
    """Load what reading English needs, so that the first text does not wait for it."""
    english_model()
