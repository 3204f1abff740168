"""What kind of thing a name names: by its own words, and by the words beside it, before any vote is counted."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphrag_desktop.domain.extractions import FoundName
from graphrag_desktop.domain.identity import Span
from graphrag_desktop.language.lexicon import words
from graphrag_desktop.language.lexicon_names import GIVEN_NAMES

if TYPE_CHECKING:
    from spacy.tokens import Span as Tokens
    from spacy.tokens import Token

_PLACED_IN = frozenset({"in", "at", "near", "into", "throughout", "towards", "toward", "across", "outside", "inside"})
_SAYING = words(
    """
    said says told tells asked asks wrote writes replied answered testified argued argues claimed claims admitted denied
    denies explained explains insisted recalled stated announced remarked complained warned resigned married died
    signed smiled shouted whispered spoke
    """
)
_TITLES = words(
    """
    mr mrs ms miss dr prof professor sir lord lady senator sen captain capt colonel col general gen major lieutenant
    judge justice governor president secretary minister mayor chairman chairwoman councillor alderman inspector
    """
)

_ENDS = {
    "GPE": words(
        """
        city county province village island islands isle peninsula republic kingdom empire
        """
    ),
    "LOC": words(
        """
        shoal shoals hole spit fen moor heath dale gorge ridge plateau glacier lagoon inlet fjord flats narrows sands banks falls river creek brook lake sea ocean bay gulf strait straits sound channel canal coast shore beach mountain mountains
        mount hill hills valley forest desert delta estuary harbour harbor cape cove reef reefs point peninsula isthmus marsh
        """
    ),
    "FAC": words(
        """
        street road avenue lane row square bridge station airport building hall house quay quays wharf dock docks pier dam barrage
        tunnel castle church cathedral observatory tower lighthouse park terminal basin
        """
    ),
    "ORG": words(
        """
        government governments department ministry bureau commission committee council board authority agency office court
        company corporation bank university college institute institution association society union federation league party
        foundation trust fund group ltd limited inc partners brothers sons club museum school hospital congress parliament
        yard shipyard foundry mill mine factory farm inn hotel bank co-op coop senate assembly army navy corps police press times gazette courier herald tribune chronicle laboratory laboratories
        consulting mutual solutions systems technologies technology industries motors airlines energy insurance capital
        ventures media networks logistics engineering construction builders holdings enterprises estates properties securities
        services service works line lines shipping cooperative administration directorate cabinet
        """
    ),
    "EVENT": words(
        "war wars revolution rebellion exposition exhibition olympics festival regatta storm hurricane conference"
    ),
    "LAW": words("act treaty constitution amendment convention code bill proclamation"),
}
_SURNAMES = words(
    "bay beach bridge brook castle church cove field forest hall hill house lake lane line lord marsh park press street tower works brothers sons"
)
"""Ends of names that are surnames too: they settle nothing where the reader saw a person."""

_LONGEST_PERSON = 3  # words
_LEAST_LABELS, _LONGEST_LABEL = 2, 3  # colons of a row, and words of a label
_SIGNATURE = re.compile(r"((?:[^\W\d_]+[ \t]+)(?:[^\W\d_]\.?[ \t]+)?[^\W\d_a-z][^\W\d_]+(?:-[^\W\d_]+)?)[.,]?")
_LONGEST_LEAD = 60
_LONGEST_NUMBER = 3  # digits of a house
PLACE_COLUMNS = words("place city town village port location harbour country region address destination origin")
"""Headings of columns that hold places."""

_LEADS_TO_NAME = re.compile(
    r"(?:\b(?:yours (?:sincerely|faithfully|truly|ever)|sincerely(?: yours)?|respectfully(?: yours)?|(?:kind|best|warm) regards"
    r"|regards|best wishes|with (?:thanks|greetings)|greetings),?"
    r"|\b(?:signed|(?:responsible |chief |senior )?(?:author|auditor|inspector|editor|clerk|secretary|witness|assessor|reporter"
    r"|engineer|investigator|surveyor|examiner|notary|chair|chairman|director|manager|contact|interviewer)):)\s*$",
    re.IGNORECASE,
)
"""What a line or a sentence ends with before somebody's name: the close of a letter, an office and a colon."""

