"""Preferences, Prompts: what a model is asked, in the project's own words where the analyst edits them."""

import difflib
from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontDatabase, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListWidget, QListWidgetItem, QPlainTextEdit, QVBoxLayout, QWidget

from graphrag_desktop.domain.errors import InvalidPrompt
from graphrag_desktop.engines.model_prompt_views import PromptView, check_words
from graphrag_desktop.ui.controls import Button
from graphrag_desktop.ui.dialogs import pages
from graphrag_desktop.ui.panels import MessageBar, Sheet, Words, named, row_of
from graphrag_desktop.ui.prompt_proposal import ProposalView
from graphrag_desktop.ui.settings_form import stale_words
from graphrag_desktop.ui.theme import ActiveTheme, Token

_LIST_WIDTH, _ROW_HEIGHT = 210, 26
_NAME = Qt.ItemDataRole.UserRole


class PromptsPage(QWidget):
    """`prompt_chosen` tells a prompt's name and its new words, None for those it ships with."""

    prompt_chosen = Signal(str, object)
    proposal_wanted = Signal()
    proposal_chosen = Signal(object)  # a Proposal

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._views: dict[str, PromptView] = {}
        self._name = ""
        self._is_changeable = False
        self._build()
        self.show_nothing()

    @property
    def problem(self) -> str:
        """What is wrong with the words in the editor; empty if nothing is."""
        return self._bar.text if self._bar.isVisibleTo(self) else ""

    def show_nothing(self) -> None:
        """No project is open."""
        self.show_prompts((), self.tr("Open a project to see and edit its prompts."), is_changeable=False)

    def show_prompts(self, views: Sequence[PromptView], head: str, *, is_changeable: bool) -> None:
        """Show the prompts of a project; the one in sight stays in sight."""
        self._views = {each.name: each for each in views}
        self._is_changeable = is_changeable
        self._head.setText(head)
        before = self._name
        self._list.clear()
        for each in views:
            item = QListWidgetItem(self.tr("{title} (own)").format(title=each.title) if each.is_own else each.title)
            item.setData(_NAME, each.name)
            item.setToolTip(each.when)
            item.setSizeHint(QSize(0, self._theme.theme.pixels(_ROW_HEIGHT)))
            self._list.addItem(item)
        names = list(self._views)
        if names:
            self._list.setCurrentRow(names.index(before) if before in names else 0)
        else:
            self._show("")
        self.proposal.setEnabled(is_changeable and bool(views))

    def choose(self, name: str) -> None:
        """Show a prompt."""
        self._list.setCurrentRow(list(self._views).index(name))

    def _build(self) -> None:
        self._head = Words(self._theme, role="small", tone="2")
        self._list = named(QListWidget(), "promptList", self.tr("Prompts"))
        self._list.setFixedWidth(self._theme.theme.pixels(_LIST_WIDTH))
        self._list.setWordWrap(True)
        self._list.currentItemChanged.connect(lambda item, _: self._show("" if item is None else item.data(_NAME)))
        self._when = Words(self._theme, role="small", tone="2")
        self._places = Words(self._theme, role="small", tone="3")
        self._editor = named(QPlainTextEdit(tabChangesFocus=True), "promptEdit", self.tr("Words of the prompt"))
        self._editor.textChanged.connect(self._written)
        self._difference = named(
            QPlainTextEdit(readOnly=True, tabChangesFocus=True), "promptDifference", self.tr("Difference")
        )
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        for view in (self._editor, self._difference):
            view.setFont(fixed)
        self._tabs = pages((self.tr("Words"), self._editor), (self.tr("Difference to the default"), self._difference))
        self._bar = MessageBar(self._theme)
        self._stale = Words(self._theme, role="small", tone="3")
        self._reset = named(Button(self._theme, self.tr("Set back"), kind="quiet"), "resetPromptButton")
        self._undo = Button(self._theme, self.tr("Undo changes"), kind="quiet")
        self._keep = named(Button(self._theme, self.tr("Keep"), kind="primary"), "keepPromptButton")
        self._reset.clicked.connect(self._reset_clicked)
        self._undo.clicked.connect(lambda: self._show(self._name))
        self._keep.clicked.connect(self._keep_clicked)
        self.proposal = ProposalView(self._theme)
        self.proposal.wanted.connect(self.proposal_wanted)
        self.proposal.chosen.connect(self.proposal_chosen)
        self._theme.theme_changed.connect(lambda _: self._show_difference())
        self._lay_out()

    def _lay_out(self) -> None:
        right = QVBoxLayout()
        right.setSpacing(8)
        right.addWidget(self._when)
        right.addWidget(self._places)
        right.addWidget(self._tabs, 1)
        right.addWidget(self._bar)
        buttons = row_of(self._stale, self._reset, self._undo, self._keep)
        buttons.setStretch(0, 1)
        right.addLayout(buttons)
        both = QHBoxLayout()
        both.setSpacing(14)
        both.addWidget(self._list)
        both.addLayout(right, 1)
        rule = QFrame()
        rule.setProperty("surface", "rule")
        sheet = Sheet(margin=18, spacing=12)
        sheet.column.addWidget(self._head)
        sheet.column.addLayout(both, 1)
        sheet.column.addWidget(rule)
        sheet.column.addWidget(self.proposal)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(sheet)

    def _show(self, name: str) -> None:
        """Show a prompt as it is kept."""
        self._name = name
        view = self._views.get(name)
        self._editor.setReadOnly(view is None or not self._is_changeable)
        self._when.setText("" if view is None else view.when)
        self._places.setText("" if view is None else self._place_words(view))
        self._stale.setText("" if view is None else stale_words(view.stale))
        self._editor.setPlainText("" if view is None else view.text)

    def _place_words(self, view: PromptView) -> str:
        must, may = (", ".join(f"{{{each}}}" for each in names) for names in (view.required, view.optional))
        parts = [self.tr("Must hold: {names}.").format(names=must)] if must else []
        parts += [self.tr("May hold: {names}.").format(names=may)] if may else []
        return " ".join(parts) or self.tr("It has no placeholders.")

    def _written(self) -> None:
        """Say whether the words can be kept, and where not."""
        view, text = self._views.get(self._name), self._editor.toPlainText()
        problem = ""
        if view is not None:
            try:
                check_words(view.name, text)
            except InvalidPrompt as error:
                problem = error.words
        if problem:
            self._bar.tell(problem)
        else:
            self._bar.hide()
        is_other = view is not None and text != view.text
        self._keep.setEnabled(self._is_changeable and is_other and not problem)
        self._undo.setEnabled(is_other)
        self._reset.setEnabled(self._is_changeable and view is not None and (view.is_own or text != view.shipped))
        self._show_difference()

    def _show_difference(self) -> None:
        view = self._views.get(self._name)
        self._difference.clear()
        if view is None:
            return
        lines = list(
            difflib.unified_diff(view.shipped.splitlines(), self._editor.toPlainText().splitlines(), lineterm="", n=2)
        )[2:]
        if not lines:
            self._difference.setPlainText(self.tr("It is as it ships."))
            return
        grounds: dict[str, Token] = {"+": "ok_soft", "-": "danger_soft"}
        inks: dict[str, Token] = {"+": "ok", "-": "danger", "@": "text3"}
        cursor = QTextCursor(self._difference.document())
        theme = self._theme.theme
        for line in lines:
            form = QTextCharFormat()
            form.setForeground(theme.colour(inks.get(line[:1], "text")))
            if line[:1] in grounds:
                form.setBackground(theme.colour(grounds[line[:1]]))
            cursor.insertText(f"{line}\n", form)

    def _reset_clicked(self) -> None:
        view = self._views.get(self._name)
        if view is None:
            return
        if view.is_own:
            self.prompt_chosen.emit(view.name, None)
        else:
            self._editor.setPlainText(view.shipped)

    def _keep_clicked(self) -> None:
        view, text = self._views.get(self._name), self._editor.toPlainText()
        if view is not None:
            self.prompt_chosen.emit(view.name, None if text == view.shipped else text)
