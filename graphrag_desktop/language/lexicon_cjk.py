"""Chinese, Japanese and Korean words and endings by which names are found without a dictionary."""

import re

from graphrag_desktop.language.lexicon import words

JOSA = re.compile(
    "(?:으로부터|에게서|에서는|에서도|으로서|으로써|이라는|이라고|에게는|까지|부터|에서|에게|께서|으로|로서|로써|보다|처럼|마다|이나|이며|이고|이란|에는|에도|과의|와의|라고|라는|은|는|이|가|을|를|의|에|로|와|과|도|만|나|란)$"
)
"""Korean particles after a noun."""

PREDICATE = re.compile(
    "(?:하였으며|하였다|했다고|했다|한다|합니다|하는|하여|하고|하며|하지|하게|하기|하면|하거나|하도록|하나요|하나|할|한|해|되고|된다|되는|되어|되며|될|된|됐다|되었다|이다|있다|없다|있는|없는|적인|적|시키는|시킨|밝혔다|말했다)$"
)
"""Korean endings that make a verb of a noun."""

KO_ORGANIZATION = re.compile(
    "(?:부|청|처|위원회|대학교|전자|그룹|협회|연합|은행|공사|연구원|조합|단체|국회|법원|재판소|센터)$"
)
KO_PLACE = re.compile("(?:특별시|광역시|[가-힣]{2}(?:시|군|구|도|천|강))$")
KO_STOP = words(
    """
    가장 각각 결과 경우 관련 관하 관한 기타 누구 누구나 다른 다음 대하 대한 대해 따라 때문 또는 말했 모두 모든 반면 밝혔 어떠한 오는 올해 우리 위하 위해 의하 이러한 이번 이상 이전 이하 이후 자신 정도 주요 지난 지난해 통해 특히 퍼센트 한편
    """
)
FUNCTION_SIGNS = "的了和与及或在是为将对从被把也都就而等着过到说要这那其他她它们我你您吗呢吧之以于所并但因此如果则向由使让给已会可能不没有"
"""Chinese signs that seldom stand inside a name: without a dictionary, words end there."""
KO_QUESTION = re.compile("(?:나요|가요|까요|습니까|는가|은가|인가|는지|있나)$")
"""Korean endings of a verb that asks."""
