"""Office files with a password ([MS-OFFCRYPTO], agile and standard encryption): what is inside, given the password."""

import base64
import hashlib
import hmac
import struct
from collections.abc import Callable
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from graphrag_desktop.domain.errors import NeedsPassword, UnreadableDocument
from graphrag_desktop.domain.passwords import Passwords
from graphrag_desktop.pipeline.formats.compound_file import stream
from graphrag_desktop.pipeline.formats.safe_xml import parse_xml
from graphrag_desktop.pipeline.formats.signatures import is_encrypted_office

_USUAL = "VelvetSweatshop"
"""The password of Excel's own for workbooks that are protected and yet open without being asked ([MS-OFFCRYPTO] 2.4.2.3)."""

_AGILE, _STANDARD = (4, 4), 2  # versions
_STANDARD_ROUNDS = 50_000
_MOST_ROUNDS = 10_000_000  # the specification's own limit: more is made to keep readers busy
_SEGMENT = 4_096
_FOR_INPUT, _FOR_VALUE, _FOR_KEY = (
    bytes.fromhex(each) for each in ("fea7d2763b4b9e79", "d7aa0f6d3061344e", "146e0be7abacd0d6")
)
_HASHES = frozenset({"SHA1", "SHA256", "SHA384", "SHA512"})


def unlocked(content: bytes, kind: str, passwords: Passwords) -> bytes:
    """The document itself where it is encrypted and a password opens it, else the bytes as they are.

    Raises `NeedsPassword`, and `UnreadableDocument` where the wrapper is damaged.
    """
    if not is_encrypted_office(content):
        return content
    try:
        import cryptography  # noqa: F401  # where it is missing, this file alone cannot be read
    except ImportError as error:
        raise NeedsPassword(f"The {kind} is protected by a password.", "Save a copy without a password.") from error
    try:
        lock = _lock(stream(content, "EncryptionInfo"))
        for password in (_USUAL, *passwords):
            if key := lock.key_for(password):
                return lock.opened(stream(content, "EncryptedPackage"), key)
    except (struct.error, KeyError, ValueError, StopIteration) as error:
        raise UnreadableDocument(f"The encryption of the {kind} is damaged.", "Get it anew.") from error
    given = "; none of those given opens it" if passwords else ""
    raise NeedsPassword(f"The {kind} is protected by a password{given}.", "Give the password for this run.")


@dataclass(frozen=True, slots=True)
class _Lock:
    """One way of encryption: the key that a password gives, empty where it is wrong; and what a key makes of the bytes."""

    key_for: Callable[[str], bytes]
    opened: Callable[[bytes, bytes], bytes]


def _lock(info: bytes) -> _Lock:
    version = struct.unpack_from("<HH", info)
    if version == _AGILE:
        return _agile(parse_xml(info[8:], "The part EncryptionInfo"))
    if version[1] == _STANDARD:
        return _standard(info)
    raise _unknown()


def _agile(root: Element) -> _Lock:
    data = next(root.iter("keyData"))
    own = next(root.iter("encryptedKey"))
    rounds, size = int(own.attrib["spinCount"]), int(own.attrib["keyBits"]) // 8
    hashed, salt = _hash_of(own), _bytes(own, "saltValue")
    if rounds > _MOST_ROUNDS or any(each.get("cipherAlgorithm") != "AES" for each in (data, own)):
        raise _unknown()
    if any(each.get("cipherChaining") != "ChainingModeCBC" for each in (data, own)):
        raise _unknown()

    def key_for(password: str) -> bytes:
        spun = _spun(hashed, salt, password, rounds)

        def part(purpose: bytes, name: str) -> bytes:
            key = _fitted(hashed(spun + purpose), size)
            return _decrypted(_bytes(own, name), key, _fitted(salt, 16))

        said = hashed(part(_FOR_INPUT, "encryptedVerifierHashInput")[: len(salt)])
        expected = part(_FOR_VALUE, "encryptedVerifierHashValue")[: len(said)]
        return part(_FOR_KEY, "encryptedKeyValue")[:size] if hmac.compare_digest(said, expected) else b""

    def opened(package: bytes, key: bytes) -> bytes:
        whole, start = struct.unpack_from("<Q", package)[0], _bytes(data, "saltValue")
        hashed_data = _hash_of(data)
        pieces = (
            _decrypted(
                package[place : place + _SEGMENT], key, _fitted(hashed_data(start + struct.pack("<I", number)), 16)
            )
            for number, place in enumerate(range(8, len(package), _SEGMENT))
        )
        return b"".join(pieces)[:whole]

    return _Lock(key_for, opened)


def _standard(info: bytes) -> _Lock:
    length = struct.unpack_from("<I", info, 8)[0]
    bits = struct.unpack_from("<I", info, 12 + 16)[0]
    place = 12 + length
    salt, question = info[place + 4 : place + 20], info[place + 20 : place + 36]
    answer = info[place + 40 : place + 72]
    if bits not in {128, 192, 256} or len(answer) < 32:
        raise _unknown()

    def key_for(password: str) -> bytes:
        final = _sha1(_spun(_sha1, salt, password, _STANDARD_ROUNDS) + struct.pack("<I", 0))
        halves = (_sha1(bytes(byte ^ mark for byte in _fitted(final, 64, 0))) for mark in (0x36, 0x5C))
        key = b"".join(halves)[: bits // 8]
        said = _sha1(_decrypted(question, key))
        return key if hmac.compare_digest(said, _decrypted(answer, key)[: len(said)]) else b""

    def opened(package: bytes, key: bytes) -> bytes:
        return _decrypted(package[8:], key)[: struct.unpack_from("<Q", package)[0]]

    return _Lock(key_for, opened)


def _unknown() -> NeedsPassword:
    return NeedsPassword(
        "It is protected by a password, in a way that is not known here.", "Save a copy without a password."
    )


def _spun(hashed: Callable[[bytes], bytes], salt: bytes, password: str, rounds: int) -> bytes:
    found = hashed(salt + password.encode("utf-16-le", "surrogatepass"))
    for number in range(rounds):
        found = hashed(struct.pack("<I", number) + found)
    return found


def _decrypted(content: bytes, key: bytes, start: bytes = b"") -> bytes:
    """By AES, block after block (CBC) from `start`, or each for itself (ECB); what is less than a block is left out."""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    mode = modes.CBC(start) if start else modes.ECB()  # noqa: S305  # it is how these files are made
    decryptor = Cipher(algorithms.AES(key), mode).decryptor()
    return decryptor.update(content[: len(content) // 16 * 16]) + decryptor.finalize()


def _fitted(found: bytes, size: int, filling: int = 0x36) -> bytes:
    return found[:size].ljust(size, bytes([filling]))


def _bytes(element: Element, name: str) -> bytes:
    return base64.b64decode(element.attrib[name])


def _hash_of(element: Element) -> Callable[[bytes], bytes]:
    name = element.attrib["hashAlgorithm"].replace("-", "").upper()
    if name not in _HASHES:
        raise _unknown()
    return lambda content: hashlib.new(name, content).digest()


def _sha1(content: bytes) -> bytes:
    return hashlib.sha1(content, usedforsecurity=False).digest()
