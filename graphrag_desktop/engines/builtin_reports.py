"""Reports without a model: counts in a fixed form of words, and the best sentences of the sources, quoted and cited."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from graphrag_desktop.domain.citations import MOST_IDS
from graphrag_desktop.domain.contexts import EvidenceSentence, Kind, ReportContext
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.domain.reports import Finding, ReportDraft, report_text
from graphrag_desktop.engines.builtin_quotes import cited, quoted
from graphrag_desktop.engines.builtin_titles import RankedMember, community_title, finding_heading
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.lexicon import CONCEPT
from graphrag_desktop.language.selection import SPREAD_IN_REPORTS, choose_diverse
from graphrag_desktop.language.tokens import count_tokens
from graphrag_desktop.language.vectors import TINY, Floats, Ints, unit_rows

_SUMMARY_SENTENCES = 2
_FEWEST_FINDINGS, _MOST_FINDINGS = 3, 8
_SPARE = 4  # sentences chosen in case others are too long for what is left of the report
_STRONGEST = 5  # members whose naming makes a sentence central
_NAMED_IN_SUMMARY = 5
_HUB_FACTOR, _WORD_FACTOR, _OTHER_FACTOR = 0.15, 0.7, 1.2  # hubs, one-word concepts, all others (measured)
_SIZE, _SPREAD, _FOCUS = 0.45, 0.35, 0.20
_LARGE_SHARE = 0.1  # of all sentences: a community that large has the full rating for size


@dataclass(frozen=True, slots=True)
class _Material:
    """A report's members, ranked, the rows of all sentences at home in it, and those that may be quoted."""

    ranked: tuple[RankedMember, ...]
    strengths: Mapping[EntityId, float]
    pool: Ints
    evidence: Mapping[int, EvidenceSentence]
    entity_numbers: Mapping[EntityId, int]
    sub_reports: tuple[int, ...]


def write_builtin_report(context: ReportContext, measures: CollectionMeasures) -> ReportDraft:
    """A report of the community, its sentences chosen from the records of the context alone.

    It keeps within `report_tokens` by leaving out what does not fit. The rating compares with the whole collection:
    the share of its sentences (a tenth is full marks), of its documents, and how topical the members are.
    """
    material = _gather(context, measures)
    if not material.ranked:
        return ReportDraft(f"Community {context.community}", "It has no members.", (), 0.0, "Nothing to rate.")
    title = community_title(material.ranked)
    rating, reason = _rating(material, measures)
    if not material.evidence:
        return ReportDraft(title, "No sentence speaks of this community alone.", (), rating, reason)
    chosen = [material.evidence[row] for row in _choose(material, measures).tolist()]
    opening = _opening(material, measures)
    summary, findings = _compose(title, opening, chosen, material, context.report_tokens)
    text = " ".join([opening, *(_quotation(each, material) for each in summary)])
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
    sub_reports = tuple(item.number for item in items if item.kind is Kind.REPORT)
    return _Material(ranked, strengths, pool, evidence, numbers, sub_reports)


def _member_scores(members: Ints, pool: Ints, measures: CollectionMeasures) -> Floats:
    """How much each member stands for the community: named often here, seldom elsewhere, and topical."""
    entities = measures.entities
    _, columns, _ = entities.mentions.selected(pool)
    inside = np.bincount(columns, minlength=len(entities.ids))[members].astype(np.float32)
    share = inside / np.maximum(entities.counts[members], 1)
    scores = inside**0.65 * (0.2 + share) * (0.08 + np.maximum(entities.topicality[members], 0))
    is_word = [entities.types[row] == CONCEPT and " " not in entities.titles[row] for row in members.tolist()]
    factors = np.where(is_word, _WORD_FACTOR, _OTHER_FACTOR) * np.where(entities.is_hub[members], _HUB_FACTOR, 1)
    return np.asarray(scores * factors, dtype=np.float32)


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
    """Sentences by salience = quality x the mean of centrality and the strongest members named, then diversity."""
    text = measures.text
    rows = np.array(sorted(material.evidence), np.int64)
    told = np.array([_told(material.evidence[row], material.strengths) for row in rows.tolist()], np.float32)
    middle = unit_rows(text.vectors[material.pool].mean(0, keepdims=True))[0]
    central = np.maximum(text.smooth(rows) @ middle, 0)
    salience = 0.5 * text.quality[rows] * (_share_of_best(central) + _share_of_best(told))
    wanted = _SUMMARY_SENTENCES + _findings_wanted(material) + _SPARE
    return choose_diverse(text, rows, salience, wanted, SPREAD_IN_REPORTS)


