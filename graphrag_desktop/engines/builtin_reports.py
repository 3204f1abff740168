"""Reports without a model: counts in a fixed form of words, and the best sentences of the sources, quoted and cited."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from graphrag_desktop.domain.citations import MOST_IDS
from graphrag_desktop.domain.contexts import EvidenceSentence, Kind, ReportContext
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.domain.reports import Finding, ReportDraft, report_text
from graphrag_desktop.engines.builtin_quotes import cited, quoted
from graphrag_desktop.engines.builtin_titles import RankedMember, community_title, finding_heading, heading_at_any_rate
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.lexicon import CONCEPT
from graphrag_desktop.language.selection import SPREAD_IN_REPORTS, choose_diverse
from graphrag_desktop.language.standing import standing_alone
from graphrag_desktop.language.templates import templates_for
from graphrag_desktop.language.tokens import count_tokens
from graphrag_desktop.language.vectors import TINY, Floats, Ints, unit_rows
from graphrag_desktop.language.wording import standing_factor
from graphrag_desktop.language.words import search_terms

_SUMMARY_SENTENCES = 3
_FEWEST_FINDINGS, _MOST_FINDINGS = 3, 8
_SPARE = 6  # sentences chosen in case others are too long for what is left of the report
_GOOD_QUALITY, _FAIR_QUALITY, _POOR_QUALITY = 0.5, 0.25, 0.1  # what is quoted stands alone, where there is enough of it
_CENTRAL, _LEAST_CENTRAL = 0.6, 0.5  # nearness to the middle counts more than names, and what is far off half
_LOOKED_AT, _ENOUGH_GOOD = 90, 32  # sentences of highest salience whose wording is looked at, and of good ones
_LEAST_SALIENCE = 0.3  # of the best sentence's, where enough have it: what is off the subject fills no report
_STRONGEST = 5  # members whose naming makes a sentence central
_HUB_FACTOR, _WORD_FACTOR, _OTHER_FACTOR = 0.15, 0.6, 1.2  # hubs, one-word concepts, all others (measured)
_NEARNESS = 1.5  # what is named often but in other company is no part of the topic
_TOPICAL_QUANTILE = 0.75  # beyond it a member is not more telling but merely rarer
_SIZE, _SPREAD, _FOCUS = 0.5, 0.3, 0.2
_FAIRLY_CLOSE, _CLOSE = 0.4, 0.7
_SHOWN_SHARE = 0.01  # a smaller one is shown as less than that
_TELLING = 5  # sentences that tell the language of a report
_MAY_OPEN = 6  # of the sentences chosen, the best ones
_CONDITION = re.compile(
    r"(?:if|unless|had|were|should|when|whenever|until|after|before|while|since|as|thanks|not|even|without|once|from)\b",
    re.IGNORECASE,
)
"""How a sentence begins that has something else to say first."""

_LEAST_SHARE, _LARGEST_SHARE = 0.001, 0.2  # of all sentences: no marks for size, and full marks


@dataclass(frozen=True, slots=True)
class _Material:
    """A report's members, ranked, the rows of all sentences at home in it, and those that may be quoted.

    `sub_report_of` has the number of the report through which a sentence came, by the sentence's number.
    """

    ranked: tuple[RankedMember, ...]
    strengths: Mapping[EntityId, float]
    pool: Ints
    evidence: Mapping[int, EvidenceSentence]
    entity_numbers: Mapping[EntityId, int]
    sub_report_of: Mapping[int, int]


def write_builtin_report(context: ReportContext, measures: CollectionMeasures) -> ReportDraft:
    """A report of the community, its sentences chosen from the records of the context alone.

    It keeps within `report_tokens` by leaving out what does not fit. The rating compares with the whole collection:
    the share of its sentences (a fifth is full marks), of its documents, and how topical the members are.
    """
    material = _gather(context, measures)
    if not material.ranked:
        return ReportDraft(f"Community {context.community}", "It has no members.", (), 0.0, "Nothing to rate.")
    title = community_title(material.ranked)
    rating, reason = _rating(material, measures)
    if not material.evidence:
        return ReportDraft(title, templates_for(title).alone, (), rating, reason)
    chosen = [material.evidence[row] for row in _choose(material, measures).tolist()]
    chosen = _opening_first(chosen, title)
    summary, findings = _compose(title, chosen, material, measures, context.report_tokens)
    text = " ".join(_quotation(each, material) for each in summary)
    numbers = tuple(each.number for each in summary)
    return ReportDraft(title, text, tuple(findings), rating, reason, numbers)


def _gather(context: ReportContext, measures: CollectionMeasures) -> _Material:
    items = context.context.items
    sentences = {each.number: each for item in items for each in item.sentences}
    rows = measures.rows(sentences)
    evidence = dict(zip(rows.tolist(), sentences.values(), strict=True))
    listed = [item.entity for item in items if item.entity is not None]
    named = (each for sentence in sentences.values() for each in sentence.entities)
    members = measures.entities.rows(dict.fromkeys(context.entities or [*listed, *named]))
    pool = measures.rows(context.sentences) if context.sentences else np.sort(rows)
    scores = _member_scores(members, pool, measures)
    ranked = tuple(_ranked(members, scores, measures))
    numbers = {item.entity: item.number for item in items if item.entity is not None}
    strengths = {each.entity: each.score for each in ranked}
    through = {each.number: item.number for item in items if item.kind is Kind.REPORT for each in item.sentences}
    return _Material(ranked, strengths, pool, evidence, numbers, through)


def _member_scores(members: Ints, pool: Ints, measures: CollectionMeasures) -> Floats:
    """How much each member stands for the community: named often here, seldom elsewhere, near its middle, topical."""
    entities = measures.entities
    _, columns, _ = entities.mentions.selected(pool)
    inside = np.bincount(columns, minlength=len(entities.ids))[members].astype(np.float32)
    share = inside / np.maximum(entities.counts[members], 1)
    usual = float(np.quantile(entities.topicality, _TOPICAL_QUANTILE)) if len(entities.ids) else 0.0
    topical = 0.03 + np.clip(entities.topicality[members], 0, max(usual, TINY))
    near = 0.15 + np.maximum(entities.contexts[members] @ _middle(pool, measures), 0)
    is_word = [entities.types[row] == CONCEPT and " " not in entities.titles[row] for row in members.tolist()]
    factors = np.where(is_word, _WORD_FACTOR, _OTHER_FACTOR) * np.where(entities.is_hub[members], _HUB_FACTOR, 1)
    return np.asarray(inside**0.8 * (0.25 + share) * topical * near**_NEARNESS * factors, dtype=np.float32)


def _middle(pool: Ints, measures: CollectionMeasures) -> Floats:
    """The mean direction of some sentences."""
    middle: Floats = unit_rows(measures.text.vectors[pool].sum(0, keepdims=True))[0]
    return middle


def _ranked(members: Ints, scores: Floats, measures: CollectionMeasures) -> Iterable[RankedMember]:
    entities = measures.entities
    for position in np.argsort(-scores, kind="stable").tolist():
        row = int(members[position])
        yield RankedMember(
            entities.ids[row],
            entities.titles[row],
            entities.types[row],
            float(entities.counts[row]),
            float(scores[position]),
        )


def _choose(material: _Material, measures: CollectionMeasures) -> Ints:
    """Sentences by salience = quality x nearness to the middle and the strongest members named, then diversity."""
    text = measures.text
    rows = np.array(sorted(material.evidence), np.int64)
    told = np.array([_told(material.evidence[row], material.strengths) for row in rows.tolist()], np.float32)
    near = _share_of_best(np.maximum(text.smooth(rows) @ _middle(material.pool, measures), 0))
    salience = text.quality[rows] * (_CENTRAL * near + (1 - _CENTRAL) * _share_of_best(told))
    salience = np.where(near >= _LEAST_CENTRAL, salience, 0.5 * salience).astype(np.float32)
    rows, salience, alone = _looked_at(material, rows, salience, text.quality)
    rows, salience = _taken(_quotable(text.quality[rows] * alone), rows, salience * alone)
    is_central = np.flatnonzero(salience >= _LEAST_SALIENCE * max(float(salience.max()), TINY))
    if len(is_central) >= _SUMMARY_SENTENCES + _FEWEST_FINDINGS:
        rows, salience = _taken(is_central, rows, salience)
    wanted = _SUMMARY_SENTENCES + _findings_wanted(material) + _SPARE
    return choose_diverse(text, rows, salience, wanted, SPREAD_IN_REPORTS)


def _looked_at(material: _Material, rows: Ints, salience: Floats, quality: Floats) -> tuple[Ints, Floats, Floats]:
    """The rows of highest salience with it and how well their wording stands alone, until enough of them stand well."""
    alone: dict[int, float] = {}
    good = 0
    for place in np.argsort(-salience, kind="stable")[:_LOOKED_AT].tolist():
        row = int(rows[place])
        alone[place] = _alone(material.evidence[row].text)
        good += quality[row] * alone[place] >= _GOOD_QUALITY
        if good == _ENOUGH_GOOD:
            break
    places = np.array(sorted(alone), np.int64)
    return rows[places], salience[places], np.array([alone[place] for place in sorted(alone)], np.float32)


def _taken(places: Ints, rows: Ints, salience: Floats) -> tuple[Ints, Floats]:
    """The rows at these places and their salience, in the order of the rows."""
    ordered = np.sort(places)
    return rows[ordered], salience[ordered]


def _alone(text: str) -> float:
    return standing_alone(text) * standing_factor(text)


def _quotable(quality: Floats) -> Ints:
    """Which sentences stand alone; worse ones too where a report could not be filled with those."""
    for least in (_GOOD_QUALITY, _FAIR_QUALITY, _POOR_QUALITY):
        good = np.flatnonzero(quality >= least)
        if len(good) >= _SUMMARY_SENTENCES + _FEWEST_FINDINGS:
            return good
    return np.flatnonzero(quality > -1)


def _findings_wanted(material: _Material) -> int:
    return int(np.clip(round(2 + np.sqrt(len(material.pool)) / 2), _FEWEST_FINDINGS, _MOST_FINDINGS))


def _told(sentence: EvidenceSentence, strengths: Mapping[EntityId, float]) -> float:
    return sum(sorted(strengths.get(each, 0.0) for each in sentence.entities)[-_STRONGEST:])


def _share_of_best(values: Floats) -> Floats:
    return np.asarray(values / max(float(values.max()), TINY), dtype=np.float32)


def _compose(
    title: str,
    chosen: Sequence[EvidenceSentence],
    material: _Material,
    measures: CollectionMeasures,
    limit: int,
) -> tuple[list[EvidenceSentence], list[Finding]]:
    """The first sentences that fit go into the summary, the following ones become findings, until the report is full.

    A sentence without a good heading becomes a finding only where there would be very few.
    """
    written = _Written(title, limit)
    summary: list[EvidenceSentence] = []
    rest: list[EvidenceSentence] = []
    of_summary = _summary_size(len(chosen))
    for sentence in chosen:
        if len(summary) < of_summary and written.has_room(f" {_quotation(sentence, material)}"):
            summary.append(sentence)
        else:
            rest.append(sentence)
    members = {each.entity: each for each in material.ranked}
    told = _told_how_often(material, measures)
    left: list[EvidenceSentence] = []
    for sentence in rest:
        if len(written.findings) == _findings_wanted(material):
            break
        heading = finding_heading(sentence, members, told, written.taken)
        if heading:
            written.find(heading, _quotation(sentence, material), sentence.number)
        else:
            left.append(sentence)
    for sentence in left:
        if len(written.findings) < _FEWEST_FINDINGS:
            heading = heading_at_any_rate(sentence, members, written.taken)
            written.find(heading, _quotation(sentence, material), sentence.number)
    return summary, written.findings


class _Written:
    """A report as far as it is written, and whether more of it has room."""

    def __init__(self, title: str, limit: int) -> None:
        self.findings: list[Finding] = []
        self._title = title
        self._limit = limit
        self._tokens = count_tokens(report_text(title, "", ()))

    @property
    def taken(self) -> list[str]:
        """The title and all headings."""
        return [self._title, *(each.summary for each in self.findings)]

    def find(self, heading: str, explanation: str, sentence: int) -> None:
        """Add a finding, if it fits."""
        finding = Finding(heading, explanation, (sentence,))
        if self.has_room(report_text("", "", (finding,)).removeprefix("# ")):
            self.findings.append(finding)

    def has_room(self, text: str) -> bool:
        """Whether the text fits; if it does, it is counted."""
        cost = count_tokens(text) + 1  # where two pieces meet, tokens may part otherwise
        fits = self._tokens + cost <= self._limit
        self._tokens += cost if fits else 0
        return fits


def _told_how_often(material: _Material, measures: CollectionMeasures) -> Mapping[EntityId, int]:
    """How many of the community's sentences name each entity."""
    _, columns, _ = measures.entities.mentions.selected(material.pool)
    counts = np.bincount(columns, minlength=len(measures.entities.ids))
    return {each.entity: int(counts[measures.entities.row_of[each.entity]]) for each in material.ranked}


