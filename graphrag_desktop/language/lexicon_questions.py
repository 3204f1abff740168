"""Words of questions: those that carry nothing, what may stand for the others in a text, and what shows the kind asked for."""

import re

from graphrag_desktop.language.lexicon import words

META = words(
    """
    across address affect affected answer approach article aspect attitude between big biggest cause caused central
    challenge change changed collection common compare concerning connection content corpus cover current deal
    describe described detail discuss discussed document dominant effect entire evolve explain face faced facing
    file find general give handle happen idea impact important influence information involved issue key kind large
    largest list made main major matter mention name named overall overview people play point position principal
    proposal propose proposed question regarding relation relationship report role set show significant situation
    source story subject summarize summary talk tell text theme thing think thought time topic treat treated
    treatment trend type various view way whole work year 主要 主题 之间 了什么 人们 人物 什么 介绍 关于 关系 内容 哪些 如何 怎么 怎样 总结 文件 文档 是什么
    有哪些 概括 谁 这些 가장 관련 관한 내용 논의 논의되 누구 대하여 대한 대해 말하 무슨 무엇 무엇이라고 무엇인 무엇인지 문서 설명 어디 어떤 어떻게 언제 요약 인가요 인물 전체 주요 주제 중요한
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
환경,오염: 환경 수질 폐수 오염 대기 배출 쓰레기 환경단체
문제,우려,위험: 문제 우려 비판 부족 반발 위협 지적 경고
대응,대책,해결: 대책 지원 확대 협약 예산 투자 보조금 채용 양성
担忧,问题,风险: 担忧 废水 风险 压力 过高 提醒 影响 要求
环境,环保: 环境 环保 废水 污染 水质
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
    r"\bover time\b|\bevol\w+|\bchang(?:ed|ing)\b|\bhow\b.*\bchanges?\b|\bhistor(?:y|ical|ically)\b|\btrends?\b"
    r"|through the years|추이|변화|演变|变化",
    re.IGNORECASE,
)

KINDS_ASKED: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (
        re.compile(
            r"^\s*(?:who|which (?:people|persons|leaders|presidents|characters))\b|누구|인물|谁|人物", re.IGNORECASE
        ),
        ("person", "organization"),
    ),
    (
        re.compile(
            r"^\s*(?:which|what) (?:countries|nations|places|cities|states|regions)\b|^\s*where\b"
            r"|(?:어느|어떤) (?:나라|국가|지역)|哪些国家|哪里|什么地方",
            re.IGNORECASE,
        ),
        ("place", "group"),
    ),
    (
        re.compile(
            r"^\s*(?:which|what) (?:companies|organi[sz]ations|agencies|institutions|suppliers)\b"
            r"|(?:어느|어떤) (?:기관|회사|기업)|哪些(?:公司|机构|组织)",
            re.IGNORECASE,
        ),
        ("organization",),
    ),
)
"""Patterns of a question, and the types of the names that it asks for."""