def _findings_wanted(material: _Material) -> int:
    return int(np.clip(round(2 + np.sqrt(len(material.pool)) / 2), _FEWEST_FINDINGS, _MOST_FINDINGS))


def _told(sentence: EvidenceSentence, strengths: Mapping[EntityId, float]) -> float:
    return sum(sorted(strengths.get(each, 0.0) for each in sentence.entities)[-_STRONGEST:])


def _share_of_best(values: Floats) -> Floats:
    return np.asarray(values / max(float(values.max()), TINY), dtype=np.float32)


def _opening(material: _Material, measures: CollectionMeasures) -> str:
    """What the community is in counts, with its strongest members."""
    members = len(material.ranked)
    documents = len(np.unique(measures.text.document_of[material.pool]))
    strongest = material.ranked[:_NAMED_IN_SUMMARY]
    numbers = material.entity_numbers
    refs = [(Kind.ENTITY, numbers[each.entity]) for each in strongest if each.entity in numbers]
    refs = refs or [(Kind.REPORT, number) for number in material.sub_reports[:MOST_IDS]]
    counted = f"{members:,} names and concepts" if members > 1 else "One name or concept"
    within = f"{documents:,} documents" if documents > 1 else "one document"
    listed = ", ".join(each.title for each in strongest)
    return cited(f"{counted} in {within}, above all {listed}.", refs)


def _compose(
    title: str, opening: str, chosen: Sequence[EvidenceSentence], material: _Material, limit: int
) -> tuple[list[EvidenceSentence], list[Finding]]:
    """The first sentences that fit go into the summary, the following ones become findings, until the report is full."""
    summary: list[EvidenceSentence] = []
    findings: list[Finding] = []
    titles = {each.entity: each.title for each in material.ranked}
    tokens = count_tokens(report_text(title, opening, ()))
    for sentence in chosen:
        if len(findings) == _findings_wanted(material):
            break
        explanation = _quotation(sentence, material)
        heading = finding_heading(sentence, material.strengths, titles)
        finding = Finding(heading, explanation, (sentence.number,))
        is_for_summary = len(summary) < _SUMMARY_SENTENCES
        added = f" {explanation}" if is_for_summary else report_text("", "", (finding,)).removeprefix("# ")
        cost = count_tokens(added) + 1  # where two pieces meet, tokens may part otherwise
        if tokens + cost > limit:
            continue
        tokens += cost
        if is_for_summary:
            summary.append(sentence)
        else:
            findings.append(finding)
    return sorted(summary, key=lambda each: each.number), findings


def _quotation(sentence: EvidenceSentence, material: _Material) -> str:
    """The sentence as it stands, with its text unit and the strongest of the entities that it names."""
    known = [each for each in sentence.entities if each in material.entity_numbers]
    strongest = sorted(known, key=lambda each: (-material.strengths.get(each, 0.0), each))[:MOST_IDS]
    refs = [(Kind.ENTITY, material.entity_numbers[each]) for each in strongest]
    return cited(quoted(sentence), [(Kind.SOURCE, sentence.source), *refs])


def _rating(material: _Material, measures: CollectionMeasures) -> tuple[float, str]:
    text, topicality = measures.text, measures.entities.topicality
    documents = len(np.unique(text.document_of[material.pool]))
    large = max(1.0, _LARGE_SHARE * float(text.is_analysed.sum()))
    size = min(1.0, float(np.log1p(len(material.pool)) / np.log1p(large)))
    spread = min(1.0, float(np.log1p(documents) / np.log1p(max(1, text.document_count))))
    rows = measures.entities.rows(each.entity for each in material.ranked)
    usual = max(float(np.quantile(topicality, 0.9)), TINY)
    focus = min(1.0, float(np.maximum(topicality[rows], 0).mean()) / usual)
    rating = round(10 * (_SIZE * size + _SPREAD * spread + _FOCUS * focus), 1)
    sentences = "1 sentence" if len(material.pool) == 1 else f"{len(material.pool):,} sentences"
    reason = f"{sentences} in {documents:,} of {text.document_count:,} documents; rated by size, spread and focus."
    return rating, reason
