"""Models in words: who reads, where text goes, what a choice still lacks, what something costs."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QLocale

from graphrag_desktop.domain.errors import GraphRagError
from graphrag_desktop.domain.model_checks import Destination
from graphrag_desktop.domain.model_choice import ModelChoice
from graphrag_desktop.engines.model_servers import destinations

_FEW = 0.1  # below that, money has four places


def reader_words(choice: ModelChoice | None) -> str:
    """Who reads and where: `qwen3:8b on this machine`, `gpt-x at api.example.com`."""
    if choice is None:
        return _tr("Built-in engine on this computer")
    names = ", ".join(dict.fromkeys(each.model for each in choice.places if each is not choice.embeddings))
    try:
        found = destinations(choice)
    except GraphRagError:
        return names
    if all(each.is_here for each in found):
        return _tr("{models} on this machine").format(models=names)
    return _tr("{models} at {hosts}").format(
        models=names, hosts=", ".join(each.host for each in found if not each.is_here)
    )


def asking_words(choice: ModelChoice | None, ceiling: float | None) -> str:
    """Who answers, and the most that a question may cost; empty for the built-in engine, which costs nothing."""
    if choice is None or ceiling is None:
        return "" if choice is None else reader_words(choice)
    return _tr("{models}, {most} at most").format(models=reader_words(choice), most=money(ceiling))


def leaving_words(found: Sequence[Destination]) -> str:
    """One sentence on what leaves this machine, and to which host."""
    away = [each for each in found if not each.is_here]
    if not found:
        return _tr("Nothing: the built-in engine opens no connection to anywhere.")
    if not away:
        return _tr("Nothing: all models are on this machine ({hosts}).").format(
            hosts=", ".join(each.host for each in found)
        )
    parts = [_tr("to {host}: {what}").format(what=_listed(each.what), host=each.host) for each in away]
    words = _tr("{parts}. Nothing else leaves this machine.").format(parts="; ".join(parts))
    return words[:1].upper() + words[1:]


def leaving_words_of(choice: ModelChoice | None) -> str:
    """The same for a choice; what is wrong with it where it cannot be used."""
    try:
        return leaving_words(() if choice is None else destinations(choice))
    except GraphRagError as error:
        return error.words


def goes_away(choice: ModelChoice | None) -> bool:
    """Whether text leaves this machine with a choice; one that is refused sends nothing."""
    try:
        return choice is not None and any(not each.is_here for each in destinations(choice))
    except GraphRagError:
        return False


def incomplete_words(choice: ModelChoice) -> str:
    """What a choice still lacks; empty where it can be used."""
    for place, task in (
        (choice.extraction, _tr("for reading")),
        (choice.reports, _tr("for reports")),
        (choice.answers, _tr("for answers")),
        (choice.embeddings, _tr("for vectors")),
    ):
        if place is not None and not place.base_url:
            return _tr("Name a provider or an address {task}.").format(task=task)
        if place is not None and ("NAME" in place.base_url):
            return _tr("Put the name of your own Azure resource into the address {task}.").format(task=task)
        if place is not None and not place.model:
            return _tr("Name a model {task}.").format(task=task)
    return ""


def money(amount: float) -> str:
    """An amount in whatever currency the prices are in: 12.40, and 0.0034 where it is small."""
    places = 2 if amount >= _FEW or amount == 0 else 4
    return QLocale().toString(float(amount), "f", places)


def money_range(low: float, high: float) -> str:
    """An amount at least and at most."""
    least, most = money(low), money(high)
    return most if least == most else f"{least}–{most}"


def _listed(what: Sequence[str]) -> str:
    said = [_tr(each) for each in what]
    return said[0] if len(said) == 1 else _tr("{all} and {last}").format(all=", ".join(said[:-1]), last=said[-1])


def _tr(text: str) -> str:
    return QCoreApplication.translate("Models", text)