def _opening_first(chosen: Sequence[EvidenceSentence], title: str) -> list[EvidenceSentence]:
    """The sentences, those first that can open a report: they name what its title does, and make no condition first."""
    wanted = frozenset(search_terms(title))
    front = list(chosen[:_MAY_OPEN])
    front.sort(key=lambda each: -_opens(each.text, wanted))
    return [*front, *chosen[_MAY_OPEN:]]


def _opens(text: str, wanted: frozenset[str]) -> int:
    names_title = bool(wanted.intersection(search_terms(text)))
    return 2 * names_title - (_CONDITION.match(text) is not None)


def _summary_size(sentences: int) -> int:
    """Of few sentences some are left for the findings."""
    return min(_SUMMARY_SENTENCES, max(1, sentences // 2))


def _quotation(sentence: EvidenceSentence, material: _Material) -> str:
    """The sentence as it stands, with its text unit, the sub-report that quotes it, and the strongest entities it names."""
    known = [each for each in sentence.entities if each in material.entity_numbers]
    strongest = sorted(known, key=lambda each: (-material.strengths.get(each, 0.0), each))[:MOST_IDS]
    refs = [(Kind.ENTITY, material.entity_numbers[each]) for each in strongest]
    through = material.sub_report_of.get(sentence.number)
    above = [] if through is None else [(Kind.REPORT, through)]
    return cited(quoted(sentence), [*above, (Kind.SOURCE, sentence.source), *refs])


def _rating(material: _Material, measures: CollectionMeasures) -> tuple[float, str]:
    """0 to 10 with its reason: how much of the collection speaks of the community, and how closely it keeps together."""
    text, topicality = measures.text, measures.entities.topicality
    everything = max(1, int(text.is_analysed.sum()))
    documents = len(np.unique(text.document_of[material.pool]))
    share = len(material.pool) / everything
    size = float(np.clip(np.log(max(share, TINY) / _LEAST_SHARE) / np.log(_LARGEST_SHARE / _LEAST_SHARE), 0, 1))
    spread = min(1.0, documents / max(1, text.document_count))
    rows = measures.entities.rows(each.entity for each in material.ranked)
    usual = max(float(np.quantile(topicality, 0.9)), TINY)
    focus = min(1.0, float(np.maximum(topicality[rows], 0).mean()) / usual)
    rating = round(10 * (_SIZE * size + _SPREAD * spread + _FOCUS * focus), 1)
    texts = templates_for(_told_text(material))
    reason = texts.rating[0 if len(material.pool) == 1 else 1].format(
        count=f"{len(material.pool):,}",
        share=f"{100 * share:.0f} %" if share >= _SHOWN_SHARE else texts.under_one,
        documents=f"{documents:,}",
        all=f"{text.document_count:,}",
        closeness=texts.closeness[0 if focus < _FAIRLY_CLOSE else 1 if focus < _CLOSE else 2],
    )
    return rating, reason


def _told_text(material: _Material) -> str:
    """What the report may quote, as far as it takes to tell its language."""
    return "".join(each.text for each in islice(material.evidence.values(), _TELLING))
