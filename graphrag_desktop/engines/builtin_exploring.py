"""Questions followed up without a model: by the names that the best sentences bring up, and taken apart by rules."""

from collections import Counter
from dataclasses import replace

from graphrag_desktop.domain.answers import Part
from graphrag_desktop.domain.asking import Keywords
from graphrag_desktop.domain.contexts import Context
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.engines.builtin_parts import answer_builtin_part
from graphrag_desktop.language.collection import CollectionMeasures
from graphrag_desktop.language.questions import AskedWord, read_question
from graphrag_desktop.language.words import search_terms

_LOOKED_AT = 8  # sentences, the best ones
_FOLLOW_UPS = 2  # of each call: names beyond the first few lead away from the question
_FOLLOWED = (
    0.5  # what an answer to a follow-up counts beside one to the question itself: most of it is about something else
)
_NAMES = frozenset({"person", "organization", "group", "place", "event"})


def explore_builtin(question: str, context: Context, measures: CollectionMeasures, overall: str) -> Part:
    """What the records say to a question, in sentences, and the same question about those whom these name most.

    It cannot tell what is still open: an answer to a follow-up raises no further ones.
    """
    part = answer_builtin_part(question, context, measures)
    if not overall:
        names = _names_in(part, question, measures)
        return replace(part, follow_ups=tuple(f"{measures.entities.title_of[each]}: {question}" for each in names))
    return replace(
        part,
        score=round(_FOLLOWED * part.score),
        report_scores=tuple((number, round(_FOLLOWED * score)) for number, score in part.report_scores),
        sentences=tuple(
            replace(each, relevance=_FOLLOWED * each.relevance, report_score=round(_FOLLOWED * each.report_score))
            for each in part.sentences
        ),
    )


def builtin_keywords(question: str, measures: CollectionMeasures) -> Keywords:
    """In particular: the topics of the question, names first; in general: its topics with what is asked about them.

    The question itself stands in where it names nothing that can be told apart.
    """
    asked = read_question(measures, question)
    topics = sorted((each for each in asked.words if each.is_topic), key=lambda each: not _is_name(each))
    low = tuple(dict.fromkeys(each.word for each in topics))
    sides = [each.word for each in asked.words if not each.is_topic]
    high = tuple(dict.fromkeys([*sides, *(each.word for each in topics if not _is_name(each))]))
    whole = (question.strip(),)
    return Keywords(low or high or whole, high or low or whole)


def _is_name(word: AskedWord) -> bool:
    return bool(word.entities)


def _names_in(part: Part, question: str, measures: CollectionMeasures) -> list[EntityId]:
    """The entities that the best sentences name and the question does not, those named most often first."""
    asked = frozenset(search_terms(question))
    known = measures.entities
    counts: Counter[EntityId] = Counter()
    for sentence in part.sentences[:_LOOKED_AT]:
        counts.update(each for each in sentence.entities if each in known.row_of)
    named = (each for each, _ in counts.most_common() if known.types[known.row_of[each]] in _NAMES)
    return [each for each in named if not frozenset(search_terms(known.title_of[each])) <= asked][:_FOLLOW_UPS]
