"""An open project: its file, its settings, its engine; everything above reaches what is kept through it."""

import contextlib
import copy
import os
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_desktop.domain.engine import Engine
from graphrag_desktop.domain.errors import GraphRagError, ProjectDamaged, ProjectError
from graphrag_desktop.domain.passwords import NO_PASSWORDS, Passwords
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.storage import journal
from graphrag_desktop.storage.arrays import StoredArrays
from graphrag_desktop.storage.database import Database, create_database, open_database

if TYPE_CHECKING:
    from graphrag_desktop.domain.model_choice import ModelChoice
    from graphrag_desktop.domain.restriction import Scope
    from graphrag_desktop.domain.run_control import RunControl
    from graphrag_desktop.language.measured_store import MeasuredStore
    from graphrag_desktop.storage.replies import KeptReplies

SUFFIX = ".graphrag"
PORTABLE = "GRAPHRAG_DESKTOP_FOLDER"
"""Of the environment: the folder in which projects, settings of the window and the log are kept."""


@dataclass
class Project:
    """A project with its database open. Close it, or use it in a `with`.

    `passwords` open encrypted files while it is open; they are kept nowhere. `is_local_only` refuses models on other
    machines, whatever the project says; `forget_engine` after it was changed. `cluster` is the address of machines that
    read for the built-in engine; none where it is empty. `scope` is what a restricted question may be answered from,
    None where that is everything.
    """

    database: Database
    workers: int
    passwords: Passwords = NO_PASSWORDS
    is_local_only: bool = False
    cluster: str = ""
    scope: "Scope | None" = None
    _former: list[Engine] = field(default_factory=list, init=False, repr=False)

    @property
    def path(self) -> Path:
        """The project file."""
        return self.database.path

    @property
    def name(self) -> str:
        """What the project is called: its file's name without the ending."""
        return self.path.stem

    @property
    def read_only_reason(self) -> str:
        """A sentence where nothing can be written, else empty."""
        return self.database.read_only_reason

    @property
    def folder(self) -> Path | None:
        """The folder it was made from, None before the first run."""
        kept = journal.fact(self.database, "folder")
        return None if kept is None else Path(kept)

    @property
    def settings(self) -> Settings:
        """The settings as kept."""
        return journal.settings(self.database)

    def keep_settings(self, settings: Settings) -> None:
        """Keep settings; the next run and the next question go by them."""
        journal.keep_settings(self.database, settings)
        self.forget_engine()

    def within(self, scope: "Scope") -> "Project":
        """The same project as a restricted question sees it; it is closed with this one."""
        for shared in ("arrays", "replies", "engine"):
            getattr(self, shared)  # made here, so that this one closes it
        seen = copy.copy(self)
        seen.scope = scope
        return seen

    def save_copy(self, path: Path) -> None:
        """Write all that is committed into another file, which is a project of its own; what is there is replaced."""
        self.database.save_copy(path)

    def compact(self) -> tuple[int, int]:
        """Make the file as small as what it holds allows; returns its bytes before and after."""
        return self.database.compact()

    @cached_property
    def arrays(self) -> "MeasuredStore":
        """What the engine keeps with the index, and the measures made of it: the same for the engine and for questions."""
        from graphrag_desktop.language.measured_store import MeasuredStore

        return MeasuredStore(StoredArrays(self.database))

    @cached_property
    def replies(self) -> "KeptReplies":
        """What models answered, and must not be asked again."""
        from graphrag_desktop.storage.replies import KeptReplies

        return KeptReplies(self.database)

    @property
    def models(self) -> "ModelChoice | None":
        """The models that read and write for this project; None where the built-in engine does."""
        from graphrag_desktop.domain.model_choice import read_choice

        return read_choice(journal.fact(self.database, "models"))

    def keep_models(self, models: "ModelChoice | None") -> None:
        """Choose who reads and writes; no key is ever part of it."""
        journal.keep_fact(self.database, "models", "" if models is None else models.as_text())
        self.forget_engine()

    @property
    def prompts(self) -> dict[str, str]:
        """The project's own prompts by name, in place of those that ship with the program."""
        return journal.prompts(self.database)

    def keep_prompt(self, name: str, text: str | None) -> None:
        """Have a prompt in other words, None: as it ships. Raises `InvalidPrompt`, naming the line, where it cannot be."""
        from graphrag_desktop.engines.model_prompt_views import check_words

        if text is not None:
            check_words(name, text)
        journal.keep_prompt(self.database, name, text)
        self.forget_engine()

    def forget_engine(self) -> None:
        """Have the engine made anew when it is needed next; what is being asked of the one before goes on."""
        before = self.__dict__.pop("engine", None)
        if before is not None:
            self._former.append(before)

    @cached_property
    def engine(self) -> Engine:
        """Who reads and writes for this project."""
        models = self.models
        if models is not None:
            from graphrag_desktop.engines.model_making import KeptMemory, make_model_engine

            models = replace(models, is_local_only=models.is_local_only or self.is_local_only)

            prompts = journal.prompts(self.database)
            memory = KeptMemory(journal.fact(self.database, "servers") or "", self._keep_servers)
            return make_model_engine(models, self.replies, prompts, self.settings, memory)
        from graphrag_desktop.engines.builtin_engine import BuiltinEngine

        return BuiltinEngine(self.arrays, self.workers, self.settings.seed, self.cluster)

    def ask_nobody(self, control: "RunControl") -> None:
        """Have models asked nothing in a run; what they have answered is used, and all else fails."""
        if hush := getattr(self.engine, "ask_nobody", None):
            hush(control)

    def _keep_servers(self, learnt: str) -> None:
        with contextlib.suppress(ProjectError):  # it is learnt again where it cannot be written
            journal.keep_fact(self.database, "servers", learnt)

    def close(self) -> None:
        """Close the file; it is one file again."""
        if "replies" in self.__dict__:
            with contextlib.suppress(
                ProjectError
            ):  # what cannot be written is lost, and the file is closed all the same
                self.replies.write()
        for engine in (*self._former, self.__dict__.get("engine")):
            if closing := getattr(engine, "close", None):
                closing()
        self.database.close()

    def __enter__(self) -> "Project":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_project(path: Path, *, for_writing: bool = True, with_window: bool = False) -> Project:
    """Open the project at `path`; raises a `ProjectError` where it cannot be used."""
    return Project(open_database(path, for_writing=for_writing), _workers(with_window=with_window))


