"""The analyst's edits on what the built-in engine found, before it is measured: each mention goes where its name leads."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from graphrag_desktop.domain.entity_edits import (
    UNEDITED,
    EditedLooks,
    EditedNames,
    EditOutcome,
    EntityEdit,
    RawEntity,
    name_form,
)
from graphrag_desktop.domain.extractions import ExtractedEntity, ExtractedMention
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.language.entities import FoundEntities
from graphrag_desktop.language.gathering import GatheredSentence


def edit_entities(
    found: FoundEntities, sentences: Sequence[GatheredSentence], edits: Sequence[EntityEdit]
) -> tuple[FoundEntities, EditOutcome]:
    """The entities and mentions after the edits; an entity that nothing names any more is gone, as always."""
    if not edits:
        return found, UNEDITED
    raw = {each.id: each for each in found.entities}
    names = EditedNames(edits, {each.id: RawEntity(each.title, each.type, each.aliases) for each in found.entities})
    mentions = tuple(
        tuple(dict.fromkeys(_led(own, sentence, names)))
        for own, sentence in zip(found.mentions, sentences, strict=True)
    )
    named = sorted({mention.entity for own in mentions for mention in own})
    looks = names.looks(named)
    sources: dict[EntityId, list[ExtractedEntity]] = {}
    for identity, each in raw.items():
        end = names.lead_all(identity)
        if end in looks:
            sources.setdefault(end, []).append(each)
    entities = tuple(
        _looking(each, looks[each], sources.get(each, ())) if each in looks else raw[each] for each in named
    )
    shown = {each: title for each, title in found.shown.items() if each in raw and each not in looks}
    left = set(named)
    kept = {each: title for each, title in shown.items() if each in left}
    return FoundEntities(entities, mentions, kept), names.outcome(named)


def _led(
    mentions: Sequence[ExtractedMention], sentence: GatheredSentence, names: EditedNames
) -> Iterator[ExtractedMention]:
    start = sentence.span.start
    for each in mentions:
        words = sentence.text[each.span.start - start : each.span.end - start]
        entity = names.lead(each.entity, name_form(words), sentence.document)
        if entity is not None:
            yield each if entity == each.entity else ExtractedMention(entity, each.span)


def _looking(identity: EntityId, looks: EditedLooks, sources: Sequence[ExtractedEntity]) -> ExtractedEntity:
    """An entity as the edits have it; its votes are those of all that it is made of."""
    votes: Counter[str] = Counter()
    for each in sources:
        votes.update(each.alternate_types)
    own = next((each.type for each in sources if each.id == identity), "")
    kind = looks.type or own or next((each.type for each in sources), "")
    counted: Mapping[str, int] = dict(sorted(votes.items())) or {kind: 1}
    return ExtractedEntity(identity, looks.title, kind, counted, aliases=looks.aliases)