_LABEL_OF_END = {word: label for label, ends in _ENDS.items() for word in ends}
_HEAD = re.compile(r"^(.*?)\s+(?:of|for|on|in)\s")
_HEADS = {
    **dict.fromkeys(
        words("bank university ministry department bureau board court office government institute league"), "ORG"
    ),
    **dict.fromkeys(words("gulf bay isthmus strait cape mount lake sea port isle island valley"), "LOC"),
    **dict.fromkeys(words("battle war siege festival feast"), "EVENT"),
    **dict.fromkeys(words("treaty constitution declaration act bill"), "LAW"),
}
_OPENS = {
    **dict.fromkeys(
        words("lake mount cape fort port gulf isle river upper lower outer inner east west north south"), "LOC"
    ),
    "operation": "EVENT",
}


def label_by_words(name: str, label: str) -> str:
    """The label that the words of a longer name leave little doubt about, else nothing: Niagara Falls, Bank of England.

    `label` is what the reader took it for: a person may be called Hill.
    """
    low = name.lower().replace("-", " ").split()
    if len(low) > 2 and low[-1].isdigit():
        low = low[:-1]  # of a house
    if len(low) < 2:
        return ""
    if "&" in low:
        return "ORG"
    if head := _HEAD.match(name.lower()):
        return _HEADS.get(head[1].split()[-1], "")
    return _label_by_ends(low, label)


def _label_by_ends(low: Sequence[str], label: str) -> str:
    """By the last word of a name, else by the first."""
    last, is_given = low[-1].rstrip("."), low[0] in GIVEN_NAMES
    if last == "bank" and low[0] in _OPENS:
        return "LOC"  # a shoal or a shore, and no house of credit: the Outer Bank
    if last in _LABEL_OF_END:
        return "" if (label == "PERSON" or is_given) and last in _SURNAMES else _LABEL_OF_END[last]
    if is_given and len(low) <= _LONGEST_PERSON and all(word[0].isalpha() for word in low):
        return "PERSON"
    return "" if label == "PERSON" else _OPENS.get(low[0], "")


def label_in_context(name: "Sequence[Token]", label: str) -> str:
    """The reader's label, but for what stands beside a name: nobody is in a person, and no place says anything."""
    first, last = name[0], name[-1]
    before = first.nbor(-1) if first.i > first.sent.start else None
    after = last.nbor(1) if last.i + 1 < last.sent.end else None
    said_before = before.lower_.rstrip(".") if before is not None else ""
    said_after = after.lower_ if after is not None else ""
    title = " ".join(each.text for each in name)
    by_words = label_by_words(title, label)
    if (
        by_words == "PERSON"
        or said_before in _TITLES
        or (label != "PERSON" and _is_of_someone(said_before, after, title))
    ):
        return "PERSON"
    is_in = said_before in _PLACED_IN and said_after not in {"'s", "’s"} and len(name) <= 2
    if is_in and not by_words and (label == "PERSON" or (label == "ORG" and len(name) == 1)):
        return "GPE"
    if label in _NO_SPEAKERS and said_after in _SAYING and last.dep_ == "nsubj":
        return "PERSON"
    return label


def with_given_name(name: "list[Token]", label: str) -> "list[Token]":
    """A person's name with the given name before it, where the reader saw only the surname."""
    if label != "PERSON" or not name or name[0].i <= name[0].sent.start:
        return name
    before = name[0].nbor(-1)
    return [before, *name] if before.lower_ in GIVEN_NAMES and before.text[0].isupper() else name


