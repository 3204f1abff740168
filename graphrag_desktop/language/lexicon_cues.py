"""Cue words: the forms of English sentences that speak of causes, gains, payments, harm, risks, warnings, failures and deeds.

Written from what the language has for each in general, from no text and no question.
"""

import re


def any_of(*alternatives: str) -> re.Pattern[str]:
    """A pattern that finds any of the alternatives at the beginning of a word."""
    return re.compile(rf"\b(?:{'|'.join(alternatives)})", re.IGNORECASE)


AMOUNT = re.compile(
    r"[$£€¥]\s?\d|\b\d[\d,.]*(?:\s(?:hundred|thousand|million|billion|trillion))?\s(?:[a-z]+\s)?"
    r"(?:dollars?|pounds?|euros?|crowns?|cents?|francs?|marks?|yen|won|roubles?|rubles?|rupees?|usd|eur|gbp)\b"
    r"|\b(?:hundred|thousand|million|billion|trillion)s?\b",
    re.IGNORECASE,
)
HARM = any_of(
    r"die[ds]?\b", r"dying\b", r"deaths?\b", r"dead\b", r"kill(?:s|ed|ing)?\b", r"injur\w+", r"hurt\b", r"wounded\b",
    r"poison\w*", r"contaminat\w+", r"pollut\w+", r"destr(?:oy|uct)\w*", r"ruin\w*", r"harm\w*", r"suffer\w*", r"victims?\b", r"bankrupt\w*",
    r"(?:out of|without|lost (?:their|his|her|its)) (?:work|jobs?|homes?|livelihood|stock|land)\b", r"unemploy\w+", r"evict\w+",
    r"drown\w*", r"sick\w*\b", r"disease[ds]?\b", r"ravag\w+", r"devastat\w+", r"starv\w+", r"famine", r"suffocat\w+", r"smother\w*",
    r"(?:may|must|could|can) (?:not|no longer) be (?:eaten|sold|used|fished|drunk|served)",
    r"(?:above|over|times) the (?:legal )?limit", r"unsafe\b", r"unfit\b", r"extinct\w*", r"crush\w*", r"perish\w*", r"flooded\b",
)  # fmt: skip
HARMED = re.compile(
    r"\b(?:died|dying)\b|\b(?:is|are|was|were|been|be|being) (?:\w+ )?(?:killed|injured|hurt|poisoned|destroyed|ruined|flooded|dead|drowned|contaminated|wounded|closed|dismissed)\b"
    r"|\b(?:killed|injured|poisoned|destroyed|flooded|contaminated|wounded|ruined) (?:the|a|an|his|her|their|its|many|some|all|two|three|four|five|six|seven|eight|nine|ten|\d+|[a-z]+s)\b"
    r"|\blost (?:more|half|most|all|everything|a third|two thirds|(?:their|his|her|our|its|an?) (?:leg|arm|hand|eye|life|lives|sight|homes?|jobs?|work|livelihood|land|stock|son|daughter|husband|wife|father|mother|child|children|crops?|harvest))\b|\b(?:above|over|times) the (?:legal )?limit\b|\bnot be (?:eaten|sold|used)\b",
    re.IGNORECASE,
)
LOSS = any_of(
    r"lost\b", r"loss(?:es)?\b", r"damag\w+", r"broke[n]?\b", r"collaps\w+", r"burn(?:s|ed|t)\b", r"distress\w*", r"closed\b", r"dismissed\b",
    r"forbidden\b", r"prohibited\b", r"bann?ed\b",
)  # fmt: skip
DANGER = any_of(
    r"risk\w*", r"danger\w*", r"threat\w*", r"hazard\w*", r"menac\w+", r"peril\w*", r"unsafe\b", r"vulnerab\w+",
    r"imperil\w*", r"endanger\w*", r"jeopard\w+", r"aggress\w+", r"hostil\w+", r"insecur\w+",
)  # fmt: skip
POSSIBLE = any_of(
    r"could\b", r"might\b", r"would\b", r"may\b(?! \d)", r"if\b", r"unless\b", r"can\b", r"until\b", r"still\b", r"not yet\b",
    r"no longer\b", r"remain\w*", r"fear\w*", r"warn\w*", r"likely\b", r"possib\w+", r"probab\w+", r"expect\w*", r"forecast\w*",
)  # fmt: skip
THREATENED = any_of(
    r"(?:threats?|dangers?|menace|aggression|hostilit\w+|risks?) (?:of|from|by|to|posed|that)\b", r"threaten(?:s|ed|ing)? (?:the|our|us|to|their|a|with|every|world)\b",
    r"poses? (?:\w+ ){0,4}?(?:threat|danger|risk)\w*", r"fac(?:e|es|ing) (?:\w+ ){0,4}?(?:threat|danger|risk|menace)\w*", r"invasion of\b", r"attack(?:s|ed)? (?:by|from|on|upon)\b",
)  # fmt: skip
BAD = (
    r"(?:spread|flood|stir|collaps|fail|breach|break|leak|wash|drown|kill|die\b|destroy|damag|poison|lose\b|lost\b|fall\b|sink|erod|attack|invad|harm|hurt|burst"
    r"|explod|burn|worsen|ruin|end in|call in|cut off|run out|lead to war|contaminat|pollut|disturb)\w*"
)
BAD_TURN = any_of(
    rf"(?:could|might|would|may|can|if|unless|until|will|likely to|about to)\W+(?:[\w'’-]+\W+){{0,7}}?{BAD}",
    r"warn(?:s|ed|ing)? (?:that|of|against)\b", r"penalt\w+", r"liab\w+", r"(?:still|remains?) (?:\w+ ){0,3}?(?:unprotected|unsettled|open|unsolved|in the)\b",
    r"no (?:\w+ )?(?:protection|defen[cs]e|wall|insurance|reserve)\b", r"too (?:short|low|weak|small|thin|few)\b", r"fear(?:s|ed)?\b",
)  # fmt: skip
STILL_OPEN = any_of(
    r"(?:remains?|is|are|stays?|lies?) (?:still )?(?:undecided|unsettled|unsolved|unresolved|unprotected|exposed|open|unpaid|unfinished|uncertain|unknown|unclear|incomplete|outstanding)\b",
    r"(?:remains?|stays?|is|are) (?:still )?(?:closed|forbidden|blocked|shut|prohibited|suspended)\b", r"until then\b", r"for the time being\b", r"so far\b", r"as yet\b",
    r"(?:has|have|is|are) not (?:yet )?(?:been )?(?:begun|built|removed|repaired|decided|settled|examined|tested|cleaned|solved|paid|finished|replaced|agreed|covered|calculated|ready)\b",
    r"(?:nobody|no one|none) (?:has|have|knows?|can say)\b", r"(?:has|have) no (?:\w+ )?(?:protection|defen[cs]e|wall|dyke|dike|insurance|reserve|plan|answer|cure|remedy)\b",
    r"no longer (?:safe|protected|covered|insured)\b", r"(?:the )?remaining\b", r"(?:may|must|should|can|cannot) (?:not|no longer) be \w+(?:ed|en|old|ut)\b",
    r"(?:should|must) be (?:examined|tested|watched|monitored|covered|secured|replaced|protected)\b", r"until (?:\w+ ){0,6}?(?:exists?|stands?|is|are|has been|have been)\b",
    r"(?:if|unless) (?:[\w'’]+ ){1,12}?(?:would|will|could|may|might)\b", r"(?:would|could|may|might) (?:[\w'’]+ ){0,4}?(?:change|stir|wash|spread|flood|collapse|fail|worsen|damage|destroy|break|leak|rise|sink|harm|kill|miss|recur|return)\w*\b",
)  # fmt: skip
"""What is not over yet: words of the present for what is unsettled, barred, or may still come."""
OVER = re.compile(
    r"\b(?:had|was|were) [^,;.]*|\bthreatened to [^,;.]*|\b(?:told|asked|stated|denied|answered) [^,;.]*\b(?:was|were|had)\b[^,;.]*",
    re.IGNORECASE,
)
"""What was and is told as past."""
NOT_DONE = any_of(
    r"fail(?:s|ed|ing|ure|ures)\b", r"never\b", r"no(?: one|body)\b", r"not\b", r"n't\b", r"without\b", r"neglect\w*",
    r"omit\w*", r"omission\w*", r"ignor\w+", r"overrul\w+", r"outvoted\b", r"refus\w+", r"missing\b", r"unchecked\b",
    r"unexamined\b", r"unanswered\b", r"too (?:late|few|short)\b", r"struck\b", r"withheld\b", r"conceal\w*", r"forg[eo]\w+",
    r"false\b", r"falsif\w+", r"only\b", r"instead of\b", r"despite\b", r"although\b", r"unlawful\w*", r"unread\b", r"bypass\w*",
    r"lack\w*", r"nothing\b", r"nor\b", r"neither\b", r"set aside\b", r"overlook\w*",
)  # fmt: skip
CHECKING = (
    r"(?:audit|inspect|examin|check|consult|approv|consent|valu|sign|ask|test|take|taken|measur|record|look|verif|review|read|told|tell|report"
    r"|supervis|oversee|oversaw|independen|shown|show|require|act|listen|calculat|notic|stop|prevent)\w*"
)
UNCHECKED = re.compile(
    rf"\b(?:not|never|without|nobody|no one|none|refus\w+|fail(?:s|ed|ure)?|neglect\w*|neither|nor|forgot|omitted|too (?:late|few))\W+(?:\w+\W+){{0,5}}?{CHECKING}"
    rf"|n['’]t {CHECKING}",
    re.IGNORECASE,
)
CHECK_FAILED = re.compile(
    r"\b(?:samples?|controls?|gauges?|minutes|records?|alarms?|reports?|warnings?|consent|signatures?|board|council|committee|inspect\w+|audit\w*|auditors?"
    r"|examin\w+|checks?|oversight|supervision|valuation|permits?|approv\w+|sensor\w*|watch\w*|objections?)\b\W+(?:[\w'’-]+\W+){0,9}?"
    r"(?:not|never|refused|ignored|overruled|outvoted|struck|missing|alone|unlawful|false|failed|broken|withheld|set aside|both sides|too (?:late|few))\b",
    re.IGNORECASE,
)
GAINER = any_of(
    r"beneficiar\w+", r"profit(?:s|ed)\b", r"benefit(?:s|ed|ing)\b", r"enrich\w*",
    r"a (?:half|third|quarter|fifth|sixth|eighth|tenth|fraction) of (?:\S+ ){0,5}?(?:pays?|paid|price|value|worth|market|rent)\b",
)  # fmt: skip
DONE = re.compile(
    r"\b(?:(?:has|have|had) (?:been )?(?:\w+ly )?|(?:was|were) (?:\w+ly )?)(?:\w{3,}ed|paid|sent|made|given|brought|built|taken|set|begun|signed|sold|bought|held|put|laid|withdrawn)\b"
    r"|\b(?:adopt|enact|establish|creat|reduc|redeem|refund|cancel|purchas|remov|author[iz]+|appoint|order|conclud|negotiat|ratif|appropriat|provid|appli|introduc"
    r"|abolish|found|organi[sz]|issu|discharg|extinguish|extend|assign|reliev|distribut|protect|allott?|transferr?|repeal|finish|complet)(?:e?d|ied)\b"
    r"|\b(?:redemption|repayment|payment|reduction|refunding|discharge|extinction|extinguishment|removal|purchase|repeal|abolition|establishment|creation|introduction|settlement"
    r"|distribution|allotment|protection|education|civilization|treatment|conversion|cancellation|prohibition|enforcement) (?:of|to|for)\b"
    r"|\b(?:paid|made|gave|brought|built|took|began|signed) (?:the|a|an|their|its|his|her|all|every|no|new|off|down|up)\b|\b(?:policy|system|plan|practice|measures?|program(?:me)?) (?:of|toward|towards|which)\b",
    re.IGNORECASE,
)
TO_BE_DONE = any_of(
    r"should\b", r"must\b", r"ought\b", r"recommend\w*", r"propos\w+", r"suggest\w*", r"urge[ds]?\b", r"advise[ds]?\b", r"call(?:s|ed)? (?:for|on|upon)\b",
    r"need(?:s|ed)? to\b", r"ha(?:s|ve) to\b", r"let us\b", r"shall\b", r"it is (?:necessary|essential|expedient|desirable|important)\b",
    r"demand(?:s|ed)?\b", r"I (?:ask|invite|commend|submit|renew|repeat)\b", r"require[sd]? (?:that|to|by)\b", r"duty (?:of|to)\b",
)  # fmt: skip
MOVED = any_of(
    r"pa(?:y|ys|id|ying|yment|yments)\b", r"len[dt]s?\b", r"loan(?:s|ed)?\b", r"transfer\w*", r"donat\w+", r"grant(?:s|ed)?\b", r"gave\b", r"given\b",
    r"receiv\w+", r"repa(?:y|id)\w*", r"owe[ds]?\b", r"credit(?:s|ed)?\b", r"borrow\w*", r"invoic\w+", r"charg(?:e|es|ed)\b", r"book(?:s|ed)\b",
    r"remit\w*", r"deposit\w*", r"invest\w*", r"mortgag\w+", r"bought\b", r"sold\b", r"purchas\w+", r"guarant\w+", r"financ\w+", r"fund(?:s|ed)\b",
    r"rent\b", r"assign(?:s|ed)\b", r"subsid\w+", r"spent\b", r"account\b", r"bribe\w*",
)  # fmt: skip
GAINED = any_of(
    r"bonus\w*", r"commissions?\b", r"dividend\w*", r"fees?\b", r"receiv\w+", r"(?:is|was|were|are|been|be|being) paid\b(?! (?:by|back|out|for|off))",
    r"pa(?:id|ys?) (?:\S+ ){0,6}?to\b", r"transferr\w+", r"brib\w+", r"gifts?\b", r"donat\w+", r"gave (?:\S+ ){0,6}?to\b", r"over(?:charg|pric|pa[iy])\w*",
    r"(?:above|over|than) (?:\S+ ){0,4}?(?:price|value|cost|offer|bid|market)\b", r"valued at\b", r"in favou?r of\b", r"assigned to\b", r"charg(?:ed|es) (?:the|his|her|its|their|an?|for|[A-Z])",
    r"(?:oblig\w+|bound|undertakes?) (?:\S+ ){0,16}?to pay\b", r"less than (?:\S+ ){0,6}?(?:pays?|paid|price|value|worth|market)\b",
    r"(?:bought|sold|purchased) (?:\S+ ){0,8}?(?:for|at)\b", r"earn(?:s|ed|ings)\b", r"gain(?:s|ed)\b", r"salary\b", r"kept (?:\S+ ){0,4}?(?:money|part|share)\b",
    r"more than (?:\S+ ){0,5}?(?:offered|asked|competitor)\b",
)  # fmt: skip
HELD = any_of(
    r"own(?:s|ed|er|ers)\b", r"belong(?:s|ed)? to\b", r"shares? (?:of|in)\b", r"advantage\w*", r"wealth\w*", r"speculat\w+", r"worth\b", r"rich\w*\b", r"cheap\w*",
    r"lease[ds]?\b", r"interest in\b", r"wife\b", r"husband\b", r"sister\b", r"brother\b", r"son\b", r"daughter\b", r"capital gains?\b",
)  # fmt: skip
BECAUSE = any_of(
    r"because\b", r"since\b(?! (?:\d|the (?:last|first)|then|my|our|[A-Z]))", r"owing to\b", r"due to\b", r"results? (?:of|from|in)\b", r"resulted\b",
    r"as a (?:result|consequence)\b", r"in order (?:to|that)\b", r"so that\b", r"so as to\b", r"reasons?\b", r"caus(?:e|es|ed|ing)\b", r"therefore\b",
    r"on account of\b", r"led to\b", r"blame[ds]?\b", r"responsib\w+", r"attribut\w+", r"for the purpose\b", r"(?:killed|destroyed|smothered|poisoned|died|driven) (?:by|of|from)\b",
    r"by reason of\b", r"consequence\w*", r"depends? (?:on|upon)\b", r"from (?:the )?lack of\b", r"fault\b", r"brought about\b", r"gives? rise\b",
    r"(?:is|are|was|were) the same as\b", r"enough to explain\b", r"(?:suffocat|smother|chok|poison)\w*", r"thereby\b", r"explain(?:s|ed)?\b", r"comes? from\b", r"came from\b", r"show(?:s|ed|n)? that\b",
)  # fmt: skip
PURPOSE = any_of(
    r"necess(?:ary|ity|itates?) (?:of|to|for|that)\b", r"essential(?!s)\w*", r"indispens\w+", r"guarant\w+", r"safeguard\w*",
    r"(?:protect(?:s|ion|ing)?|defen[cs]e|defend(?:s|ing)?|security|safety) (?:of|for|our|the|its|to|and)\b", r"prevent\w* (?:of|the|our|war|any)\b",
    r"(?:best|only|surest|cheapest|chief) (?:way|means|guaranty|guarantee|safeguard|method)\b",
    r"to (?:keep|guard|maintain|preserve|uphold|enforce|avoid|insure|ensure|assure|repel|command|meet|resist)\b",
    r"for (?:our|its|their|national) (?:own |sake |national |common )?(?:peace|safety|security|protection|defen[cs]e|welfare|prosperity)\b",
    r"(?:because|in order (?:to|that)|so that|so as to)\b", r"without (?:a|an|the|such) (?:\w+ )?\w+\b.{0,40}\b(?:cannot|can not|could not|would|will|must)\b",
)  # fmt: skip
WARNED = any_of(
    r"warn\w*", r"caution(?:s|ed)?\b", r"advis\w+ (?:\w+ ){0,3}?against\b", r"object(?:s|ed|ion|ions)\b", r"protest\w*", r"opposed?\b", r"alarm(?:ed)? (?:at|by|about)\b",
    r"voted against\b", r"raised? (?:the )?(?:alarm|concern|doubt)\w*", r"sound(?:s|ed) the alarm\b", r"concern(?:s|ed)? (?:that|about|over)\b",
    r"urged?\b", r"(?:draws?|drew|drawn|called?|calls) (?:\w+ ){0,3}?attention\b", r"fear(?:s|ed)? that\b",
    r"asked (?:[\w']+ ){0,4}?(?:whether|(?:not )?to (?:stop|wait|examine|postpone))\b", r"(?:would|will|can|could|must) (?:not|never) (?:sign|hold|do|be built|be safe|recommend)\b",
    r"cannot (?:recommend|sign|approve|answer for)\b", r"would be (?:needed|too|wiser|better|dangerous)\b", r"ignor\w+", r"overrul\w+", r"outvoted\b", r"unanswered\b", r"no (?:answer|reply)\b",
    r"not answered\b", r"did not (?:answer|reply|listen|act)\b", r"(?:for )?not acting on\b", r"str(?:uck|ike) (?:\w+ ){0,2}?(?:from|out)\b", r"disregard\w*", r"taken off\b",
    r"advis(?:e|es|ed|ing) (?:[\w'’]+ ){0,6}?to (?:halt|stop|wait|postpone|delay|abandon|examine|test|withdraw|reconsider|refrain|avoid|refuse)\b",
    r"(?:report|complain|writ|wrote|told|said|say|inform|point|named?|not)\w* (?:[\w'’,]+ ){0,9}?(?:defects?|refusal|breach\w*|broken|irregular\w*|faults?|danger\w*|cracks?|too (?:short|late|high|low|weak|small|shallow|soft|early|large))\b",
    r"(?:told|wrote|written) (?:to )?(?:[\w'’]+ ){0,4}?in writing\b", r"(?:had|has|have) (?:been )?(?:told|advised|informed|known) (?:\w+ ){0,3}?(?:before|beforehand|in advance|years ago|twice|three times)\b",
    r"(?<!was )(?<!were )(?<!been )(?:asked|reported|written|wrote|told) (?:[\w'’]+ ){0,6}?(?:twice|three times|four times|five times|several times|again and again|repeatedly)\b",
    r"(?:could|might|should) have (?:been )?(?:prevented|avoided|averted|stopped|foreseen|noticed|discovered|seen)\b",
    r"(?:memorandum|memoranda|letters?|objections?|complaints?|petitions?|protests?) (?:of|from|by) (?:the |his |her )?[\w'’]+",
    r"(?:named|listed|raised|set out) (?:[\w'’]+ ){0,3}?in (?:his|her|their|its|an?|the) (?:memorandum|letter|report|minutes|note|petition)\b",
)  # fmt: skip
NUMBER = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|half|third|thirds|quarter|dozen|every|all|large numbers|many)\b",
    re.IGNORECASE,
)
FIGURE = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand"
    r"|million|billion|half|third|quarter|dozen|none)\b",
    re.IGNORECASE,
)
DAY = re.compile(
    r"\b1\d{3}\b|\b20\d\d\b|\b(?:january|february|march|april|may|june|july|august|september|october|november"
    r"|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b",
    re.IGNORECASE,
)
WITHOUT = re.compile(r"\b(?:no|without|neither|nor|never|not|nobody)\s+(?:[\w-]+\s+){0,3}?[\w-]+", re.IGNORECASE)
NO_HARM = re.compile(
    rf"{WITHOUT.pattern}|[^,;.]*\b(?:abroad|elsewhere|in other countries)\b[^,;.]*|\bpays for [^;.]*|\bfund for [^,;.]*|\b(?:the|of|for|that|with|any|all|where|such) (?:contaminated|injured|polluted|poisoned|damaged|unemployed|sick) \w+|\b(?:sent|collected) (?:\w+ )?dead \w+",
    re.IGNORECASE,
)
"""What is denied, what happened elsewhere, and what names harm that is spoken of and not told."""
NO_OBJECTION = re.compile(
    r"\bno objections?\b|\bwithout objection\b|\bobjection may be\b|\b(?:no|without|without any|any) warnings?\b|\brefused to (?:name|answer questions|comment)\b",
    re.IGNORECASE,
)
BY_THE_WAY = re.compile(
    r"\b(?:after|before|until|upon|besides|without|including) the (?:\w+ ){0,2}?(?:of|to)\b", re.IGNORECASE
)
NO_RISK = re.compile(
    r"\b(?:resist|withstand|secure from|safe from|protected from|recovered from|free of) (?:\w+ ){0,2}?(?:danger|risk|threat|hazard|peril|aggression)\w*|\b(?:no|without|free from|nor|neither|not)\s+(?:[\w-]+\s+){0,3}?(?:danger|risk|threat|hazard|peril|aggression|menace|threatened|threaten|dangerous|hostile|hostility)\w*[^,;.]*",
    re.IGNORECASE,
)
NO_REASON = re.compile(
    r"\b(?:(?:asks?|asked|find out|found out|cannot say|can say|say|knows?|question) (?:\w+ ){0,2}?|^)(?:where|whether|why)\b[^,;.]*|\bnot affected\b|\bno (?:\w+ )?reasons?\b|\breason to (?:see|believe|think|hope|ask)\b|\b(?:is|are|was|were) responsible for the\b|\bby (?:this|that) cause\b",
    re.IGNORECASE,
)
NOT_YET = any_of(
    r"den(?:y|ies|ied)\b", r"mistaken\b", r"in (?:hard|cold|wet|dry|bad) \w+s\b",
    r"propos\w+", r"would\b", r"could\b", r"might\b", r"should\b", r"(?:is|are|was|were) to\b", r"may\b(?! \d)", r"will\b", r"if\b", r"asks? for\b", r"claims? for\b", r"must\b",
    r"can\b", r"expect\w*",
)  # fmt: skip
"""Words by which a sentence says what has not happened, or not yet."""
TURNED = any_of(
    r"(?:beg[au]n|starts?|started|ended|ends|finished|completed|opened|closed|founded|established|created|dissolved|abolished)\b", r"(?:signed|concluded|ratified|awarded|granted|approved|adopted|passed|enacted|repealed|rejected|refused)\b",
    r"(?:bought|sold|acquired|changed hands|paid|transferred|seized|took over|handed over|ceded|annexed)\b", r"(?:died|killed|injured|fell|sank|collapsed|burned|burst|exploded|broke (?:out|down|off)|struck|attacked|invaded|surrendered|flooded)\b",
    r"(?:banned|forbade|forbidden|prohibited|halted|stopped|suspended|withdrew|withdrawn|cancelled|recalled|dismissed|resigned|arrested|charged|sentenced|convicted|acquitted)\b",
    r"(?:elected|appointed|succeeded|nominated|married|born)\b", r"(?:called|declared|announced|published|reported|revealed|disclosed|discovered|advised|decided|ordered|voted|presented|proposed|promised|accused|sued|complained)\b",
    r"(?:settled|agreed|dumped|emptied|shortened|raised|lowered|reduced)\b", r"(?:strike|accident|settlement|election|war|peace|battle|treaty|verdict|ban)\b",
)  # fmt: skip
"""Words of deeds and accidents after which things are otherwise than before."""
DENIED = any_of(
    r"den(?:y|ies|ied|ial)\b", r"contradict\w*", r"contrary\b", r"disput(?:e|es|ed)\b", r"refut\w+", r"the opposite\b", r"not true\b",
    r"untrue\b", r"false\w*\b", r"wrong\w*\b", r"mistaken\b", r"whereas\b", r"disagree\w*", r"by contrast\b", r"insist(?:s|ed)?\b", r"did not\b",
    r"never\b", r"does not\b", r"no(?:t| such)\b", r"instead\b", r"differ(?:s|ed|ent|ence)?\b", r"claim(?:s|ed)? (?:that|to)\b", r"inconsistent\b",
)  # fmt: skip
DISAGREED = any_of(
    r"disput\w+", r"disagree\w*", r"contro?vers\w+", r"quarrel\w*", r"oppos\w+", r"reject\w*", r"refus\w+", r"den(?:y|ies|ied|ial)\b", r"conflict\w*",
    r"differences?\b", r"arbitrat\w+", r"claims?\b", r"object(?:s|ed|ion|ions)\b", r"protest\w*", r"unsettled\b", r"boundar\w+", r"complain\w*", r"remonstra\w+",
    r"grievance\w*", r"contest(?:s|ed)?\b", r"seiz(?:e|ed|ure|ures)\b", r"negotiat\w+", r"satisf\w+", r"against\b", r"resist\w*", r"contend\w*",
)  # fmt: skip
ENTITLED = any_of(
    r"rights? (?:to|of|and)\b", r"(?:the|a|an|equal|same|human|fundamental|civil) rights?\b", r"entitled\b", r"freedoms? of\b", r"free(?:ly)? to\b", r"shall be (?:free|equal)\b",
    r"equal\b", r"may (?:freely )?\w+\b", r"protection\b", r"no ?one shall\b",
)  # fmt: skip
AGREED = any_of(
    r"negotiat\w+", r"conclud\w+", r"sign(?:s|ed)\b", r"ratif\w+", r"exchang\w+", r"agree(?:d|ment|ments)\b", r"enter(?:ed)? into\b", r"(?:made|entered) (?:\w+ )?with\b",
)  # fmt: skip
ANY = re.compile("")
"""What every sentence has."""
