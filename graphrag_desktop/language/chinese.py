"""Chinese by its segmentation: names by tags and endings, noun runs cut at verbs, offices and people."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphrag_desktop.language.chinese_words import FOREIGN, PERSON, ChineseWord, is_known, segment
from graphrag_desktop.language.lexicon_zh import (
    AFTER_NAME,
    COMPANY_ROLES,
    COUNTED,
    DOUBLE_SURNAMES,
    FUNCTION_SIGNS,
    GENERIC,
    NOT_FIRST,
    ORGANIZATION,
    PLACE,
    PLACE_SIGNS,
    ROLES,
    STOP,
    SURNAMES,
)

Found = tuple[int, int, str]
"""Where words that may name something begin and end in their sentence, and their label."""

_NOUNS = frozenset({"n", "ng", "nz", "an", "j", "nt", "ns", FOREIGN})
_INSIDE = frozenset({"b", "s"})  # only within a run
_MODIFIERS = frozenset({"v", "vn", "z", "a", "b", "s", "l"})  # between a name and "company"
_MAY_NAME = frozenset({"n", "v", "nz", "zg"})  # tags of surnames with a given name that the dictionary misreads
_SAYS_NOTHING = frozenset({"v", "d", "a", "n", "z", "zg", "nz", "j", "s", "ad", "vn"})  # tags of words it does not have
_SURE = {PERSON: "PERSON", FOREIGN: "NAME", "ns": "GPE"}
_PIECE = re.compile("[一-鿿]+")
_LEADING = frozenset("：、，,:")
_WHOLE_COMPANY = re.compile("([一-鿿]{2,14}?)(?:有限公司|股份公司|集团公司|集团)")
_LONGEST_RUN = 3  # words of a phrase
_LONGEST_NAME = 6  # words of an organization's name


def find_chinese(body: str) -> Iterator[Found]:
    """Names and phrases of a sentence; the collection decides later which are kept."""
    yield from _standing_alone(body)
    run: list[ChineseWord] = []
    words = [_trimmed(word) for word in segment(body)]
    for position, word in enumerate(words):
        label = _name_label(word)
        if label == "PERSON" or word.text in ROLES:
            yield from _run(run, before_company_role=word.text in COMPANY_ROLES)
            run = []
            if label == "PERSON":
                yield word.start, word.end, label
        elif label or word.tag in _NOUNS or (run and _may_follow(run, words, position)):
            run.append(word)
        else:
            yield from _run(run)
            run = []
            if _is_unknown(word):
                yield word.start, word.end, ""
    yield from _run(run)


def _standing_alone(body: str) -> Iterator[Found]:
    """Names that have a place between two signs to themselves: one of a list of people, a company in the head of a letter."""
    for match in _PIECE.finditer(body):
        piece = match.group()
        is_led = match.start() > 0 and body[match.start() - 1] in _LEADING
        if 2 <= len(piece) <= 3 and is_led and _is_full_name(piece) and not is_known(piece):
            yield match.start(), match.end(), "PERSON"
        elif (company := _WHOLE_COMPANY.fullmatch(piece)) and not any(sign in FUNCTION_SIGNS for sign in company[1]):
            yield match.start(), match.end(), "ORG"


def _trimmed(word: ChineseWord) -> ChineseWord:
    """A word that the dictionary does not have, without what was joined to its end."""
    text = word.text
    if len(text) > 2 and text[-1] in AFTER_NAME and word.tag not in {PERSON, FOREIGN} and not is_known(text):
        while len(text) > 2 and text[-1] in AFTER_NAME:
            text = text[:-1]
    return replace(word, text=text)


def _name_label(word: ChineseWord) -> str:
    """The label of a word that names something by itself."""
    text, tag = word.text, word.tag
    if tag == "eng":
        return "NAME" if len(text) > 1 and text[0].isupper() else ""
    if len(text) < 2 or text in STOP or text in GENERIC:
        return ""
    if tag in _SURE:
        return _SURE[tag]
    if len(text) > 2 and ORGANIZATION.search(text):
        return "ORG"
    return _person_label(text, tag)


def _person_label(text: str, tag: str) -> str:
    """The label of what may be a person: with a surname one it is, else a name of unknown kind if no dictionary has it."""
    if tag.startswith("nr"):
        if len(text) == 2 and text[-1] in AFTER_NAME and not is_known(text):
            return ""  # one sign of a name with a verb
        return "PERSON" if _is_full_name(text) else "NAME" if len(text) <= 4 and not is_known(text) else ""
    return "PERSON" if tag in _MAY_NAME and _is_full_name(text) and not is_known(text) else ""


def _is_full_name(text: str) -> bool:
    has_surname = (text[0] in SURNAMES and len(text) <= 4) or (text[:2] in DOUBLE_SURNAMES and 3 <= len(text) <= 5)
    return has_surname and not any(sign in FUNCTION_SIGNS for sign in text)


def _may_follow(run: Sequence[ChineseWord], words: Sequence[ChineseWord], position: int) -> bool:
    """Whether a word that is no noun belongs to the name or the phrase before it."""
    word, is_name = words[position], bool(_name_label(run[-1]))
    following = words[position + 1].text if position + 1 < len(words) else ""
    is_before_generic = word.tag in _MODIFIERS and following in GENERIC  # as in "Tolland dredging company"
    return word.tag in _INSIDE or (is_name and (is_before_generic or word.text in PLACE_SIGNS))


def _is_unknown(word: ChineseWord) -> bool:
    """Whether a word of three or four signs is in no dictionary, so that its tag says nothing."""
    text = word.text
    is_word = 3 <= len(text) <= 4 and word.tag in _SAYS_NOTHING and all("一" <= sign <= "鿿" for sign in text)
    return is_word and not any(sign in FUNCTION_SIGNS for sign in text) and not is_known(text)


def _run(run: Sequence[ChineseWord], *, before_company_role: bool = False) -> Iterator[Found]:
    """The names and the phrase that a run of nouns holds."""
    whole = run[-_LONGEST_NAME:]
    text = "".join(word.text for word in whole)
    if len(text) > 2 and text not in GENERIC and (ORGANIZATION.search(text) or (before_company_role and len(text) > 3)):
        yield whole[0].start, whole[-1].end, "ORG"
        return
    position = 0
    while position < len(run) and (label := _label_in_run(run[position])):
        word, is_place = run[position], _is_place_sign(run, position + 1)
        position += 2 if is_place else 1
        yield word.start, run[position - 1].end, "GPE" if is_place else label
    rest = run[position:][-_LONGEST_RUN:]
    if _is_phrase("".join(word.text for word in rest)):
        yield rest[0].start, rest[-1].end, ""


def _label_in_run(word: ChineseWord) -> str:
    is_place = word.tag == "n" and PLACE.search(word.text) is not None and not is_known(word.text)
    return _name_label(word) or ("GPE" if is_place else "")


def _is_place_sign(run: Sequence[ChineseWord], position: int) -> bool:
    """Whether a name goes on with a single sign such as village or port."""
    return (
        position < len(run) and run[position].text in PLACE_SIGNS and run[position - 1].tag.startswith((FOREIGN, "nr"))
    )


def _is_phrase(phrase: str) -> bool:
    if len(phrase) < 2 or phrase in STOP or phrase[0] in NOT_FIRST or phrase.islower():
        return False
    return not (len(phrase) == 2 and phrase[0] in COUNTED)
