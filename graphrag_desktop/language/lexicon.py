"""English words and patterns by which the built-in engine tells names, concepts and good sentences: data, not rules."""

import re


def words(text: str) -> frozenset[str]:
    """The words of a list, which is written as text so that it can be read."""
    return frozenset(text.split())


STOP = words(
    """
    a about above after again against all almost alone along already also although always am among an and another
    any anybody anyone anything are as at away back be became because become been before being below between both
    but by came can cannot could did do does doing done down dr during each eight either else enough even ever every
    few first five for four from further gave get give given go goes going gone good got great had has have having
    he hence her here hers herself him himself his how however i if in indeed into is it its itself just keep last
    least less let like likely made make makes making many may me might mine more moreover most mr mrs ms much must
    my myself neither never new next nine no nobody none nor not nothing now of off often on once one only onto or
    other others otherwise our ours ourselves out over own per perhaps put rather really said same say says second
    see seem seemed seems seven several shall she should since sir six so some somebody something still such take
    taken ten than that the their theirs them themselves then there therefore these they third this those though
    three through thus till to together too toward towards two under until up upon us use used very was we well went
    were what whatever when whence where whether which while who whole whom whose why will with within without would
    yes yet you your yours
    """
)
"""Words that search, concepts and questions pass over."""

VAGUE = words(
    """
    ability achievement act action addition administration advance advantage affair aim amount analyst answer
    anything area arrangement aspect assistance assurance attempt attention authority autumn basis beginning benefit
    billion bit body branch bureau capacity care case cause chance change chapter character chief choice
    circumstance citizen class conclusion condition conduct confidence congress connection consent consequence
    consideration contact content contrary couple course danger date day deal decision degree demand department
    desire detail development difference difficulty direction director disposition dollar doubt duty east effect
    effort end enterprise era establishment euro event everything evidence evil example exception executive exercise
    existence expectation experience extent eye fact fashion favor fear feature feeling fellow fellow-citizens field
    figure foot form friend front future general gentleman ground group guest hand head heart hereafter herewith
    history honor hope hour hundred idea importance increase individual influence instance institution intention
    interest issue item judgment kilometre kind knowledge lack lady lead leader length level life light limit line
    list little look loss lot madam majority manager manner matter mean means measure member men mention message
    method mile million mind minister minute moment month morning motive name nature necessity need night none note
    nothing number object occasion office officer operation opinion opportunity opposition order organization
    outcome page paragraph part particular party past people percent period person place plan pledge point portion
    position possibility pound power practice present president principle problem process progress promise proof
    proportion proposal provision purpose quantity question range rate reason recommendation reference regard
    relation remark reply report request resolution responsibility rest result review right role satisfaction scene
    scope secretary section sense series service session set share side sight sign situation size solution sort
    source speaker spirit spokesman spot spring stage stand standard start state statement step story strength
    subject success suggestion sum summer support system talk task tendency term test thing thought thousand time
    ton tonne top total town trust truth turn type understanding union value variety view voice way week west winter
    wish woman word work world year young
    """
)
"""Nouns that name nothing by themselves: no concept of one word, and no head of a phrase unless it is frequent."""

WEAK = words(
    """
    able actual additional all ample any best better big both careful certain considerable different due each early
    earnest entire every fair favorable few first following foregoing full further general good great greater
    greatest high highest important just key large larger last late least less little long low main major many mere
    minor more most necessary new next no old only other own particular past possible present previous proper real
    recent respective same second several short similar small sole some special such sufficient third total true
    various very whole wise young
    """
)
"""Modifiers that make no other thing of the noun they stand before."""

EMPTY_VERBS = words(
    """
    appears believe called did do does found given had has have hope know let made make referred said say says seems
    seen shown taken think
    """
)
"""Verbs that say nothing in a headline."""

HEDGES = words(
    """
    allegedly almost hardly if longer nearly never only perhaps possibly probably rarely reportedly scarcely seldom
    unless
    """
)
"""Words whose loss in a headline would change what is said."""

