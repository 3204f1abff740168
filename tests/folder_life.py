"""The life of a folder and its project as a state machine: files come, change, move and go, runs break off, people ask.

After every step the project must be sound; after every whole run it must be what a new project of the folder would be.
"""

import shutil
import tempfile
from collections import Counter
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from graphrag_desktop.domain.errors import Cancelled, GraphRagError, NothingToRead, QuestionError
from graphrag_desktop.domain.events import Event
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore import answers, case_file
from graphrag_desktop.pipeline.edit_orders import last_edit, merge_order
from graphrag_desktop.pipeline.editing import make_edits, undo_edits
from graphrag_desktop.pipeline.pins import keep_pins
from graphrag_desktop.pipeline.removal import erase_documents, find_documents, remove_documents
from graphrag_desktop.pipeline.run import build_index, discard_if_empty, start_project
from graphrag_desktop.project import Project, open_project
from graphrag_desktop.query.global_search import ask_global
from graphrag_desktop.storage import documents, graph, journal
from graphrag_desktop.storage.check import find_problems
from tests.faults import Disk, faulty
from tests.made_up_papers import text_of

NAMES = ("mill.txt", "bank.md", "weir.txt", "letters/ferry.txt", "letters/school.md")
QUESTIONS = ("Who repaired the weir?", "What did Anna Berg buy?", "What is said of whales?")

counted: Counter[str] = Counter()
"""How often each kind of step was made, in all machines of this process."""


