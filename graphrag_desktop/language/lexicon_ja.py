"""Japanese signs, words and endings by which names are told without a dictionary."""

import re

from graphrag_desktop.language.lexicon import words

NOT_INSIDE = "及又並若其各等者為上下内外中前後間時此的且"
"""Chinese signs that seldom stand inside a Japanese name: a run is cut there."""

PERSON_SUFFIX = re.compile(
    "(?:氏|様|さん|君|先生|首相|総理|大臣|大統領|議員|知事|市長|町長|村長|社長|会長|副社長|専務|常務|部長|課長|所長|院長|教授|准教授|博士|記者|監督|選手|弁護士|裁判官|船長)$"
)
"""What follows a person's name."""

ORGANIZATION = re.compile(
    "(?:株式会社|有限会社|合同会社|会社|銀行|大学|大学院|高等学校|高校|中学校|小学校|学園|病院|裁判所|委員会|協会|学会|組合|協同組合|連合|連盟|連合会|財団|財団法人|社団法人|"
    "研究所|研究院|研究機構|機構|本部|支部|省|庁|警察署|警察|消防署|国会|議会|内閣|政府|党|新聞社|新聞|放送|通信社|テレビ|工業|重工業|製作所|電機|電力|電鉄|鉄道|自動車|製薬|"
    "化学|建設|商事|商会|物産|証券|保険|ガス|航空|海運|造船|製鉄|ホールディングス|グループ|センター|国連|国際連合|連合国|総会|理事会|評議会|博物館|美術館|図書館)$"
)
PLACE = re.compile("(?:都|道|府|県|市|区|町|村|郡|島|半島|諸島|山|川|湖|湾|海峡|港|空港|駅|国)$")
PLACES = words(
    "日本 東京 大阪 京都 北海道 沖縄 米国 中国 韓国 英国 ドイツ フランス ロシア インド アメリカ イギリス イタリア カナダ 欧州 台湾 香港"
)
STOP = words(
    "場合 必要 目的 何人 自国 一般 一切 今回 今後 今日 昨日 明日 今年 昨年 来年 以上 以下 以外 問題 関係 状況 結果 理由 可能 同様 最大 最初 最後 一部 全部 自分 自身 方法 対象 多数 当該"
)
"""Words that name nothing."""

COUNTED = frozenset("一二三四五六七八九十百千万第何数毎")
"""How a run begins that counts something."""
