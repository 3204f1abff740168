"""Whether a sentence can be read alone: what points at the one before it is quoted with that one, or not at all."""

import re

from graphrag_desktop.language.lexicon import words

_SELF_EXPLAINING = (
    "year|years|country|nation|government|congress|century|session|day|time|hemisphere|union|house|administration|message"
    "|report|letter|document|memorandum|continent|republic|article|chapter|who|which|whose|whom|of|that|in|with|when"
)
_OPENING = re.compile(
    r"^[\"“‘'(]*(?:it (?!(?:is|was|will be|would be|may be|has been|must be|should be|seems?|appears?) (?:[\w-]+ ){1,5}?(?:that|to|for|how|whether|who)\b)"
    r"|(?:its|he|she|they|them|their|his|her|him)\b(?! who| whose)"
    rf"|(?:this|these|those|such|that) (?!{_SELF_EXPLAINING})[a-z]"
    r"|(?:this|these|those|such|that),? (?:is|was|were|are|has|have|had|will|would|can|could|may|must|should)\b"
    r"|(?:both|neither|either|each|none|some|most|many|all|one|another|others?)(?: of (?:them|these|those|which|whom))?,? (?:is|was|were|are|has|have|had|will|would|can|could|may|must)\b"
    r"|(?:thousands|hundreds|millions|many|most|some|several|few|all|both|one|none|half|part) of (?:their|his|her|its|them|these|those)\b"
    r"|the (?:same|latter|former|opposite|other|others|two|three|above|foregoing|following|difference|reason|remainder|rest|result|subject"
    r"|question|matter|amount|answer|whole|second|third|next)\b(?! (?:of|for|why|that|which|between|in)\b)"
    r"|(?:and|but|or|nor|so|yet|for|however|therefore|thus|hence|moreover|furthermore|besides|accordingly|consequently|otherwise"
    r"|nevertheless|nonetheless|still|then|again|also|too|similarly|likewise|instead|meanwhile|indeed|even so|on the contrary"
    r"|on the other hand|in addition|in other words|that is|as a result|at the same time|for (?:example|instance)|by contrast)\b(?! (?:every|each|all|the first time|many years)\b))",
    re.IGNORECASE,
)  # fmt: skip
_POINTS = re.compile(
    r"\b(?:the (?:opposite|latter|former|same (?:thing|subject|purpose))|aforesaid|aforementioned|said (?:treaty|act|law|sum)"
    r"|therein|thereof|thereto|therefor|thereunder|herewith|the (?:above|foregoing|preceding)|as follows|the following)\b",
    re.IGNORECASE,
)
_SCOPE = re.compile(
    r"^(?:in|at|on|for|among|with|under|from) (?:the|both|each|all) (?!(?:past|future|meantime|meanwhile|end|beginning|present|world|united|whole|contrary|average|other)\b)[a-z]+,? "
    r"(?:the|there|a|an|every|no|we|they|all) "
    r"|\b(?:established|living|lives?|residing|settled|made|found|introduced|created|opened|existing|prevailing) (?:among|between|with|upon|for) them\b",
)
"""What says where something holds by a thing that is taken as known: "In the schools the teaching", "established among them"."""

_DETERMINED = re.compile(r"\b(this|these|those|such|that) (?=(?:same )?([A-Za-z]+))")
_NO_NOUN = frozenset(_SELF_EXPLAINING.split("|")) | words(
    """
    a an as the is was were are be been being has have had will would shall should can could may might must do does did we
    i you he she it they there no not any all every each some many one our my his her its their your these those this if
    when where what how by from to at on for and or but so because most more only even such moment age hour week month
    morning evening people world land earth great both
    """
)
_OF_THAT = words("nation government congress republic country administration union")
"""What "this" may mean without a word before, and "that" may not."""

_PRONOUN = re.compile(r"\b(?:he|she|they|them|him|it|its|their|his|her)\b", re.IGNORECASE)
_EXPLETIVE = re.compile(
    r"\bit (?:is|was|will be|would be|may be|has been|must be|should be|seems?|appears?|becomes?|became) ",
    re.IGNORECASE,
)
_EARLY = 7  # words: a pronoun so early, with no name or thing before it, stands for one of another sentence
_SHORT_WORD = 4
_CUT_LIST = re.compile(r"[:：]\s*$|(?:^|\s)(?:viz|to wit)\b[.,:]?\s*$", re.IGNORECASE)
_EASTERN = re.compile(
    "^(?:그러나|그런데|그리고|또한|따라서|그는|그녀는|그의|이는|이것은|이를|이에|그것|他们?|她们?|它们?|其|此|这|那|但是?|然而|因此|所以"
    "|これ|それ|この|その|彼|しかし|また|そして|だから)"
)


def leans(text: str) -> bool:
    """Whether a sentence speaks of something that only the one before it names."""
    if _EASTERN.match(text) or _OPENING.match(text) or _POINTS.search(text):
        return True
    if _SCOPE.search(f"{text[:1].lower()}{text[1:]}"):
        return True
    return _has_loose_noun(text) or _has_loose_pronoun(text)


def is_cut(text: str) -> bool:
    """Whether what a sentence announces is not in it."""
    return _CUT_LIST.search(text) is not None


def _has_loose_noun(text: str) -> bool:
    """Such as "this money", where no money was spoken of before in the same sentence."""
    for found in _DETERMINED.finditer(text):
        word = found[2].lower()
        is_that = found[1].lower() == "that"
        known = _NO_NOUN - _OF_THAT if is_that else _NO_NOUN
        if word in known or len(word) < _SHORT_WORD or (is_that and not _may_be_thing(found, text)):
            continue
        if text[: found.start()].lower().endswith("no "):
            continue
        if word[:_SHORT_WORD] not in text[: found.start()].lower():
            return True
    return False


def _may_be_thing(found: re.Match[str], text: str) -> bool:
    """Whether "that" points, as in "of that Republic", and does not join, as in "said that"."""
    before = text[: found.start()].split()
    return bool(before) and before[-1].lower() in {
        "of",
        "in",
        "with",
        "to",
        "from",
        "by",
        "for",
        "on",
        "under",
        "against",
        "upon",
        "at",
    }


def _has_loose_pronoun(text: str) -> bool:
    found = _PRONOUN.search(text)
    if found is None or _EXPLETIVE.match(text, found.start()):
        return False
    before = re.findall(r"[^\W\d_]+", text[: found.start()])
    if len(before) >= _EARLY:
        return False
    names = (word for place, word in enumerate(before) if len(word) > _SHORT_WORD or (place and word[0].isupper()))
    return not any(word.lower() not in _FUNCTION for word in names)


_FUNCTION = words(
    """
    about above after against although among because before behind below beside between beyond during except indeed inside
    never often once outside should since still there these those though through under unless until where whether which
    while within without would could might again always later today yesterday early first perhaps january february march
    april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday
    """
)
