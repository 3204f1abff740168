"""What a question asks for."""

import pytest

from graphrag_desktop.language.questions import asked_words, read_question
from tests.news import indexed_news


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What is said about the ferry strike?", ["ferry", "strike"]),
        ("What are the main themes of these documents?", []),
        ("Who criticised Nordlys Energy?", ["criticised", "nordlys", "energy"]),
        ("한빛전자의 환경 문제는 무엇인가요?", ["한빛전자", "환경", "문제"]),
        ("국회는 어떤 권한을 가집니까?", ["국회", "권한"]),
        ("居民的废水有哪些？", ["居民", "废水"]),
        ("Was tat die Regierung 2019?", ["tat", "die", "regierung", "2019"]),
    ],
)
def test_that_the_words_that_carry_a_question_are_left(question: str, words: list[str]) -> None:
    found = list(asked_words(question))

    assert [word for word in found if word != "was"] == words


def test_that_a_question_about_everything_is_an_overview() -> None:
    measures = indexed_news()[0].measures

    assert read_question(measures, "What are the main topics?").is_overview
    assert not read_question(measures, "What about the ferry?").is_overview


def test_that_a_word_the_collection_lacks_is_missing() -> None:
    question = read_question(indexed_news()[0].measures, "What is said about cryptocurrency on the ferry?")

    assert question.missing == ("cryptocurrency",)


def test_that_relatives_stand_in_for_a_word_the_collection_lacks() -> None:
    measures = indexed_news()[0].measures
    [word] = read_question(measures, "threats").words

    assert read_question(measures, "threats").missing == ()
    assert measures.text.vocabulary["risk"] in word.columns


def test_that_a_telling_word_weighs_more_than_one_that_goes_anywhere() -> None:
    words = read_question(indexed_news()[0].measures, "When were paintings wanted?").words
    weights = {each.word: each.weight for each in words}

    assert weights["paintings"] > 0


@pytest.mark.parametrize(
    ("question", "is_timeline"),
    [
        ("How did wages evolve?", True),
        ("How has the ferry changed over time?", True),
        ("What is the history of the museum?", True),
        ("What is said about climate change?", False),
        ("What of foreign exchange?", False),
    ],
)
def test_that_a_course_of_time_is_asked_for(question: str, is_timeline: bool) -> None:  # noqa: FBT001  # a table
    assert read_question(indexed_news()[0].measures, question).is_timeline is is_timeline


@pytest.mark.parametrize(
    ("question", "types"),
    [
        ("Who led the strike?", ("person", "organization")),
        ("Which companies build turbines?", ("organization",)),
        ("Where is the museum?", ("place", "group")),
        ("What does the union want?", ()),
    ],
)
def test_that_the_kind_of_names_asked_for_is_known(question: str, types: tuple[str, ...]) -> None:
    assert read_question(indexed_news()[0].measures, question).types == types


def test_that_words_of_any_question_are_never_missing() -> None:
    question = read_question(indexed_news()[0].measures, "Who ignored, tried and disputed what happened to the ferry?")

    assert question.missing == ()
    assert [each.word for each in question.words if each.is_topic] == ["ferry"]


def test_that_the_name_of_an_entity_is_one_phrase() -> None:
    measures = indexed_news()[0].measures
    [phrase] = read_question(measures, "What of the wind farm?").words

    assert phrase.word == "wind farm"
    assert phrase.entities == (measures.entities.ids.index("wind farm"),)
    assert phrase.weight < sum(part.weight for part in phrase.parts)


def test_that_a_verb_that_the_collection_lacks_is_not_reported() -> None:
    question = read_question(indexed_news()[0].measures, "Who embezzled the ferry money?")

    assert "embezzled" not in question.missing


def test_that_changing_a_thing_is_no_course_of_time() -> None:
    assert not read_question(
        indexed_news()[0].measures, "How did the strike change the lives of islanders?"
    ).is_timeline
