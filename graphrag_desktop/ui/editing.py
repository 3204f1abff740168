"""What Copy and Select all mean: whatever has the keyboard decides."""

from PySide6.QtCore import QMetaObject, Qt
from PySide6.QtWidgets import QAbstractItemView, QApplication


def copy_from_focus() -> None:
    """Copy what is chosen: of a text its words, of a list its rows."""
    focused = QApplication.focusWidget()
    if isinstance(focused, QAbstractItemView):
        chosen = [str(index.data(Qt.ItemDataRole.DisplayRole) or "") for index in focused.selectedIndexes()]
        if chosen:
            QApplication.clipboard().setText("\n".join(chosen))
    elif focused is not None and focused.metaObject().indexOfSlot("copy()") >= 0:
        QMetaObject.invokeMethod(focused, "copy")


def select_all_in_focus() -> None:
    """Choose all of a text or a list."""
    focused = QApplication.focusWidget()
    if focused is not None and focused.metaObject().indexOfSlot("selectAll()") >= 0:
        QMetaObject.invokeMethod(focused, "selectAll")
