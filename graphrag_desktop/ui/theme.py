"""The look of the program: named colours, fonts by role, palette and style sheet, for light and dark.

A widget asks the `ActiveTheme` for the `Theme` of the moment and hears of a new one through `theme_changed`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from PySide6.QtCore import QObject, Qt, QTemporaryDir, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette, QStyleHints
from PySide6.QtWidgets import QApplication

from graphrag_desktop.assets import resource
from graphrag_desktop.ui.colours import Appearance, Rgb, parse_hex
from graphrag_desktop.ui.icons import Icons

if TYPE_CHECKING:
    from PySide6.QtGui import QAccessibilityHints  # of Qt 6.10

Token = Literal[
    "desk", "sheet", "sunken", "raised", "canvas", "hover", "pressed", "track", "track_on", "line", "line_control",
    "text", "text2", "text3", "text_off", "accent", "accent_hover", "accent_press", "accent_soft", "on_accent",
    "selection", "focus", "ok", "ok_soft", "warn", "warn_soft", "danger", "danger_soft", "mark", "mark_soft",
    "mark_line", "edge", "tip", "on_tip", "shadow",
]  # fmt: skip
Role = Literal["hero", "heading", "title", "read", "body", "small", "caption"]

TOKENS: Mapping[Token, tuple[str, str]] = {  # light, dark
    "desk": ("#F3F4F6", "#0F1114"),
    "sheet": ("#FFFFFF", "#17191E"),
    "sunken": ("#F7F8FA", "#121419"),
    "raised": ("#FFFFFF", "#20242B"),
    "canvas": ("#FAFBFC", "#121519"),
    "hover": ("#EFF1F4", "#22262E"),
    "pressed": ("#E3E6EB", "#2C323B"),
    "track": ("#E3E6EB", "#0A0C0F"),
    "track_on": ("#FFFFFF", "#2C323B"),
    "line": ("#E3E6EB", "#272C34"),
    "line_control": ("#868E9C", "#6C7584"),
    "text": ("#1A1E26", "#E7EAEF"),
    "text2": ("#4E5666", "#AEB5C1"),
    "text3": ("#5F6775", "#979FAD"),
    "text_off": ("#A3AAB6", "#565E6B"),
    "accent": ("#2459D3", "#6E9EFF"),
    "accent_hover": ("#1C49B3", "#8BB2FF"),
    "accent_press": ("#163C95", "#5A8BF0"),
    "accent_soft": ("#EAF0FD", "#1B2740"),
    "on_accent": ("#FFFFFF", "#0B1220"),
    "selection": ("#DEE8FC", "#22345A"),
    "focus": ("#2459D3", "#6E9EFF"),
    "ok": ("#1B7340", "#5CC98A"),
    "ok_soft": ("#E6F4EB", "#16281F"),
    "warn": ("#8A5300", "#E8B04B"),
    "warn_soft": ("#FDF1D8", "#2E2413"),
    "danger": ("#B42318", "#FF8A80"),
    "danger_soft": ("#FDECEA", "#361D1C"),
    "mark": ("#FFEBAE", "#4A3C12"),
    "mark_soft": ("#FFF7DF", "#2A2414"),
    "mark_line": ("#B57C00", "#E3B341"),
    "edge": ("#DFE3E8", "#262B33"),
    "tip": ("#22262E", "#E7EAEF"),
    "on_tip": ("#F2F4F7", "#1A1E26"),
    "shadow": ("#1A1E26", "#000000"),
}
FONT_PIXELS: Mapping[Role, int] = {  # at an interface scale of 100 %
    "hero": 26,
    "heading": 18,
    "title": 15,
    "read": 14,
    "body": 13,
    "small": 12,
    "caption": 11,
}
_CONTRASTING: Mapping[Token, Token] = {  # what stands in for a quiet colour where the system asks for high contrast
    "line": "line_control",
    "line_control": "text2",
    "edge": "line_control",
    "text2": "text",
    "text3": "text2",
    "text_off": "line_control",
}
SMALLEST_SCALE, LARGEST_SCALE = 0.8, 1.6

_SANS = ["Inter", "Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", "Noto Sans", "sans-serif"]
_SERIF = ["Source Serif 4", "Georgia", "Noto Serif", "serif"]
_PALETTE: Mapping[QPalette.ColorRole, Token] = {
    QPalette.ColorRole.Window: "desk",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.Base: "sheet",
    QPalette.ColorRole.AlternateBase: "sunken",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.Button: "sheet",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.BrightText: "on_accent",
    QPalette.ColorRole.ToolTipBase: "tip",
    QPalette.ColorRole.ToolTipText: "on_tip",
    QPalette.ColorRole.PlaceholderText: "text3",
    QPalette.ColorRole.Highlight: "selection",
    QPalette.ColorRole.HighlightedText: "text",
    QPalette.ColorRole.Link: "accent",
    QPalette.ColorRole.LinkVisited: "accent",
    QPalette.ColorRole.Accent: "accent",
    QPalette.ColorRole.Light: "sheet",
    QPalette.ColorRole.Midlight: "line",
    QPalette.ColorRole.Mid: "line",
    QPalette.ColorRole.Dark: "line_control",
    QPalette.ColorRole.Shadow: "shadow",
}
_DISABLED = (
    QPalette.ColorRole.WindowText,
    QPalette.ColorRole.Text,
    QPalette.ColorRole.ButtonText,
    QPalette.ColorRole.HighlightedText,
    QPalette.ColorRole.PlaceholderText,
)


class Choice(StrEnum):
    """Which appearance the analyst wants."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Theme:
    """One appearance at one interface scale: every colour and font by its name."""

    appearance: Appearance
    scale: float = 1.0
    is_contrasting: bool = False

    def hex(self, token: Token) -> str:
        """The colour as `#RRGGBB`."""
        shown = _CONTRASTING.get(token, token) if self.is_contrasting else token
        return TOKENS[shown][self.appearance is Appearance.DARK]

    def rgb(self, token: Token) -> Rgb:
        """The colour as numbers."""
        return parse_hex(self.hex(token))

    def colour(self, token: Token) -> QColor:
        """The colour as Qt paints it."""
        return QColor(self.hex(token))

    def points(self, role: Role) -> float:
        """The size of a role's font: points, so that the screen's own scale counts too."""
        return FONT_PIXELS[role] * self.scale * 72 / QGuiApplication.primaryScreen().logicalDotsPerInch()

    def font(
        self,
        role: Role = "body",
        weight: int = 400,
        *,
        serif: bool = False,
        italic: bool = False,
        tabular: bool = False,
    ) -> QFont:
        """The font of a role. `serif` is for words of a source document only; `tabular` for figures that change."""
        font = QFont()
        font.setFamilies(_SERIF if serif else _SANS)
        font.setPointSizeF(self.points(role))
        font.setWeight(QFont.Weight(weight))
        font.setItalic(italic)
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        if tabular:
            font.setFeature(QFont.Tag("tnum"), 1)
        return font

    def pixels(self, length: float) -> int:
        """A length of the interface, given for a scale of 100 %."""
        return round(length * self.scale)

    def palette(self) -> QPalette:
        """Every role of Qt's own palette."""
        palette = QPalette()
        for role, token in _PALETTE.items():
            palette.setColor(role, self.colour(token))
        for role in _DISABLED:
            palette.setColor(QPalette.ColorGroup.Disabled, role, self.colour("text_off"))
        return palette

    def style_sheet(self, template: str, images: Mapping[str, str]) -> str:
        """The template with every `@name` replaced: a token, the size of a role, or the file of an image."""
        values: dict[str, str] = {token: self.hex(token) for token in get_args(Token)}
        values |= {role: f"{self.points(role):.2f}pt" for role in get_args(Role)}
        values |= images
        return re.sub(r"@(\w+)", lambda match: values[match[1]], template)