class FolderLife(RuleBasedStateMachine):
    """A folder, its project, and what is known of both."""

    def __init__(self) -> None:
        super().__init__()
        self.place = Path(tempfile.mkdtemp(prefix="folder-life-"))
        self.folder = self.place / "papers"
        self.path = self.place / "papers.graphrag"
        self.files: dict[str, str] = {}
        self.out: set[str] = set()  # texts that were taken out of the project: they stay out
        self.forgotten: list[answers.ForgottenAnswer] = []
        self.dropped: list[case_file.DroppedItem] = []
        self.edits: list[int] = []  # of entities, made and not taken back
        self.is_whole = False
        self.copies = 0

    @initialize(seed=st.integers(1, 40))
    def begin(self, seed: int) -> None:
        """One file, and its index."""
        self.folder.mkdir()
        self.put("mill.txt", text_of(seed))
        self.index()

    def teardown(self) -> None:
        """Take everything away."""
        shutil.rmtree(self.place)

    # The folder.

    @rule(name=st.sampled_from(NAMES), seed=st.integers(1, 40))
    def put_file(self, name: str, seed: int) -> None:
        """A new file, or other words in one that is there."""
        self.count("edit" if name in self.files else "add")
        self.put(name, text_of(seed))

    @rule(name=st.sampled_from(NAMES), seed=st.integers(1, 40))
    @precondition(lambda self: self.files)
    def go_on_with_file(self, name: str, seed: int) -> None:
        """A tenth more of a file."""
        if name in self.files:
            self.count("edit")
            self.put(name, self.files[name] + text_of(seed).split(". ", maxsplit=1)[0] + ".\n")

    @rule(name=st.sampled_from(NAMES))
    def remove_file(self, name: str) -> None:
        """A file goes."""
        if name in self.files:
            self.count("remove")
            (self.folder / name).unlink()
            del self.files[name]
            self.is_whole = False

    @rule(name=st.sampled_from(NAMES), other=st.sampled_from(NAMES))
    def move_file(self, name: str, other: str) -> None:
        """A file gets another name, or takes the place of another one."""
        if name in self.files and name != other:
            self.count("rename")
            text = self.files.pop(name)
            (self.folder / name).unlink()
            self.put(other, text)

    @rule(name=st.sampled_from(NAMES), other=st.sampled_from(NAMES))
    def copy_file(self, name: str, other: str) -> None:
        """The same words under another name."""
        if name in self.files:
            self.count("copy")
            self.put(other, self.files[name])

    # Runs.

    @property
    def living(self) -> dict[str, str]:
        """The files that are in the project once it is indexed."""
        return {name: text for name, text in self.files.items() if text not in self.out}

    @rule()
    def index(self) -> None:
        """A run to its end."""
        self.count("index")
        if not self.files:
            self.index_nothing()
            return
        if not self.living:
            return
        with start_project(self.path, self.folder) as project:
            summary = build_index(project, self.folder, RunControl())
            assert summary.is_complete, summary.failures
            self.is_whole = True
            self.holds_the_folder(project)

    def index_nothing(self) -> None:
        """An empty folder is refused, and changes nothing."""
        try:
            with start_project(self.path, self.folder) as project:
                build_index(project, self.folder, RunControl())
        except NothingToRead:
            return
        raise AssertionError("an empty folder was indexed")

    @rule(after=st.integers(1, 40))
    @precondition(lambda self: self.living)
    def index_and_stop(self, after: int) -> None:
        """A run that is stopped on the way."""
        self.count("stop")
        self.broken_off(after, crash=False)

    @rule(after=st.integers(1, 40))
    @precondition(lambda self: self.living)
    def index_and_kill(self, after: int) -> None:
        """A run whose process is killed: what lies in the file then is what the next one finds."""
        self.count("kill")
        self.broken_off(after, crash=True)

    @rule(first=st.integers(1, 120))
    @precondition(lambda self: self.living)
    def index_on_a_full_disk(self, first: int) -> None:
        """A run for which a write fails."""
        self.count("full disk")
        try:
            with faulty(Disk(first, 2)), start_project(self.path, self.folder) as project:
                build_index(project, self.folder, RunControl())
        except (GraphRagError, OSError):
            self.is_whole = False

    @rule(name=st.sampled_from(NAMES), is_erased=st.booleans())
    @precondition(lambda self: self.is_whole and len(set(self.living.values())) > 1)
    def take_out(self, name: str, is_erased: bool) -> None:  # noqa: FBT001  # as hypothesis hands it over
        """A document is removed or erased, though its files stay in the folder."""
        if name not in self.living:
            return
        self.count("erase" if is_erased else "take out")
        text = self.files[name]
        with open_project(self.path) as project:
            ids = find_documents(project, [name])
            (erase_documents if is_erased else remove_documents)(project, ids, RunControl())
            self.out.add(text)
            self.holds_the_folder(project)
        if is_erased:
            assert text.rsplit(". ", maxsplit=1)[-1].strip().encode() not in self.path.read_bytes()

    @rule()
    @precondition(lambda self: self.is_whole and not self.edits)
    def compare_with_a_new_project(self) -> None:
        """What a first index of the same folder would say."""
        self.count("compare")
        fresh, folder = self.place / "fresh.graphrag", self.place / "fresh"
        for name, text in self.living.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        with start_project(fresh, folder) as project:
            build_index(project, folder, RunControl())
            expected = found_in(project)
        fresh.unlink()
        shutil.rmtree(folder)
        with open_project(self.path) as project:
            assert found_in(project) == expected

    # People.

    @rule(question=st.sampled_from(QUESTIONS))
    @precondition(lambda self: self.path.exists())
    def ask(self, question: str) -> None:
        """A question."""
        self.count("ask")
        with open_project(self.path) as project:
            try:
                ask_global(project, question, 0, RunControl())
            except QuestionError:
                assert journal.last_outcome(project.database) != "complete"

    @rule()
    @precondition(lambda self: self.path.exists())
    def forget_an_answer(self) -> None:
        """An answer is thrown away."""
        with open_project(self.path) as project:
            for head in answers.answer_history(project)[:1]:
                self.count("forget")
                self.forgotten.append(answers.forget_answer(project, head.id))

    @rule()
    @precondition(lambda self: self.forgotten)
    def undo_forgetting(self) -> None:
        """It is taken back."""
        self.count("undo")
        with open_project(self.path) as project:
            answers.restore_answer(project, self.forgotten.pop())

    @rule()
    @precondition(lambda self: self.path.exists())
    def keep_in_case(self) -> None:
        """An entity is kept in the case file."""
        with open_project(self.path) as project:
            for entity in graph.entities(project.database)[:1]:
                self.count("case")
                case_file.keep_item(project, case_file.entity_item(project, entity.number))

    @rule()
    @precondition(lambda self: self.path.exists())
    def drop_from_case(self) -> None:
        """An item is taken out."""
        with open_project(self.path) as project:
            for item in case_file.case_items(project)[:1]:
                self.count("case")
                self.dropped.append(case_file.drop_item(project, item.id))

    @rule()
    @precondition(lambda self: self.dropped)
    def undo_dropping(self) -> None:
        """It is put back at its place."""
        self.count("undo")
        dropped = self.dropped.pop()
        with open_project(self.path) as project:
            case_file.keep_item(project, dropped.item, dropped.place)

    @rule(one=st.integers(0, 50), other=st.integers(0, 50))
    @precondition(lambda self: self.is_whole)
    def merge_entities(self, one: int, other: int) -> None:
        """Two entities are said to be one."""
        with open_project(self.path) as project:
            entities = graph.entities(project.database)
            first, second = entities[one % len(entities)], entities[other % len(entities)]
            if first.number != second.number:
                self.count("merge")
                make_edits(project, [merge_order(project, first.number, second.number)], RunControl())
                self.edits.append(last_edit(project))
                assert len(graph.entities(project.database)) < len(entities)

    @rule()
    @precondition(lambda self: self.edits and self.is_whole)
    def undo_merging(self) -> None:
        """The last merge is taken back."""
        self.count("undo")
        with open_project(self.path) as project:
            undo_edits(project, [self.edits.pop()], RunControl())

    @rule(some=st.integers(0, 3))
    @precondition(lambda self: self.path.exists())
    def pin(self, some: int) -> None:
        """Entities are pinned on the map."""
        self.count("pin")
        with open_project(self.path) as project:
            keep_pins(project, [each.number for each in graph.entities(project.database)[:some]])

    @rule(name=st.sampled_from(["unit_tokens", "seed", "max_cluster_size"]), value=st.sampled_from([60, 100, 150]))
    @precondition(lambda self: self.path.exists())
    def set_something(self, name: str, value: int) -> None:
        """A setting is changed."""
        self.count("set")
        with open_project(self.path) as project:
            changes: dict[str, int] = {name: value, **({"overlap_tokens": 20} if name == "unit_tokens" else {})}
            if name != "max_cluster_size":
                project.keep_settings(project.settings.changed(changes))
        self.is_whole = False

    @rule()
    @precondition(lambda self: self.path.exists())
    def go_on_with_a_copy(self) -> None:
        """The project is copied, and the copy is gone on with."""
        self.count("backup")
        self.copies += 1
        copy = self.place / f"copy-{self.copies}.graphrag"
        with open_project(self.path) as project:
            project.save_copy(copy)
        self.path.unlink()
        self.path = copy

    # What must hold.

    @invariant()
    def is_sound(self) -> None:
        """Whatever happened, the project can be opened and nothing in it is wrong."""
        if self.path.exists():
            with open_project(self.path) as project:
                problems = find_problems(project.database)
            assert problems == (), problems
        beside = {each.name for each in self.place.iterdir()} - {self.path.name, self.folder.name}
        assert beside == set(), "one file and nothing beside it"

    def holds_the_folder(self, project: Project) -> None:
        """The documents are those of the folder, each with its paths."""
        paths = sorted(path for each in documents.documents(project.database) for path in each.paths)
        assert paths == sorted(self.living)

    def put(self, name: str, text: str) -> None:
        """Write a file."""
        place = self.folder / name
        place.parent.mkdir(exist_ok=True)
        place.write_text(text, encoding="utf-8")
        self.files[name] = text
        self.is_whole = False

    def count(self, kind: str) -> None:
        """Count a step."""
        counted[kind] += 1

    def broken_off(self, after: int, *, crash: bool) -> None:
        """A run that ends at so many events from its start, in good order or as a process that is killed."""
        control = RunControl()
        left = after
        torn = self.place / "torn"

        def end(_: Event) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                if crash:
                    tear(self.path, torn)
                control.cancel()

        control.emit = end
        project = start_project(self.path, self.folder)
        try:
            build_index(project, self.folder, control)
        except Cancelled:
            self.is_whole = False
        finally:
            project.close()
        if torn.exists():
            self.is_whole = False
            self.path.unlink()
            for each in torn.iterdir():
                each.rename(self.place / each.name)
            torn.rmdir()
            if self.path.exists():
                with open_project(self.path):
                    pass
        if self.path.exists():
            discard_if_empty(open_project(self.path))


def tear(path: Path, into: Path) -> None:
    """What lies on the disk in the middle of a run, without what only the process holds."""
    into.mkdir()
    for ending in ("", "-wal", "-journal", ".lock"):
        beside = path.with_name(path.name + ending)
        if beside.exists():
            shutil.copyfile(beside, into / beside.name)


def found_in(project: Project) -> dict[str, object]:
    """What an index says of its folder, without the numbers that only tell in which order things came."""
    entities = {each.number: each.id for each in graph.entities(project.database)}
    return {
        "entities": sorted((each.id, each.type, each.count) for each in graph.entities(project.database)),
        "relationships": sorted(
            (*sorted((str(each.source), str(each.target))), each.count)
            for each in graph.relationships(project.database)
        ),
        "sentences": sorted((each.document, each.span.start) for each in graph.all_sentences(project.database)),
        "entities in all": len(entities),
    }
