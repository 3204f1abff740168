"""Scripts: which signs belong together, which of them a text is written in, and what that alone says of its language."""

import re

# Written as code points, since editors and clipboards put look-alikes in their place.
HANGUL = "\uac00-\ud7a3\u1100-\u11ff\u3130-\u318f"
HAN = "\u4e00-\u9fff\u3400-\u4dbf\u3005\uf900-\ufaff\U00020000-\U0002a6df"
KANA = "\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9d"
WITHOUT_SPACES = "\u0e01-\u0e7f\u0e81-\u0eff\u1000-\u109f\u1780-\u17ff"
"""Thai, Lao, Burmese and Khmer: written without spaces, like Chinese and Japanese."""

CJK = re.compile(f"[{HAN}{KANA}{HANGUL}]")

LATIN = "latin"
"""What `script_of` calls the Latin script; it is also what it says where no other prevails."""

_CJK_SHARE = 0.15  # a sign says as much as several letters, so few of them make a text Chinese, Japanese or Korean
_KANA_SHARE = 0.08  # of the Chinese characters: less kana than this is a quotation
_COUNTED = {block: re.compile(f"[{block}]") for block in (HANGUL, KANA, HAN)}
_LETTER = re.compile(r"[^\W\d_]")
_OTHER_SCRIPTS = {
    "cyrillic": re.compile("[Ѐ-ԯ]"),
    "arabic": re.compile("[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufeff]"),
    "devanagari": re.compile("[\u0900-\u097f]"),
    "hebrew": re.compile("[\u0590-\u05ff]"),
    "greek": re.compile("[Ͱ-Ͽἀ-῿]"),
    "bengali": re.compile("[\u0980-\u09ff]"),
    "gurmukhi": re.compile("[\u0a00-\u0a7f]"),
    "gujarati": re.compile("[\u0a80-\u0aff]"),
    "tamil": re.compile("[\u0b80-\u0bff]"),
    "telugu": re.compile("[\u0c00-\u0c7f]"),
    "kannada": re.compile("[\u0c80-\u0cff]"),
    "malayalam": re.compile("[\u0d00-\u0d7f]"),
    "sinhala": re.compile("[\u0d80-\u0dff]"),
    "thai": re.compile("[\u0e00-\u0e7f]"),
    "lao": re.compile("[\u0e80-\u0eff]"),
    "burmese": re.compile("[\u1000-\u109f]"),
    "georgian": re.compile("[\u10a0-\u10ff]"),
    "armenian": re.compile("[\u0530-\u058f]"),
    "khmer": re.compile("[\u1780-\u17ff]"),
    "ethiopic": re.compile("[\u1200-\u137f]"),
}


def is_cjk(text: str) -> bool:
    """Whether the text holds any Chinese, Japanese or Korean sign."""
    return not text.isascii() and CJK.search(text) is not None


def eastern_language(text: str) -> str:
    """`ko`, `ja` or `zh` where the signs of these say so, else nothing. Without kana, Chinese signs are Chinese."""
    korean, kana, han = (len(_COUNTED[block].findall(text)) for block in (HANGUL, KANA, HAN))
    if not korean + kana + han:
        return ""
    signs = len(text) - sum(text.count(blank) for blank in " \n\t")
    if korean + kana + han < _CJK_SHARE * signs:
        return ""
    if korean >= max(kana, han):
        return "ko"
    return "ja" if kana > _KANA_SHARE * han else "zh"


def script_of(text: str) -> str:
    """The script of most letters: one of those above by its English name, else `LATIN`."""
    if text.isascii():
        return LATIN
    letters = len(_LETTER.findall(text))
    for name, signs in _OTHER_SCRIPTS.items():
        if 2 * len(signs.findall(text)) > letters > 0:
            return name
    return LATIN
