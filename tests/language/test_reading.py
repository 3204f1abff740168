"""A stretch of text to its sentences, each by the language of its run."""

from graphrag_desktop.domain.identity import Key
from graphrag_desktop.language.reading import read_stretch

MIXED = """The new plant will open in the spring of next year, says Ingrid Solheim. 한빛전자는 평택시에 새 공장을 짓는다고 밝혔다.

居民代表要求成立独立的监督委员会。星河汽车董事长李文博承诺公开数据。

Der Rat der Stadt hat in der letzten Woche den Haushalt für das nächste Jahr mit Angela Merkel beraten."""


def test_that_each_sentence_is_read_in_its_own_language() -> None:
    sentences = read_stretch(Key("k"), MIXED).sentences
    names = {name.title for each in sentences for name in each.names}

    assert [each.language for each in sentences] == ["en", "ko", "zh", "zh", "de"]
    assert {"Ingrid Solheim", "한빛전자", "평택시", "李文博", "Angela Merkel"} <= names


def test_that_the_runs_of_a_paragraph_keep_its_place() -> None:
    sentences = read_stretch(Key("k"), f"Heading\n\n{MIXED}").sentences

    heading, english, korean, *chinese, german = (each.paragraph for each in sentences)

    assert heading < english == korean < chinese[0] == chinese[1] < german
    assert list(sentences) == sorted(sentences, key=lambda each: each.span)
