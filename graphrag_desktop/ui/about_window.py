"""About the program: what it is, on what it runs, and under which licences its parts are."""

from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QTextBrowser, QWidget

from graphrag_desktop.assets import resource
from graphrag_desktop.ui.controls import Button
from graphrag_desktop.ui.dialogs import SideWindow, pages
from graphrag_desktop.ui.environment import environment, program_version
from graphrag_desktop.ui.panels import Sheet, Words, named, row_of
from graphrag_desktop.ui.secrets import without_secrets
from graphrag_desktop.ui.theme import ActiveTheme

_SIZE = (600, 520)


class AboutWindow(SideWindow):
    """Two pages: the program with what can be copied about this computer, and the licences."""

    def __init__(self, parent: QWidget, theme: ActiveTheme) -> None:
        super().__init__(parent, theme, "aboutWindow", self.tr("About GraphRAG Desktop"))
        self.column.addWidget(pages((self.tr("Program"), self._program()), (self.tr("Licences"), self._licences())))
        self.resize(*_SIZE)

    def _program(self) -> QWidget:
        sheet = Sheet(margin=18, spacing=10)
        version = self.tr("Version {version}").format(version=program_version())
        sheet.column.addWidget(Words(self.theme, "GraphRAG Desktop", role="heading", weight=600))
        sheet.column.addWidget(Words(self.theme, version, role="small", tone="2"))
        sheet.column.addWidget(
            Words(
                self.theme,
                self.tr(
                    "Turns a folder of documents into a map that can be read and questioned, every sentence traced to its"
                    " source. After “From Local to Global: A Graph RAG Approach to Query-Focused Summarization” (Edge et"
                    " al.). It opens no connection to anywhere, and there is no telemetry."
                ),
            )
        )
        self._facts = named(
            QPlainTextEdit(readOnly=True, tabChangesFocus=True), "environmentView", self.tr("This computer")
        )
        self._facts.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._facts.setPlainText(without_secrets(environment()))
        sheet.column.addWidget(self._facts, 1)
        copy = Button(self.theme, self.tr("Copy"), icon="copy")
        copy.setToolTip(self.tr("Copy what is said of this computer"))
        copy.clicked.connect(lambda: QApplication.clipboard().setText(self._facts.toPlainText()))
        row = row_of(copy)
        row.addStretch(1)
        sheet.column.addLayout(row)
        return sheet

    def _licences(self) -> QWidget:
        page = Sheet(margin=18, spacing=10)
        page.column.addWidget(
            Words(
                self.theme,
                self.tr(
                    "GraphRAG Desktop is under the MIT licence. Its windows are made with Qt {qt} and PySide6, used under the"
                    " GNU Lesser General Public License 3.0 as separate libraries that can be replaced."
                ).format(qt=qVersion()),
            )
        )
        text = named(QTextBrowser(openExternalLinks=True), "licenceView", self.tr("Licences"))
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        text.setMarkdown(resource("licences", "THIRD-PARTY.md").read_text(encoding="utf-8"))
        page.column.addWidget(text, 1)
        row = row_of(self._licence("LGPL 3.0", "LGPL-3.0.txt", text), self._licence("GPL 3.0", "GPL-3.0.txt", text))
        row.addStretch(1)
        page.column.addLayout(row)
        return page

    def _licence(self, words: str, file: str, view: QTextBrowser) -> Button:
        button = Button(self.theme, words, kind="quiet")
        button.clicked.connect(lambda: view.setPlainText(resource("licences", file).read_text(encoding="utf-8")))
        return button
