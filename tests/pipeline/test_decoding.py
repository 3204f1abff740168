"""Bytes of every encoding we meet, long and short, whole and damaged."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.domain.errors import UnreadableDocument
from graphrag_desktop.pipeline.decoding import decode

DATA = Path(__file__).parent.parent / "data" / "documents"

SENTENCES = {
    "gb18030": "人工智能与知识图谱正在改变研究机构的工作方式。",
    "big5hkscs": "台灣的人工智慧公司宣布與歐洲夥伴合作。",
    "cp932": "東京の研究所は新しい電池を発表した。",
    "euc_jp": "すべての人間は、生まれながらにして自由である。",
    "cp949": "삼성전자는 1969년에 설립되었다.",
    "cp1252": "Die Küstenwache prüfte das Schiff – „ohne Befund“.",
    "cp1250": "Příliš žluťoučký kůň úpěl ďábelské ódy.",
    "cp1251": "Международная конференция откроется в Москве.",
    "koi8_r": "Международная конференция откроется в Москве.",
    "cp866": "Международная конференция откроется в Москве.",
    "cp1253": "Η διάσκεψη θα ξεκινήσει στην Αθήνα.",
    "cp1254": "Şirket, İstanbul'da yeni bir fabrika açacağını söyledi.",
    "cp1255": "הממשלה אישרה את התקציב החדש.",
    "cp1256": "وافقت الحكومة على الميزانية الجديدة.",
}


@pytest.mark.parametrize(
    ("name", "text", "codec"),
    [
        ("gb18030_short.txt", "人工智能与知识图谱", "gb18030, guessed"),
        ("cp949_plain.txt", "삼성전자는 1969년에 설립되었다.", "cp949, guessed"),
        ("utf16le_bom.txt", "日本語", "utf-16-le"),
        ("empty.txt", "", "utf-8"),
    ],
)
def test_that_files_that_broke_other_tools_are_read(name: str, text: str, codec: str) -> None:
    decoded = decode((DATA / name).read_bytes())
    assert decoded.text == text
    assert decoded.codec.startswith(codec)


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe" + "日本語".encode("utf-16-le"),
        b"\xfe\xff" + "日本語".encode("utf-16-be"),
        b"\xef\xbb\xbf" + "日本語".encode(),
        b"\xff\xfe\x00\x00" + "日本語".encode("utf-32-le"),
        b"\x00\x00\xfe\xff" + "日本語".encode("utf-32-be"),
        "日本語".encode(),
        "日本語".encode("iso2022_jp"),
    ],
)
def test_that_a_mark_or_utf_8_gives_exactly_the_text(content: bytes) -> None:
    assert decode(content).text == "日本語"
    assert "guessed" not in decode(content).codec


@pytest.mark.parametrize("codec", SENTENCES)
def test_that_one_sentence_is_enough_to_know_its_codec(codec: str) -> None:
    text = SENTENCES[codec]
    assert decode(text.encode(codec)).text == text


@pytest.mark.parametrize("codec", SENTENCES)
def test_that_a_long_file_with_one_damaged_byte_is_still_in_its_codec(codec: str) -> None:
    content = (SENTENCES[codec] + "\n").encode(codec) * 200
    damaged = content[: len(content) // 2] + b"\xff" + content[len(content) // 2 :]
    assert decode(damaged).text.count(SENTENCES[codec]) >= 198


def test_that_a_cut_off_utf_8_file_is_utf_8_and_says_what_was_lost() -> None:
    decoded = decode(("知识图谱与人工智能。" * 50).encode()[:-1])
    assert decoded.text == "知识图谱与人工智能。" * 49 + "知识图谱与人工智能\ufffd"
    assert decoded.codec == "utf-8, 1 damaged"


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    "text", ["The board met on Monday.\n", "知识图谱与人工智能正在改变研究机构。\n第二行", SENTENCES["cp1251"]]
)
def test_that_utf_16_without_a_mark_is_recognised(codec: str, text: str) -> None:
    decoded = decode(text.encode(codec))
    assert decoded.text == text
    assert decoded.codec.startswith(f"{codec}, guessed")


def test_that_plain_text_long_before_the_first_other_byte_does_not_mislead() -> None:
    text = "Minutes of the meeting, kept in English.\n" * 3_000 + SENTENCES["cp949"]
    assert decode(text.encode("cp949")).text == text


def test_that_control_sequences_stand_as_they_are() -> None:
    assert decode((DATA / "ansi_formfeed.md").read_bytes()).text.endswith("\x1b[31mlog\x1b[0m capture\n")


def test_that_few_nuls_do_not_make_a_text_unreadable() -> None:
    assert decode(b"a\x00b").text == "a\x00b"
    assert decode(b"A letter\x00 from Acme, " + b"and a long rest of it. " * 20).text.startswith("A letter\x00 from")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"%PDF-1.7\n1 0 obj", "PDF"),
        (b"PK\x03\x04\x14\x00", "ZIP"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "picture"),
        (bytes(range(256)) * 20, "does not hold text"),
        (b"\x00\x00\x00\x01Bud1" + b"\x00" * 100, "does not hold text"),
    ],
)
def test_that_what_is_no_text_is_refused_with_a_reason(content: bytes, words: str) -> None:
    with pytest.raises(UnreadableDocument, match=words) as caught:
        decode(content)
    assert caught.value.hint


@given(st.binary(max_size=200))
def test_that_any_bytes_are_decoded_or_refused(content: bytes) -> None:
    try:
        decoded = decode(content)
    except UnreadableDocument:
        return
    assert decoded.codec


@given(st.text(max_size=200))
def test_that_any_text_in_utf_8_comes_back(text: str) -> None:
    try:
        assert decode(b"\xef\xbb\xbf" + text.encode()).text == text.removeprefix("\ufeff")
    except UnreadableDocument:
        assert any(character == "\ufffd" or not character.isprintable() for character in text)
