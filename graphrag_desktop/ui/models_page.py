"""Settings, Models: who reads and writes, at which servers, with which keys, and what leaves this machine."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QFrame, QRadioButton, QVBoxLayout, QWidget

from graphrag_desktop.domain.errors import GraphRagError
from graphrag_desktop.domain.model_checks import FoundServer, ModelCheck
from graphrag_desktop.domain.model_choice import ModelChoice
from graphrag_desktop.engines.model_servers import destinations
from graphrag_desktop.ui.controls import Button
from graphrag_desktop.ui.dialogs import scrolled
from graphrag_desktop.ui.found_servers import FoundServers
from graphrag_desktop.ui.model_checks_view import ModelChecksView
from graphrag_desktop.ui.model_keys import ModelKeys
from graphrag_desktop.ui.model_leaving import ModelLeaving
from graphrag_desktop.ui.model_role import ModelRole
from graphrag_desktop.ui.model_words import incomplete_words
from graphrag_desktop.ui.panels import MessageBar, Sheet, Words, named, row_of
from graphrag_desktop.ui.theme import ActiveTheme


class ModelsPage(QWidget):
    """Shows a choice and lets it be changed; nothing holds until `models_chosen` told it. `keys` says where keys are."""

    search_wanted = Signal()
    list_wanted = Signal(object, str)  # the ModelChoice as it stands, and the address of the server to be asked
    test_wanted = Signal(object)  # a ModelChoice
    models_chosen = Signal(object)  # a ModelChoice, None for the built-in engine
    key_given = Signal(str, str, bool)
    keys_wanted = Signal(object)  # the addresses of which it shall be said where their keys are
    local_only_chosen = Signal(bool)

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._kept: ModelChoice | None = None
        self._is_changeable, self._is_testing, self._is_changed = True, False, False
        self._build()
        self._connect()
        self.show_choice(None, "", is_changeable=True)

    @property
    def choice(self) -> ModelChoice | None:
        """What is shown; None where the built-in engine reads. It may be incomplete while it is being written."""
        return self._written if self._model.isChecked() else None

    @property
    def first_address(self) -> str:
        """The address of the server that reads."""
        return "" if self._written is None else self._written.extraction.base_url

    @property
    def is_changed(self) -> bool:
        """Whether something was changed and not kept yet."""
        return self._is_changed

    def forget_changes(self) -> None:
        """What is shown is kept now."""
        self._kept = self.choice
        self._changed()

    @property
    def _written(self) -> ModelChoice | None:
        reads = self._reads.place
        if reads is None:
            return None
        others = (self._reports.place, self._answers.place, self._vectors.place)
        return ModelChoice(reads, *others, is_local_only=self._local.isChecked())

    def show_choice(self, choice: ModelChoice | None, head: str, *, is_changeable: bool) -> None:
        """Show who reads and writes, under a sentence that says for what."""
        self._kept, self._is_changeable = choice, is_changeable
        self._head.setText(head)
        self._head.setVisible(bool(head))
        (self._builtin if choice is None else self._model).setChecked(True)
        if choice is not None:
            self._reads.show_place(choice.extraction)
            self._reports.show_place(choice.reports)
            self._answers.show_place(choice.answers)
            self._vectors.show_place(choice.embeddings)
        self._changed()

    def set_local_only(self, *, is_on: bool) -> None:
        """Show whether other machines are refused."""
        self._local.setChecked(is_on)

    def show_servers(self, found: Sequence[FoundServer]) -> None:
        """Show the servers of this machine; their models are offered where they are chosen already."""
        self._found.show_servers(found)
        for server in found:
            if server.models:  # one that wants a key shows its list once it has that, maybe before this search ended
                self.show_models(server.base_url, server.models)

    def expect_servers(self) -> None:
        """This machine is being looked over."""
        self._found.expect()

    def use(self, server: FoundServer) -> None:
        """Choose a server that was found, for reading and writing, and for vectors where it has a model for them."""
        self._model.setChecked(True)
        vectors = next((each for each in server.models if _makes_vectors(each)), "")
        writers = [each for each in server.models if not _makes_vectors(each)]
        self._reads.use(server.base_url, writers or server.models)
        for role in (self._reports, self._answers):
            role.show_place(None)
        self._vectors.show_place(None)
        if vectors:
            self._vectors.use(server.base_url, server.models, vectors)
        self._changed()

    def use_and_test(self, server: FoundServer) -> None:
        """Choose a server that was found, and test it at once."""
        self.use(server)
        if self._test.isEnabled():
            self._test.click()

    def show_models(self, address: str, models: Sequence[str]) -> None:
        """Offer the models of a server where it is chosen."""
        for role in self._roles:
            role.show_models(address, models)

    def show_trouble(self, address: str, reason: str) -> None:
        """Say why a server's models are not known."""
        for role in self._roles:
            role.show_trouble(address, reason)

    def begin_test(self) -> None:
        """A test begins."""
        self._is_testing = True
        self._checks.begin(() if self._written is None else self._written.places)
        self._changed()

    def add_check(self, check: ModelCheck) -> None:
        """The test found something out."""
        self._checks.add(check)

    def end_test(self, trouble: str = "") -> None:
        """The test is over, or could not be made."""
        self._is_testing = False
        if trouble:
            self._checks.fail(trouble)
        else:
            self._checks.end()
        self._changed()
        self._area.ensureWidgetVisible(self._checks)

    def _build(self) -> None:
        tr = self.tr
        self._head = Words(self._theme, role="small", tone="2")
        self._found = FoundServers(self._theme)
        self._builtin = QRadioButton(tr("Built-in engine: reads and quotes sentences. No model, no network, free."))
        self._model = QRadioButton(tr("Models: the full method. A model reads every passage and writes the reports."))
        named(self._builtin, "builtinEngineButton")
        named(self._model, "modelEngineButton")
        group = QButtonGroup(self)
        for button in (self._builtin, self._model):
            group.addButton(button)
        as_reading, counted = tr("As for reading"), tr("None: words are counted")
        self._reads = ModelRole(self._theme, "reads", tr("Reads the documents"), tr("And merges what it found."))
        self._reports = ModelRole(
            self._theme, "reports", tr("Writes the reports"), tr("On each community."), as_reading
        )
        self._answers = ModelRole(self._theme, "answers", tr("Answers questions"), tr("From the reports."), as_reading)
        self._vectors = ModelRole(self._theme, "vectors", tr("Makes vectors"), tr("For the search."), counted)
        self._roles = (self._reads, self._reports, self._answers, self._vectors)
        self.keys = ModelKeys(self._theme)
        self._local = named(QCheckBox(tr("Only on this machine: refuse every other host")), "localOnlyBox")
        self._leaving = ModelLeaving(self._theme)
        self._checks = ModelChecksView(self._theme)
        self._bar = MessageBar(self._theme)
        self._test = named(Button(self._theme, tr("Test"), icon="play"), "testModelsButton")
        self._undo = Button(self._theme, tr("Undo changes"), kind="quiet")
        self._keep = named(Button(self._theme, tr("Keep"), kind="primary"), "keepModelsButton")
        self._lay_out()

    def _lay_out(self) -> None:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(12)
        column.addWidget(self._found)
        column.addWidget(_rule())
        column.addWidget(Words(self._theme, self.tr("Who reads and writes"), role="title", weight=600))
        column.addWidget(self._builtin)
        column.addWidget(self._model)
        self._own = QWidget()
        own = QVBoxLayout(self._own)
        own.setContentsMargins(0, 4, 0, 0)
        own.setSpacing(12)
        for part in (*self._roles, _rule(), self.keys, self._checks):
            own.addWidget(part)
        column.addWidget(self._own)
        column.addStretch(1)
        sheet = Sheet(margin=18, spacing=12)
        sheet.column.addWidget(self._head)
        self._area = scrolled(content)
        sheet.column.addWidget(self._area, 1)
        sheet.column.addWidget(_rule())
        sheet.column.addWidget(Words(self._theme, self.tr("What leaves this machine"), weight=600))
        sheet.column.addWidget(self._leaving)
        sheet.column.addWidget(self._local)
        sheet.column.addWidget(self._bar)
        buttons = row_of(self._test, self._undo, self._keep)
        buttons.insertStretch(1, 1)
        sheet.column.addLayout(buttons)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(sheet)

    def _connect(self) -> None:
        self._found.search_wanted.connect(self.search_wanted)
        self._found.use_wanted.connect(self.use)
        self._model.toggled.connect(lambda _: self._changed())
        for role in self._roles:
            role.changed.connect(self._changed)
            role.list_wanted.connect(self._list_wanted)
        self.keys.key_given.connect(self._checks.forget)
        self.keys.key_given.connect(self.key_given)
        self._local.toggled.connect(lambda _: self._changed())
        self._local.clicked.connect(self.local_only_chosen)
        self._test.clicked.connect(lambda: self.test_wanted.emit(self._written))
        self._keep.clicked.connect(lambda: self.models_chosen.emit(self.choice))
        self._undo.clicked.connect(
            lambda: self.show_choice(self._kept, self._head.text(), is_changeable=self._is_changeable)
        )

    def _list_wanted(self, address: str) -> None:
        written = self._written
        if written is not None:
            self.list_wanted.emit(written, address)

    def _changed(self) -> None:
        """Say what the choice as it stands means, and whether it can be kept."""
        choice = self.choice
        self._own.setVisible(self._model.isChecked())
        problem = "" if choice is None else incomplete_words(choice)
        try:
            found = () if choice is None or problem else destinations(choice)
        except GraphRagError as error:
            problem, found = error.words, ()
        if choice is not None:
            self._show_keys(choice)
        self._leaving.show_places(None if problem else found)
        self._checks.forget_others(() if self._written is None else self._written.places)
        kept = None if self._kept is None else replace(self._kept, is_local_only=self._local.isChecked())
        is_other = self._is_changed = choice != kept
        if problem and is_other:
            self._bar.tell(problem, "warn")
        else:
            self._bar.hide()
        self._test.setEnabled(choice is not None and not problem and not self._is_testing)
        self._keep.setEnabled(self._is_changeable and is_other and not problem)
        self._undo.setEnabled(is_other)

    def _show_keys(self, choice: ModelChoice) -> None:
        before = set(self.keys.addresses)
        addresses: dict[str, str] = {}
        for place in choice.places:
            try:
                (there,) = destinations(ModelChoice(place))
            except GraphRagError:
                continue  # it is still being written
            if there.host not in addresses.values():
                addresses[place.base_url] = there.host
        self.keys.show_servers(addresses)
        fresh = tuple(each for each in addresses if each not in before)
        if fresh:
            self.keys_wanted.emit(fresh)


def _makes_vectors(model: str) -> bool:
    """By the names that such models have: nomic-embed-text, text-embedding-3-small, bge-m3, …"""
    return any(each in model.lower() for each in ("embed", "bge-", "e5-", "minilm", "gte-"))


def _rule() -> QFrame:
    rule = QFrame()
    rule.setProperty("surface", "rule")
    return rule
