"""ZIP: what an archive holds, and what it may not do."""

import io
import sys
import zipfile

import pytest

from graphrag_desktop.domain.documents import DocumentState
from graphrag_desktop.domain.errors import NeedsPassword, UnreadableDocument
from graphrag_desktop.domain.passwords import NO_PASSWORDS, Passwords
from graphrag_desktop.pipeline.formats import archive
from graphrag_desktop.pipeline.formats.member_names import distinct_names
from tests.pipeline.formats.made_files import zipped

_BY_AES = bytes.fromhex(  # made by pyzipper: memo.txt, 256 bits, password pw
    "504b03041400010063000a1e7e5d000000002d0000000f00000008000b006d656d6f2e7478740199070002004145030800f308bbf3b81e3d5b"
    "f26073cbc014645a7701f610e4ce23b93bd0f086fa62c5aa30fc24a7bdd3245a6100dd7ff3504b010214031400010063000a1e7e5d00000000"
    "2d0000000f00000008000b0000000000000000008001000000006d656d6f2e7478740199070002004145030800504b05060000000001000100"
    "410000005e0000000000"
)


def listed(content: bytes) -> list[str]:
    return [each.name for each in archive.list_archive(io.BytesIO(content)).members]


def opened(content: bytes, passwords: Passwords = NO_PASSWORDS) -> archive.OpenArchive:
    return archive.OpenArchive(io.BytesIO(content), passwords)


def test_that_files_are_listed_and_folders_are_not() -> None:
    content = zipped({"a/": "", "a/b.txt": "one", "c.txt": "three"})
    found = archive.list_archive(io.BytesIO(content))
    assert [(each.name, each.size) for each in found.members] == [("a/b.txt", 3), ("c.txt", 5)]
    assert (found.state, found.reason) == (DocumentState.READ, "It holds 2 files.")
    assert [opened(content).read(number) for number in range(2)] == [b"one", b"three"]


def test_that_an_empty_archive_is_empty() -> None:
    assert archive.list_archive(io.BytesIO(zipped({}))).state is DocumentState.EMPTY


@pytest.mark.parametrize("codec", ["cp949", "cp932", "gb18030", "cp866"])
def test_that_names_in_the_code_page_of_the_packer_are_read(codec: str) -> None:
    names = {
        "cp949": ["보고서/회의록.txt", "보고서/계약서 초안.txt"],
        "cp932": ["報告書/会議の記録.txt", "報告書/契約書のテスト.txt"],
        "gb18030": ["报告/会议记录与合同草案.txt", "报告/研究机构名单.txt"],
        "cp866": ["отчёт/протокол собрания.txt", "отчёт/договор аренды.txt"],
    }[codec]
    stand_ins = [f"{'x' * (len(name.encode(codec)) - 2)}{number:02}" for number, name in enumerate(names)]
    content = zipped(dict.fromkeys(stand_ins, "text"))
    for stand_in, name in zip(stand_ins, names, strict=True):
        content = content.replace(stand_in.encode(), name.encode(codec))
    assert listed(content) == names


def test_that_names_cannot_lead_out_or_hide_or_be_the_same() -> None:
    assert distinct_names(
        ["../../a.txt", "/a.txt", "b\\c.txt", "x › y.txt", "gpj.\u202etxt", "\x1b[31m.txt", "", "e\u0301"]
    ) == [
        "a.txt",
        "a (2).txt",
        "b/c.txt",
        "x y.txt",
        "gpj.\ufffdtxt",
        "\ufffd[31m.txt",
        "unnamed",
        "é",
    ]
    assert len(distinct_names(["n" * 5_000 + ".txt"])[0]) == 401


def test_that_a_bomb_is_not_unpacked() -> None:
    content = zipped({"zeros.txt": b"\0" * (30 * 2**20)})
    with pytest.raises(UnreadableDocument, match=r"bytes would unpack to 30 MB"):
        opened(content).read(0)


def test_that_a_member_that_says_it_is_small_is_read_no_further() -> None:
    content = bytearray(zipped({"a.txt": b"word " * 100_000}))
    for mark, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = content.index(mark) + offset
        content[at : at + 4] = (10).to_bytes(4, "little")
    with pytest.raises(UnreadableDocument, match="damaged here"):
        opened(bytes(content)).read(0)


def test_that_too_large_a_member_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_MEMBER_BYTES", 2**20)
    with pytest.raises(UnreadableDocument, match="Unpacked it has 2 MB; 1 MB are read at most"):
        opened(zipped({"a.txt": b"0123456789abcdef" * 2**17})).read(0)


def test_that_of_too_many_files_the_first_are_read_and_the_rest_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_MEMBERS", 10)
    found = archive.list_archive(io.BytesIO(zipped({f"{number:02}.txt": "x" for number in range(12)})))
    assert len(found.members) == 10
    assert (found.state, found.reason) == (
        DocumentState.PARTLY_READ,
        "It holds 12 files; 2 beyond the first 10 were left unread.",
    )


def test_that_a_password_opens_what_was_encrypted_with_aes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert opened(_BY_AES, Passwords(("no", "pw"))).read(0) == b"A secret memo.\n"
    for words in ((), ("no",)):
        with pytest.raises(NeedsPassword, match="protected by a password"):
            opened(_BY_AES, Passwords(words)).read(0)
    damaged = _BY_AES.replace(bytes.fromhex("645a7701"), bytes.fromhex("645a7702"))
    with pytest.raises(NeedsPassword, match="none of the passwords given"):
        opened(damaged, Passwords(("pw",))).read(0)
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.ciphers", None)
    with pytest.raises(NeedsPassword, match="cannot be opened here"):
        opened(_BY_AES, Passwords(("pw",))).read(0)


def test_that_unknown_ways_of_packing_say_so() -> None:
    content = bytearray(zipped({"a.txt": b"text"}))
    for mark, flags, method in ((b"PK\x03\x04", 6, 8), (b"PK\x01\x02", 8, 10)):
        at = content.index(mark)
        content[at + method : at + method + 2] = (99).to_bytes(2, "little")
        content[at + flags] |= 1
    with pytest.raises(UnreadableDocument, match="packed in a way that cannot be unpacked here"):
        opened(bytes(content), Passwords(("pw",))).read(0)
    for mark, flags, method in ((b"PK\x03\x04", 6, 8), (b"PK\x01\x02", 8, 10)):
        at = content.index(mark)
        content[at + method : at + method + 2] = (9).to_bytes(2, "little")
        content[at + flags] &= 0xFE
    with pytest.raises(UnreadableDocument, match="packed in a way that cannot be unpacked here"):
        opened(bytes(content)).read(0)


@pytest.mark.parametrize(
    "content",
    [b"", b"PK\x03\x04", b"plain text", zipped({"a.txt": "x"})[:60]],
    ids=["empty", "a mark alone", "text", "cut off"],
)
def test_that_what_is_no_archive_says_so(content: bytes) -> None:
    with pytest.raises(UnreadableDocument, match="no ZIP archive"):
        archive.list_archive(io.BytesIO(content))


def test_that_a_place_beyond_the_list_has_no_name() -> None:
    assert opened(zipped({"a.txt": "x"})).name(1) == ""
    with zipfile.ZipFile(io.BytesIO(zipped({"a.txt": "x"}))) as made:
        assert made.namelist() == ["a.txt"]
