"""Follow-up questions by rule: what “it”, “she” or a bare “why?” means is taken from the last question and its answer."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from graphrag_desktop.domain.conversation import Named, Restated, Turn
from graphrag_desktop.language.lexicon import STOP
from graphrag_desktop.language.scripts import eastern_language

_PERSON, _CONCEPT = "person", "concept"
_PLACES = frozenset({"place", "location", "geo", "group"})
_MOST_NAMES = 2  # that a bare “why?” is said to be about


@dataclass(frozen=True, slots=True)
class _Rules:
    """How one language points back; `about` adds what a question is about to one that is not whole.

    In `own` the second form is for what belongs to somebody. `instead` holds the new subject in its first group.
    """

    person: re.Pattern[str]
    thing: re.Pattern[str]
    place: re.Pattern[str]
    own: re.Pattern[str]
    instead: re.Pattern[str]
    bare: re.Pattern[str]
    about: str
    last: str
    possessive: str = ""


_NEVER = re.compile(r"(?!)")
_OPENS_A_QUESTION = (
    "what|who|whom|whose|which|why|when|where|how|did|does|do|is|are|was|were|has|have|had|can|could|will|would|should|may|might|must"
    "|he|she|it|they|there|this|that|these|those|if|whether|in|on|at|by|for|from|to|with|about|of|tell|show|list|name|explain"
)
"""With such a word after “and” a whole question follows, and no other thing to ask the last one of."""

_GOES_ON = 2  # words of the last question that may belong to a topic it named: “harbour deepening”
_ENGLISH = _Rules(
    person=re.compile(r"\b(?:he|him|she|hers?|himself|herself|(?:this|that) (?:man|woman|person))\b", re.IGNORECASE),
    thing=re.compile(
        r"\b(?:it|itself|they|them|themselves|(?:this|that|the same) (?:company|firm|body|group|organi[sz]ation|agency|project|event))\b",
        re.IGNORECASE,
    ),
    place=re.compile(
        r"\bthere\b(?! (?:is|are|was|were|any|been|be)\b)(?<!is there)(?<!are there)(?<!was there)", re.IGNORECASE
    ),
    own=re.compile(r"\b(?:his|its|their)\b", re.IGNORECASE),
    instead=re.compile(
        r"^\W*(?:and|but|so)?\s*(?:what|how) about (?:the )?(.+?)\W*$"
        rf"|^\W*and (?:the )?(?!(?:{_OPENS_A_QUESTION})\b)([^\s?]+(?: [^\s?]+){{0,4}}?)\W*$",
        re.IGNORECASE,
    ),
    bare=re.compile(
        r"^\W*(?:and |but |so )?(?:why(?: not)?|when|where|who|how|how (?:much|many|long|often)|since when|by whom|with whom|"
        r"(?:tell me )?more|go on|in what way|what else|who else|for example|really)\W*$",
        re.IGNORECASE,
    ),
    about="{question} (about {names})?",
    last=" and ",
    possessive="’s",
)
_KOREAN = _Rules(
    person=re.compile(r"(?<![가-힣])(?:그녀|그분|그 사람|그)(?=(?:는|은|가|이|를|을|의|와|과|에게|도)(?![가-힣]))"),
    thing=re.compile(
        r"(?<![가-힣])(?:그 회사|그 기관|그 단체|그것|이것|그들|이 회사|해당 기관)(?=[은는이가을를의와과도]|에|\s|$)"
    ),
    place=re.compile(r"(?<![가-힣])(?:그곳|거기|그 지역)(?=[은는이가을를의와과도]|에|\s|$)"),
    own=_NEVER,
    instead=re.compile(r"^\W*(?:그럼|그러면|그렇다면)?\s*([^?]{2,30}?)(?:은|는)요?\W*$"),
    bare=re.compile(
        r"^\W*(?:그럼 |그런데 )?(?:왜|언제|어디서?|누가|누구|어떻게|얼마나|몇 번|더 자세히|계속|또)(?:요|죠|인가요|였나요|그랬나요)?\W*$"
    ),
    about="{question} ({names}에 대해)",
    last=", ",
)
_CHINESE = _Rules(
    person=re.compile(r"[他她](?!们)|此人|这个人|那个人"),
    thing=re.compile(r"它们?|他们|她们|(?:该|这家|那家|这个|那个)(?:公司|机构|组织|单位|企业)"),
    place=re.compile(r"那里|那儿|该地|当地"),
    own=_NEVER,
    instead=re.compile(r"^\W*(?:那么?|那)?([^？?，,]{2,20}?)呢\W*$"),
    bare=re.compile(
        r"^\W*(?:那)?(?:为什么|什么时候|何时|在哪里|谁|怎么样?|如何|多少|继续|还有呢|详细一点|比如)(?:呢)?\W*$"
    ),
    about="{question}（关于{names}）？",
    last="和",
)
_JAPANESE = _Rules(
    person=re.compile(r"彼女|彼(?!ら)|その人"),
    thing=re.compile(r"それら?|彼ら|その(?:会社|企業|機関|団体|組織)"),
    place=re.compile(r"そこ(?=[はがのでにを])|その(?:場所|地域)"),
    own=_NEVER,
    instead=re.compile(r"^\W*(?:では|じゃあ)?、?([^？?]{2,20}?)(?:は|について(?:は)?)\W*$"),
    bare=re.compile(r"^\W*(?:なぜ|どうして|いつ|どこで?|誰が?|どのように|いくら|もっと詳しく|他には)(?:ですか)?\W*$"),
    about="{question}（{names}について）？",
    last="と",
)
_RULES = {"ko": _KOREAN, "zh": _CHINESE, "ja": _JAPANESE}
_ENDS = "?？。. \t\n"
_PARTICLES = {"은": "는", "이": "가", "을": "를", "과": "와"}
_JOSA = re.compile(r"([가-힣])(은|는|이|가|을|를|과|와)(?=\s|[?？]|$)")


def restate(question: str, turns: Sequence[Turn]) -> Restated:
    """The question so that it stands alone; as it was typed, and not complete, where nothing before says what it means."""
    if not turns:
        return Restated(question)
    rules = _RULES.get(eastern_language(question), _ENGLISH)
    if rules.bare.match(question):
        return _about(question, rules, turns)
    if (found := rules.instead.match(question)) and (other := next(filter(None, found.groups()), "")):
        return _instead(question, other.strip(), turns[-1])
    return _filled(question, rules, turns)


def _about(question: str, rules: _Rules, turns: Sequence[Turn]) -> Restated:
    names = [each.title for each in _names(turns[-1:])][:_MOST_NAMES] or [each.title for each in _names(turns)][:1]
    if not names:
        return Restated(question, is_complete=False)
    listed = names[0] if len(names) == 1 else f"{names[0]}{rules.last}{names[1]}"
    return Restated(rules.about.format(question=question.strip(_ENDS), names=listed))


def _instead(question: str, other: str, before: Turn) -> Restated:
    """The last question of something else: of what it named first, if it named anything in these words."""
    for each in before.asked:
        place = before.question.casefold().find(each.title.casefold())
        if place >= 0:
            end = place + len(each.title)
            return Restated(_with_particle(before.question[:place], other, before.question[end:]))
    return Restated(question, is_complete=False)


def _filled(question: str, rules: _Rules, turns: Sequence[Turn]) -> Restated:
    names = _names(turns)
    people = [each for each in names if each.type.casefold() == _PERSON]
    named = [each for each in names if each.type.casefold() not in {_PERSON, _CONCEPT, *_PLACES}]
    things = [*(each for each in named if each in turns[-1].asked), *_topics(turns[-1]), *named] or [
        each for each in names if each.type.casefold() != _PERSON
    ]
    places = [each for each in names if each.type.casefold() in _PLACES]
    text, is_complete = question, True
    for pattern, meant, ending in (
        (rules.own, people or things, rules.possessive),
        (rules.person, people, ""),
        (rules.thing, things, ""),
        (rules.place, places, ""),
    ):
        found = pattern.search(text)
        if found is None:
            continue
        chosen = _own(found[0], people, things) if ending else meant[:1]
        if not chosen:
            is_complete = False
        elif chosen[0].title.casefold() not in text.casefold():
            title = chosen[0].title + (
                ending
                or (rules.possessive if found[0].casefold() in {"her", "hers"} and _owns(text, found.end()) else "")
            )
            text = _with_particle(text[: found.start()], title, text[found.end() :])
    return Restated(text, is_complete)


def _topics(turn: Turn) -> list[Named]:
    """What a question is about that is no name, in its own words: from the first topic on, with what belongs to it."""
    topics = [each for each in turn.asked if each.type.casefold() == _CONCEPT]
    found: list[Named] = []
    for each in topics:
        match = re.search(
            rf"\b(?:the )?{re.escape(each.title)}\w*((?: [a-z]+){{0,{_GOES_ON}}})", turn.question, re.IGNORECASE
        )
        if match is None:
            continue
        further = list(takewhile(lambda word: word not in STOP, match[1].split()))
        found.append(Named(" ".join([match[0][: match.start(1) - match.start()], *further]), each.type))
    return found


def _own(word: str, people: Sequence[Named], things: Sequence[Named]) -> Sequence[Named]:
    """Whose it is: “his” a person's, “its” a thing's, “their” of either, a thing first."""
    if word.casefold() == "his":
        return people[:1]
    return things[:1] or (people[:1] if word.casefold() == "their" else [])


def _owns(text: str, end: int) -> bool:
    """Whether “her” stands before a word: then it is hers."""
    return re.match(r"\s+[a-z]", text[end:]) is not None


def _names(turns: Sequence[Turn]) -> list[Named]:
    """What the latest question names first, then its answer, then what came before."""
    found: dict[str, Named] = {}
    for turn in reversed(turns):
        for each in (*turn.asked, *turn.answered):
            found.setdefault(each.title.casefold(), each)
    return list(found.values())


def _with_particle(before: str, name: str, after: str) -> str:
    """A name in its place; a Korean particle behind it takes the form that the name wants."""
    text = f"{before}{name}{after}"
    found = _JOSA.match(text, len(before) + len(name) - 1)
    if found is None:
        return text
    closed = (ord(found[1]) - 0xAC00) % 28 > 0
    particle = found[2]
    for with_end, without in _PARTICLES.items():
        if particle in {with_end, without}:
            particle = with_end if closed else without
    return f"{text[: found.start(2)]}{particle}{text[found.end(2) :]}"
