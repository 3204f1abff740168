"""EML: a message and what came with it."""

from email.message import EmailMessage
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_desktop.domain.errors import UnreadableDocument
from graphrag_desktop.pipeline.formats import mail


def message(**headers: str) -> EmailMessage:
    made = EmailMessage()
    for name, value in {"From": "Ada <ada@example.com>", "To": "Bob <bob@example.com>", **headers}.items():
        made[name] = value
    return made


def test_that_headers_that_matter_stand_before_the_text() -> None:
    made = message(Cc="Eve <eve@example.com>", Date="Mon, 02 Mar 2020 10:30:00 +0100", Subject="회의 일정 – Zürich")
    made["X-Mailer"] = "never shown"
    made.set_content("Dear Bob,\n\nwe meet on Monday.\n")
    assert mail.read(bytes(made)).text == (
        "From: Ada <ada@example.com>\nTo: Bob <bob@example.com>\nCc: Eve <eve@example.com>\n"
        "Date: 2020-03-02 10:30+01:00\nSubject: 회의 일정 – Zürich\n\nDear Bob,\n\nwe meet on Monday."
    )


def test_that_of_two_forms_the_plain_one_is_read_and_html_where_there_is_no_other() -> None:
    both = message(Subject="x")
    both.set_content("Plain words.")
    both.add_alternative("<p>Rich <b>words</b>.</p>", subtype="html")
    assert mail.read(bytes(both)).text.endswith("\n\nPlain words.")
    rich = message(Subject="x")
    rich.set_content(
        "<style>p{}</style><div style='display:none'>preview</div><p>Rich <b>words</b>.</p>", subtype="html"
    )
    assert mail.read(bytes(rich)).text.endswith("Subject: x\n\nRich words.")


def test_that_attachments_are_named_and_handed_on() -> None:
    made = message(Subject="Files")
    made.set_content("See below.")
    made.add_attachment(b"a,b\n1,2\n", maintype="text", subtype="csv", filename="a.csv")
    made.add_attachment(b"%PDF", maintype="application", subtype="pdf", filename="a.csv")
    made.add_attachment(
        b"\x89PNG", maintype="image", subtype="png", filename="logo.png", cid="<logo>", disposition="inline"
    )
    inner = message(Subject="The first message")
    inner.set_content("Forwarded words.")
    made.add_attachment(inner)
    content = bytes(made)
    found = mail.read(content)
    assert [each.name for each in found.members] == ["a.csv", "a (2).csv", "The first message.eml"]
    assert "Attachment: a.csv\nAttachment: a (2).csv\n" in found.text
    assert "Forwarded words" not in found.text
    attached = mail.attachments(content)
    assert [len(each.content) for each in attached[:2]] == [8, 4]
    assert [each.size for each in found.members] == [len(each.content) for each in attached]
    assert mail.read(attached[2].content).text.endswith("Forwarded words.")


@pytest.mark.parametrize("charset", ["euc-kr", "ks_c_5601-1987", "unknown-8bit", "no-such-charset", "us-ascii"])
def test_that_a_body_is_decoded_whatever_it_says_it_is(charset: str) -> None:
    head = f"From: a@b.kr\r\nSubject: x\r\nContent-Type: text/plain; charset={charset}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
    found = mail.read(head.encode() + "삼성전자는 1969년에 설립되었다.\r\n".encode("cp949"))
    assert found.text.endswith("\n\n삼성전자는 1969년에 설립되었다.")
    assert found.codec.startswith("cp949")


def test_that_headers_no_parser_understands_stand_as_they_are() -> None:
    content = b"From: =?utf-8?B?broken\r\nTo: <<<>>>,,;\r\nDate: not a date at all\r\nSubject: =?x-unknown?Q?abc?=\r\n\r\nBody."
    found = mail.read(content).text
    assert "Date: not a date at all" in found
    assert found.endswith("\n\nBody.")


def test_that_what_has_no_headers_is_no_message() -> None:
    with pytest.raises(UnreadableDocument, match="no e-mail message"):
        mail.read(b"Just a text about from and to.")


@given(st.binary(max_size=400))
def test_that_any_bytes_after_a_header_are_read_or_refused(content: bytes) -> None:
    try:
        found = mail.read(b"Subject: x\nMIME-Version: 1.0\n" + content)
    except UnreadableDocument:
        return
    assert len(found.members) == len(mail.attachments(b"Subject: x\nMIME-Version: 1.0\n" + content))


def test_that_the_real_messages_are_read(shared: Path) -> None:
    found = mail.read((shared / "fixtures" / "real" / "docling_eml_with_attachment.eml").read_bytes())
    assert found.text.startswith("From: Alice Example <alice@example.com>\nTo: Bob Example <bob@example.com>\n")
    assert [(each.name, each.size) for each in found.members] == [("test.txt", 64)]