def is_house_number(street: "Token", number: "Token | None") -> bool:
    """Whether a number belongs to the street named before it."""
    is_street = _LABEL_OF_END.get(street.lower_) == "FAC" and street.text[0].isupper()
    return is_street and number is not None and number.text.isdigit() and len(number.text) <= _LONGEST_NUMBER


def is_place_column(name: "Sequence[Token]") -> bool:
    """Whether a name is the value of a column that holds places."""
    first = name[0]
    if first.i < first.sent.start + 2 or first.nbor(-1).text != ":":
        return False
    return first.nbor(-2).lower_ in PLACE_COLUMNS


def column_labels(sentence: "Tokens") -> frozenset[int]:
    """The words that label the values in a row of a table, as "Payee: Norsk Kabel; Place: Bergen": they name nothing."""
    colons = [token.i for token in sentence if token.text == ":"]
    if len(colons) < _LEAST_LABELS:
        return frozenset()
    found: set[int] = set()
    for colon in colons:
        first = colon
        while first > sentence.start and sentence.doc[first - 1].is_alpha and colon - first < _LONGEST_LABEL:
            first -= 1
        found.update(range(first, colon))
    return frozenset(found)


def signed(text: str, line: Span) -> tuple[FoundName, ...]:
    """The name of whoever signed, where that is all that a line holds: by a given name, or by what stands before it."""
    match = _SIGNATURE.fullmatch(text[line.start : line.end])
    if match is None:
        return ()
    is_led = _LEADS_TO_NAME.search(text[max(0, line.start - _LONGEST_LEAD) : line.start]) is not None
    if match[1].split()[0].lower() not in GIVEN_NAMES and not (is_led and match[1].istitle()):
        return ()
    return (
        FoundName(" ".join(match[1].split()), "PERSON", Span(line.start + match.start(1), line.start + match.end(1))),
    )


def _is_of_someone(before: str, after: "Token | None", title: str) -> bool:
    """Whether a name of two or three words has a person's work before it, or behind it in an apposition."""
    if not 2 <= len(title.split()) <= 3 or label_by_words(title, ""):
        return False
    if before in _ROLES or (after is not None and after.lower_ in {"who", "whose"}):
        return True
    if after is None or after.text != "," or after.i + 2 >= after.sent.end:
        return False
    following = [after.nbor(at) for at in range(1, min(5, after.sent.end - after.i))]
    return following[0].like_num or (
        following[0].lower_ in {"the", "a", "an"} | _ROLES and any(each.lower_ in _ROLES for each in following)
    )


_NO_SPEAKERS = frozenset({"GPE", "LOC", "FAC", "PRODUCT", "WORK_OF_ART", "LAW", "EVENT"})
_ROLES = words(
    """
    accountant actor actress adviser advisor agent analyst architect artist assistant attorney auditor author baker banker
    biologist builder butcher buyer captain carpenter cashier chair chairman chairwoman chemist clerk coach colleague
    columnist commander commissioner consultant contractor cook coroner councillor counsel dealer deputy designer detective
    diplomat director diver docker doctor driver economist editor electrician engineer envoy expert farmer fisherman foreman
    founder friend gardener geologist governor grower guard head historian inspector journalist judge keeper labourer
    landlord lawyer leader lecturer librarian magistrate manager mason mate mathematician mayor mechanic member merchant
    midwife miner minister musician neighbour notary novelist nurse officer official operator owner painter partner
    pharmacist photographer physician physicist pilot planner plumber poet policeman politician porter postman president
    priest producer professor programmer prosecutor psychologist publisher pupil receptionist reporter researcher sailor
    salesman scientist secretary senator sergeant shipowner shopkeeper singer skipper soldier solicitor spokesman
    spokesperson spokeswoman student supervisor surgeon surveyor tailor teacher technician tenant trader trainer treasurer
    trustee typist vet veterinarian waiter warden welder widow winemaker witness worker writer son daughter wife husband
    brother sister father mother uncle aunt cousin nephew niece
    """
)
"""What people are or do: before a name, or behind it, it makes a person of it."""
