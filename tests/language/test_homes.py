"""Sentences go to the communities they speak of."""

from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.language.homes import share_sentences
from tests.news import TEXTS, indexed_news, parsed


def _ids(*titles: str) -> list[EntityId]:
    return [EntityId(title) for title in titles]


_LEAVES = [
    _ids("wind farm", "nordlys energy", "export cable", "copper shortage", "norsk kabel", "turbine"),
    _ids("ferry", "ferry crew", "ferry strike", "coast ferries", "trade union", "shorter shift"),
    _ids("painting", "gallery", "johan dahl", "national maritime museum"),
]


def _sentences(rows: tuple[int, ...]) -> list[str]:
    texts = {parsed(path, text).document.id: text for path, text in TEXTS.items()}
    found = [indexed_news()[1].sentences[row] for row in rows]
    return [texts[each.document][each.span.start : each.span.end] for each in found]


def test_that_a_sentence_goes_where_its_subject_is() -> None:
    wind, ferry, museum = map(_sentences, share_sentences(indexed_news()[0].measures, _LEAVES))

    assert any("copper is scarce" in each for each in wind)
    assert any("began a strike" in each for each in ferry)
    assert any("were stolen" in each for each in museum)
    assert not any("stolen" in each for each in wind)


def test_that_rows_ascend_and_a_sentence_has_two_homes_at_most() -> None:
    homes = share_sentences(indexed_news()[0].measures, _LEAVES)
    together = sorted(row for rows in homes for row in rows)

    assert all(list(rows) == sorted(set(rows)) for rows in homes)
    assert all(together.count(row) <= 2 for row in together)
    assert all(isinstance(row, int) for row in together)


def test_that_one_community_and_none_can_have_sentences() -> None:
    measures = indexed_news()[0].measures

    assert share_sentences(measures, []) == ()
    assert len(share_sentences(measures, _LEAVES[:1])) == 1
    assert len(share_sentences(measures, [_ids("nobody")])) == 1
