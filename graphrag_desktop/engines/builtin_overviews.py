"""A question about everything: the reports that stand out, each with the sentences that show best what it is about."""

from collections import Counter
from collections.abc import Iterator, Sequence

from graphrag_desktop.domain.contexts import EvidenceSentence
from graphrag_desktop.engines.builtin_choice import told_apart
from graphrag_desktop.engines.builtin_sections import Section
from graphrag_desktop.language.antecedents import is_cut, leans
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.templates import Templates
from graphrag_desktop.language.words import search_terms

_REPORTS, _OF_EACH = 8, 2


def overview_sections(
    sentences: Sequence[EvidenceSentence], measures: CollectionMeasures, texts: Templates
) -> Iterator[Section]:
    """The reports that are rated highest, each under its title with two sentences that stand alone."""
    told: dict[int | None, list[EvidenceSentence]] = {}
    for sentence in sorted(sentences, key=lambda each: -each.report_score):
        told.setdefault(sentence.report, []).append(sentence)
    quoted: Counter[str] = Counter()
    for own in list(told.values())[:_REPORTS]:
        shown = _telling(own, quoted, measures)
        quoted.update(each.document for each in shown)
        yield Section(own[0].report_title or texts.untitled, tuple(shown))


def _telling(
    sentences: Sequence[EvidenceSentence], quoted: Counter[str], measures: CollectionMeasures
) -> list[EvidenceSentence]:
    """Those that speak of what the title names and of what the others speak of, from documents that were quoted less."""
    title = set(search_terms(sentences[0].report_title))
    alone = [each for each in sentences if not leans(each.text) and not is_cut(each.text)] or list(sentences)
    spoken: Counter[str] = Counter(term for each in sentences for term in set(search_terms(each.text)))

    def worth(sentence: EvidenceSentence) -> float:
        terms = set(search_terms(sentence.text))
        named = len(terms & title) / max(1, len(title))
        shared = sum(spoken[each] - 1 for each in terms) / max(1, len(terms)) / len(sentences)
        return sentence.quality * (0.4 + named + shared) / (1 + 0.2 * quoted[sentence.document])

    ranked = sorted(alone, key=lambda each: (-worth(each), each.number))
    first = ranked[:1]
    others = [each for each in ranked[1:] if each.document != ranked[0].document] or ranked[1:]
    return told_apart([*first, *others[:1]], _OF_EACH, measures)
