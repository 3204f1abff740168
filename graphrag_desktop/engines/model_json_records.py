"""Replies in JSON where tuples were asked for: entities and relationships, or triples, as the same records."""

from collections.abc import Iterator, Mapping, Sequence

from graphrag_desktop.llm.json_text import Json, find_json

_NAMES = ("name", "title", "entity", "id", "entity_name")
_TYPES = ("type", "category", "entity_type", "label")
_WORDS = ("description", "desc", "relation", "relationship", "predicate", "type", "label")
_SOURCES = ("source", "head", "subject", "from", "source_entity", "src", "entity1")
_TARGETS = ("target", "tail", "object", "to", "target_entity", "dst", "entity2")
_STRENGTHS = ("strength", "weight", "score", "relationship_strength")
_SCHEMA = frozenset({"$defs", "$schema", "properties", "definitions"})


def read_json_records(text: str) -> Iterator[tuple[str, ...]]:
    """The records of a reply in JSON or Python's way of writing it; none where it is prose, or the schema itself."""
    try:
        value = find_json(text)
    except ValueError:
        return
    yield from _records(value)


def _records(value: Json) -> Iterator[tuple[str, ...]]:
    if isinstance(value, Mapping):
        if _SCHEMA & set(value):
            return  # the form that was to be filled, sent back
        if _first(value, _SOURCES) is not None or _first(value, _TARGETS) is not None:
            yield from _relationships(value)
        elif (name := _text(_first(value, _NAMES))) and not any(isinstance(each, list) for each in value.values()):
            yield ("entity", name, _text(_first(value, _TYPES)), _text(value.get("description")))
        else:
            for each in value.values():
                yield from _records(each)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for each in value:
            yield from _records(each)


def _relationships(value: Mapping[str, Json]) -> Iterator[tuple[str, ...]]:
    """One for each pair of ends, which may be lists; an end that is missing is a record with an empty name."""
    words, strength = _text(_first(value, _WORDS)), _text(_first(value, _STRENGTHS))
    for source in _ends(_first(value, _SOURCES)):
        for target in _ends(_first(value, _TARGETS)):
            yield ("relationship", source, target, words, strength)


def _ends(value: Json) -> list[str]:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_text(each) for each in value] or [""]
    return [_text(value)]


def _first(value: Mapping[str, Json], names: Sequence[str]) -> Json:
    return next((value[name] for name in names if value.get(name) is not None), None)


def _text(value: Json) -> str:
    if isinstance(value, Mapping):
        return _text(_first(value, _NAMES))
    return str(value) if isinstance(value, (str, int, float)) and not isinstance(value, bool) else ""
