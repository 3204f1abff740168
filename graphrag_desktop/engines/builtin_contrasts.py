"""Where documents seem to say different things of one: such sentences are set side by side, for the reader to judge."""

import re
from collections.abc import Iterator, Sequence

from graphrag_desktop.domain.contexts import EvidenceSentence
from graphrag_desktop.engines.builtin_sections import Section
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.contrasts import find_contrasts
from graphrag_desktop.language.lexicon import STOP
from graphrag_desktop.language.templates import Templates

_PAIRS, _NEAR_BEST = 6, 0.7
_SHARED = 3  # words in a heading
_SHORTEST = 4


def contrasting_sections(
    sentences: Sequence[EvidenceSentence], measures: CollectionMeasures, texts: Templates
) -> Iterator[Section]:
    """At most six pairs, the likeliest first, no sentence in two of them; under the words that both have."""
    if not sentences:
        return
    rows = measures.rows(each.number for each in sentences)
    vectors = measures.text.smooth(rows)
    pairs = find_contrasts(
        [each.text for each in sentences],
        [each.document for each in sentences],
        measures.text.word_cosines(rows),
        vectors @ vectors.T,
    )
    told: set[int] = set()
    for pair in pairs:
        is_likely = pair.strength >= _NEAR_BEST * pairs[0].strength
        if is_likely and len(told) < 2 * _PAIRS and told.isdisjoint({pair.one, pair.other}):
            told |= {pair.one, pair.other}
            one, other = sentences[pair.one], sentences[pair.other]
            shared = _shared_words(one.text, other.text)
            yield Section(texts.differ_on.format(words=texts.listed(shared)) if shared else "", (one, other))


def _shared_words(one: str, other: str) -> list[str]:
    """The longest words that both have, in the order of the first."""
    there = {each.lower() for each in re.findall(r"[^\W\d_]+", other)}
    both = dict.fromkeys(
        each
        for each in re.findall(r"[^\W\d_]+", one)
        if each.lower() in there and len(each) >= _SHORTEST and each.lower() not in STOP
    )
    kept = sorted(both, key=lambda each: -len(each))[:_SHARED]
    return [each for each in both if each in kept]
