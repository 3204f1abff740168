"""Where documents seem to say different things of one: such sentences are set side by side, for the reader to judge."""

from collections.abc import Iterator, Sequence

from graphrag_desktop.domain.contexts import EvidenceSentence
from graphrag_desktop.engines.builtin_choice import word_cosines
from graphrag_desktop.engines.builtin_sections import Section
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.contrasts import find_contrasts
from graphrag_desktop.language.templates import Templates

_PAIRS = 6


def contrasting_sections(
    sentences: Sequence[EvidenceSentence], measures: CollectionMeasures, texts: Templates
) -> Iterator[Section]:
    """At most six pairs, the surest first, no sentence in two of them."""
    told: set[int] = set()
    pairs = find_contrasts(
        [each.text for each in sentences],
        [each.document for each in sentences],
        word_cosines(sentences, measures),
    )
    count = 0
    for pair in pairs:
        if count < _PAIRS and told.isdisjoint({pair.one, pair.other}):
            told |= {pair.one, pair.other}
            count += 1
            yield Section(str(count), (sentences[pair.one], sentences[pair.other]))
