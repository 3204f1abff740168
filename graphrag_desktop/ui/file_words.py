"""A file of the folder in words and icons: its kind, what became of it, what is known of it."""

from collections.abc import Mapping
from pathlib import PurePosixPath

from PySide6.QtCore import QCoreApplication

from graphrag_desktop.domain.documents import DocumentState
from graphrag_desktop.explore.documents import FileRow
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.theme import Token

STATE_LOOKS: Mapping[DocumentState, tuple[str, Token]] = {
    DocumentState.READ: ("circle-check", "ok"),
    DocumentState.PARTLY_READ: ("triangle-alert", "warn"),
    DocumentState.EMPTY: ("minus", "text3"),
    DocumentState.NO_TEXT_LAYER: ("scan-text", "warn"),
    DocumentState.NEEDS_PASSWORD: ("shield-check", "warn"),
    DocumentState.UNSUPPORTED: ("circle-x", "text3"),
    DocumentState.UNREADABLE: ("circle-x", "danger"),
    DocumentState.DUPLICATE: ("copy", "text3"),
    DocumentState.LEFT_OUT: ("minus", "text3"),
}
"""The icon of a state and its ink."""

_KIND_ICONS = {
    ".csv": "table-2", ".tsv": "table-2", ".xlsx": "table-2", ".xls": "table-2", ".ods": "table-2", ".html": "globe",
    ".htm": "globe", ".zip": "archive",
}  # fmt: skip


def file_icon(path: str) -> str:
    """The icon of a kind of file, by the ending of its name."""
    return _KIND_ICONS.get(PurePosixPath(path).suffix.lower(), "file-text")


def state_words(state: DocumentState) -> str:
    """A state as it is called in a list."""
    return QCoreApplication.translate("Document", state.value)


def file_words(row: FileRow) -> str:
    """All that is known of a file, in a line."""
    return ", ".join([row.path, *_known(row), *filter(None, [file_remark(row)])])


def short_file_words(row: FileRow) -> str:
    """What there is room for below its path."""
    if row.state is DocumentState.READ and not row.copy_of:
        return " · ".join(_known(row)[1:]) or state_words(row.state)
    return file_remark(row) or state_words(row.state)


def file_remark(row: FileRow) -> str:
    """What is to be said of how it was read: why not, what is missing, or what it nearly is a copy of; mostly nothing."""
    if not row.copy_of:
        return row.reason
    words = QCoreApplication.translate("Document", "Nearly the same as {path}; both count as one document.")
    return " ".join(filter(None, (words.format(path=row.copy_of), row.reason)))


def _known(row: FileRow) -> list[str]:
    words = [state_words(row.state)]
    document = row.document
    if document is None or not document.has_text:
        return words
    words += [counted(row.pages, "1 page", "{n} pages")] if row.pages else []
    words.append(counted(document.characters, "1 character", "{n} characters"))
    words.append(counted(row.text_units, "1 text unit", "{n} text units"))
    words += [each for each in (document.language, document.codec) if each]
    return words
