"""What the window as a whole has to say: a strip of messages above its middle, each with what to do about it."""

from dataclasses import dataclass

from PySide6.QtWidgets import QVBoxLayout, QWidget

from graphrag_desktop.ui.panels import MessageBar, Offer, Tone
from graphrag_desktop.ui.theme import ActiveTheme

_MOST = 3  # more would push away what they speak of


@dataclass(frozen=True, slots=True)
class Notice:
    """One message; of those about the same `matter` only the latest is shown."""

    text: str
    tone: Tone = "warn"
    offer: Offer | None = None
    details: str = ""
    matter: str = ""


class NoticeStrip(QWidget):
    """Messages until they are dismissed, the latest last; the oldest gives way."""

    def __init__(self, theme: ActiveTheme) -> None:
        super().__init__()
        self._theme = theme
        self._bars: dict[str, MessageBar] = {}
        self._count = 0
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 6)
        self._column.setSpacing(6)
        self.hide()

    @property
    def texts(self) -> tuple[str, ...]:
        """What is shown."""
        return tuple(bar.text for bar in self._bars.values())

    def tell(self, notice: Notice) -> None:
        """Show a message."""
        self._count += 1
        matter = notice.matter or str(self._count)
        self.withdraw(matter)
        bar = MessageBar(self._theme)
        bar.dismissed.connect(lambda: self.withdraw(matter))
        self._bars[matter] = bar
        self._column.addWidget(bar)
        bar.tell(notice.text, notice.tone, offer=notice.offer, details=notice.details)
        while len(self._bars) > _MOST:
            self.withdraw(next(iter(self._bars)))
        self.show()

    def withdraw(self, matter: str) -> None:
        """Take a message away that no longer holds."""
        bar = self._bars.pop(matter, None)
        if bar is not None:
            self._column.removeWidget(bar)
            bar.hide()
            bar.deleteLater()
        self.setVisible(bool(self._bars))
