"""How the analyst wants the window to look: light or dark, how large, whether things may move. Kept in the memory."""

from PySide6.QtCore import QObject, Signal

from graphrag_desktop.ui.memory import Memory
from graphrag_desktop.ui.theme import LARGEST_SCALE, SMALLEST_SCALE, ActiveTheme, Choice

_CHOICE, _SCALE, _IS_STILL = "appearance/choice", "appearance/scale", "appearance/is_still"


class AppearanceKeeper(QObject):
    """Puts on what was chosen last time, and keeps what is chosen now."""

    motion_changed = Signal(bool)  # whether things may move

    def __init__(self, theme: ActiveTheme, memory: Memory, parent: QObject) -> None:
        super().__init__(parent)
        self._theme, self._memory = theme, memory
        self._is_still = memory.flag(_IS_STILL, default=False)
        theme.theme_changed.connect(self._keep)

    @property
    def theme(self) -> ActiveTheme:
        """What is changed through it."""
        return self._theme

    @property
    def is_still(self) -> bool:
        """Whether nothing is to move by itself."""
        return self._is_still

    def recall(self) -> None:
        """Look as last time; where nothing was kept all stays as it is."""
        choice = self._memory.choice(_CHOICE, [each.value for each in Choice], self._theme.choice.value)
        self._theme.set_scale(self._memory.number(_SCALE, self._theme.theme.scale, SMALLEST_SCALE, LARGEST_SCALE))
        if choice != self._theme.choice:
            self._theme.choose(Choice(choice))
        self.motion_changed.emit(not self._is_still)

    def set_back(self) -> None:
        """Look as it comes."""
        self.choose(Choice.SYSTEM)
        self.set_scale(1.0)
        self.set_still(is_still=False)

    def choose(self, choice: Choice) -> None:
        """Light, dark, or as the system."""
        self._theme.choose(choice)
        self._keep()  # the same colours may stand for another choice

    def set_scale(self, scale: float) -> None:
        """Change the size of everything."""
        self._theme.set_scale(scale)

    def set_still(self, *, is_still: bool) -> None:
        """Let nothing move by itself, or let it."""
        self._is_still = is_still
        self._memory.keep(_IS_STILL, is_still)
        self.motion_changed.emit(not is_still)

    def _keep(self) -> None:
        self._memory.keep(_CHOICE, self._theme.choice.value)
        self._memory.keep(_SCALE, self._theme.theme.scale)
