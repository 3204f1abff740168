"""The fixed sentences of the built-in engine's answers and reports, in the language of what is asked or told.

They are few and short, so that what is read is mostly words of the documents. English stands in for other languages.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from graphrag_desktop.language.scripts import eastern_language


@dataclass(frozen=True, slots=True)
class Templates:
    """Sentences with places for numbers and names; of a pair the first is for one thing, the second for several."""

    nothing_here: str
    nothing_in: tuple[str, str]
    nothing_in_text: tuple[str, str]
    asks_of_all: str
    never_mentioned: str
    nearest_topics: str
    main_topics: str
    stands_out: str
    untitled: str
    documents: tuple[str, str]
    leading: str
    document: str
    stretch: str
    span: str
    rests_on: tuple[str, str]
    says_little: str
    seem_to_differ: tuple[str, str]
    differ_on: str
    rating: tuple[str, str]
    under_one: str
    closeness: tuple[str, str, str]
    alone: str
    comma: str = ", "
    colon: str = ":"
    last_comma: str = " and "
    semicolon: str = "; "
    stop: str = "."
    quotes: str = "“{}”"

    def counted(self, forms: tuple[str, str], count: int) -> str:
        """The form for so many things, with their number."""
        return forms[0 if count == 1 else 1].format(count=f"{count:,}")

    def listed(self, words: Sequence[str]) -> str:
        """Words as a list within a sentence."""
        head, last = self.comma.join(words[:-1]), words[-1]
        return f"{head}{self.last_comma}{last}" if head else last

    def quoted(self, words: Sequence[str]) -> str:
        """Words as such a list, each in quotation marks."""
        return self.listed([self.quotes.format(word) for word in words])


def templates_for(text: str) -> Templates:
    """The sentences in the language of a question, or of what a report quotes."""
    return _EASTERN.get(eastern_language(text), _ENGLISH)


_ENGLISH = Templates(
    nothing_here="Nothing here answers that.",
    nothing_in=(
        "Nothing in the {count} report at C{level} answers this.",
        "Nothing in the {count} reports at C{level} answers this.",
    ),
    nothing_in_text=(
        "Nothing in the text unit looked at answers this.",
        "Nothing in the {count} text units looked at answers this.",
    ),
    asks_of_all="The question names nothing that passages could be looked for by: it asks about everything. Ask it of the whole collection.",
    never_mentioned="the documents never mention {words}",
    nearest_topics="The nearest topics here: {topics}.",
    main_topics="The main topics here: {topics}.",
    stands_out="What stands out here, the largest themes first:",
    untitled="A theme without a title",
    documents=("{count} document", "{count} documents"),
    leading="{documents}, most of all {names}",
    document="a document",
    stretch="Documents, part {number}",
    span="{first} to {last}",
    rests_on=("This rests on one sentence of {documents}", "This rests on {count} sentences of {documents}"),
    says_little="The documents say little on this; the nearest statements are from {documents}",
    seem_to_differ=(
        "One pair of statements seems to say different things; it was found by its words, so read both",
        "{count} pairs of statements seem to say different things; they were found by their words, so read both",
    ),
    differ_on="On {words}",
    rating=(
        "{count} sentence ({share} of all) in {documents} of {all} documents speaks of it, and its names and concepts keep"
        " {closeness} together. Half of the rating is size, three tenths spread over documents, two tenths closeness.",
        "{count} sentences ({share} of all) in {documents} of {all} documents speak of it, and its names and concepts keep"
        " {closeness} together. Half of the rating is size, three tenths spread over documents, two tenths closeness.",
    ),
    under_one="under 1 %",
    closeness=("loosely", "fairly closely", "closely"),
    alone="No sentence speaks of this community alone.",
)

_KOREAN = Templates(
    nothing_here="이 질문에 답하는 내용이 여기에는 없습니다.",
    nothing_in=("C{level} 수준의 보고서 {count}개 가운데 이 질문에 답하는 것이 없습니다.",) * 2,
    nothing_in_text=("살펴본 텍스트 단위 {count}개 가운데 이 질문에 답하는 것이 없습니다.",) * 2,
    asks_of_all="이 질문에는 찾아볼 이름이나 주제가 없습니다. 전체에 대한 질문이므로 전체 자료에 물어보십시오.",
    never_mentioned="문서에는 {words}에 대한 언급이 없습니다",
    nearest_topics="가장 가까운 주제: {topics}.",
    main_topics="주요 주제: {topics}.",
    stands_out="두드러진 주제를 큰 것부터 보입니다:",
    untitled="제목 없는 주제",
    documents=("문서 {count}개",) * 2,
    leading="{documents}(특히 {names})",
    document="한 문서",
    stretch="문서 {number}부",
    span="{first} ~ {last}",
    rests_on=("{documents}의 문장 {count}개를 근거로 합니다",) * 2,
    says_little="{documents}: 이에 대한 언급은 적으며, 가장 가까운 문장은 다음과 같습니다",
    seem_to_differ=("서로 다른 말을 하는 듯한 진술 {count}쌍입니다. 낱말로 찾은 것이니 양쪽을 읽어 보십시오",) * 2,
    differ_on="{words}",
    rating=(
        "문서 {all}개 중 {documents}개의 문장 {count}개(전체의 {share})가 이를 다루며, 이름과 개념의 결속은 {closeness}."
        " 평점의 절반은 크기, 10분의 3은 문서에 퍼진 정도, 10분의 2는 결속입니다.",
    )
    * 2,
    under_one="1% 미만",
    closeness=("느슨합니다", "꽤 긴밀합니다", "긴밀합니다"),
    alone="이 커뮤니티만을 다루는 문장이 없습니다.",
    last_comma=", ",
)  # fmt: skip

_CHINESE = Templates(
    nothing_here="这里没有回答这个问题的内容。",
    nothing_in=("C{level} 层的 {count} 份报告都没有回答这个问题。",) * 2,
    nothing_in_text=("所查看的 {count} 个文本单元都没有回答这个问题。",) * 2,
    asks_of_all="这个问题没有提到可供查找的名称或主题，问的是全部内容。请对全部资料提问。",
    never_mentioned="文档中从未提到{words}",
    nearest_topics="最接近的主题：{topics}。",
    main_topics="主要主题：{topics}。",
    stands_out="突出的主题，从大到小：",
    untitled="没有标题的主题",
    documents=("{count} 份文档",) * 2,
    leading="{documents}（尤其是{names}）",
    document="一份文档",
    stretch="文档第 {number} 部分",
    span="{first} 至 {last}",
    rests_on=("依据{documents}中的 {count} 个句子",) * 2,
    says_little="文档对此谈得很少；最接近的句子出自{documents}",
    seem_to_differ=("{count} 对说法似乎不一致；它们是按词语找出的，请对照阅读",) * 2,
    differ_on="{words}",
    rating=(
        "{all} 份文档中有 {documents} 份的 {count} 个句子（占全部的 {share}）谈到它，其名称和概念之间的联系{closeness}。"
        "评分一半取决于规模，十分之三取决于分布的文档，十分之二取决于联系的紧密程度。",
    )
    * 2,
    under_one="不到 1%",
    closeness=("松散", "较紧密", "紧密"),
    alone="没有句子只谈到这个社区。",
    comma="、",
    colon="：",
    last_comma="和",
    semicolon="；",
    stop="。",
)

_JAPANESE = Templates(
    nothing_here="この質問に答える内容はここにはありません。",
    nothing_in=("C{level} のレポート {count} 件の中に、この質問に答えるものはありません。",) * 2,
    nothing_in_text=("調べたテキスト単位 {count} 件の中に、この質問に答えるものはありません。",) * 2,
    asks_of_all="この質問には探す手がかりとなる名前や話題がなく、全体についての質問です。資料全体に尋ねてください。",
    never_mentioned="文書には{words}への言及がありません",
    nearest_topics="最も近い話題：{topics}。",
    main_topics="主な話題：{topics}。",
    stands_out="目立つテーマを大きいものから示します：",
    untitled="題名のないテーマ",
    documents=("文書 {count} 件",) * 2,
    leading="{documents}（特に{names}）",
    document="ある文書",
    stretch="文書 第 {number} 部",
    span="{first} ～ {last}",
    rests_on=("{documents}の {count} 文に基づきます",) * 2,
    says_little="{documents}：これについての記述は少なく、最も近い文は次のとおりです",
    seem_to_differ=(
        "食い違うように見える記述が {count} 組あります。語によって見つけたものなので、両方をお読みください",
    )
    * 2,
    differ_on="{words}",
    rating=(
        "文書 {all} 件のうち {documents} 件の {count} 文（全体の {share}）がこれを扱い、名前と概念の結びつきは{closeness}。"
        "評価の半分は規模、十分の三は文書への広がり、十分の二は結びつきによります。",
    )
    * 2,
    under_one="1% 未満",
    closeness=("緩やかです", "かなり密です", "密です"),
    alone="このコミュニティだけを扱う文はありません。",
    comma="、",
    colon="：",
    last_comma="、",
    semicolon="。",
    stop="。",
    quotes="「{}」",
)

_EASTERN = {"ko": _KOREAN, "zh": _CHINESE, "ja": _JAPANESE}
