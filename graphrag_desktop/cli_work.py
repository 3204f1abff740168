"""What the commands do with a project: index, answer, check; each opens it and closes it again."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from graphrag_desktop.assets import SAMPLE_QUESTION
from graphrag_desktop.cli_results import IndexResult
from graphrag_desktop.domain.answers import Answer, Mode
from graphrag_desktop.domain.errors import InputError, InvalidSetting, ProjectDamaged
from graphrag_desktop.domain.model_choice import EngineWords, choose_models
from graphrag_desktop.domain.passwords import NO_PASSWORDS, Passwords
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.domain.settings import SettingValue


@dataclass(frozen=True, slots=True)
class Order:
    """What an index is to be made with."""

    engine: EngineWords = field(default_factory=EngineWords)
    changes: Mapping[str, SettingValue] = field(default_factory=dict)
    passwords: Passwords = NO_PASSWORDS
    rebuild_communities: bool = False
    cluster: str = ""


def indexed(folder: Path, path: Path, order: Order, control: RunControl) -> IndexResult:
    """Index a folder into the project at `path`, made if there is none; an empty one is taken away again."""
    from graphrag_desktop.pipeline.run import build_index, discard_if_empty, start_project
    from graphrag_desktop.query.levels import estimate_levels
    from graphrag_desktop.storage.documents import documents, files

    project = start_project(path, folder)
    project.passwords = order.passwords
    try:
        models = choose_models(order.engine, project.models)
        if models != project.models:
            project.keep_models(models)
        if order.cluster and models is not None:
            raise InvalidSetting(
                "A cluster reads for the built-in engine; models are asked from here.", "Leave --cluster out."
            )
        project.cluster = order.cluster
        if order.changes:
            project.keep_settings(project.settings.changed(order.changes))
        summary = build_index(project, folder, control, anew=order.rebuild_communities)
        read = sum(1 for each in documents(project.database) if each.has_text)
        return IndexResult(summary, estimate_levels(project), read, files(project.database))
    except InputError:
        discard_if_empty(project)
        raise
    finally:
        project.close()


def read_passwords(path: Path | None) -> Passwords:
    """The lines of a file: on the command line itself other users of the computer could see them."""
    if path is None:
        return NO_PASSWORDS
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read.", "Name a text file with one password a line.") from error
    return Passwords(tuple(line for line in lines if line))


def answered(path: Path, question: str, mode: Mode, level: int, control: RunControl) -> Answer:
    """Ask a question of the project at `path`."""
    from graphrag_desktop.project import open_project
    from graphrag_desktop.query.modes import search_for

    with open_project(path) as project:
        return search_for(project, mode, level).run(question, control)


def find_problems_of(path: Path) -> tuple[str, ...]:
    """What is wrong with the project at `path`."""
    from graphrag_desktop.project import open_project
    from graphrag_desktop.storage.check import find_problems

    try:
        with open_project(path, for_writing=False) as project:
            return find_problems(project.database)
    except ProjectDamaged as error:  # to check is to find this out
        return (error.message,)


def demonstrated(path: Path, control: RunControl) -> tuple[IndexResult, Answer]:
    """Index the sample and ask its question."""
    from graphrag_desktop.assets import resource

    result = indexed(resource("sample"), path, Order(), control)
    return result, answered(path, SAMPLE_QUESTION, Mode.GLOBAL, 0, control)
