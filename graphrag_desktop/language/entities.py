"""The entities of a collection, made of its names and concepts, and every place that names one."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from graphrag_desktop.domain.extractions import ExtractedEntity, ExtractedMention, FoundName
from graphrag_desktop.domain.identity import EntityId, Span, entity_id
from graphrag_desktop.language.aliases import NamedThing, NamedThings, merge_names
from graphrag_desktop.language.capital_names import with_capital_names
from graphrag_desktop.language.capitals import usual_numbers, usual_spellings
from graphrag_desktop.language.collection import TextMeasures
from graphrag_desktop.language.concepts import best_part, prose_quality, select_concepts
from graphrag_desktop.language.courtesy_names import courtesy_names
from graphrag_desktop.language.gathering import GatheredSentence
from graphrag_desktop.language.lexicon import CONCEPT, VAGUE, words
from graphrag_desktop.language.name_parts import with_name_parts
from graphrag_desktop.language.name_tally import Naming, name_key
from graphrag_desktop.language.name_types import PLACE_COLUMNS
from graphrag_desktop.language.scripts import is_cjk
from graphrag_desktop.language.words import singular

_SMALL = 8_000  # words; in a smaller collection a name that stands once counts
_ONE_AFFAIR = 60_000  # words; in a smaller one a name of several words does, and one document names what others mean
_COMMON_SHARE = 0.5  # a one-word name this often in lower case is a common noun ("Government")
_PARTIES = words(
    """
    applicant appellant assignee assignor assured bailee bidder borrower buyer claimant client contractor creditor debtor
    defendant donor employer franchisee guarantor insured insurer landlord lender lessee lessor licensee licensor
    mortgagee mortgagor obligor owner payee payer petitioner plaintiff policyholder principal purchaser respondent seller
    subcontractor supplier tenant tenderer vendor
    """
)
"""What contracts and courts call those concerned, with a capital: a part in an affair, and no name."""

_WHOLE_SIGNS = 3
_PLACE_COLUMN = re.compile(rf"\b(?:{'|'.join(sorted(PLACE_COLUMNS))}): $", re.IGNORECASE)
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class FoundEntities:
    """Entities by id, and for each sentence its mentions in the order in which they stand.

    `shown` are the concepts that are mostly written in the plural, as titles and headings show them.
    """

    entities: tuple[ExtractedEntity, ...]
    mentions: tuple[tuple[ExtractedMention, ...], ...]
    shown: Mapping[EntityId, str] = field(default_factory=dict)


def find_entities(sentences: Sequence[GatheredSentence], text: TextMeasures) -> FoundEntities:
    """Merge names, select concepts, and look up each place that names one of them."""
    words = sum(each.read.words for each in sentences if not each.is_left_out)
    sentences = with_capital_names(sentences)
    common = _common_words(sentences)
    if words < _ONE_AFFAIR:
        sentences = with_name_parts(sentences, common)
    told = courtesy_names(each.text for each in sentences)
    things = merge_names(_namings(sentences), common, told, is_small=words < _ONE_AFFAIR)
    concepts = select_concepts(sentences, text, words)
    kept = _kept_names(things, common, words) & _named_in_prose(sentences, things)
    lookup = _Lookup(things, kept, concepts)
    mentions = tuple(tuple(_mentions(each, lookup)) for each in sentences)
    named = {mention.entity for each in mentions for mention in each}
    entities = {each: lookup.entities[each] for each in sorted(named)}
    terms = {each: entity.title for each, entity in entities.items() if entity.type == CONCEPT}
    surfaces = list(_surfaces(sentences, mentions, terms))
    written = usual_spellings(terms, surfaces)
    titled = (replace(each, title=written.get(each.id, each.title)) for each in entities.values())
    return FoundEntities(tuple(titled), mentions, usual_numbers(written, surfaces))


def _namings(sentences: Sequence[GatheredSentence]) -> Iterator[Naming]:
    for sentence in sentences:
        for name in sentence.names:
            if name.label:
                yield Naming(name.title, name.label, sentence.document)


def _common_words(sentences: Sequence[GatheredSentence]) -> Counter[str]:
    """How often each word stands in a noun phrase that is no name, written small: "Redfern" alone is no phrase."""
    common: Counter[str] = Counter()
    for sentence in sentences:
        before = sentence.span.start - sentence.offset
        for name in sentence.names:
            if not name.label:
                common.update(
                    _small_words(sentence.text[name.span.start - before : name.span.end - before], name.title)
                )
    return common


def _small_words(surface: str, phrase: str) -> Sequence[str]:
    """The words of a phrase that its place in the text does not write with a capital."""
    if surface == phrase:
        return phrase.split(" ")
    written, words = surface.split(), phrase.split(" ")
    if len(written) != len(words):
        return () if surface[:1].isupper() else words
    return [word for word, place in zip(words, written, strict=True) if not place[0].isupper()]


def _kept_names(things: NamedThings, common: Mapping[str, int], words: int) -> frozenset[str]:
    """The keys of names that stand often enough and are no common nouns."""

    def is_kept(key: str, thing: NamedThing) -> bool:
        is_rare = thing.count < 2 and words >= (_ONE_AFFAIR if " " in key or _is_whole(thing) else _SMALL)
        return not is_rare and not _is_common_noun(thing, common)

    return frozenset(key for key, thing in things.things.items() if is_kept(key, thing))


def _is_whole(thing: NamedThing) -> bool:
    """Whether it is the whole name of a person or an organisation in a script without spaces."""
    return is_cjk(thing.key) and len(thing.key) >= _WHOLE_SIGNS and thing.type in {"person", "organization"}


def _named_in_prose(sentences: Sequence[GatheredSentence], things: NamedThings) -> frozenset[str]:
    """The keys of names of several words, of those that stand in a sentence, and in rows of a table of places."""
    least = prose_quality(sentences)
    known = {key for key in things.things if " " in key}
    for sentence in sentences:
        is_prose, before = sentence.read.quality >= least, sentence.span.start - sentence.offset
        for name in sentence.names:
            if name.label and (is_prose or _PLACE_COLUMN.search(sentence.text[: name.span.start - before])):
                known.add(things.key_of(name.title, name.label))
    return frozenset(known)


def _is_common_noun(thing: NamedThing, common: Mapping[str, int]) -> bool:
    key = thing.key
    if " " in key or is_cjk(key):
        return False
    return (
        key in VAGUE
        or key in _PARTIES
        or common.get(key, 0) + common.get(singular(key), 0) >= _COMMON_SHARE * thing.count
    )


def _mentions(sentence: GatheredSentence, lookup: "_Lookup") -> Iterator[ExtractedMention]:
    for name in sorted(sentence.names, key=lambda each: each.span):
        found = lookup.find(name)
        if found is not None:
            yield ExtractedMention(found.entity, _span_of_part(sentence, name, found))


def _surfaces(
    sentences: Sequence[GatheredSentence],
    mentions: Sequence[Sequence[ExtractedMention]],
    terms: Mapping[EntityId, str],
) -> Iterator[tuple[EntityId, str, bool]]:
    for sentence, named in zip(sentences, mentions, strict=True):
        if sentence.text.isupper():  # there a capital says nothing
            continue
        start = sentence.span.start
        for each in named:
            if each.entity in terms:
                yield (
                    each.entity,
                    sentence.text[each.span.start - start : each.span.end - start],
                    each.span.start == start,
                )


@dataclass(frozen=True, slots=True)
class _Hit:
    """The entity that a name leads to; `words` of its phrase, from `first` to before `last`, say so."""

    entity: EntityId
    words: int = 0
    first: int = 0
    last: int = 0


def _span_of_part(sentence: GatheredSentence, name: FoundName, hit: _Hit) -> Span:
    """Where in the document the naming words stand."""
    start = sentence.offset + name.span.start
    whole = Span(start, sentence.offset + name.span.end)
    if hit.last - hit.first == hit.words:
        return whole
    surface = sentence.text[start - sentence.span.start : whole.end - sentence.span.start]
    placed = list(_WORD.finditer(surface))
    if len(placed) != hit.words:  # a phrase that is not written word by word ("low - income")
        return whole
    return Span(start + placed[hit.first].start(), start + placed[hit.last - 1].end())


class _Lookup:
    """Names and phrases to entities; what leads to the same id is one entity, and a name's title goes before a concept's."""

    def __init__(self, things: NamedThings, kept: frozenset[str], concepts: frozenset[str]) -> None:
        self._things = things
        self._kept = kept
        self._concepts = concepts
        self._known: dict[tuple[str, str], _Hit | None] = {}
        self.entities: dict[EntityId, ExtractedEntity] = {}
        for key in sorted(kept, key=lambda each: (-things.things[each].count, each)):
            self._add(_named(things.things[key]))

    def find(self, name: FoundName) -> _Hit | None:
        """The entity that this name or phrase stands for, None if it stands for none."""
        wanted = (name.title, name.label)
        if wanted not in self._known:
            self._known[wanted] = self._found_name(name) if name.label else self._found_phrase(name.title)
        return self._known[wanted]

    def _found_name(self, name: FoundName) -> _Hit | None:
        key = self._things.key_of(name.title, name.label)
        return _Hit(entity_id(self._things.things[key].title)) if key in self._kept else None

    def _found_phrase(self, phrase: str) -> _Hit | None:
        """The name that the phrase spells in small letters, else the longest concept in it."""
        words = phrase.count(" ") + 1
        if words > 1 and (name := self._name_spelled(phrase)):
            return _Hit(name)
        part = best_part(phrase, self._concepts)
        if part is None:
            return None
        term, first, last = part
        if name := self._name_spelled(term):
            return _Hit(name, words, first, last)
        self._add(ExtractedEntity(entity_id(term), term, CONCEPT))
        return _Hit(entity_id(term), words, first, last)

    def _name_spelled(self, term: str) -> EntityId | None:
        """The name of the same spelling, or of the same acronym; not one of which the term is only a part."""
        own = name_key(term)
        key = self._things.merged.get(own, "")
        is_acronym = own in self._things.acronyms
        is_whole = key in self._kept and (is_acronym or singular(key) == singular(own))
        return entity_id(self._things.things[key].title) if is_whole else None

    def _add(self, entity: ExtractedEntity) -> None:
        before = self.entities.get(entity.id)
        self.entities[entity.id] = entity if before is None else _joined(before, entity)


def _named(thing: NamedThing) -> ExtractedEntity:
    return ExtractedEntity(entity_id(thing.title), thing.title, thing.type, thing.votes, aliases=thing.aliases)


def _joined(first: ExtractedEntity, other: ExtractedEntity) -> ExtractedEntity:
    """One entity of two with the same id; title and type are the first's."""
    votes = Counter(first.alternate_types) + Counter(other.alternate_types)
    aliases = tuple(sorted({*first.aliases, *other.aliases}))
    return ExtractedEntity(first.id, first.title, first.type, dict(sorted(votes.items())), aliases=aliases)
