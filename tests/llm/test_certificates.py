"""Servers with certificates that do not match: refused, with the reason, before a word is sent."""

import ipaddress
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from socket import create_server

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from graphrag_desktop.domain.errors import ServerUnreachable
from graphrag_desktop.llm.models import ChatRequest, Message, Role
from tests.hostile_server import HostileServer, head
from tests.llm.speaking import Speaking
from tests.scripted_server import ScriptedServer

REQUEST = ChatRequest((Message(Role.USER, "A secret of the firm."),), 100)
KEY = "sk-TESTLEAK123"


def certificate(place: Path, host: str, *, days: int = 1) -> Path:
    """A certificate that vouches for itself, with its key, for a host; of the past where `days` are less than none."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    now = datetime.now(UTC)
    names: list[x509.GeneralName] = [x509.DNSName(host)]
    if host[0].isdigit():
        names = [x509.IPAddress(ipaddress.ip_address(host))]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=30))
        .not_valid_after(now + timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = place / f"{host}-{days}.pem"
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(secret + made.public_bytes(serialization.Encoding.PEM))
    return path


@contextmanager
def encrypted(pem: Path) -> Iterator[tuple[str, list[bytes]]]:
    """A server with a certificate; what it is sent once the line is encrypted."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)
    listening = create_server(("127.0.0.1", 0))
    heard: list[bytes] = []

    def serve() -> None:
        while True:
            try:
                line, _ = listening.accept()
            except OSError:
                return
            try:
                with context.wrap_socket(line, server_side=True) as safe:
                    heard.append(safe.recv(65_536))
                    safe.sendall(head("Content-Length: 2") + b"{}")
            except OSError:
                line.close()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"https://127.0.0.1:{listening.getsockname()[1]}/v1", heard
    finally:
        listening.shutdown(2)
        listening.close()
        thread.join(5)


@pytest.mark.parametrize(
    ("host", "days", "words"),
    [
        ("127.0.0.1", 1, "self-signed certificate"),
        ("127.0.0.1", -1, "expired"),
        ("models.example.org", 1, "not valid for"),
    ],
    ids=["vouches for itself", "is of the past", "is of another host"],
)
def test_that_a_certificate_that_does_not_match_is_refused_with_the_reason(
    server: ScriptedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str, days: int, words: str
) -> None:
    pem = certificate(tmp_path, host, days=days)
    if "self-signed" not in words:
        monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    with encrypted(pem) as (address, heard), Speaking(server, base_url=address, key=KEY) as asking:
        with pytest.raises(ServerUnreachable, match=words) as failure:
            asking.model.chat(REQUEST, asking.control)
        assert "is not trusted" in failure.value.message
        assert KEY not in failure.value.words
    assert heard == []


def test_that_a_certificate_of_the_organisation_is_trusted_where_it_is_named(
    server: ScriptedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pem = certificate(tmp_path, "127.0.0.1")
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    with encrypted(pem) as (address, heard), Speaking(server, base_url=address) as asking:
        asking.model.names(asking.control)
    assert heard


def test_that_a_server_that_does_not_encrypt_is_said_to_be_one(server: ScriptedServer) -> None:
    with HostileServer(lambda: [head("Content-Length: 2") + b"{}"]) as hostile:
        address = hostile.base_url.replace("http:", "https:")
        with (
            Speaking(server, base_url=address) as asking,
            pytest.raises(ServerUnreachable, match="not answer encrypted"),
        ):
            asking.model.chat(REQUEST, asking.control)
