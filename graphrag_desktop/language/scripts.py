"""Scripts: which signs belong together, and in which language a piece of text is most likely written."""

import re
from collections import Counter

from graphrag_desktop.language.lexicon import words

HANGUL = "가-힣ᄀ-ᇿ㄰-㆏"
HAN = "一-鿿㐀-䶿々豈-﫿𠀀-𪛟"
KANA = "ぁ-ヿㇰ-ㇿｦ-ﾝ"
WITHOUT_SPACES = "ก-๿ກ-໿က-႟ក-៿"
"""Thai, Lao, Burmese and Khmer: written without spaces, like Chinese and Japanese."""

CJK = re.compile(f"[{HAN}{KANA}{HANGUL}]")

UNKNOWN = "und"
"""The language tag for what is not known (ISO 639-2)."""

_CJK_SHARE = 0.15  # a sign says as much as several letters, so few of them make a text Chinese, Japanese or Korean
_KANA_SHARE = 0.08  # of the Chinese characters: less kana than this is a quotation
_WORD = re.compile(r"[^\W\d_]+")
_LEAST_WORDS = 8  # below, a handful of function words decides nothing
_LEAST_DIFFERENT = 3  # of them: a letter that recurs in a table is no article
_FUNCTION_WORDS = {
    "en": words("the of and to in is that for it was with as on be by are this from at have which not or an"),
    "de": words("der die und das ist nicht mit den von zu ein eine auch sich auf für dem des im wird sind oder"),
    "fr": words("le la les des et est une dans que pour qui pas sur au du avec sont ce il de un en ou par"),
    "es": words("el la los las de que y en un una por con para del se es no su al como más lo o"),
    "it": words("il di che e la per un una non con sono del della è gli nel le i dei alla da si"),
    "pt": words("o a os as de que e do da em um uma para com não por dos no na se mais ao ou"),
    "nl": words("de het een en van is dat niet op te zijn voor met die in aan er ook of door naar"),
}


def is_cjk(text: str) -> bool:
    """Whether the text holds any Chinese, Japanese or Korean sign."""
    return not text.isascii() and CJK.search(text) is not None


def language_of(text: str, default: str = UNKNOWN) -> str:
    """The likely language as an ISO 639-1 tag, by script and by function words; `default` where neither says enough."""
    if not text.isascii():
        east = _eastern_language(text)
        if east:
            return east
    found = [word.lower() for word in _WORD.findall(text)]
    if len(found) < _LEAST_WORDS:
        return default
    if sum(word[0] < "\u0250" for word in found) < 0.5 * len(found):  # not the Latin script
        return UNKNOWN
    counts = Counter(found)
    scores = {tag: sum(counts[word] for word in common) for tag, common in _FUNCTION_WORDS.items()}
    best = max(scores, key=lambda tag: scores[tag])
    different = sum(word in counts for word in _FUNCTION_WORDS[best])
    return best if different >= _LEAST_DIFFERENT and scores[best] >= 0.1 * len(found) else default


def _eastern_language(text: str) -> str:
    korean, kana, han = (len(re.findall(f"[{block}]", text)) for block in (HANGUL, KANA, HAN))
    signs = len(text) - sum(text.count(blank) for blank in " \n\t")
    if korean + kana + han < _CJK_SHARE * max(1, signs):
        return ""
    if korean >= max(kana, han):
        return "ko"
    return "ja" if kana > _KANA_SHARE * han else "zh"
