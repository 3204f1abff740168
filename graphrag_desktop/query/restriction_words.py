"""A restriction in words, looked up in a project: which documents, entities, communities and types are meant."""

from collections.abc import Iterator

from graphrag_desktop.domain.errors import InvalidSetting
from graphrag_desktop.domain.graph import Entity
from graphrag_desktop.domain.identity import entity_id
from graphrag_desktop.domain.restriction import (
    Restriction,
    RestrictionWords,
    Selected,
    SelectedKind,
    first_day,
    last_day,
)
from graphrag_desktop.project import Project
from graphrag_desktop.storage import communities, documents, graph, scopes

_MOST_NAMED = 8  # of what there is, where a word means nothing here


def looked_up(project: Project, words: RestrictionWords) -> Restriction:
    """The restriction that is meant; raises `InvalidSetting`, naming the word, where nothing here is called so."""
    if words.since and words.until and first_day(words.since) > last_day(words.until):
        raise InvalidSetting(f"{words.since} comes after {words.until}.", "Name the earlier date with --since.")
    for day in filter(None, (words.since, words.until)):
        first_day(day)
    selected = (
        *_documents(project, words),
        *(_entity(project, word) for word in words.entities),
        *(_community(project, number) for number in words.communities),
        *(_type(project, word) for word in words.types),
    )
    return Restriction(tuple(dict.fromkeys(selected)), words.since.strip(), words.until.strip())


def _documents(project: Project, words: RestrictionWords) -> Iterator[Selected]:
    """Those whose path is the word, else all whose path holds it."""
    if not words.documents:
        return
    paths = sorted(each.paths[0] for each in documents.documents(project.database) if each.has_text and each.paths)
    for word in words.documents:
        found = [each for each in paths if each == word]
        found = found or [each for each in paths if word.strip() and word.casefold() in each.casefold()]
        if not found:
            raise InvalidSetting(f"No document is called “{word}”.", _there_are(paths))
        yield from (Selected(SelectedKind.DOCUMENT, each, each) for each in found)


def _entity(project: Project, word: str) -> Selected:
    """The one with this number or name; of several of one name the one with the most relationships."""
    found: list[Entity] = []
    if word.isdecimal() and (numbered := graph.entity(project.database, int(word))):
        found = [numbered]
    found = found or list(graph.entities_named(project.database, [entity_id(word)]))
    if not found:
        raise InvalidSetting(f"No entity is called “{word}”.", "Name one by its number or its whole name.")
    best = max(found, key=lambda each: (each.degree, -each.number))
    return Selected(SelectedKind.ENTITY, str(best.number), best.title)


def _community(project: Project, number: int) -> Selected:
    if number not in communities.hierarchy(project.database).communities:
        raise InvalidSetting(f"There is no community {number}.", "“graphrag-desktop communities” lists them.")
    report = communities.report_heads(project.database).get(number)
    return Selected(SelectedKind.COMMUNITY, str(number), f"{number}" if report is None else report.title)


def _type(project: Project, word: str) -> Selected:
    known = scopes.entity_types(project.database)
    found = next((each for each in known if each.casefold() == word.strip().casefold()), None)
    if found is None:
        raise InvalidSetting(f"No entity is of the type “{word}”.", _there_are(known))
    return Selected(SelectedKind.TYPE, found, found)


def _there_are(names: object) -> str:
    known = [str(each) for each in names] if isinstance(names, list | tuple) else []
    more = f", and {len(known) - _MOST_NAMED:,} more" if len(known) > _MOST_NAMED else ""
    return f"There are: {', '.join(known[:_MOST_NAMED])}{more}." if known else "There are none."
