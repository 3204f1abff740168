"""What a question is restricted to, in the words of the window."""

from PySide6.QtCore import QCoreApplication

from graphrag_desktop.domain.restriction import Restriction, SelectedKind
from graphrag_desktop.ui.counted import counted


def kind_words(restriction: Restriction, kind: SelectedKind) -> str:
    """The things of one kind: the name of a single one, else how many; empty where there is none."""
    found = restriction.of(kind)
    if len(found) == 1:
        return found[0].title
    many = {
        SelectedKind.DOCUMENT: "{n} documents",
        SelectedKind.ENTITY: "{n} entities",
        SelectedKind.COMMUNITY: "{n} communities",
        SelectedKind.TYPE: "{n} types",
    }[kind]
    return counted(len(found), many, many) if found else ""


def names_of(restriction: Restriction, kind: SelectedKind) -> str:
    """All names of one kind, for whoever wants to know which."""
    names = [each.title for each in restriction.of(kind)]
    of = {
        SelectedKind.DOCUMENT: _tr("Documents: {names}"),
        SelectedKind.ENTITY: _tr("Entities: {names}"),
        SelectedKind.COMMUNITY: _tr("Communities: {names}"),
        SelectedKind.TYPE: _tr("Types: {names}"),
    }[kind]
    return of.format(names=_tr(", ").join(names))


def time_words(restriction: Restriction) -> str:
    """The time, empty where there is none."""
    since, until = restriction.since, restriction.until
    if since and until:
        return since if since == until else _tr("{first} to {last}").format(first=since, last=until)
    return _tr("since {day}").format(day=since) if since else _tr("until {day}").format(day=until) if until else ""


def restriction_words(restriction: Restriction) -> str:
    """All of it in one phrase; empty where everything is asked."""
    parts = [*(kind_words(restriction, kind) for kind in SelectedKind), time_words(restriction)]
    said = _tr(", ").join(filter(None, parts))
    return _tr("of {what}").format(what=said) if said else ""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Restriction", text)
