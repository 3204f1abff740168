"""Chinese by its segmentation."""

from itertools import pairwise

import pytest

from graphrag_desktop.domain.extractions import FoundName
from graphrag_desktop.domain.identity import Span
from graphrag_desktop.language.chinese import find_chinese
from graphrag_desktop.language.chinese_names import complete_names, settle_names
from graphrag_desktop.language.chinese_words import segment


def _found(text: str) -> list[tuple[str, str]]:
    return [(text[start:end], label) for start, end, label in find_chinese(text)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("星河汽车董事长李文博承诺保护数据。", [("星河汽车", "ORG"), ("李文博", "PERSON"), ("数据", "")]),
        (
            "安徽省合肥市合资建设固态电池项目，供应商博登科技表示欢迎。",
            [("安徽省", "GPE"), ("合肥市", "GPE"), ("固态电池项目", ""), ("博登科技", "ORG")],
        ),
        ("河口议会主席托马斯·雷德芬反对。", [("河口议会", "ORG"), ("托马斯·雷德芬", "PERSON")]),
        ("托兰疏浚公司的船停在凯特村。", [("托兰疏浚公司", "ORG"), ("凯特村", "GPE")]),
        ("玄德曰善。", [("玄德", "NAME")]),
        ("吕布守着下邳。", [("吕布", "PERSON"), ("下邳", "")]),
    ],
)
def test_that_names_end_before_verbs_offices_and_people(text: str, names: list[tuple[str, str]]) -> None:
    assert _found(text) == names


def test_that_a_word_for_any_company_names_none() -> None:
    assert ("公司", "ORG") not in _found("公司的银行和基金会都没有回答。")


def test_that_words_cover_the_text_in_order() -> None:
    text = "关羽（字云长）与  Tomas Redfern 在洛阳见面，花了3.5万元。"
    words = segment(text)

    assert all(text[word.start : word.end] == word.text for word in words)
    assert all(word.end <= after.start for word, after in pairwise(words))


def _name(title: str, label: str) -> FoundName:
    return FoundName(title, label, Span(10, 10 + len(title)))


def test_that_what_was_joined_to_a_frequent_name_is_cut_off() -> None:
    frequent = [[_name("玄德", "NAME")]] * 6
    [cut] = settle_names([*frequent, [_name("今玄德", "NAME")]])[-1]

    assert (cut.title, cut.span) == ("玄德", Span(11, 13))


def test_that_a_surname_is_no_addition() -> None:
    [kept] = settle_names([*[[_name("玄德", "NAME")]] * 6, [_name("刘玄德", "PERSON")]])[-1]

    assert kept.title == "刘玄德"


def test_that_a_name_has_one_label_in_the_collection() -> None:
    settled = settle_names([[_name("貂蝉", "")], [_name("貂蝉", "PERSON")], [_name("貂蝉", "PERSON")]])

    assert {name.label for names in settled for name in names} == {"PERSON"}


def test_that_a_name_is_as_long_as_the_text_spells_it() -> None:
    text = "托兰与窄潮能源公司商谈。"
    whole = ("窄潮能源公司表示欢迎。", (FoundName("窄潮能源公司", "ORG", Span(0, 6)),), 0)
    cut = (text, (FoundName("潮能源公司", "ORG", Span(104, 109)),), 100)

    assert complete_names([whole, whole, cut])[-1] == (FoundName("窄潮能源公司", "ORG", Span(103, 109)),)
    assert complete_names([whole, cut])[-1] == cut[1]
