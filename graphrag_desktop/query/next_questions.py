"""What could be asked next: about what an answer speaks of, and about what the reports it read say beside it; no model is asked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphrag_desktop.domain.answers import Answer, CitationStatus, Use
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.graph import Entity
from graphrag_desktop.domain.identity import EntityId
from graphrag_desktop.domain.reports import CommunityReport
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.language.scripts import eastern_language
from graphrag_desktop.project import Project
from graphrag_desktop.query.index_memory import remember_index
from graphrag_desktop.query.named_entities import named_entities
from graphrag_desktop.storage import communities, graph
from graphrag_desktop.storage.neighbourhoods import relationships_around

MOST = 4
_MOST_REPORTS = 5  # of those read, the most helpful
_MOST_ENTITIES = 60  # of their communities, by degree
_PERSON, _CONCEPT = "person", "concept"


@dataclass(frozen=True, slots=True)
class _Forms:
    person: str
    thing: str
    connection: str
    theme: str


_ENGLISH = _Forms(
    "Who is {name}?",
    "What is known of {name}?",
    "How are {one} and {other} connected?",
    "What do the documents say about “{theme}”?",
)
_EASTERN = {
    "ko": _Forms(
        "{name}: 누구인가요?",
        "{name}에 대해 무엇이 알려져 있나요?",
        "{one}, {other}: 어떤 관계인가요?",
        "“{theme}”에 대해 문서는 무엇을 말하나요?",
    ),
    "zh": _Forms(
        "{name}是谁？",
        "关于{name}有哪些内容？",
        "{one}和{other}之间是什么关系？",
        "关于“{theme}”，文件是怎么说的？",
    ),
    "ja": _Forms(
        "{name}とは誰ですか？",
        "{name}について何が分かっていますか？",
        "{one}と{other}はどのような関係ですか？",
        "「{theme}」について文書は何を述べていますか？",
    ),
}


def next_questions(project: Project, answer: Answer, control: RunControl) -> tuple[str, ...]:
    """At most `MOST` questions, in the language of the answer's: how what is asked about is tied to the nearest thing,
    who else the reports read speak of, and what they are about that the answer does not say.
    """
    forms = _EASTERN.get(eastern_language(answer.question), _ENGLISH)
    control.checkpoint()
    reports = _reports(project, answer)
    control.checkpoint()
    asked = [each for each in named_entities(project.database, answer.question) if each.type.casefold() != _CONCEPT]
    told = named_entities(project.database, answer.text)
    known = {each.id for each in asked}
    others = [each for each in _members(project, reports) if each.id not in known]
    found = [
        *_connections(project, asked, told, forms)[:1],
        *(_about(each, forms) for each in _by_prominence(told, known)[:1]),
        *(_about(each, forms) for each in others if each not in told),
    ][:3]
    themes = [forms.theme.format(theme=each) for each in _themes(reports, answer)]
    mixed = dict.fromkeys([*found[:2], *themes[:1], *found[2:], *themes[1:]])
    return tuple(each for each in mixed if each.casefold() != answer.question.casefold())[:MOST]


def _reports(project: Project, answer: Answer) -> tuple[CommunityReport, ...]:
    """Those that were read for it, the cited ones first; where it read none, those of the communities of what it cites."""
    wanted = [each.number for use in (Use.CITED, Use.READ) for each in answer.reports if each.use is use]
    if not wanted:
        cited = [
            each.number for each in answer.citations if each.kind is Kind.ENTITY and each.status is CitationStatus.OK
        ] or [each.number for each in named_entities(project.database, f"{answer.question} {answer.text}")]
        levels = remember_index(project).hierarchy.levels
        standing = frozenset(levels[-1]) if levels else frozenset()
        wanted = [
            number
            for entity in dict.fromkeys(cited[:_MOST_REPORTS])
            for number in communities.communities_of(project.database, entity)
            if number in standing
        ]
    wanted = list(dict.fromkeys(wanted))[:_MOST_REPORTS]
    found = communities.reports_of(project.database, wanted)
    return tuple(found[number] for number in wanted if number in found)


def _members(project: Project, reports: Sequence[CommunityReport]) -> list[Entity]:
    """What the communities of these reports are made of, but for concepts; those of the first report before the others."""
    found: list[Entity] = []
    for report in reports:
        ids = communities.members_of(project.database, report.number)
        entities = [each for each in graph.entities_of(project.database, ids) if each.type.casefold() != _CONCEPT]
        found += sorted(entities, key=lambda each: (-each.degree, -each.count, each.id))[:_MOST_ENTITIES]
    return list({each.id: each for each in found}.values())


def _connections(project: Project, asked: Sequence[Entity], told: Sequence[Entity], forms: _Forms) -> list[str]:
    """How what the question names is tied to what the answer names beside it, the strongest tie first."""
    if not asked:
        return []
    one = asked[0]
    others = {
        each.id: each for each in told if each.id not in {e.id for e in asked} and each.type.casefold() != _CONCEPT
    }
    ties = sorted(relationships_around(project.database, [one.number]), key=lambda each: (-each.count, each.number))
    ends = [other for each in ties for other in (each.source, each.target) if other in others]
    return [forms.connection.format(one=one.title, other=others[end].title) for end in dict.fromkeys(ends)]


def _by_prominence(told: Iterable[Entity], known: set[EntityId]) -> list[Entity]:
    rest = [each for each in told if each.id not in known and each.type.casefold() != _CONCEPT]
    return sorted(rest, key=lambda each: (-each.degree, each.id))


def _about(entity: Entity, forms: _Forms) -> str:
    return (forms.person if entity.type.casefold() == _PERSON else forms.thing).format(name=entity.title)


def _themes(reports: Sequence[CommunityReport], answer: Answer) -> list[str]:
    """The titles of the reports read that the question does not ask about already."""
    question = answer.question.casefold()
    return [each.title for each in reports if each.title.casefold() not in question]
