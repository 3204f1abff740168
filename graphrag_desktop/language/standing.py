"""How safely a sentence is quoted without its neighbours: what points at words before it, is torn or badly scanned is not.

`quality.judge` says what grammar tells while a text is read. Here are signs of the wording alone, weighed when a report is
written: they are stricter, since a report has many sentences to choose from.
"""

import re

_POINTS, _LEANS, _SPOILED, _TORN = 0.3, 0.6, 0.3, 0.2

_DEICTIC = (
    r"age|afternoon|assembly|body|capitol|century|chamber|city|commonwealth|congress|continent|country|day|decade"
    r"|department|earth|era|evening|generation|government|hemisphere|house|morning|month|nation|office|people|period|planet"
    r"|republic|session|side|spring|state|summer|table|term|time|times|union|wall|week|winter|world|year"
)
_POINTING = re.compile(
    rf"\b(?:this|these)\s+(?!(?:great |new |last |past |coming |very |fiscal )?(?:{_DEICTIC})s?\b)[a-z]"
    r"|\b(?:those|such an?|such) (?!(?:as|a|an|who|which|that|of|in|with|from|to|where|whom|whose|already|now|made|having)\b)[a-z]"
    r"|\b(?:the|these) (?:same|latter|former|above|aforesaid|foregoing|opposite|contrary|said|resulting|ensuing|other two)\b"
    r"|\b(?:in the premises|in question|as aforesaid|hereto|herewith|therein|thereof|thereto|therefor|thereupon"
    r"|here (?:indicated|stated|mentioned|suggested|recommended|described)|so doing|do so|doing so|did so|done so|the above|as follows|the following)\b"
    r"|\bto (?:which|whom) (?:life|he|she|it|they|reference|allusion)\b"
    r"|\bthus\b|\b(?:too|however|therefore|moreover|nevertheless|accordingly|consequently|hence),"
    r"|,\s(?:too|however|therefore|moreover|nevertheless|accordingly|consequently|then|also),",
)
"""What points at something said before, from anywhere in the sentence."""

_GOES_ON = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|would|should|must|can|may|do|does|did|been|be)(?: not)? (?:therefore|thus|accordingly"
    r"|consequently|however|also|likewise|then|nevertheless|moreover|hence|equally|similarly)\b"
    r"|\b(?:in|into|on|at|of|to|from|with|for|by|under|over|upon|within|during|through) that"
    r" (?!which\b|of\b|in\b|the\b|they\b|it\b|he\b|we\b|all\b|every\b|no\b|there\b|these\b|this\b)[a-z]+",
)
"""Words that carry on, and "in that region", whose region may stand in another sentence."""

_MENTIONED = re.compile(
    r"\bthe (?:measure|plan|proposal|project|subject|matter|question|proceedings|amount|sum|instrument|object|event|undertaking"
    r"|experiment|arrangement|expedient|theory|conclusion|program|scheme|work|task|situation|provision|principle|bill|act|article"
    r"|decision|document|clause|dispatch|letter|correspondence|language|latter|duty|power|suggestion|change|difficulty|practice|process|idea|thing"
    r"|experience|parties|movement|method|effort|crisis|controversy|case|cases)"
    r"\b(?! (?:of|to|for|which|that|in|on|between|by|with|from|relating|concerning|respecting|now|has|have)\b)",
)
"""A thing that was named before, as its article says, and is not said again."""

_OPENING = re.compile(
    r"(?:an? (?:further|second|third|similar|like|corresponding|different)\b|the (?:other|others|result|results|conclusion|reason|reasons|answer|difference|remainder|rest|problem|issue|question"
    r"|matter|idea|effect|effects|purpose|former|first|second|third|next|last|final)\b(?! of\b)"
    r"|(?:every|each|any|no|such|more|most|many|several|few|fewer|some|all|both|two|three|four|five|six) (?:\w+ )?"
    r"(?:of (?:them|these|those|which|us)|other|such)\b"
    r"|(?:there (?:is|are|was|were|will be|can be|may be|would be|has been|have been)(?: \w+)? (?:another|more|other|such|also|no other))"
    r"|(?:with|in|on|to|by|for|from|of|among|between) (?:the|all) others?\b"
    r"|in the (?:first|second|third|next|last) place\b|even\b|in the mean ?(?:time|while)\b|meantime\b|immediately\b|at (?:once|last)\b|on the whole\b|under the c(?:ourse|ircumstances)\b"
    r"|(?:many|some|few|several|all|most|none|both|others) (?:are|is|were|was|have|had|has|will|would|do|did|can|may)\b"
    r"|(?:one|the first|the second|another) (?:is|was) that\b|(?:i|we) (?:therefore|also|then|further|again|accordingly)\b|experience \w+ \w+ its\b"
    r"|each time\b|that\b|only (?:then|so|thus)\b|if (?:you|they|he|she|it|so|not)\b|as (?:it|they|he|she)\b|when (?:it|they|he|she)\b"
    r"|not (?:only|so|until)\b|so (?:far|long|too|much|many)\b|until then\b|since then\b|by then\b|before then\b|more(?:over)?\b"
    r"|other\b|others\b|further\b|already\b|afterwards?\b|later\b|earlier\b|even so\b|to do so\b|to begin with\b"
    r"|in (?:the event|either|any|each|every|both|all|its|such|either) (?:case|event|way|respect)s?,? (?:too)?"
    r"|(?:\w+ ){1,4}(?:also|likewise|similarly|too|further|again) )",
)
"""How a sentence begins that goes on from the one before it."""

