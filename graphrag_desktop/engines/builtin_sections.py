"""Sections of an answer: sentences alike in what they add to the question, under a label of what they share."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from graphrag_desktop.domain.contexts import EvidenceSentence
from graphrag_desktop.engines.builtin_titles import capitalised
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.linkage import group_alike
from graphrag_desktop.language.questions import Question
from graphrag_desktop.language.scripts import is_cjk
from graphrag_desktop.language.vectors import Floats, Ints, unit_rows
from graphrag_desktop.language.words import search_terms, stem

FURTHER = "Further points"
"""The label of what shares nothing that could be named."""

_FEWEST = 4  # sentences that are worth grouping
_PER_SECTION, _FEWEST_SECTIONS, _MOST_SECTIONS = 3, 2, 5
_QUESTION_SHARE = 0.7  # of the question's direction taken out of each sentence: it is what all have in common
_AROUND = 0.4  # what an entity of the passage counts beside one of the sentence
_LABELS_TRIED, _LABEL_NAMES = 30, 2
_LEAST_NAMED, _NAMED_SHARE = 2, 0.5  # sentences of a section that name its label, and their share of it
_REPORT_SHARE = 0.5  # of the sentences of a section, whose report can name it
_NEAR_BEST_LABEL = 0.4


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the sentences under it."""

    label: str
    sentences: tuple[EvidenceSentence, ...]


def group_sections(
    chosen: Sequence[EvidenceSentence], question: Question, measures: CollectionMeasures
) -> list[Section]:
    """The section of the most telling sentence first, what belongs to none last; every sentence in one section."""
    rows = measures.rows(each.number for each in chosen)
    groups = _groups(rows, question, measures)
    direct = [_named(rows[group], measures) for group in groups]
    around = [_AROUND * _named_around(rows[group], measures) for group in groups]
    said = [own + near for own, near in zip(direct, around, strict=True)]
    labels = _labels(direct, said, [len(group) for group in groups], question, measures)
    sections: dict[str, list[EvidenceSentence]] = {}
    for group, names in zip(groups, labels, strict=True):
        members = [chosen[position] for position in group]
        label = names or _shared_report(members, set(sections)) or _headline(members, question, set(sections))
        sections.setdefault(capitalised(label), []).extend(members)
    ordered = sorted(sections.items(), key=lambda section: section[0] == FURTHER)
    return [Section(label, tuple(members)) for label, members in ordered]


def _groups(rows: Ints, question: Question, measures: CollectionMeasures) -> list[list[int]]:
    if len(rows) < _FEWEST:
        return [list(range(len(rows)))]
    vectors = measures.text.smooth(rows)
    apart = unit_rows(vectors - _QUESTION_SHARE * np.outer(vectors @ question.vector, question.vector))
    wanted = int(np.clip(round(len(rows) / _PER_SECTION), _FEWEST_SECTIONS, _MOST_SECTIONS))
    groups = group_alike(apart, wanted)
    rest = [position for group in groups if len(group) == 1 for position in group]
    found = sorted(group for group in groups if len(group) > 1)
    return [*found, sorted(rest)] if rest else found


def _named(rows: Ints, measures: CollectionMeasures) -> Floats:
    """In how many of the sentences each entity is named."""
    _, columns, _ = measures.entities.mentions.selected(rows)
    return np.bincount(columns, minlength=len(measures.entities.ids)).astype(np.float32)


def _named_around(rows: Ints, measures: CollectionMeasures) -> Floats:
    """In how many of their passages each entity is named."""
    text, count = measures.text, len(measures.entities.ids)
    passages = np.unique(text.passage_of[rows])
    near = np.flatnonzero(np.isin(text.passage_of, passages[passages < text.passage_count]))
    owners, columns, _ = measures.entities.mentions.selected(near)
    cells = np.unique(text.passage_of[near][owners] * max(1, count) + columns.astype(np.int64))
    return np.bincount(cells % max(1, count), minlength=count).astype(np.float32)


def _labels(
    direct: Sequence[Floats],
    said: Sequence[Floats],
    sizes: Sequence[int],
    question: Question,
    measures: CollectionMeasures,
) -> list[str]:
    """For each section up to two entities shared inside it and rare outside, none of them a word of the question."""
    entities, total = measures.entities, np.sum(said, axis=0) + 0.5
    weight = (0.05 + np.maximum(entities.topicality, 0)) * np.where(entities.is_hub, 0.1, 1)
    used = set(search_terms(question.text))
    labels: list[str] = []
    for own, here, size in zip(direct, said, sizes, strict=True):
        telling = here * here / total * weight * (own >= max(_LEAST_NAMED, _NAMED_SHARE * size))
        names = _telling_names(telling, used, measures)
        for name in names:
            used |= _label_words(name)
        labels.append((" · " if any(map(is_cjk, names)) else " and ").join(names))
    return labels


def _telling_names(telling: Floats, used: set[str], measures: CollectionMeasures) -> list[str]:
    names: list[str] = []
    words = set(used)
    best = float(telling.max(initial=0.0))
    for row in np.argsort(-telling, kind="stable")[:_LABELS_TRIED].tolist():
        is_weak = telling[row] <= (_NEAR_BEST_LABEL * best if names else 0)
        if is_weak or len(names) == _LABEL_NAMES:
            break
        title = measures.entities.titles[row]
        is_part = any(title in other or other in title for other in names)
        if not is_part and words.isdisjoint(_label_words(title)):
            names.append(title)
            words |= _label_words(title)
    return names


def _label_words(title: str) -> set[str]:
    return set(search_terms(title)) | {stem(word) for word in title.lower().split()}


def _shared_report(members: Sequence[EvidenceSentence], taken: set[str]) -> str:
    """The title of the report through which most of several sentences came, where it is one report."""
    titles = Counter(each.report_title for each in members if each.report_title)
    title, count = max(titles.items(), key=lambda each: (each[1], each[0]), default=("", 0))
    is_shared = count >= max(_LEAST_NAMED, _REPORT_SHARE * len(members))
    return title if is_shared and capitalised(title) not in taken else ""


def _headline(members: Sequence[EvidenceSentence], question: Question, taken: set[str]) -> str:
    """The headline of its most telling sentence that says more than the question does, if several are under it."""
    asked = set(search_terms(question.text))
    headings = (
        capitalised(each.heading) for each in members if each.heading and not each.text.startswith(each.heading)
    )
    new = (each for each in headings if each not in taken and not set(search_terms(each)) <= asked)
    return next(new, FURTHER) if len(members) > 1 else FURTHER
