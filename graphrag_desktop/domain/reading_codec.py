"""Readings as bytes and back, compact and without pickle, so that they can be kept and sent between processes."""

import json
import zlib
from collections.abc import Sequence
from typing import cast

from graphrag_desktop.domain.extractions import (
    FoundClaim,
    FoundEntity,
    FoundName,
    FoundRelationship,
    Reading,
    ReadSentence,
)
from graphrag_desktop.domain.identity import Key, Span

_FORMAT = 1
_FAST = 1  # the level of compression; higher ones save a tenth and take three times as long

_PackedSentence = tuple[int, int, int, int, float, int, str, list[int]]
_Packed = tuple[
    int,
    str,
    list[str],
    list[_PackedSentence],
    list[list[str]],
    list[list[str | float | None]],
    list[list[str | None]],
    *tuple[list[str], ...],
]


def encode_reading(reading: Reading) -> bytes:
    """The reading as bytes; `decode_reading` gives an equal one."""
    table: dict[str, int] = {}
    packed = (
        _FORMAT,
        reading.key,
        table,  # filled while the sentences are packed, written as its keys
        [_pack_sentence(sentence, table) for sentence in reading.sentences],
        [[each.title, each.type, each.description] for each in reading.entities],
        [[each.source, each.target, each.description, each.strength] for each in reading.relationships],
        [_pack_claim(claim) for claim in reading.claims],
        *([list(reading.rejected)] if reading.rejected else []),
    )
    text = json.dumps([list(part) if part is table else part for part in packed], separators=(",", ":"))
    return zlib.compress(text.encode("ascii"), _FAST)


def decode_reading(data: bytes) -> Reading:
    """The reading that these bytes hold; raises `ValueError` if they hold none."""
    try:
        packed = cast(_Packed, json.loads(zlib.decompress(data)))
        if packed[0] != _FORMAT:
            raise ValueError(f"a reading of format {packed[0]}, not {_FORMAT}")
        return _unpack(packed)
    except (zlib.error, TypeError, IndexError, KeyError) as error:
        raise ValueError("not a reading") from error


def _pack_sentence(sentence: ReadSentence, table: dict[str, int]) -> _PackedSentence:
    start = sentence.span.start
    names: list[int] = []
    for name in sentence.names:
        names += (
            table.setdefault(name.title, len(table)),
            table.setdefault(name.label, len(table)),
            name.span.start - start,
            name.span.end - name.span.start,
        )
    language = table.setdefault(sentence.language, len(table))
    return (
        start,
        sentence.span.end - start,
        start - sentence.paragraph,
        language,
        sentence.quality,
        sentence.words,
        sentence.heading,
        names,
    )


def _pack_claim(claim: FoundClaim) -> list[str | None]:
    return [
        claim.subject,
        claim.object,
        claim.type,
        claim.status,
        claim.start_date,
        claim.end_date,
        claim.description,
        claim.quote,
    ]


def _unpack(packed: _Packed) -> Reading:
    _, key, table, sentences, entities, relationships, claims, *more = packed
    return Reading(
        Key(key),
        tuple(_unpack_sentence(sentence, table) for sentence in sentences),
        tuple(FoundEntity(*entity) for entity in entities),
        tuple(_unpack_relationship(relationship) for relationship in relationships),
        tuple(_unpack_claim(claim) for claim in claims),
        tuple(str(each) for each in more[0]) if more else (),
    )


def _unpack_sentence(packed: _PackedSentence, table: Sequence[str]) -> ReadSentence:
    start, length, into, language, quality, words, heading, flat = packed
    values = iter(flat)
    names = tuple(
        FoundName(table[title], table[label], Span(start + at, start + at + size))
        for title, label, at, size in zip(values, values, values, values, strict=True)
    )
    span = Span(start, start + length)
    return ReadSentence(span, start - into, table[language], quality, words, heading, names)


def _unpack_relationship(packed: Sequence[str | float | None]) -> FoundRelationship:
    source, target, description, strength = packed
    return FoundRelationship(str(source), str(target), str(description), cast("float | None", strength))


def _unpack_claim(packed: Sequence[str | None]) -> FoundClaim:
    subject, object_, type_, status, start, end, description, quote = (cast(str, field) for field in packed)
    return FoundClaim(subject, object_, type_, status, start, end, description, quote)
