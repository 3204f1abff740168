"""Chinese words, signs and endings by which names are told beside a segmentation."""

import re

from graphrag_desktop.language.lexicon import words

FUNCTION_SIGNS = "的了和与及或在是为将对从被把也都就而等着过到说要这那其他她它们我你您吗呢吧之以于所并但因此如果则向由使让给已会可能不没有"
"""Signs that seldom stand inside a name: without a dictionary, words end there."""

SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付"
    "方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤关荀典华纪臧糜蹇窦伍樊牛杭乔凌霍虞柳裴祝左车申殷俞章鲁费庞陆於宗尤"
)
DOUBLE_SURNAMES = words("公孙 夏侯 司马 诸葛 欧阳 皇甫 太史 上官 东方 尉迟 令狐 慕容 淳于 独孤 端木 南宫 长孙 宇文")

AFTER_NAME = frozenset(
    "曰说道见引领乃来入之令欲亦已自问答闻听等与和为同带率命表即遂必又便再既将则叹谓笑怒喜惊哭拜称认指出回去至在从往向大急"
)
"""What the segmentation joins to the end of a name that it does not know."""

ROLES = words(
    """
    董事长 总经理 经理 总裁 副总裁 首席执行官 执行官 负责人 发言人 代表 分析师 工程师 总工程师 教授 博士 院士 主任 副主任 部长 副部长 局长 副局长 厅长 处长 科长
    市长 副市长 省长 县长 镇长 村长 书记 主席 副主席 总统 副总统 总理 副总理 首相 大臣 外长 议员 委员 委员长 秘书长 校长 院长 所长 馆长 行长 社长
    会长 理事长 记者 编辑 作家 导演 演员 教练 队长 律师 法官 检察官 警官 医生 护士 老师 先生 女士 小姐 将军 大将军 元帅 太守 刺史 校尉 都尉 丞相 司徒
    太师 太傅 太尉 司空 侍中 议郎 供应商 创始人 专家 学者 居民 船长 港长 审计长
    """
)
"""Words for who someone is: a name ends before them, and another begins after."""

COMPANY_ROLES = words("董事长 总经理 总裁 副总裁 首席执行官 执行官 创始人 发言人")
"""Of these the ones that only an organization has."""

ORGANIZATION = re.compile(
    "(?:公司|集团|银行|大学|学院|中学|小学|医院|法院|检察院|研究院|研究所|科学院|设计院|委员会|管委会|常委会|协会|学会|工会|商会|联合会|基金会|理事会|董事会|议会|国会|大会|"
    "政府|公安局|[省市县区]局|环保局|管理局|监管局|税务局|统计局|审计署|总署|海关|[务育政防业交]部|军区|[一-鿿]{2,}局|[一-鿿]{2,}厅|[一-鿿]{2,}署|"
    "党|报社|日报|晚报|时报|通讯社|电视台|电台|出版社|杂志社|俱乐部|球队|联盟|联合国|欧盟|组织|机构|中心|博物馆|图书馆|美术馆|科技|汽车|电子|控股|股份|证券|保险|航空|铁路局|"
    "工厂|船厂|电厂|港务局|合作社|实验室|事务所|工作室)$"
)
GENERIC = words(
    "公司 有限公司 股份公司 控股公司 集团 银行 储蓄银行 大学 学院 医院 法院 协会 学会 工会 基金会 委员会 董事会 理事会 议会 大会 政府 机构 组织 中心 联盟 党 "
    "工厂 合作社 实验室 研究所 研究院 事务所 工作室 部门 科技 汽车 电子 保险 航空 证券 审计局 出版社 博物馆 图书馆 俱乐部"
)
"""Words that name an organization only together with what stands before them."""

PLACE_SIGNS = frozenset("省市县区镇乡村港湾岛湖河江山海桥城国州")
PLACE = re.compile(
    "(?:特别行政区|自治区|自治州|[一-鿿](?:省|市|县|区|镇|乡|村|州|郡|港|湾|岛|湖|河|江|山|海|路|街|桥|机场|车站|码头|关|城|国))$"
)

TRANSLITERATING = frozenset(
    "阿埃艾爱安昂奥澳巴拜班邦保堡鲍贝本比彼宾波伯博布查茨达戴丹当道德登邓狄迪蒂杜顿多厄恩尔法凡范菲费芬丰冯夫弗福富盖甘冈高戈哥格葛根古瓜圭哈海汉豪赫黑亨胡霍基吉加贾简杰金津卡"
    "凯坎康考科克肯孔库奎昆拉莱兰朗劳勒雷蕾黎里理利莉立丽列林琳龙隆卢鲁路露吕伦罗洛马玛迈麦曼芒毛梅门蒙孟米密缅明摩莫默墨姆穆纳娜奈南内妮尼涅宁纽农努诺欧帕派潘庞佩彭蓬皮平珀普奇"
    "恰乔切钦琼丘让热仁日荣茹儒瑞若撒萨塞赛桑瑟森沙莎山尚绍舍申圣施什史舒朔斯丝思松苏孙索塔泰坦唐陶特腾提汀廷图土托瓦万旺威韦维魏温文沃渥乌武西希锡席夏香肖谢辛欣雄休许雅亚延扬"
    "耶叶伊依因英尤于约泽曾扎詹张哲珍芝智朱兹子佐座"
)
"""Signs by which foreign names are written."""

STOP = words(
    """
    时候 今天 明天 昨天 今日 明日 昨日 次日 当日 来日 后人 众人 旁人 何人 人家 自己 大家 方面 情况 问题 事情 东西 办法 原因 结果 目前 目标 部分 程度
    大喜 大怒 大惊 大败 大叫 一面 一声 一军 一人 二人 三人 数人 下文 上文 前文 本文 时间 地方 全部 有关 使人 令人 差人 上马 下马 立马 河口 海峡 海岸 港口 码头 机场 车站 城市 农村 道路 公路 铁路 线路 吊桥 大桥 山区 全国 各国 外国 之士 之人 之徒 莫非 哥哥
    """
)
"""Words tagged as nouns that name nothing."""

NOT_FIRST = frozenset("之其于此所而")
"""How a word begins that hangs on another."""

COUNTED = frozenset("一二三四五六七八九十百千两几每某此该各众诸")
"""How a word of two signs begins that counts something."""
