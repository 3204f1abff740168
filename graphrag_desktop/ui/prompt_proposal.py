"""What a model proposes to look for in the documents: shown first, and taken over only when the analyst says so."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from graphrag_desktop.engines.model_proposals import Proposal
from graphrag_desktop.ui.controls import Button
from graphrag_desktop.ui.panels import Words, named, row_of
from graphrag_desktop.ui.theme import ActiveTheme

_EXAMPLES_HEIGHT = 120


class ProposalView(QWidget):
    """`wanted` asks for a proposal; `chosen` tells that its types and examples are to be the project's."""

    wanted = Signal()
    chosen = Signal(object)  # a Proposal

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._proposal: Proposal | None = None
        words = self.tr(
            "Have the model read samples of your documents and propose what to look for: types of entities and examples."
        )
        self._state = Words(theme, words, role="small", tone="2")
        self._ask = named(Button(theme, self.tr("Propose from the documents")), "proposeButton")
        self._ask.clicked.connect(self.wanted)
        self._use = named(Button(theme, self.tr("Use these"), kind="primary"), "useProposalButton")
        self._use.clicked.connect(lambda: self.chosen.emit(self._proposal))
        self._use.hide()
        self._types = Words(theme)
        self._types.hide()
        self._examples = named(
            QPlainTextEdit(readOnly=True, tabChangesFocus=True), "proposedExamples", self.tr("Proposed examples")
        )
        self._examples.setFixedHeight(theme.theme.pixels(_EXAMPLES_HEIGHT))
        self._examples.hide()
        row = row_of(self._state, self._ask, self._use)
        row.setStretch(0, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(row)
        column.addWidget(self._types)
        column.addWidget(self._examples)

    def expect(self) -> None:
        """The model is being asked."""
        self._ask.setEnabled(False)
        self._state.setText(self.tr("The model reads samples of the documents …"))

    def show_proposal(self, proposal: Proposal) -> None:
        """Show what it proposes."""
        self._proposal = proposal
        self._ask.setEnabled(True)
        self._state.setText(proposal.domain or self.tr("The model named no domain."))
        self._types.setText(self.tr("Types: {types}").format(types=", ".join(proposal.entity_types)))
        self._examples.setPlainText(
            proposal.examples or self.tr("It gave no example that can be used; those there stay.")
        )
        for part in (self._use, self._types, self._examples):
            part.show()

    def show_trouble(self, reason: str) -> None:
        """Say why there is no proposal."""
        self._ask.setEnabled(True)
        self._state.setText(reason)

    def forget(self) -> None:
        """It was taken over."""
        self._proposal = None
        self._state.setText(self.tr("Taken over: the types are in the settings of the project, the examples above."))
        for part in (self._use, self._types, self._examples):
            part.hide()
