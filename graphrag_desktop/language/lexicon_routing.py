"""Words by which a question tells what shape of answer it asks for, in English, Korean, Chinese and Japanese."""

import re


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


PASSAGES = _any(
    r"\b(?:every|each|all(?: the| of the)?) (?:\w+ )?(?:passages?|mentions?|quotations?|sentences?|occurrences?)\b",
    r"\b(?:word for word|verbatim)\b",
    r"모든 (?:구절|문장|대목|언급)|(?:구절|문장|대목)을? (?:모두|전부|빠짐없이)|원문 그대로",
    r"(?:所有|每一?[处個个])(?:的)?(?:段落|原文|句子|提及)|逐字|每一处",
    r"すべての(?:箇所|文|記述)|原文のまま",
)
"""What asks for the words of the documents themselves, all of them."""

FACT = _any(
    r"^\W*when\b|\b(?:since|until|by) when\b|\bhow (?:much|many|long|old|far|often|tall|high|heavy|large)\b",
    r"\b(?:what|which|on what|in what|in which|at what) (?:exact )?(?:year|date|day|time|month|price|amount|number|address|percentage)\b",
    r"\b(?:phone|telephone|case|file|account|registration) number\b|\b(?:e-?mail )?address of\b|\bprice of\b|^\W*where\b",
    r"언제(?!나|든)|얼마(?!나 중요)|몇(?!몇)|날짜|며칠|전화번호|주소는|연도|금액은|어디(?:에|서|인|였|야)",
    r"什么时候|何时|哪(?:一)?[年天日月]|多少|几(?!乎)[个名次年天艘人家台吨]|日期|电话号码|地址|多久|多大|多高|在哪里|在哪儿",
    r"いつ(?!も)|いくら|何(?:人|個|件|年|月|日|回|台|隻|時)|電話番号|日付|どこ(?:で|に)",
)
"""What asks for a date, a number, an amount or a place."""

CONNECTION = _any(
    r"\b(?:connect|link|relat|associat)\w*|\bt(?:ie|ied|ies|ying)\b|\bbetween\b|\bthrough (?:whom|what|which)\b",
    r"\bknow (?:of )?each other\b|\bin common\b|\bpaths?\b|\bchain\b",
    r"관계|연결|연관|이어[지져]|사이|통해|엮",
    r"关系|联系|关联|之间|通过(?:谁|什么|哪)|牵连",
    r"関係|つなが|繋が|関連|を通じて|の間",
)
"""What asks how several things hang together."""

WIDE = _any(
    r"\brole\b|\bas a whole\b|\boverall\b|\bimpacts?\b|\beffects?\b|\baffect\w*|\binfluenc\w*|\bconsequences?\b",
    r"\bhow (?:has|have|had|did)\b.*\bchang\w*|\bsignifican\w*|\bimportan(?:t|ce)\b|\bcontext\b|\bimplications?\b|\bmean(?:s|t)? for\b",
    r"\bwhy\b|\bcontribut\w*|\bshap(?:e|ed|es|ing)\b",
    r"역할|전체|영향|의미|배경|바꾸|바꿔|바꿨|변화|왜|결과",
    r"角色|整个|影响|意义|背景|改变|作用|为什么|后果",
    r"役割|全体|影響|意味|背景|変え|なぜ",
)
"""What asks for the place of a thing in something larger."""

LISTING = _any(
    r"^\W*(?:please )?(?:list|enumerate|name)\b|\b(?:every|each)\b|\ball (?:of )?(?:the |of )?\w+|\bone by one\b|\bcomplete list\b",
    r"\bwithout (?:leaving|omitting)\b|\bleaving none out\b|\bexhaustive\w*",
    r"모든|빠짐없이|하나하나|나열|전부|각각|목록|일일이|하나씩",
    r"所有|列出|列举|逐一|逐个|不要遗漏|每个|每一|一一|清单|名单",
    r"すべて|全ての|一つずつ|列挙|一覧|もれなく|それぞれ",
)
"""What asks for all there is of something."""

DEPTH = _any(
    r"\bin (?:\w+ )?(?:depth|detail)\b|\bdetailed\b|\binto (?:\w+ )?detail\b|\bthorough\w*|\bclosely\b|\bstep by step\b|\bdeep dive\b",
    r"자세히|상세히|상세하게|자세하게|깊이|구체적",
    r"详细|深入|具体|仔细",
    r"詳しく|詳細|具体的|掘り下げ",
)
"""What asks for one theme in depth."""

OVERVIEW = _any(
    r"\bthemes?\b|\boverview\b|\bsummar\w+|\bmain\b|\bmost important\b|\boverall\b|\bin general\b|\bgist\b|\bbig picture\b",
    r"\bagain and again\b|\brecurr\w+|\bcollection\b|\bcorpus\b|\bthese (?:documents|files|texts)\b|\bargu(?:e|ing|ments?)\b",
    r"주요|주제|전체|요약|전반|개요|핵심|이 문서|간추",
    r"主要|主题|概括|总结|总体|概述|概览|全部资料|这些(?:文件|文档|资料)|焦点|大意",
    r"主な|主要|テーマ|要約|概要|全体|まとめ",
)
"""What asks for the whole."""

WHOLE = _any(
    r"\b(?:summar|overview)\w*|\bmain themes?\b", r"요약|개요|주요 주제|간추", r"概括|总结|概述|概览|大意", r"要約|概要"
)
"""What asks for the whole even where it says “all”."""

NAME = re.compile(r"(?<![.!?…] )(?<!^)\b[A-Z][\w’'&-]+(?:\s+(?:of |the |and )?[A-Z0-9][\w’'&-]*)*")
"""A name in a question in a script with capitals, where it does not begin a sentence."""
