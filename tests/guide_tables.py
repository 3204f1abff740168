"""Writes the tables of the user guide that are made from the program: its commands with their keys, and its settings.

`python -m tests.guide_tables` brings `docs/guide/keys.md` and `docs/guide/settings.md` up to date; a test says when that is
due. Between two marks in a page, and nowhere else, it writes what it knows.
"""

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import Field, fields
from pathlib import Path

from PySide6.QtGui import QGuiApplication, QKeySequence

from graphrag_desktop.domain.settings import Settings, SettingValue, setting_words
from graphrag_desktop.ui.actions import COMMANDS, MENUS, command_keys
from graphrag_desktop.ui.graph_canvas_commands import MAP_COMMANDS

GUIDE = Path(__file__).resolve().parent.parent / "docs" / "guide"
GROUPS = {
    "units": ("Documents and text units", "A change makes text units and all after them anew."),
    "extraction": ("Reading by a model", "A change reads the text units anew, and makes all after them."),
    "communities": ("Communities", "A change finds the communities anew, and writes their reports."),
    "reports": ("Reports", "A change writes the reports anew."),
    "answers": ("Answers", "A change is for new questions."),
    "nothing": ("Pace and cost of a model", "A change makes nothing anew."),
}


def tables() -> dict[str, str]:
    """The generated part of each page, by the name of its file. Needs an application: the system knows some of the keys."""
    return {"keys.md": "\n".join(_keys()), "settings.md": "\n".join(_settings())}


def with_table(page: str, table: str) -> str:
    """The page with another table between its marks."""
    return re.sub(
        r"(<!-- made by [^>]*-->\n).*(<!-- end -->)", lambda at: f"{at[1]}\n{table}\n\n{at[2]}", page, flags=re.DOTALL
    )


def _keys() -> Iterator[str]:
    for menu in MENUS:
        rows = [each for each in COMMANDS if each.menu == menu]
        yield f"### {menu.replace('&', '')}\n"
        yield from _table(
            ("Command", "Keys"),
            ((each.words.replace("&", ""), _written(_portable(keys) for keys in command_keys(each))) for each in rows),
        )
        yield ""
    yield "### While the map has the keyboard\n"
    levels = [each for each in MAP_COMMANDS if each.name.startswith("level_")]
    others = [each for each in MAP_COMMANDS if each not in levels]
    yield from _table(
        ("Command", "Keys"),
        [
            *((each.words, _written(each.keys)) for each in others),
            (
                f"{levels[0].words} to {levels[-1].words.split()[-1]}",
                f"`{levels[0].keys[0]}` to `{levels[-1].keys[0]}`",
            ),
            ("Search", _written(["/"])),
        ],
    )


def _settings() -> Iterator[str]:
    for stale, (title, words) in GROUPS.items():
        yield f"### {title}\n\n{words}\n"
        yield from _table(
            ("Name", "In the window", "Usual value", "May be", "What it does"),
            (_setting(each) for each in fields(Settings) if setting_words(each.name).stale == stale),
        )
        yield ""


def _setting(declared: "Field[SettingValue]") -> tuple[str, ...]:
    words = setting_words(declared.name)
    explanation = words.explanation.replace("*", "\\*")
    return (f"`{declared.name}`", words.label, _usual(declared), _allowed(declared), explanation)


def _allowed(declared: "Field[SettingValue]") -> str:
    words = setting_words(declared.name)
    if words.choices:
        return " or ".join(f"`{each}`" for each in words.choices)
    if words.low is None or words.high is None:
        return "on or off" if "bool" in str(declared.type) else "any text"
    automatic = f", or `{_unset(declared)}`" if declared.default is None else ""
    return f"{words.low:,.15g} to {words.high:,.15g}{automatic}"


def _unset(declared: "Field[SettingValue]") -> str:
    """How one says that a number is to be found by itself, or that there is no limit."""
    return "none" if setting_words(declared.name).stale == "nothing" else "auto"


def _usual(declared: "Field[SettingValue]") -> str:
    match declared.default:
        case bool() as value:
            return "on" if value else "off"
        case None:
            return _unset(declared)
        case int() | float() as value:
            return f"{value:,.15g}"
        case "":
            return "empty"
        case other:
            return str(other)


def _portable(keys: QKeySequence) -> str:
    return keys.toString(QKeySequence.SequenceFormat.PortableText)


def _written(keys: Iterable[str]) -> str:
    return ", ".join(f"`{each}`" for each in keys)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield _row(head)
    yield _row(["---"] * len(head))
    yield from (_row(each) for each in rows)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |".replace("  ", " ")


if __name__ == "__main__":
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application = QGuiApplication([])
    for name, table in tables().items():
        file = GUIDE / name
        file.write_text(with_table(file.read_text(encoding="utf-8"), table), encoding="utf-8")
