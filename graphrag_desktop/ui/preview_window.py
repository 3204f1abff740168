"""What would be read from a file: its words, pages and state, in the encoding that was guessed or in another."""

from itertools import pairwise

from PySide6.QtCore import Signal
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QComboBox, QLabel, QPlainTextEdit, QWidget

from graphrag_desktop.domain.documents import DocumentState
from graphrag_desktop.pipeline.preview import FilePreview
from graphrag_desktop.ui.controls import Button, Glyph, ShortWords
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.dialogs import SideWindow
from graphrag_desktop.ui.encodings import encoding_place, offered_encodings
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.file_words import file_icon, state_words
from graphrag_desktop.ui.panel_states import StatefulPage
from graphrag_desktop.ui.panels import MessageBar, Offer, Sheet, Words, named, row_of
from graphrag_desktop.ui.theme import ActiveTheme

_SIZE = (720, 640)


class PreviewWindow(SideWindow):
    """Shows one file at a time. `codec_tried` asks for it in another encoding, `codec_chosen` to have it read so."""

    codec_tried = Signal(str, str)  # path, codec; no codec: as it is guessed
    codec_chosen = Signal(str, str)
    password_wanted = Signal()

    def __init__(self, parent: QWidget, theme: ActiveTheme) -> None:
        super().__init__(parent, theme, "previewWindow", self.tr("What is read from a file"))
        self._path = self._kept = ""
        self._build()
        self.resize(*_SIZE)
        theme.theme_changed.connect(self._dress)
        self._dress()

    @property
    def path(self) -> str:
        """The file that is shown."""
        return self._path

    def expect(self, path: str, kept: str) -> None:
        """A file is being read; `kept` is the codec that was chosen for it so far, empty where none was."""
        self._path, self._kept = path, kept
        self._icon.show_icon(file_icon(path), "text2")
        self._title.setText(path)
        self._facts.setText(self.tr("Reading it …"))
        self._bar.hide()
        self._use.setEnabled(False)
        self._page.expect()

    def show_preview(self, preview: FilePreview) -> None:
        """Show what was read, unless another file was asked for meanwhile."""
        if preview.path != self._path:
            return
        self._page.show_content()
        self._facts.setText(preview_facts(preview))
        self._say_reason(preview)
        self._choice.setVisible(preview.has_codec)
        self._offer_codecs(preview.codec)
        self._use.setEnabled(preview.codec != self._kept)
        self._text.setPlainText(preview_text(preview))
        self._rest.setVisible(preview.is_cut)
        if preview.document is not None:
            words = self.tr("The first {n} of {all} characters are shown.")
            self._rest.setText(words.format(n=figure(len(preview.text)), all=figure(preview.document.characters)))

    def show_failure(self, reason: str) -> None:
        """Say why nothing can be shown."""
        self._page.show_content()
        self._facts.setText("")
        self._text.setPlainText("")
        self._bar.tell(reason)

    def _build(self) -> None:
        sheet = Sheet(margin=18, spacing=10)
        self._icon = Glyph(self.theme, "file-text", "text2")
        self._title = ShortWords(self.theme, role="body", weight=600)
        self._facts = Words(self.theme, role="small", tone="2")
        self._bar = MessageBar(self.theme)
        self._text = named(QPlainTextEdit(readOnly=True), "previewText", self.tr("Text of the file"))
        self._text.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._rest = Words(self.theme, role="caption", tone="3")
        self._page = StatefulPage(self.theme, self._text)
        title = row_of(self._icon, self._title)
        title.setStretch(1, 1)
        sheet.column.addLayout(title)
        sheet.column.addWidget(self._facts)
        sheet.column.addWidget(self._bar)
        sheet.column.addWidget(self._build_choice())
        sheet.column.addWidget(self._page, 1)
        sheet.column.addWidget(self._rest)
        self.column.addWidget(sheet)

    def _build_choice(self) -> QWidget:
        self._codecs = named(QComboBox(), "encodingChoice", self.tr("Encoding of the file"))
        self._codecs.activated.connect(lambda _: self.codec_tried.emit(self._path, self._codecs.currentData()))
        label = QLabel(self.tr("Encoding"))
        label.setBuddy(self._codecs)
        self._use = named(Button(self.theme, self.tr("Read it so"), kind="primary"), "useEncodingButton")
        self._use.clicked.connect(self._use_clicked)
        self._choice = QWidget()
        row = row_of(label, self._codecs, self._use)
        row.setContentsMargins(0, 0, 0, 0)
        row.setStretch(1, 1)
        self._choice.setLayout(row)
        return self._choice

    def _say_reason(self, preview: FilePreview) -> None:
        if preview.state is DocumentState.NEEDS_PASSWORD:
            offer = Offer(self.tr("Give a password"), self.password_wanted.emit)
            self._bar.tell(preview.reason, "warn", offer=offer)
        elif preview.reason and preview.state is not DocumentState.READ:
            self._bar.tell(preview.reason, "danger" if preview.state is DocumentState.UNREADABLE else "warn")
        else:
            self._bar.hide()

    def _offer_codecs(self, codec: str) -> None:
        self._codecs.clear()
        self._codecs.addItem(self.tr("As it is found out"), "")
        for each, words in offered_encodings(codec):
            self._codecs.addItem(words, each)
        place = encoding_place(codec) if codec else -1
        self._codecs.setCurrentIndex(0 if not codec else place + 1 if place >= 0 else self._codecs.count() - 1)

    def _use_clicked(self) -> None:
        self._kept = self._codecs.currentData()
        self._use.setEnabled(False)
        self.codec_chosen.emit(self._path, self._kept)

    def _dress(self) -> None:
        self._text.setFont(self.theme.theme.font("body"))


def preview_facts(preview: FilePreview) -> str:
    """State, encoding, pages, language and length, in a line."""
    words, document = [state_words(preview.state)], preview.document
    if document is not None:
        words += [each for each in (document.codec,) if each]
        words += [counted(len(preview.pages), "1 page", "{n} pages")] if preview.pages else []
        words += [document.language] if document.language else []
        words += [counted(document.characters, "1 character", "{n} characters")] if document.characters else []
    words += [counted(len(preview.members), "1 file inside", "{n} files inside")] if preview.members else []
    return " · ".join(words)


def preview_text(preview: FilePreview) -> str:
    """The text with a line above each page but where there are none; the names of the files inside after it."""
    if preview.pages:
        starts = [page.span.start for page in preview.pages] + [len(preview.text)]
        pieces = [
            f"— {page.number} —\n{preview.text[start:end].rstrip()}"
            for page, (start, end) in zip(preview.pages, pairwise(starts), strict=True)
            if start < len(preview.text) or not preview.is_cut
        ]
    else:
        pieces = [preview.text] if preview.text else []
    return "\n\n".join([*pieces, "\n".join(preview.members)]).strip("\n")
