"""A question about everything: the reports that stand out, each with the sentences that show best what it is about."""

from collections.abc import Iterator, Sequence

from graphrag_desktop.domain.contexts import EvidenceSentence
from graphrag_desktop.engines.builtin_choice import centrality, told_apart
from graphrag_desktop.engines.builtin_sections import Section
from graphrag_desktop.language.antecedents import is_cut, leans
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.templates import Templates
from graphrag_desktop.language.words import search_terms

_REPORTS, _OF_EACH = 8, 2
_LEAST_QUALITY = 0.6
_TELLING = 18  # words: a shorter sentence tells less of what a report is about
_OF_TITLE, _MOST_OF_TITLE = 0.08, 3  # what each word of the title counts, and how many do


def overview_sections(
    sentences: Sequence[EvidenceSentence], measures: CollectionMeasures, texts: Templates
) -> Iterator[Section]:
    """The reports that are rated highest, each under its title with two sentences that stand alone."""
    told: dict[int | None, list[EvidenceSentence]] = {}
    for sentence in sorted(sentences, key=lambda each: -each.report_score):
        told.setdefault(sentence.report, []).append(sentence)
    for own in list(told.values())[:_REPORTS]:
        yield Section(own[0].report_title or texts.untitled, tuple(_telling(own, measures)))


def _telling(sentences: Sequence[EvidenceSentence], measures: CollectionMeasures) -> list[EvidenceSentence]:
    """Two that can be read alone, nearest to what the report is about and named after, of two documents where it has two."""
    alone = [each for each in sentences if _stands_alone(each)] or list(sentences)
    near = centrality(alone, measures)
    worth = {
        each.number: (float(near[place]) + _named_in_title(each)) * min(1.0, len(each.text.split()) / _TELLING)
        for place, each in enumerate(alone)
    }
    alone.sort(key=lambda each: -worth[each.number])
    others = [each for each in alone[1:] if each.document != alone[0].document] or alone[1:]
    return told_apart([alone[0], *others[:1]], _OF_EACH, measures)


def _named_in_title(sentence: EvidenceSentence) -> float:
    """What it counts that a sentence says words of its report's title."""
    said = frozenset(search_terms(sentence.report_title)) & frozenset(search_terms(sentence.text))
    return _OF_TITLE * min(_MOST_OF_TITLE, len(said))


def _stands_alone(sentence: EvidenceSentence) -> bool:
    return sentence.quality >= _LEAST_QUALITY and not leans(sentence.text) and not is_cut(sentence.text)
