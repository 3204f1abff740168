"""Second names of people, where a Chinese text says whose they are."""

from graphrag_desktop.domain.identity import DocumentId
from graphrag_desktop.language.aliases import merge_names
from graphrag_desktop.language.courtesy_names import courtesy_names
from graphrag_desktop.language.name_tally import Naming


def test_that_a_text_tells_whose_a_second_name_is() -> None:
    texts = [
        "中山靖王之后，姓刘名备，字玄德。",
        "姓孙，名坚，字文台，乃孙武子之后。",
        "曹仁字子孝，曹洪字子廉。",
        "又有夏侯惇，字元让。",
    ]

    assert courtesy_names(texts) == {
        "玄德": "刘备",
        "文台": "孙坚",
        "子孝": "曹仁",
        "子廉": "曹洪",
        "元让": "夏侯惇",
    }


def test_that_two_bearers_of_a_second_name_stay_apart() -> None:
    assert courtesy_names(["关羽，字云长。", "王平，字云长。"]) == {}


def test_that_a_character_that_is_no_name_gives_none() -> None:
    assert courtesy_names(["令人以白土书甲子二字于家中大门上。", "他写了一个字，没有人看懂。"]) == {}


def test_that_a_second_name_leads_to_the_full_one() -> None:
    namings = [Naming(name, "PERSON", DocumentId("a")) for name in ("刘备", "玄德", "玄德", "玄德", "张飞")]
    things = merge_names(namings, {}, {"玄德": "刘备"})

    assert things.key_of("玄德", "PERSON") == things.key_of("刘备", "PERSON") != things.key_of("张飞", "PERSON")
    assert things.things[things.key_of("玄德", "PERSON")].title == "刘备"
