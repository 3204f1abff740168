"""Which entities stand together, how often, and what of it clustering sees."""

from collections import Counter
from itertools import combinations

from graphrag_desktop.language.relationships import NEIGHBOURS
from tests.news import indexed_news


def test_that_a_relationship_counts_each_sentence_that_names_both_once() -> None:
    extractions = indexed_news()[1]
    counted: Counter[tuple[str, str]] = Counter()
    for sentence in extractions.sentences:
        counted.update(combinations(sorted({mention.entity for mention in sentence.mentions}), 2))

    assert {(each.source, each.target): each.count for each in extractions.relationships} == counted


def test_that_pairs_are_sorted_and_the_smaller_id_comes_first() -> None:
    extractions = indexed_news()[1]
    pairs = [(each.source, each.target) for each in extractions.relationships]

    assert pairs == sorted(pairs)
    assert all(source < target for source, target in pairs)


def test_that_ties_share_passages_but_no_sentence() -> None:
    extractions = indexed_news()[1]
    related = {(each.source, each.target) for each in extractions.relationships}

    assert extractions.ties
    assert all((one, other) not in related and weight > 0 for one, other, weight in extractions.ties)


def test_that_no_entity_has_many_weights_and_no_hub_any() -> None:
    extractions = indexed_news()[1]
    weighed = [(each.source, each.target) for each in extractions.relationships if each.clustering_weight > 0]
    weighed += [(one, other) for one, other, _ in extractions.ties]
    neighbours = Counter(entity for pair in weighed for entity in pair)

    assert max(neighbours.values()) <= 3 * NEIGHBOURS
    assert not extractions.hubs & neighbours.keys()


def test_that_what_belongs_together_weighs_more_than_what_only_met() -> None:
    weights = {f"{each.source} {each.target}": each.clustering_weight for each in indexed_news()[1].relationships}
    assert weights["copper shortage export cable"] > weights["bergen hospital"]
