"""Where passwords for locked files are given: in memory while the project is open, shown nowhere and kept nowhere."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from graphrag_desktop.domain.passwords import Passwords
from graphrag_desktop.ui.controls import Button
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.dialogs import SideWindow
from graphrag_desktop.ui.panels import Sheet, Words, named, row_of
from graphrag_desktop.ui.theme import ActiveTheme

_WIDTH = 460


class PasswordsWindow(SideWindow):
    """Takes passwords one by one; `passwords_given` tells all of them, as `Passwords`, once they are to be tried."""

    passwords_given = Signal(object)

    def __init__(self, parent: QWidget, theme: ActiveTheme) -> None:
        super().__init__(parent, theme, "passwordsWindow", self.tr("Passwords of locked files"))
        self._words: list[str] = []
        self._build()
        self.resize(_WIDTH, self.sizeHint().height())

    def ask(self) -> None:
        """Ask for passwords; those given before are forgotten."""
        self._words.clear()
        self._field.clear()
        self._say_count()
        self.present()
        self._field.setFocus()

    def _build(self) -> None:
        words = self.tr(
            "Each is tried on every file that asks for one: PDF, Office documents, archives. They are in memory"
            " while the project is open, and in no file. What is read with them is kept like any other text."
        )
        self._field = named(QLineEdit(echoMode=QLineEdit.EchoMode.Password), "passwordField", self.tr("Password"))
        self._field.textChanged.connect(self._say_count)
        self._field.returnPressed.connect(self._give)
        label = QLabel(self.tr("Password"))
        label.setBuddy(self._field)
        another = Button(self.theme, self.tr("And another"), icon="plus")
        another.clicked.connect(self._another_clicked)
        another.setAutoDefault(False)
        row = row_of(label, self._field, another)
        row.setStretch(1, 1)
        self._count = Words(self.theme, role="small", tone="2")
        cancel = Button(self.theme, self.tr("Cancel"), kind="quiet")
        cancel.clicked.connect(self._forget)
        cancel.setAutoDefault(False)
        self._try = named(Button(self.theme, self.tr("Try them"), kind="primary"), "tryPasswordsButton")
        self._try.clicked.connect(self._give)
        sheet = Sheet(margin=18, spacing=12)
        sheet.column.addWidget(Words(self.theme, words, role="small", tone="2"))
        sheet.column.addLayout(row)
        sheet.column.addWidget(self._count)
        buttons = row_of(cancel, self._try)
        buttons.insertStretch(0, 1)
        sheet.column.addLayout(buttons)
        self.column.addWidget(sheet)

    def _all(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys([*self._words, *filter(None, [self._field.text()])]))

    def _another_clicked(self) -> None:
        self._words = list(self._all())
        self._field.clear()
        self._field.setFocus()
        self._say_count()

    def _give(self) -> None:
        given = Passwords(self._all())
        if given:
            self._forget()
            self.passwords_given.emit(given)

    def _forget(self) -> None:
        self._words.clear()
        self._field.clear()
        self.hide()

    def _say_count(self) -> None:
        count = len(self._all())
        self._try.setEnabled(count > 0)
        self._count.setText(counted(count, "1 password to be tried", "{n} passwords to be tried") if count else "")