def create_project(path: Path, *, with_window: bool = False) -> Project:
    """Make an empty project at `path` and open it."""
    return Project(create_database(path), _workers(with_window=with_window))


def explain_failure(path: Path) -> ProjectDamaged | None:
    """For work on a project that failed for no known reason: what is wrong with the project, None where it is sound."""
    from graphrag_desktop.storage.check import find_problems

    try:
        with open_project(path, for_writing=False) as project:
            problems = find_problems(project.database)
    except GraphRagError as error:
        problems = (error.message,)
    if not problems:
        return None
    return ProjectDamaged(
        f"{path.name} is not sound. {problems[0]}",
        "“graphrag-desktop check” lists what is wrong. Restore a backup, or index the folder into a new project.",
    )


def default_path(folder: Path) -> Path:
    """Where the project of a folder lies unless said otherwise: in the user's documents, named after the folder."""
    from platformdirs import user_documents_path

    name = folder.resolve().name or "documents"
    place = portable_folder() or user_documents_path() / "GraphRAG Desktop"
    return place / f"{name}{SUFFIX}"


def portable_folder() -> Path | None:
    """The one folder in which everything is kept that the program keeps; None where the system's places are used."""
    named = os.environ.get(PORTABLE, "")
    return Path(named) if named else None


def _workers(*, with_window: bool) -> int:
    """As many as there are processors for this process, one fewer while a window needs one."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, usable - int(with_window))
