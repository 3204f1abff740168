"""Headings of findings: short, complete, about the community, and none twice."""

from graphrag_desktop.domain.contexts import EvidenceSentence
from graphrag_desktop.domain.identity import DocumentId, EntityId, Span, entity_id
from graphrag_desktop.engines.builtin_titles import RankedMember, finding_heading, heading_at_any_rate
from graphrag_desktop.language.lexicon import CONCEPT


def _member(title: str, kind: str = CONCEPT, score: float = 1.0) -> RankedMember:
    return RankedMember(EntityId(entity_id(title)), title, kind, 5, score)


_MEMBERS = {
    each.entity: each
    for each in (
        _member("oyster bed"),
        _member("Ostrey", "place"),
        _member("cadmium", score=0.9),
        _member("sediment", score=0.8),
        _member("matter", score=0.01),
        _member("European", "group"),
    )
}
_TOLD = dict.fromkeys(_MEMBERS, 3)


def _sentence(text: str, heading: str, *named: str) -> EvidenceSentence:
    entities = tuple(sorted(EntityId(entity_id(each)) for each in named))
    return EvidenceSentence(1, 1, DocumentId("d"), Span(0, len(text)), text, 0.9, heading, entities)


def test_that_a_headline_about_a_member_heads_the_finding() -> None:
    sentence = _sentence("In May the survey of the oyster beds began.", "Survey of the oyster beds", "oyster bed")

    assert finding_heading(sentence, _MEMBERS, _TOLD, ["Ostrey"]) == "Survey of the oyster beds"


def test_that_a_headline_gives_way_that_is_how_the_sentence_begins_or_is_empty_before_of() -> None:
    for heading in (
        "The oyster beds were closed in May",
        "Account of the oyster beds",
        "Our oyster beds",
        "Generally all beds",
    ):
        sentence = _sentence("The oyster beds were closed in May after a warning.", heading, "oyster bed")

        assert finding_heading(sentence, _MEMBERS, _TOLD, ["Ostrey"]) == "Oyster bed"


def test_that_what_the_title_says_takes_a_topic_beside_it() -> None:
    sentence = _sentence("The growers of Ostrey found cadmium in March.", "", "Ostrey", "cadmium")

    assert finding_heading(sentence, _MEMBERS, _TOLD, ["Ostrey, oyster bed"]) == "Cadmium"
    assert finding_heading(sentence, _MEMBERS, _TOLD, ["Ostrey", "Cadmium"]) == "Ostrey and cadmium"


def test_that_nothing_heads_a_finding_rather_than_a_word_that_tells_nothing() -> None:
    vague = _sentence("The matter was put off until the spring of that year.", "", "matter", "European")
    once = _sentence("The sediment was put off until spring.", "", "sediment")

    assert finding_heading(vague, _MEMBERS, _TOLD, ["Ostrey"]) == ""
    assert finding_heading(once, _MEMBERS, {EntityId("sediment"): 1}, ["Ostrey"]) == ""
    assert heading_at_any_rate(vague, _MEMBERS, ["Ostrey"]) == "European"


def test_that_no_heading_says_what_another_said() -> None:
    sentence = _sentence("The oyster beds of Ostrey are clean.", "", "oyster bed")

    assert finding_heading(sentence, _MEMBERS, _TOLD, ["Ostrey", "Oyster beds"]) == ""
    assert heading_at_any_rate(sentence, _MEMBERS, ["Oyster bed"]) == "The oyster beds of Ostrey are …"
