"""Delimited tuples as models really write them; the vectors are those on which the reference implementation loses data."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.llm.records import Record, read_records, shown_record

KINDS = ("entity", "relationship")

A, B = ("entity", "A", "T", "d"), ("entity", "B", "T", "e")
LINK = ("relationship", "A", "B", "r", "5")


@pytest.mark.parametrize(
    ("written", "records"),
    [
        ('("entity"<|>A<|>T<|>d)##("entity"<|>B<|>T<|>e)<|COMPLETE|>', [A, B]),
        ("(entity<|>A<|>T<|>d)", [A]),
        ('( "entity" <|> A <|> T <|> d )', [A]),
        ('1. ("entity"<|>A<|>T<|>d)\n2. ("entity"<|>B<|>T<|>e)', [A, B]),
        ('- ("entity"<|>A<|>T<|>d)\n* ("entity"<|>B<|>T<|>e)', [A, B]),
        ('```\n("entity"<|>A<|>T<|>d)\n##\n("entity"<|>B<|>T<|>e)\n```', [A, B]),
        ('```text\n("entity"<|>A<|>T<|>d)##\n```\n', [A]),
        ('("entity"<|>A<|>T<|>d)\n("entity"<|>B<|>T<|>e)\n("relationship"<|>A<|>B<|>r<|>5)', [A, B, LINK]),
        ('("entity"<|>A<|>T<|>d)("entity"<|>B<|>T<|>e)<|COMPLETE|>', [A, B]),
        ('("entity"<|>A<|>T<|>uses ## as a mark)##("entity"<|>B<|>T<|>e)', [("entity", "A", "T", "uses ## as a mark"), B]),
        ('("relationship"<|>A<|>B<|>r<|>5)\n<|COMPLETE|>', [LINK]),
        ('("relationship"<|>A<|>B<|>r<|>5)\n<|COMPLETE|>("entity"<|>B<|>T<|>e)\n<|COMPLETE|>', [LINK, B]),
        ('("relationship"<|>A<|>B<|>r<|>5)("entity"<|>B<|>T<|>e)', [LINK, B]),
        ('("entity"<|>"A"<|>"T"<|>"d"##("entity"<|>"B"<|>"T"<|>"e")\n("relationship"<|>"A"<|>"B"<|>"r"<|>"5")##', [A, B, LINK]),
        ('["entity"<|>A<|>T<|>d]##["entity"<|>B<|>T<|>e]', [A, B]),
        ("entity<|>A<|>T<|>d\nrelationship<|>A<|>B<|>r<|>5", [A, LINK]),
        ('"entity"<|>A<|>T<|>d\n"entity"<|>B<|>T<|>e', [A, B]),
        ('**("entity"<|>A<|>T<|>d)**\n**("entity"<|>B<|>T<|>e)**', [A, B]),
        ('("entity"<|>A<|>T<|>d),\n("entity"<|>B<|>T<|>e).', [A, B]),
        ('("entity"<|>A<|>T<|>one\ntwo\n\n("entity"<|>B<|>T<|>e)', [("entity", "A", "T", "one two"), B]),
        ('("entity"<|>A<|>T<|>d (inner)\n##\n("entity"<|>B<|>T<|>e)', [("entity", "A", "T", "d (inner)"), B]),
        ('("entity"<|>A<|>T<|>he said ":)" and left)##("entity"<|>B<|>T<|>e)', [("entity", "A", "T", 'he said ":)" and left'), B]),
        ('("entity"<|>A (UK)<|>T<|>d)\n##\n\nI hope this helps (really)!', [("entity", "A (UK)", "T", "d")]),
        ('Here they are:\n\n("entity"<|>A<|>T<|>d)', [A]),
        ('("entity"<||>A<| |>T< | >d)', [A]),
        ('("entity"＜|＞A＜|＞T＜|＞d)', [A]),
        ('("relationship"<|>""<|>"道路"<|>"…"<|>10)##("legal clause No."<|>"第二十五条"<|>"…")##',
         [("relationship", "", "道路", "…", "10"), ("legal clause No.", "第二十五条", "…")]),
        ('(A (UK)<|>NONE<|>FRAUD<|>TRUE<|>2022-01-10<|>NONE<|>It did (see there)<|>"quoted (words)")##(B<|>C<|>X<|>FALSE<|>NONE<|>NONE<|>d<|>q)',
         [("A (UK)", "NONE", "FRAUD", "TRUE", "2022-01-10", "NONE", "It did (see there)", "quoted (words)"),
          ("B", "C", "X", "FALSE", "NONE", "NONE", "d", "q")]),
    ],
)  # fmt: skip
def test_that_every_record_is_read(written: str, records: list[tuple[str, ...]]) -> None:
    assert [each.parts for each in read_records(written, KINDS).records] == records


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ('"ROMAN EMPIRE"', "ROMAN EMPIRE"),
        ('"ROMAN EMPIRE "', "ROMAN EMPIRE"),
        ("'\"ROMAN EMPIRE\"'", "ROMAN EMPIRE"),
        ("&quot;ROMAN EMPIRE&quot;", "ROMAN EMPIRE"),
        ("ROMAN\u00a0EMPIRE", "ROMAN EMPIRE"),
        ("ROMAN  EMPIRE", "ROMAN EMPIRE"),
        ("«ROMAN EMPIRE»", "ROMAN EMPIRE"),
        ("ROMAN\x07 EMPIRE\x0c", "ROMAN EMPIRE"),
        ("\x1b[1;31mROMAN\x1b[0m EMPIRE", "ROMAN EMPIRE"),
        ("O'Neil", "O'Neil"),
        ("AT&amp;T", "AT&T"),
        ('The "Varn"', 'The "Varn"'),
    ],
)
def test_that_a_name_comes_without_quotes_and_control_characters(written: str, name: str) -> None:
    (record,) = read_records(f'("entity"<|>{written}<|>T<|>d)', KINDS).records
    assert record.parts[1] == name


def test_that_a_reply_says_whether_it_is_complete_and_what_stands_beside_its_records() -> None:
    found = read_records('Sure, here it is:\n("entity"<|>A<|>T<|>d)\n<|COMPLETE|>', KINDS)
    assert (found.is_complete, found.stray) == (True, "Sure, here it is:")
    assert read_records("No claims found.").stray == "No claims found."
    assert read_records("<|COMPLETE|>") == read_records("  <|COMPLETE|>\n")
    assert read_records("").records == ()


def test_that_a_record_that_broke_off_is_marked() -> None:
    found = read_records('("entity"<|>A<|>T<|>d)\n##\n("entity"<|>B<|>T<|>cut in the mid', KINDS)
    assert [each.is_whole for each in found.records] == [True, False]
    assert read_records('("entity"<|>A<|>T<|>d)', KINDS).records[-1].is_whole
    assert read_records('("entity"<|>A<|>T<|>d\n<|COMPLETE|>', KINDS).records[-1].is_whole


def test_that_a_record_can_be_shown() -> None:
    assert shown_record(Record(("entity", "A"))) == "(entity | A)"


_PART = st.text(st.characters(codec="utf-8", exclude_characters="<>|#()[]\"'`", exclude_categories=["Cc", "Cs", "Co"]), min_size=1).map(
    lambda text: " ".join(text.split())
).filter(lambda text: bool(text) and "&" not in text and not set(text[0] + text[-1]) & set("“”„‟‘’‚«»「」『』.,-*•（）［］【】〔〕＜＞｜"))  # fmt: skip
_RECORDS = st.lists(st.tuples(_PART, _PART, _PART), min_size=1, max_size=6)


@given(_RECORDS, st.sampled_from(["##", "\n", "\n##\n", ""]), st.sampled_from(["", "<|COMPLETE|>"]))
def test_that_records_are_read_back_whatever_parts_them(
    records: list[tuple[str, str, str]], separator: str, end: str
) -> None:
    written = separator.join(f'("entity"<|>{"<|>".join(parts)})' for parts in records)
    found = read_records(written + end, KINDS)
    assert [each.parts for each in found.records] == [("entity", *parts) for parts in records]


@given(st.text(alphabet='("entity<|>)#\n1.A`', max_size=60))
def test_that_no_text_is_too_strange_to_read(text: str) -> None:
    read_records(text, KINDS)
