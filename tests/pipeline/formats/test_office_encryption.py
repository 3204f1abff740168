"""Office files with a password: opened with it, refused without, never guessed at."""

import contextlib
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_desktop.domain.errors import NeedsPassword, UnreadableDocument
from graphrag_desktop.domain.passwords import Passwords
from graphrag_desktop.pipeline.formats import slides, spreadsheet, word
from graphrag_desktop.pipeline.formats.format_text import FormatText
from graphrag_desktop.pipeline.formats.office_encryption import unlocked

DATA = Path(__file__).parent.parent.parent / "data" / "documents"
Reader = Callable[[bytes, Passwords], FormatText]
FILES = (
    ("agile_pw.docx", word.read, "A secret letter."),
    ("agile_pw.xlsx", spreadsheet.read, "Sheet Accounts\nRow 1: Name; Sum\nRow 2: Name: Alice Johnson; Sum: 12"),
    ("standard_pw.pptx", slides.read, "A secret plan"),
)


@pytest.mark.parametrize(("name", "read", "text"), FILES)
def test_that_a_password_opens_what_it_belongs_to(name: str, read: Reader, text: str) -> None:
    content = (DATA / name).read_bytes()
    assert read(content, Passwords(("no", "pw"))).text == text
    with pytest.raises(NeedsPassword, match="none of those given opens it"):
        read(content, Passwords(("no", "PW")))
    with pytest.raises(NeedsPassword, match="is protected by a password") as caught:
        read(content, Passwords())
    assert caught.value.hint == "Give the password for this run."


def test_that_a_workbook_open_to_all_asks_for_nothing() -> None:
    content = (DATA / "excels_own_password.xlsx").read_bytes()
    assert spreadsheet.read(content).text == "Sheet Open\nRow 1: Name\nRow 2: Name: Ruth Adler"


def test_that_without_the_cipher_the_file_alone_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with pytest.raises(NeedsPassword) as caught:
        word.read((DATA / "agile_pw.docx").read_bytes(), Passwords(("pw",)))
    assert caught.value.hint == "Save a copy without a password."


def test_that_what_is_not_encrypted_stands_as_it_is() -> None:
    assert unlocked(b"PK\x03\x04", "DOCX document", Passwords()) == b"PK\x03\x04"


def test_that_a_wait_made_on_purpose_is_refused() -> None:
    content = (DATA / "agile_pw.docx").read_bytes()
    usual, endless = b'    <p:encryptedKey spinCount="100000"', b'  <p:encryptedKey spinCount="99999999"'
    assert content.count(usual) == 1 and len(usual) == len(endless)
    with pytest.raises(NeedsPassword, match="in a way that is not known here"):
        unlocked(content.replace(usual, endless), "DOCX document", Passwords(("pw",)))


@settings(max_examples=25, deadline=None)  # each password is hashed 100,000 times
@given(st.data())
def test_that_any_damage_is_refused_with_a_reason_or_does_no_harm(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from([name for name, *_ in FILES]))
    content = bytearray((DATA / name).read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(8, len(content) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(content[: data.draw(st.integers(512, len(content)))])
    with contextlib.suppress(NeedsPassword, UnreadableDocument):
        unlocked(cut, "document", Passwords(()))
