"""Kinds of question: by what each is told, and by which cue words a text answers it. Data, not rules.

`language/lexicon_cues.py` has the cue words, and `language/aspects.py` says what is done with both.
"""

import re
from dataclasses import dataclass

from graphrag_desktop.language import lexicon_cues as cues


@dataclass(frozen=True, slots=True)
class Aspect:
    """A kind of question. A sentence answers it fully where all of one group of `strong` are found in it, partly by `weak`.

    `asked` tells the kind by the question; its words, and those of `plain`, are then no topic. `stems` are how words begin
    that a sentence has that may answer it. `void` is what says the opposite: no damage. `is_loose`: the answer need not
    name the subject where a whole collection is about it. `has_happened`: what may or should be is no full answer. `links`: who is named in one answer leads to the next.
    """

    name: str
    asked: re.Pattern[str]
    strong: tuple[tuple[re.Pattern[str], ...], ...]
    weak: re.Pattern[str]
    stems: tuple[str, ...]
    plain: frozenset[str] = frozenset()
    void: re.Pattern[str] | None = None
    is_loose: bool = False
    has_happened: bool = False
    links: bool = False


CONTRADICTION = "contradiction"
"""The kind whose answer is no sentence but two."""

RIGHT = "right"
"""The kind whose answer is often a list of a document."""