class ActiveTheme(QObject):
    """The theme in force: follows the system's appearance unless told otherwise, and dresses the application.

    `theme_changed` comes after the application has its new palette and style sheet.
    """

    theme_changed = Signal(object)  # the new Theme

    def __init__(self, application: QApplication, choice: Choice = Choice.SYSTEM, scale: float = 1.0) -> None:
        super().__init__(application)
        load_fonts()
        self._application = application
        self._choice = choice
        self._images = QTemporaryDir()  # a style sheet takes images from files only
        application.setStyle("Fusion")
        self._style_hints = application.styleHints()  # kept: PySide takes what hangs on it for gone once it lets go
        self._hints = _accessibility(self._style_hints)
        self._theme = Theme(
            _appearance(choice, application.styleHints().colorScheme()), _allowed(scale), _wants_contrast(self._hints)
        )
        self._dress()
        if self._hints is not None:
            self._hints.contrastPreferenceChanged.connect(self.follow_contrast)
        application.styleHints().colorSchemeChanged.connect(self._system_changed)

    @property
    def theme(self) -> Theme:
        """The theme of the moment."""
        return self._theme

    @property
    def icons(self) -> Icons:
        """The icons in the colours of the moment."""
        return self._icons

    @property
    def choice(self) -> Choice:
        """What the analyst chose."""
        return self._choice

    def choose(self, choice: Choice) -> None:
        """Follow the system, or stay light or dark; the system's own window frames and dialogs go along."""
        self._choice = choice
        schemes = {Choice.LIGHT: Qt.ColorScheme.Light, Choice.DARK: Qt.ColorScheme.Dark}
        hints = self._application.styleHints()
        hints.setColorScheme(schemes.get(choice, Qt.ColorScheme.Unknown))
        self._change(_appearance(choice, hints.colorScheme()), self._theme.scale)

    def set_scale(self, scale: float) -> None:
        """Change the size of everything, 0.8 to 1.6."""
        self._change(self._theme.appearance, _allowed(scale))

    @Slot()
    def follow_contrast(self) -> None:
        """The system asks for high contrast, or does not any more."""
        self._change(self._theme.appearance, self._theme.scale)

    @Slot(Qt.ColorScheme)
    def _system_changed(self, scheme: Qt.ColorScheme) -> None:
        self._change(_appearance(self._choice, scheme), self._theme.scale)

    def _change(self, appearance: Appearance, scale: float) -> None:
        theme = Theme(appearance, scale, _wants_contrast(self._hints))
        if theme != self._theme:
            self._theme = theme
            self._dress()
            self.theme_changed.emit(theme)

    def _dress(self) -> None:
        """Palette, then style sheet: the other way round Qt computes the style twice."""
        self._icons = Icons({token: self._theme.hex(token) for token in get_args(Token)})
        self._application.setFont(self._theme.font())
        self._application.setPalette(self._theme.palette())
        template = resource("styles", "window.qss").read_text(encoding="utf-8")
        images = {"check": self._image("check", "on_accent"), "down": self._image("chevron-down", "text2")}
        self._application.setStyleSheet(self._theme.style_sheet(template, images))

    def _image(self, name: str, token: Token) -> str:
        file = Path(self._images.filePath(f"{name}-{token}-{self._theme.appearance}.svg"))
        file.write_bytes(self._icons.svg(name, token))
        return file.as_posix()


@cache
def load_fonts() -> tuple[str, ...]:
    """Load the fonts that come with the program, once; returns their families."""
    families: set[str] = set()
    for file in sorted(resource("fonts").glob("*.ttf")):
        number = QFontDatabase.addApplicationFont(str(file))
        families.update(QFontDatabase.applicationFontFamilies(number))
    return tuple(sorted(families))


def _accessibility(hints: QStyleHints) -> "QAccessibilityHints | None":
    """What the system says of contrast; Qt hears of it from 6.10 on."""
    return hints.accessibility() if hasattr(hints, "accessibility") else None


def _wants_contrast(hints: "QAccessibilityHints | None") -> bool:
    return hints is not None and hints.contrastPreference() is Qt.ContrastPreference.HighContrast


def _appearance(choice: Choice, scheme: Qt.ColorScheme) -> Appearance:
    if choice is Choice.SYSTEM:
        return Appearance.DARK if scheme is Qt.ColorScheme.Dark else Appearance.LIGHT
    return Appearance(choice.value)


def _allowed(scale: float) -> float:
    return min(max(scale, SMALLEST_SCALE), LARGEST_SCALE)
