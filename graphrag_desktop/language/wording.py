"""How literally a sentence says the words of a question: stems are cut hard, so that postal finds posterity too."""

import re
from functools import lru_cache

from graphrag_desktop.language.aspects import aspect_factor, is_of_aspect
from graphrag_desktop.language.lexicon_eastern_questions import TOPIC
from graphrag_desktop.language.lexicon_questions import RELATED
from graphrag_desktop.language.questions import Question
from graphrag_desktop.language.scripts import eastern_language, is_cjk
from graphrag_desktop.language.words import singular

_WORD = re.compile(r"[^\W\d_]+|\d+")
_LEAST_SHARED, _SHARED_PART = 5, 0.55  # letters that two forms of one word begin with, and their share of the longer
_FREE = 0.7  # of the relevance stays where none of the words is said literally
_FREE_OF_ASPECT = 0.9  # where the subject may be named near by
_RELATIVE = 0.8  # what counts a word that may stand for one of the question
_ANGLE = 1.2  # for a sentence that takes the side of the topic that is asked for: disputes, risks, harm
_OTHER_LANGUAGE = 0.5  # for a sentence that shares signs with the question, not its language
_LEANS, _SPOILED = 0.6, 0.5
_POINTING_BACK = re.compile(
    r"(?:(?:before|after|besides|despite|since|until|from|beyond|without|under|in|on|at|by|for|of|to|with|through|upon) "
    r"(?:that|this|it|them|these|those|then)\b|in (?:its|his|her|their|your) (?:place|stead|view|opinion)|on your question"
    r"|as (?:i|we) (?:have )?(?:said|say|mentioned|noted)|turning to|so far as (?:this|it))",
    re.IGNORECASE,
)
"""How a sentence begins that points at the one before it."""

_REFERRING = re.compile(
    r"\b(?:attention (?:of \w+ )?(?:is|was|has been) (?:\w+ )?(?:invited|called|directed)|(?:invite|call|direct) (?:\w+ )?attention"
    r"|(?:accompanying|annexed|inclosed|enclosed) (?:report|document|paper)s?|I (?:herewith )?(?:transmit|refer you|lay before)|(?:see|refer to) the (?:report|annex|appendix)"
    r"|information (?:was|has been) received|(?:is|are|will be) (?:found|set forth|detailed|shown) in the (?:report|annex|appendix)"
    r"|the (?:first |second |third |next |last |following )?(?:figure|table|chart|graph|diagram) (?:[\w-]+ ){0,4}?(?:shows|gives|lists|summarizes|compares|below|above)"
    r"|will (?:present|submit|transmit) (?:[\w,]+ ){0,6}?the (?:report|estimates?|statement|accounts?))\b",
    re.IGNORECASE,
)
"""How a sentence refers to what another document says."""

_WRONG_SIGNS = re.compile(r"[¡¿§][A-Za-z¦§¨]|[A-Za-z][¡¿]|\ufffd|[a-z][|_~^][a-z]")
"""What a wrong encoding or a poor scan leaves inside words."""

_TOPIC_UNNAMED, _TOPIC_ASIDE = 0.7, 0.6
_REFERS = 0.7  # of a sentence that says where to read and not what


def standing_factor(text: str) -> float:
    """What a sentence counts where it is to be quoted: less where it points back, or where signs in it went wrong."""
    factor = _LEANS if _POINTING_BACK.match(text) else 1.0
    return factor * (_SPOILED if _WRONG_SIGNS.search(text) else 1.0)


def wording_factor(question: Question, text: str) -> float:
    """What a sentence's relevance is to be multiplied with by the words it says, about 0.5 to 1.1."""
    if is_cjk(question.text):
        language = 1.0 if eastern_language(text) == eastern_language(question.text) else _OTHER_LANGUAGE
        return language * (1.0 if question.aspect is None else _topic_factor(question.text, text))
    factor = standing_factor(text)
    said = frozenset(_light(each.lower()) for each in _WORD.findall(text))
    words = [part for word in question.words for part in (word.parts or (word,))]
    if question.aspect is not None and all(is_of_aspect(question.aspect, each.word) for each in words):
        words = []  # an answer says in other words what is asked
    if question.aspect is None and any(not word.is_topic and _relatives(word.word) & said for word in words):
        factor *= _ANGLE
    total = sum(word.weight for word in words)
    literal = sum(word.weight * _said_share(word.word.lower(), said) for word in words)
    free = _FREE if question.aspect is None else _FREE_OF_ASPECT
    return factor * (free + (1 - free) * literal / total if total else 1.0)


def _topic_factor(question: str, text: str) -> float:
    """Less for a sentence that is not about what an eastern question marks as its topic, or names it by the way."""
    found = TOPIC.search(question)
    topic = next((each for each in found.groups() if each), "") if found else ""
    if not topic:
        return 1.0
    if topic not in text:
        return _TOPIC_UNNAMED
    ends = "은|는|이|가|께서" if eastern_language(text) == "ko" else "は|が|には|"
    is_about = re.search(rf"(?:^|[。，；：“「（\s\d①-⑳]){re.escape(topic)}(?:{ends})(?![가-힣])", text) is not None
    return 1.0 if is_about else _TOPIC_ASIDE


def telling_factor(question: Question, text: str) -> float:
    """What else it is to be multiplied with: by whether it says what is asked about the subject, and says it itself."""
    refers = _REFERS if _REFERRING.search(text) else 1.0
    return refers * aspect_factor(question.aspect, text, _subject(question))


def _subject(question: Question) -> list[str]:
    """How the words begin that name what the question is about."""
    words = [part.word for word in question.words if word.is_topic for part in (word.parts or (word,))]
    own = (_light(each) for each in words if not is_of_aspect(question.aspect, each))
    return [each[: max(_LEAST_SHARED - 1, len(each) - 2)] for each in own]


def _said_share(word: str, said: frozenset[str]) -> float:
    """1 where a form of the word is said, a little less for one that may stand for it."""
    light = _light(word)
    if light in said or (len(light) >= _LEAST_SHARED and any(_is_form(light, each) for each in said)):
        return 1.0
    return _RELATIVE if _relatives(word) & said else 0.0


@lru_cache(maxsize=1_000)
def _relatives(word: str) -> frozenset[str]:
    """What may stand for a word, as the list made by hand has it."""
    return frozenset(map(_light, RELATED.get(word, RELATED.get(singular(word), ()))))


def _is_form(one: str, other: str) -> bool:
    """Whether two words look like forms of one: immigrant and immigration, not police and politics."""
    if one[:_LEAST_SHARED] != other[:_LEAST_SHARED]:
        return False
    longer = max(len(one), len(other))
    needed = max(_LEAST_SHARED, int(_SHARED_PART * longer + 0.999))
    return one[:needed] == other[:needed]


@lru_cache(maxsize=50_000)
def _light(word: str) -> str:
    """The word without the endings of number and tense."""
    word = singular(word)
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word.removesuffix(ending)
            return (
                word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls" else word.removesuffix("e")
            )
    return word.removesuffix("e") if len(word) > 4 else word
