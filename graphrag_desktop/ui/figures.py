"""Numbers as they are shown: in the analyst's own way of writing them, and short where only their size matters."""

from PySide6.QtCore import QLocale


def figure(count: int) -> str:
    """All digits, in groups."""
    return _locale().toString(count)


def short_figure(count: int) -> str:
    """Two or three digits: 940, 7.1k, 25k, 1.3M."""
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if count >= size * 0.9995:
            share = count / size
            return f"{_locale().toString(share, 'f', 1 if share < 9.95 else 0)}{letter}"
    return figure(count)


def _locale() -> QLocale:
    """The system's; where it is the bare C locale, which does not group digits, English."""
    system = QLocale()
    return QLocale(QLocale.Language.English) if system.language() == QLocale.Language.C else system
