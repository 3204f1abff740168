"""Words of questions: those that carry nothing, what may stand for the others in a text, and what shows the kind asked for."""

import re

from graphrag_desktop.language.lexicon import words

META = words(
    """
    across address affair affect affected answer approach article aspect attitude between big biggest cause caused central
    challenge change changed collection common compare concerning connection content corpus cover current deal
    describe described detail discuss discussed document dominant effect entire evolve explain face faced facing
    file find general give handle happen idea impact important influence information involved issue key kind large
    largest list made main major matter mention name named overall overview people play point position principal
    proposal propose proposed question regarding relation relationship report role set show significant situation
    source story subject summarize summary talk tell text theme thing think thought time topic treat treated
    treatment trend type various view way whole work year
    """
)
"""Words about documents and answers in general, which no question is about."""

_RELATED_LINES = """
risk,threat,danger: risk threat danger warn menace attack loss shortage delay penalty fire aggression
problem,challenge,difficulty,concern,complaint: problem complain difficult shortage fault delay criticise warn concern suffer lack burden fail distress evil exhausted
measure,remedy,solution,action,step,response,respond: order decide approve plan introduce recommend require limit review reform relief remedy legislation notify block
fought,fight,combat,tackle: fight combat check curb reduce control suppress prevent
react,reaction,opinion,criticism,protest: criticise criticize welcome praise demand oppose warn reject complain apologise support protest answer appeal
finance,financing,fund,funding,money,budget,cost: loan lend bank fund finance budget cost euro million pay expenditure appropriation hedge investment revenue tax
economy,economic: economy price inflation industry trade employment market income production growth prosperity business
environment,ecology,nature,climate,pollution: environment climate pollution water air wildlife forest conservation river fish bird emission clean waste soil warming
worker,labor,employee,staff,union,job: worker labor employee union wage job employment strike nurse shift employer workmen
security,safety,protect: security safety protect defense password attack fire accident inspection risk danger authentication
health,medical,disease: health hospital patient doctor disease medical nurse infection medicine fever care
education,school: education school teacher student college university child literacy training scholarship
immigration,immigrant,migrant,refugee: immigration immigrant alien emigrant naturalization refugee border foreigner
war,conflict,military,army: war army troop battle military enemy soldier invasion peace hostility victory
law,legal,regulate,regulation: law legislation regulate regulation court statute rule supervise supervision enforcement licence inquiry
monopoly,corporation,company,business: corporation monopoly trust combination company business industry antitrust railroad
farm,farmer,agriculture: farm farmer agriculture crop land harvest price livestock rural
delay,late: delay late postpone wait slow weeks overdue
customer,consumer,user: customer consumer user buyer household complaint warranty
trade,tariff,export,import: trade tariff export import duty customs commerce
native,indian,tribe,indigenous: indian tribe native savage reservation
slavery,slave: slavery slave emancipation abolition freedmen compromise servitude
religion,religious,god: god religion religious church faith providence almighty prayer blessing
technology,science,research: technology research science internet computer innovation invention laboratory
crime,fraud,corruption: crime criminal fraud corruption bribery police prison drug
debt,deficit: debt deficit bond loan interest treasury surplus
navy,fleet: navy naval ship vessel fleet battleship cruiser gunboat
woman,women: woman women suffrage wife mother equal
harm,damage,injury,loss: harm damage injury injure hurt loss kill death die dead destroy poison sick ruin suffer victim
profit,profited,benefit,benefited,gain,gained,earn,earned: profit benefit gain earn pay receive income owner fee bonus dividend
victim,suffered: victim suffer loss injure kill die dead lose
mistake,failure,fault,neglect: mistake failure fault neglect omit overlook forgot wrong error
warning,alarm: warn warning alarm alert
dispute,disagreement,quarrel,controversy: dispute disagree quarrel controversy oppose reject refuse deny contradict conflict
contradict,contradiction,inconsistent: contradict contrary deny denied differ disagree untrue false opposite mistaken dispute refute wrong
secret,conceal,hidden: secret conceal hide withhold destroy silent confidential
responsible,responsibility,blame,guilty: responsible blame guilty fault liable accountable
evidence,proof: evidence proof prove record show document testimony witness
promise,pledge,commitment: promise pledge assure commit guarantee
agreement,settlement,compromise: agreement agree settlement settle treaty contract compromise
control,oversight,supervision,inspection: control supervise inspect audit check review monitor
accident,disaster,catastrophe: accident disaster fall collapse explosion fire flood injure kill
dismissed,fired,resigned,resignation: dismiss fire resign suspend remove replace
abroad,foreign,overseas: foreign abroad overseas external enemy aggressor invader invasion hostile
eat,diet,feed: eat feed diet consume graze prey forage nourish
strong,powerful: strong powerful adequate efficient formidable strengthen
court,trial,lawsuit,prosecution: court trial judge lawsuit sue prosecute prosecutor charge sentence appeal
"""

RELATED = {
    asked: tuple(line.partition(": ")[2].split())
    for line in _RELATED_LINES.strip().splitlines()
    for asked in line.partition(": ")[0].split(",")
}
"""What a word of a question may look like in a text. By hand: vectors small enough to ship were worse, measured."""

ANGLES = words(
    """
    action challenge combat complaint concern criticism difficulty fight fought measure opinion problem protest react reaction remedy
    respond response solution step tackle
    """
)
"""Words for the side of a topic that is asked for, seldom the topic itself."""

TIMELINE = re.compile(
    r"\bover time\b|\bevol\w+|\bhow\b.*\bchang(?:es?|ed|ing)\b(?! (?:the|their|its|his|her|our|my|your|an?) )|\bhistor(?:y|ical|ically)\b|\btrends?\b"
    r"|through the years",
    re.IGNORECASE,
)

KINDS_ASKED: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (
        re.compile(r"^\s*(?:who|which (?:people|persons|leaders|presidents|characters))\b", re.IGNORECASE),
        ("person", "organization"),
    ),
    (
        re.compile(
            r"(?:^|,|\band\b)\s*(?:(?:with|in|to|from|by|of|for) )?(?:which|what) (?:other |foreign )?"
            r"(?:countries|nations|places|cities|states|regions)\b|^\s*where\b",
            re.IGNORECASE,
        ),
        ("place", "group"),
    ),
    (
        re.compile(
            r"^\s*(?:which|what) (?:companies|organi[sz]ations|agencies|institutions|suppliers)\b",
            re.IGNORECASE,
        ),
        ("organization",),
    ),
)
"""Patterns of a question, and the types of the names that it asks for."""
