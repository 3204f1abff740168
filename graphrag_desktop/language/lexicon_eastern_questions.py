"""Words of Korean, Chinese and Japanese questions, as `lexicon_questions` has them of English ones."""

import re

from graphrag_desktop.language.lexicon import words
from graphrag_desktop.language.lexicon_aspects import Aspect

META = (
    words(
        """
    가장 관계 관련 관한 나열 나타나 내용 논의 누가 누구 다루 답변 대하여 대한 대해 등장 등장인물 말하 무슨 무엇 무엇이라고 무엇인 무엇인지 문서 문장 사람
    설명 소개 알려 어느 어디 어디서 어떤 어떻게 언급 언제 요약 왜 의하 인물 자료 전체 전반 정리 주요 주제 주체 중심 중요 중요한 질문 차이 핵심 얼마 몇
    """
    )
    | words(
        """
    主要 主题 之间 了什么 人们 人物 什么 介绍 关于 关系 内容 哪些 哪个 哪里 怎么 怎样 如何 总结 文件 文档 文章 是什么 有哪些 概括 谁 这些 多少 几个 为什么
    何时 何地 说明 描述 提到 提出 讨论 涉及 存在 重要 最重要 问 回答 请 说 讲 讲述 告诉 做 做了
    """
    )
    | words(
        """
    テーマ ポイント 主 主要 主題 何 何時 誰 概要 内容 全体 文書 文章 資料 説明 要約 紹介 関係 関連 人物 登場 話題 議論 述 書 質問 回答 記述 言及 理由 点 中心 重要
    """
    )
)
"""Words about documents and answers in general, which no question is about."""

_RELATED_LINES = """
환경,오염: 환경 수질 폐수 오염 대기 배출 쓰레기 환경단체
문제,우려,위험: 문제 우려 비판 부족 반발 위협 지적 경고
대응,대책,해결: 대책 지원 확대 협약 예산 투자 보조금 채용 양성
임명,선출: 임명 선출 선거 지명 추천
원인,까닭: 때문 원인 이유 탓
고장,사고: 고장 사고 손상 파손 결함
担忧,问题,风险: 担忧 废水 风险 压力 过高 提醒 影响 要求
环境,环保: 环境 环保 废水 污染 水质
死亡,杀死: 死亡 被杀 杀死 斩 身亡
费用,资金: 费用 资金 贷款 投资 成本 金额
問題,懸念,危険: 問題 懸念 危険 批判 不足 反対 警告
環境,汚染: 環境 汚染 排水 水質 大気 廃棄物
対策,解決: 対策 支援 協定 予算 投資 補助金
費用,資金: 費用 資金 融資 投資 予算 金額
"""

RELATED = {
    asked: tuple(line.partition(": ")[2].split())
    for line in _RELATED_LINES.strip().splitlines()
    for asked in line.partition(": ")[0].split(",")
}
"""What a word of a question may look like in a text."""

TIMELINE = re.compile("추이|변화|흐름|演变|变化|历程|推移|変化|変遷|歴史")
"""What asks how something went over time."""

KINDS_ASKED: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (re.compile("누구|누가|인물|谁|人物|哪些人|誰|どの人"), ("person", "organization")),
    (
        re.compile(
            "(?:어느|어떤) (?:나라|국가|지역|도시|곳)|어디|哪些国家|哪里|哪儿|什么地方|どこ|どの(?:国|地域|都市|場所)"
        ),
        ("place", "group"),
    ),
    (
        re.compile(
            "(?:어느|어떤) (?:기관|회사|기업|단체)|哪些?(?:公司|机构|组织|单位)|どの(?:会社|企業|機関|団体|組織)"
        ),
        ("organization",),
    ),
)
"""Patterns of a question, and the types of the names that it asks for."""

EASTERN_ASPECTS: tuple[Aspect, ...] = (
    Aspect(
        "power",
        re.compile("권한|권능|权力|职权|權限|権限"),
        (
            (
                re.compile(
                    "수 있다|권한|가진다|의결|확정|동의|승인|심의|조사|소추|요구할|有权|可以|行使|决定|できる|権限|有する"
                ),
            ),
        ),
        re.compile("한다|된다|应当|する"),
        (),
    ),
    Aspect(
        "right",
        re.compile("권리|자유|权利|自由|権利"),
        ((re.compile("권리|자유|가진다|받지 아니한다|有权|权利|自由|享有|権利|有する|自由"),),),
        re.compile("보호|평등|平等|保护|保護"),
        (),
    ),
    Aspect(
        "duty",
        re.compile("의무|책무|책임|义务|职责|義務|責任"),
        (
            (
                re.compile(
                    "의무|책무|책임|하여야 한다|해야 한다|진다|应当|必须|有义务|职责|義務|しなければならない|責任"
                ),
            ),
        ),
        re.compile("한다|不得|する"),
        (),
    ),
    Aspect(
        "cause",
        re.compile("왜|이유|원인|까닭|为什么|为何|何故|原因|なぜ|理由|どうして"),
        (
            (
                re.compile(
                    "때문|이유|원인|까닭|으로 인해|로 인한|말미암|탓|因为|由于|因此|所以|以致|故而|之故|原因|ため|から|ので|によって|理由"
                ),
            ),
        ),
        re.compile("위하여|위해|하여|为了|使|必要"),
        (),
    ),
    Aspect(
        "person",
        re.compile(
            "怎样的人|怎樣的人|什么样的人|何许人|是谁|어떤 (?:사람|인물)|누구인가|누구입니까|どんな人|どのような人|どういう人|何者"
        ),
        (
            (
                re.compile(
                    "为人|性[宽温刚急暴烈仁和]|身长|身高|面如|生得|素有|专好|喜怒|宽厚|仁[德义厚慈]|英雄|豪杰|智谋|多谋|家贫"
                    "|宗亲|苗裔|出身|大志|寡言|信义|忠[义厚]|孝|武艺|후손|출신|성품|태어|라고 불|인물이다|생애|生まれ|性格|出身|人物"
                ),
            ),
        ),
        re.compile("人|也[。”]"),
        (),
    ),
)
"""Kinds of question in these languages, as `lexicon_aspects` has them of English: told by cue words, which carry no ends."""

TOPIC = re.compile(
    r"([가-힣]{2,}?)(?:은|는|이|가)(?= )|^([\u4e00-\u9fff]{2,4}?)(?=是|有|做|为什么|如何|怎)|([^\s、はがの]{1,12})(?:には|は|が)"
)
"""What a question names as what it asks about."""