PARTS_OF_SPEECH = {
    "NN": "NOUN",
    "VB": "VERB",
    "MD": "AUX",
    "JJ": "ADJ",
    "RB": "ADV",
    "PR": "PRON",
    "WP": "PRON",
    "EX": "PRON",
    "DT": "DET",
    "WD": "DET",
    "PD": "DET",
    "CD": "NUM",
    "IN": "ADP",
    "TO": "PART",
    "UH": "INTJ",
    "CC": "CCONJ",
}
"""Part of speech by the first two letters of a tag."""

ENTITY_TYPES = {
    "PERSON": "person",
    "ORG": "organization",
    "GPE": "place",
    "LOC": "place",
    "FAC": "place",
    "NORP": "group",
    "EVENT": "event",
    "LAW": "law",
    "PRODUCT": "product",
    "WORK_OF_ART": "work",
    "NAME": "name",
}
"""The type shown for the label of a name; `NAME` is that of readers who tell no kinds apart."""

CONCEPT = "concept"
"""The type of an entity that is no name."""

TITLES = re.compile(
    r"^(?:(?i:(?:ex-|former |vice |prime |acting )?(?:president|mr|mrs|ms|miss|dr|prof|professor|sir|lord|lady|senator|"
    r"sen|secretary|minister|gen|general|col|colonel|capt|captain|maj|major|lt|lieutenant|commander|admiral|chairman|"
    r"chairwoman|chair|judge|justice|governor|gov|representative|rep|congressman|king|queen|prince|emperor|pope|"
    r"ambassador|director|ceo|cfo|speaker|councillor|alderman|inspector|sergeant|constable|reverend|rev|brother|sister|father|skipper|engineer|superintendent|commissioner)\.?)\s+)+(?=[A-ZÀ-ÖØ-Þ])"
)
"""Titles before a person's name, which begins with a capital."""

COMPANY = re.compile(
    r",?\s+(?:Inc|INC|Ltd|LTD|LLC|Corp|CORP|Corporation|Co|PLC|plc|GmbH|AG|SA|NV|AS|ASA|AB|KG|Company|Limited)\.?$"
)
CALENDAR = re.compile(
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|"
    r"wednesday|thursday|friday|saturday|sunday|today|tonight|tomorrow|yesterday)\b",
    re.IGNORECASE,
)
DANGLING = re.compile(
    r"^(?:and|but|or|nor|so|yet|for|because|although|though|while|whereas|however|therefore|thus|hence|moreover|"
    r"furthermore|besides|indeed|accordingly|consequently|otherwise|nevertheless|still|then|again|also|too|finally|"
    r"similarly|likewise|instead|meanwhile|in (?:this|that|these|such)|at (?:this|that)|on (?:this|that)|"
    r"to (?:this|that|these)|of (?:this|these|those)|under (?:this|these|such)|by (?:this|these|such)|"
    r"for (?:this|that|these|example|instance)|with (?:this|these)|as (?:such|a result)|it|its|he|she|they|them|their|"
    r"his|her|this|that|these|those|such|here|there it|the (?:same|former|latter|said|above|following)|both|each of|"
    r"among (?:them|these|those|which)|should (?:this|these|it|they)|neither|another|one of|some of|most of|none of|"
    r"which|who|what|next|let me|let us|thank|ladies|i thank|do|does|did|is|are|was|were|how|why|when)\b",
    re.IGNORECASE,
)
"""How a sentence begins that leans on the one before it."""

LICENCE_WORDS = (
    "all rights reserved",
    "project gutenberg",
    "creative commons",
    "terms of use",
    "terms of service",
    "cookie policy",
    "use of cookies",
    "uses cookies",
    "use cookies",
    "accept cookies",
    "unsubscribe",
    "copyright (c)",
    "©",
    "privacy policy",
    "permission is hereby granted",
    "confidentiality notice",
)
"""What a short paragraph says, in lower case, that is about the document and not of it."""
