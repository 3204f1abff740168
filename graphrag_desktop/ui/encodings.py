"""The encodings that the window offers for a text file that was decoded wrongly; any other can be named in the settings."""

import codecs

from PySide6.QtCore import QCoreApplication

_OFFERED = (
    ("utf-8", "Unicode (UTF-8)"),
    ("utf-16-le", "Unicode (UTF-16, little-endian)"),
    ("utf-16-be", "Unicode (UTF-16, big-endian)"),
    ("cp1252", "Western European (Windows)"),
    ("iso8859-15", "Western European (ISO)"),
    ("cp850", "Western European (DOS)"),
    ("mac-roman", "Western European (Mac)"),
    ("cp1250", "Central European (Windows)"),
    ("iso8859-2", "Central European (ISO)"),
    ("cp1251", "Cyrillic (Windows)"),
    ("koi8-r", "Cyrillic (KOI8-R)"),
    ("cp1253", "Greek (Windows)"),
    ("cp1254", "Turkish (Windows)"),
    ("cp1255", "Hebrew (Windows)"),
    ("cp1256", "Arabic (Windows)"),
    ("cp1257", "Baltic (Windows)"),
    ("cp1258", "Vietnamese (Windows)"),
    ("cp874", "Thai (Windows)"),
    ("cp949", "Korean (Windows)"),
    ("gb18030", "Chinese, simplified (GB18030)"),
    ("big5hkscs", "Chinese, traditional (Big5)"),
    ("cp932", "Japanese (Shift JIS)"),
    ("euc_jp", "Japanese (EUC)"),
    ("iso2022_jp", "Japanese (ISO-2022-JP)"),
)


def offered_encodings(chosen: str = "") -> list[tuple[str, str]]:
    """Codecs with their names for people; one that was chosen and is not among them comes last."""
    found = [(codec, QCoreApplication.translate("Encoding", words)) for codec, words in _OFFERED]
    if chosen and encoding_place(chosen) < 0:
        found.append((chosen, chosen))
    return found


def encoding_place(codec: str) -> int:
    """Which of those offered a codec is, under whichever of its names; -1 where it is none."""
    wanted = codecs.lookup(codec).name if codec else ""
    return next((place for place, (each, _) in enumerate(_OFFERED) if codecs.lookup(each).name == wanted), -1)