_PRONOUN_FIRST = re.compile(
    r"(?:(?:about|after|against|and|as|at|because|before|but|by|during|for|from|if|in|into|let|of|on|over|since|that|though"
    r"|through|to|under|until|when|while|with|without) )?(?:it|its|he|him|his|she|her|they|them|their|theirs|ours|yours)\b"
    r"(?! (?:is|was|will be|would be|has been|may be|should be|seems|becomes|remains)\b)"
    r"|(?:i|we|you) (?:\w+ ){1,3}(?:it|them|him|her)\b(?! (?:to|is|was|will|would|necessary|proper|right|best|my|our|the)\b)",
)
"""A pronoun with nothing before it that it could stand for; "It is necessary to" stands for what follows."""

_NAME_AND_IT = re.compile(r"(?:The )?(?:[A-Z][\w.]+ )+(?:[a-z]+ ){1,4}(?:it|them)\b(?! (?:is|was|to|that)\b)")
"""Someone does something with what was named before: "Congress will pass it"."""

_PERSONAL = re.compile(r"\b(?:he|him|his|she|her|hers|himself|herself)\b")
_WHO = re.compile(
    r"(?<=\w )(?!I\b)[A-Z]|^[A-Z][a-z]+ [A-Z]|\b(?:who(?:ever|soever)?|one|man|woman|anyone|everyone|nobody|somebody)\b"
    r"|\b(?:an?|the|every|each|no|any|some) (?:\w+ )?\w*(?:er|or|ist|ian|man|woman|king|queen|ant|ent|child|father|mother|son|wife"
    r"|husband|chief|boy|girl|judge|person|citizen|slave|hero|clerk|master)\b"
)
"""What may be meant by "his": a name, or someone with an article."""

_NOISE = re.compile(
    r"[,;:|_~^](?<=[a-z].)(?=[a-z])|\.(?<=[a-z]{2}.)(?=[a-z]{2,}\b)|[¡¿](?<=[A-Za-z].)|[¡¿§](?=[A-Za-z¦§¨])|\ufffd"
    r"|\s[b-hj-z]\s[b-hj-z]\s|\s,(?=[a-z])|,\s[,.]|\[\w+\]"
)
"""What a poor scan or a wrong encoding leaves inside words and between them, and a stenographer's "[applause]"."""

_DIGIT = re.compile(r"\d")
_DIGIT_NOISE = re.compile(r"[A-Za-z]\d,?\d*[a-z]|\b[a-z]{2,}\d|\b[a-z]\d+[,.]\d|\b\d+[a-z]{3,}\b")
"""Digits inside words: looked for only where there are any."""

_LISTED_NAME, _MANY_NAMES = re.compile(r"[A-Z][\w.]+(?:,| and| or) (?=(?:the )?[A-Z])"), 5
"""A list of names says little of any of them."""

_FIGURE, _COUNTED = re.compile(r"[$£€¥₩]\s?\d[\d,]{5,}"), 0.7
"""An exact sum of money: an account is not read to learn what a collection is about."""

_WHOLE_END = re.compile(r"[.!?。！？]['\"”’」』)\]]*$")
_LISTED = re.compile(r"^\W*(?:[A-Z][\w ]{2,40}[.:]\s?(?:--|—)|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s)", re.IGNORECASE)
_QUOTE_OPENED, _QUOTE_CLOSED = re.compile(r"(?:^|[\s(—-])['‘](?=\w)"), re.compile(r"\w[.,!?]?['’](?=$|[\s.,;:!?)—-])")


def standing_alone(text: str) -> float:
    """What a sentence counts as a quotation without its neighbours, 1 where nothing speaks against it, else less."""
    line = " ".join(text.split())
    low = line.lower()
    factor = 1.0
    if _POINTING.search(low):
        factor *= _POINTS
    if _OPENING.match(low) or _PRONOUN_FIRST.match(low) or _NAME_AND_IT.match(line):
        factor *= _LEANS if factor < 1 else _POINTS
    if _lacks_person(line):
        factor *= _POINTS
    if _MENTIONED.search(low) or _GOES_ON.search(low):
        factor *= _LEANS
    if len(_LISTED_NAME.findall(line)) >= _MANY_NAMES:
        factor *= _LEANS
    if _FIGURE.search(line):
        factor *= _COUNTED
    if _NOISE.search(line) or (_DIGIT.search(line) and _DIGIT_NOISE.search(line)):
        factor *= _SPOILED
    if _is_torn(line):
        factor *= _TORN
    return factor


def _lacks_person(line: str) -> bool:
    """Whether "his" or "her" stands where nobody was named in the sentence."""
    found = _PERSONAL.search(line)
    return found is not None and not _WHO.search(line[: found.start()])


def _is_torn(line: str) -> bool:
    """Whether the sentence has no end or no beginning, or a quotation in it was left open."""
    if not _WHOLE_END.search(line) or _LISTED.match(line) or line[:1].islower():
        return True
    if any(line.count(first) != line.count(last) for first, last in ("()", "[]", "“”", "「」", "（）")):
        return True
    return line.count('"') % 2 == 1 or len(_QUOTE_OPENED.findall(line)) > len(_QUOTE_CLOSED.findall(line))