ASPECTS: tuple[Aspect, ...] = (
    Aspect(
        CONTRADICTION,
        re.compile(
            r"\bcontradict\w*|\binconsisten\w+|\bdiscrepan\w+|\bat odds\b|\bconflicting\b|\bdisagree with each other\b"
            r"|\bdiffer(?:ent)? (?:accounts|versions|statements)\b",
            re.IGNORECASE,
        ),
        ((cues.DENIED,),),
        cues.NOT_DONE,
        ("deny", "deni", "contra", "disput", "oppos", "fals", "wrong", "mistak", "differ", "claim", "insist", "untrue"),
        is_loose=True,
    ),
    Aspect(
        "failure",
        re.compile(
            r"\b(?:controls?|oversight|checks|supervision|inspections?|audits?|safeguards?)\b.*\bfail\w*|\bfail\w*|\bwent wrong\b"
            r"|\bmistakes?\b|\bneglect\w*|\bomissions?\b",
            re.IGNORECASE,
        ),
        ((cues.UNCHECKED,), (cues.CHECK_FAILED,)),
        cues.any_of(r"fail\w*", r"neglect\w*", r"omission\w*", r"ignor\w+", r"overrul\w+", r"mistak\w+", r"without\b", r"never\b", r"unlawful\w*"),
        (
            "fail", "neglect", "omit", "omiss", "ignor", "overrul", "outvot", "refus", "miss", "uncheck", "forg", "fals",
            "unlawful", "lack", "audit", "inspect", "examin", "check", "control", "supervis", "review", "sampl", "test", "approv",
            "permit", "regul", "board", "council", "consult", "valu", "account", "gauge", "inquir",
        ),
        frozenset({"control", "controls", "oversight", "checks", "supervision", "inspection", "inspections", "audits", "went"}),
        is_loose=True,
        has_happened=True,
    ),
    Aspect(
        "warning",
        re.compile(r"\bwarn\w*|\bobjected\b|\balarm\b|\bwhistle-?blow\w*", re.IGNORECASE),
        ((cues.WARNED,),),
        cues.any_of(r"doubt\w*", r"danger\w*", r"risk\w*", r"too (?:early|short|low|late|high|small|weak)\b", r"recommend\w*", r"ask(?:s|ed)\b"),
        (
            "warn", "caution", "advis", "object", "protest", "oppos", "alarm", "concern", "complain", "point", "urg", "fear",
            "ignor", "overrul", "outvot", "unanswer", "answer", "struck", "disregard", "doubt", "told", "wrot", "vot", "memo", "letter",
            "prevent", "avoid", "foresee", "halt", "report", "writ", "act", "name", "taken", "time", "refus", "recommend",
        ),
        is_loose=True,
        void=cues.NO_OBJECTION,
    ),
    Aspect(
        "profit",
        re.compile(
            r"\bprofit\w*|\bbenefit\w*|\bgain(?:s|ed)?\b|\bearn(?:s|ed)?\b|\benrich\w*|\bbeneficiar\w+|\bin whose interest\b|\bwho (?:was|got) paid\b",
            re.IGNORECASE,
        ),
        ((cues.GAINED, cues.AMOUNT), (cues.GAINER,)),
        cues.HELD,
        (
            "benef", "profit", "gain", "earn", "enrich", "bonus", "commiss", "dividend", "fee", "receiv", "paid", "pay", "transf",
            "brib", "gift", "donat", "overchar", "overpr", "valu", "own", "belong", "favor", "favour", "assign", "bought", "sold",
            "worth", "advant", "shar", "salar", "wealth", "specul", "pric",
        ),
        links=True,
        is_loose=True,
        has_happened=True,
    ),
    Aspect(
        "payment",
        re.compile(
            r"\bmoney\b.*\b(?:flow\w*|go|goes|went|mov\w+|pass\w*|transfer\w*|c[ao]me)\b|\bflow of (?:money|funds)\b|\bfollow the money\b"
            r"|\bpayments?\b|\bwho (?:paid|financed?|funded)\b|\bpaid (?:whom|what)\b|\bhow (?:is|was|were) \w+ (?:financed|funded|paid)\b",
            re.IGNORECASE,
        ),
        ((cues.MOVED, cues.AMOUNT),),
        cues.MOVED,
        (
            "paid", "pay", "lend", "lent", "loan", "transf", "donat", "grant", "gave", "receiv", "repa", "ow", "credit", "borrow",
            "invoic", "charg", "remit", "deposit", "invest", "mortgag", "bought", "sold", "purchas", "guarant", "financ", "fund",
            "subsid", "spent", "million", "crown", "dollar", "pound", "euro",
        ),
        frozenset({"money", "funds", "flow", "flowed", "move", "moved", "pass", "transfer", "paid", "financed", "funded"}),
        links=True,
        is_loose=True,
        has_happened=True,
    ),
    Aspect(
        "harm",
        re.compile(
            r"\bharm\w*|\bdamage[sd]?\b|\binjur\w+|\bvictims?\b|\bsuffer\w*|\bhurt\b|\bdeath toll\b|\blosses\b", re.IGNORECASE
        ),
        ((cues.HARM,), (cues.HARMED,)),
        cues.LOSS,
        (
            "die", "dy", "death", "dead", "kill", "injur", "hurt", "wound", "poison", "contamin", "pollut", "damag", "destr", "lost",
            "loss", "ruin", "harm", "suffer", "victim", "bankrupt", "unemploy", "evict", "drown", "burn", "collaps", "sick", "diseas",
            "distress", "ravag", "devast", "starv", "famin", "unsaf", "unfit", "perish", "eaten",
        ),
        void=cues.NO_HARM,
        is_loose=True,
        has_happened=True,
    ),
    Aspect(
        "open",
        re.compile(
            r"\b(?:risks?|dangers?|threats?|hazards?|problems?|questions?|issues?)\b.*\b(?:remain(?:s|ing|ed)?|still|unsolved|unresolved|undecided"
            r"|outstanding|not yet|(?:is|are) left)\b|\b(?:remaining|open|unsolved|unresolved|outstanding) (?:risks?|dangers?|threats?|hazards?|problems?"
            r"|questions?|issues?)\b|\bwhat (?:is |are )?(?:still |remains? |yet )+(?:open|unsolved|unresolved|undecided|unsettled|to be done)\b",
            re.IGNORECASE,
        ),
        ((cues.STILL_OPEN,),),
        cues.DANGER,
        (
            "remain", "undecid", "unsettl", "unsolv", "open", "still", "until", "unless", "yet", "not", "nobod", "clos", "risk", "danger",
            "threat", "should", "must", "may", "would", "could", "chang", "stir", "wash", "spread", "flood", "protect", "wall", "safe",
        ),
        frozenset({"risk", "risks", "danger", "dangers", "threat", "threats", "remain", "remains", "remaining", "open", "problem", "problems", "issue", "issues", "question", "questions", "left", "still"}),
        void=cues.OVER,
        is_loose=True,
    ),
    Aspect(
        "risk",
        re.compile(r"\brisks?\b|\brisky\b|\bdangers?\b|\bdangerous\b|\bthreat\w*|\bhazards?\b|\bperils?\b", re.IGNORECASE),
        ((cues.DANGER,), (cues.BAD_TURN,), (cues.THREATENED,)),
        cues.POSSIBLE,
        (
            "risk", "danger", "threat", "hazard", "menac", "peril", "unsaf", "vulner", "endang", "jeopard", "aggress", "hostil",
            "spread", "flood", "storm", "surg", "stir", "collaps", "fail", "breach", "leak", "penalt", "wors", "attack", "invad",
            "invas", "shortag", "liab", "cris", "insuff", "inadeq", "warn", "fear", "short",
        ),
        is_loose=True,
        void=cues.NO_RISK,
    ),
    Aspect(
        "purpose",
        re.compile(
            r"^\s*why\b.*\b(?:wanted|needed|necessary|required|sought|desired|desirable|important|favou?red|supported|essential|should|asked for)\b"
            r"|\bpurpose\b|\bwhat\b.*\bfor\?|\bneed for\b",
            re.IGNORECASE,
        ),
        ((cues.PURPOSE,),),
        cues.BECAUSE,
        (
            "necess", "need", "essent", "indisp", "protect", "guarant", "safegu", "defen", "secur", "prevent", "enabl", "import",
            "justif", "purpos", "means", "peac", "safet", "uphold", "maintain", "preserv",
        ),
        frozenset({"wanted", "needed", "necessary", "required", "sought", "desired", "important", "favored", "supported", "essential"}),
    ),
    Aspect(
        "cause",
        re.compile(r"^\s*why\b|\band why\b|\breasons?\b|\bcause[sd]?\b|\bresponsible\b|\bto blame\b|\bwhat led to\b", re.IGNORECASE),
        ((cues.BECAUSE,),),
        cues.PURPOSE,
        (
            "becaus", "reason", "caus", "result", "owing", "due", "consequ", "blam", "respons", "attribut", "purpos", "necess", "need",
            "essent", "indisp", "protect", "guarant", "safegu", "defen", "secur", "prevent", "enabl", "import", "justif", "explain",
            "order", "led", "fault", "account", "suffoc", "smother", "poison", "kill", "found", "sourc", "origin",
        ),
        void=cues.NO_REASON,
    ),
    Aspect(
        "dispute",
        re.compile(r"\bdisput\w+|\bdisagree\w*|\bquarrel\w*|\bcontrovers\w+|\bopposed?\b|\bconflicts?\b", re.IGNORECASE),
        ((cues.DISAGREED,),),
        cues.DENIED,
        (
            "disput", "disagr", "controv", "quarrel", "oppos", "reject", "refus", "deny", "deni", "conflict", "differ", "arbitr",
            "claim", "object", "protest", "unsettl", "boundar", "complain", "remonstr", "griev", "contest", "seiz",
        ),
    ),
    Aspect(
        "agreement",
        re.compile(r"\bnegotiat\w+|\bconclud\w+|\bsigned\b|\bagreed\b", re.IGNORECASE),
        ((cues.AGREED,),),
        cues.any_of(r"treat(?:y|ies)\b", r"conventions?\b", r"contracts?\b", r"protocols?\b"),
        ("negot", "conclud", "sign", "ratif", "exchang", "agree", "treat", "convent"),
    ),
    Aspect(
        "proposal",
        re.compile(r"\bshould\b|\bpropos\w+|\brecommend\w*|\bplanned\b|\bsolutions?\b|\bought to\b", re.IGNORECASE),
        ((cues.TO_BE_DONE,),),
        cues.DONE,
        (
            "should", "must", "ought", "recommend", "propos", "suggest", "urg", "advis", "need", "necess", "essent", "exped", "desir",
            "demand", "requir", "regul", "duty", "legisl", "law",
        ),
    ),
    Aspect(
        "deed",
        re.compile(
            r"\bwhat (?:was|were|has been|have been|is|are) (?:being )?done\b|\bwhat did \w+.* do\b|\bpolic(?:y|ies)\b|\b(?:steps|measures|actions?)\b"
            r"|\bwhat became\b|\bhow (?:was|were|did|has|have) .*\b(?:respond|handled?|treated?|dealt|fought|tackled?)\b",
            re.IGNORECASE,
        ),
        ((cues.DONE,),),
        cues.TO_BE_DONE,
        (
            "adopt", "enact", "establ", "creat", "reduc", "redeem", "refund", "cancel", "purchas", "remov", "author", "appoint",
            "order", "conclud", "negot", "ratif", "approp", "provid", "introduc", "abol", "found", "organ", "issu", "dischar", "exting",
            "extend", "assign", "reliev", "distribut", "protect", "allot", "paid", "pay", "act", "law", "treat", "polic", "system",
            "program", "measur", "appl",
        ),
        has_happened=True,
        void=cues.BY_THE_WAY,
    ),
    Aspect(
        RIGHT,
        re.compile(r"\brights?\b|\bfreedoms?\b|\bentitled\b", re.IGNORECASE),
        ((cues.ENTITLED,),),
        cues.ANY,
        ("right", "entitl", "freedom", "free", "equal"),
        frozenset({"rights", "right"}),
    ),
    Aspect(
        "amount",
        re.compile(r"\bhow (?:many|much|often|long|large|high|old|far|deep|tall)\b|\bwhat (?:number|share|sum|price|amount)\b", re.IGNORECASE),
        ((cues.FIGURE,),),
        cues.NUMBER,
        (),
        frozenset({"many", "much", "often", "long", "large", "high", "old", "number", "share", "sum", "price", "amount"}),
    ),
    Aspect(
        "time",
        re.compile(r"^\s*when\b|\bwhat (?:year|date|day|month)\b", re.IGNORECASE),
        ((cues.DAY,),),
        cues.NUMBER,
        (),
        frozenset({"year", "date", "day", "month"}),
    ),
)  # fmt: skip
"""In the order in which a question is held against them: the first that it asks for is its kind."""
