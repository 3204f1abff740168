"""What the program remembers survives, also damage to its file."""

from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QApplication

from graphrag_desktop.ui.memory import VERSION, Memory


@pytest.fixture
def file(tmp_path: Path, qapp: QApplication) -> Path:
    return tmp_path / "window.ini"


def test_that_values_come_back_at_the_next_start(file: Path) -> None:
    memory = Memory(file)
    memory.keep("words", "a = b; c, “d”")
    memory.keep("number", 1.25)
    memory.keep("is_on", True)  # noqa: FBT003 - a value
    memory.keep("state", QByteArray(b"\x00\xff packed"))
    memory.keep_names("names", ["one, two", "", "drei=3"])
    memory.write()
    again = Memory(file)
    assert again.trouble == ""
    assert again.text("words") == "a = b; c, “d”"
    assert again.number("number", 0, 0, 10) == 1.25
    assert again.flag("is_on", default=False)
    assert again.state("state").data() == b"\x00\xff packed"
    assert again.names("names") == ("one, two", "", "drei=3")


def test_that_a_value_of_the_wrong_kind_gives_way_to_the_default(file: Path) -> None:
    memory = Memory(file)
    memory.keep("appearance/scale", "large")
    memory.keep("names", "[1, {")
    memory.keep("state", "no bytes")
    memory.keep("is_on", "perhaps")
    assert memory.number("appearance/scale", 1.0, 0.8, 1.6) == 1.0
    assert memory.names("names") == ()
    assert memory.state("state").isEmpty()
    assert memory.flag("is_on", default=True)
    memory.keep("appearance/scale", 40)
    assert memory.number("appearance/scale", 1.0, 0.8, 1.6) == 1.0
    assert memory.choice("workspace", ["explore", "ask"], "explore") == "explore"


@pytest.mark.parametrize(
    "content", [b"\x00\x01\x02 not settings at all", b"[General\nversion", b"just words\n", b"[General]\nversion=x\n"]
)
def test_that_a_damaged_file_is_set_aside_and_said(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    memory = Memory(file)
    aside = file.with_name("window.ini.damaged")
    assert str(aside) in memory.trouble
    assert aside.read_bytes() == content
    memory.keep("words", "kept")
    memory.write()
    assert Memory(file).text("words") == "kept"
    assert Memory(file).trouble == ""


def test_that_what_a_newer_version_wrote_is_left_as_it_is(file: Path) -> None:
    file.write_text(f"[General]\nversion={VERSION + 1}\nwords=theirs\n", encoding="utf-8")
    memory = Memory(file)
    assert "newer version" in memory.trouble
    assert memory.text("words") == ""
    memory.keep("words", "ours")
    memory.write()
    assert "words=theirs" in file.read_text(encoding="utf-8")


def test_that_a_forgetful_memory_starts_empty_and_leaves_nothing(qapp: QApplication) -> None:
    memory = Memory.forgetful()
    memory.keep("words", "gone tomorrow")
    assert memory.text("words") == "gone tomorrow"
    assert Memory.forgetful().text("words") == ""
