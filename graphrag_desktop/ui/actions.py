"""Every command of the window once: its words, its shortcut, where it stands in the menus."""

from dataclasses import dataclass

from PySide6.QtGui import QKeySequence

Shortcut = QKeySequence.StandardKey | str | None


@dataclass(frozen=True, slots=True)
class Command:
    """A row of a menu; `name` is the method of the window that carries it out."""

    name: str
    menu: str
    words: str
    shortcut: Shortcut = None


COMMANDS = (
    Command("open_folder", "&File", "Open a &folder of documents…", QKeySequence.StandardKey.New),
    Command("open_project", "&File", "&Open a project…", QKeySequence.StandardKey.Open),
    Command("open_sample", "&File", "Open the &sample"),
    Command("index_again", "&File", "&Index again", QKeySequence.StandardKey.Refresh),
    Command("close_window", "&File", "&Quit", QKeySequence.StandardKey.Quit),
    Command("show_light", "&View", "&Light"),
    Command("show_dark", "&View", "&Dark"),
    Command("follow_system", "&View", "As the &system"),
    Command("make_larger", "&View", "&Larger text", QKeySequence.StandardKey.ZoomIn),
    Command("make_smaller", "&View", "S&maller text", QKeySequence.StandardKey.ZoomOut),
    Command("fit_map", "&Graph", "Whole &map", "Ctrl+0"),
    Command("go_coarser", "&Graph", "Coarser &level", "Ctrl+["),
    Command("go_finer", "&Graph", "&Finer level", "Ctrl+]"),
    Command("go_up", "&Graph", "To the community &above", "Alt+Up"),
    Command("write_question", "&Ask", "&Ask a question", "Ctrl+L"),
    Command("stop_question", "&Ask", "&Stop answering", "Ctrl+."),
    Command("pause_index", "&Index", "&Pause or resume"),
    Command("stop_index", "&Index", "&Stop, keep results"),
)
