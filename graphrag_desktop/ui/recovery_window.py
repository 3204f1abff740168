"""After a crash: what was open, a report to be copied, and how to go on."""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from graphrag_desktop.ui.controls import Button
from graphrag_desktop.ui.crash_watch import Crash
from graphrag_desktop.ui.dialogs import SideWindow
from graphrag_desktop.ui.environment import environment
from graphrag_desktop.ui.panels import Sheet, Words, named, row_of
from graphrag_desktop.ui.theme import ActiveTheme

_SIZE = (560, 420)


class RecoveryWindow(SideWindow):
    """Offers the last project again, or a clean start: the window as it comes, with nothing open."""

    reopen_wanted = Signal(str)
    clean_start_wanted = Signal()

    def __init__(self, parent: QWidget, theme: ActiveTheme, crash: Crash) -> None:
        super().__init__(parent, theme, "recoveryWindow", self.tr("GraphRAG Desktop ended unexpectedly"))
        self._crash = crash
        self._report = f"{crash.report}\n\n{environment()}"
        self._build()
        self.resize(*_SIZE)

    def _build(self) -> None:
        sheet = Sheet(margin=18, spacing=12)
        project = self._crash.project
        is_there = project is not None and project.exists()
        sheet.column.addWidget(
            Words(self.theme, self.tr("GraphRAG Desktop ended unexpectedly"), role="heading", weight=600)
        )
        sheet.column.addWidget(Words(self.theme, self._what_is_kept(project)))
        view = named(QPlainTextEdit(readOnly=True, tabChangesFocus=True), "crashReport", self.tr("Report"))
        view.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        view.setPlainText(self._report)
        sheet.column.addWidget(view, 1)
        self._copy = Button(self.theme, self.tr("Copy the report"), icon="copy")
        self._clean = Button(self.theme, self.tr("Start clean"))
        self._reopen = named(Button(self.theme, self.tr("Reopen the last project"), kind="primary"), "reopenButton")
        self._clean.setToolTip(self.tr("Layout and appearance as they come, and no project open"))
        self._reopen.setEnabled(is_there)
        if not is_there:
            self._reopen.setToolTip(self.tr("No project was open, or its file is gone."))
        self._copy.clicked.connect(lambda: QApplication.clipboard().setText(self._report))
        self._clean.clicked.connect(self._clean_clicked)
        self._reopen.clicked.connect(self._reopen_clicked)
        row = row_of(self._copy, self._clean, self._reopen)
        row.insertStretch(1, 1)
        sheet.column.addLayout(row)
        self.column.addWidget(sheet)
        (self._reopen if is_there else self._clean).setFocus()

    def _what_is_kept(self, project: Path | None) -> str:
        if project is None:
            return self.tr("No project was open. The report below has no text of your documents.")
        return self.tr(
            "{project} was open. All that was finished is kept in it; an index run goes on from there. The report below has"
            " no text of your documents."
        ).format(project=project.name)

    def _reopen_clicked(self) -> None:
        self.close()
        self.reopen_wanted.emit(str(self._crash.project))

    def _clean_clicked(self) -> None:
        self.close()
        self.clean_start_wanted.emit()
