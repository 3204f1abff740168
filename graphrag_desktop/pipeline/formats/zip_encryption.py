"""Files in ZIP archives encrypted with AES, as WinZip describes it (AE-1 and AE-2): what is inside, given the password."""

import hashlib
import hmac
import struct
import zipfile
import zlib
from typing import BinaryIO

from graphrag_desktop.domain.errors import UnreadableDocument

AES = 99
"""The way of packing that says: encrypted with AES, and packed as the extra field tells."""

_EXTRA = 0x9901
_LOCAL_HEADER = struct.Struct("<4s22xHH")
_ROUNDS = 1_000
_SEAL = 10  # bytes of the hash that closes the file
_CHUNK = 2**20
_OPENERS = {zipfile.ZIP_STORED: None, zipfile.ZIP_DEFLATED: -zlib.MAX_WBITS}


def decrypted(file: BinaryIO, info: zipfile.ZipInfo, password: bytes) -> bytes | None:
    """The bytes of a file in an archive, None where the password is wrong.

    Raises `UnreadableDocument` where they are damaged or packed in a way unknown here, `OSError`, `struct.error`.
    """
    strength, method = _told(info.extra)
    if method not in _OPENERS or strength not in {1, 2, 3}:
        raise UnreadableDocument("It is packed in a way that cannot be unpacked here.", "Unpack the archive yourself.")
    file.seek(info.header_offset)
    _, name, extra = _LOCAL_HEADER.unpack(file.read(_LOCAL_HEADER.size))
    file.seek(name + extra, 1)
    packed = file.read(info.compress_size)
    size = 8 * (strength + 1)  # bytes of the key
    salt, check, body, seal = (
        packed[: size // 2],
        packed[size // 2 :][:2],
        packed[size // 2 + 2 : -_SEAL],
        packed[-_SEAL:],
    )
    keys = hashlib.pbkdf2_hmac("sha1", password, salt, _ROUNDS, 2 * size + 2)
    if not hmac.compare_digest(keys[2 * size :], check):
        return None
    if not hmac.compare_digest(hmac.new(keys[size : 2 * size], body, "sha1").digest()[:_SEAL], seal):
        return None  # one wrong password in 65,536 comes this far
    return _unpacked(_opened(body, keys[:size]), _OPENERS[method], info.file_size)


def _told(extra: bytes) -> tuple[int, int]:
    """How strong the encryption is (1 to 3, for 128 to 256 bits), and how the file was packed before it."""
    while len(extra) >= 4:
        kind, length = struct.unpack_from("<HH", extra)
        if kind == _EXTRA and length >= 7:
            return extra[8], struct.unpack_from("<H", extra, 9)[0]
        extra = extra[4 + length :]
    return 0, 0


def _opened(body: bytes, key: bytes) -> bytes:
    """AES in counter mode; the counter grows from its first byte on, which no library offers."""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()  # noqa: S305  # of counters, each another
    pieces = []
    for place in range(0, len(body), _CHUNK):
        piece = body[place : place + _CHUNK]
        first = place // 16 + 1
        counters = b"".join(number.to_bytes(16, "little") for number in range(first, first + (len(piece) + 15) // 16))
        stream = encryptor.update(counters)[: len(piece)]
        mixed = int.from_bytes(piece, "little") ^ int.from_bytes(stream, "little")
        pieces.append(mixed.to_bytes(len(piece), "little"))
    return b"".join(pieces)


def _unpacked(packed: bytes, bits: int | None, size: int) -> bytes:
    """No further than the size that the archive names, which was found to be bearable."""
    found = packed if bits is None else zlib.decompressobj(bits).decompress(packed, size + 1)
    if len(found) != size:
        raise UnreadableDocument("The archive is damaged here (a file has another size than it says).", "Get it anew.")
    return found
