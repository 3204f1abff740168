"""Every command of the window once: its words, its keys, its icon, where it stands in the menus and what it needs."""

from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtGui import QAction, QKeySequence

Standard = QKeySequence.StandardKey
Role = QAction.MenuRole


class Needs(Enum):
    """What must be there for a command to make sense."""

    PROJECT = auto()  # a project is open
    FOLDER = auto()  # ... and may be written, its folder is known, and no run is going on
    LEVELS = auto()  # ... and was indexed
    COMMUNITY = auto()  # a community with one above it is chosen
    RUN = auto()  # an index run is going on
    QUESTION = auto()  # a question is being answered
    UNDO = auto()  # something can be taken back
    REDO = auto()  # something taken back can be done again
    PAST = auto()  # there is a view to go back to
    FUTURE = auto()  # there is a view to go forward to


@dataclass(frozen=True, slots=True)
class Command:
    """A row of a menu; `name` is the key under which the window carries it out.

    `standard` is the key that the system has for it and `keys` what is used where it has none. Commands with the same
    `among` are alternatives of which one is on; `*` stands for one that is on or off by itself. `is_first` begins a
    group of the menu.
    """

    name: str
    menu: str
    words: str
    standard: Standard | None = None
    keys: str = ""
    icon: str = ""
    needs: Needs | None = None
    among: str = ""
    role: Role = Role.NoRole
    is_first: bool = False


FILE, EDIT, VIEW, GRAPH = "&File", "&Edit", "&View", "&Graph"
ASK, INDEX, WINDOW, HELP = "&Ask", "&Index", "&Window", "&Help"
MENUS = (FILE, EDIT, VIEW, GRAPH, ASK, INDEX, WINDOW, HELP)

_LAST_FUNCTION_KEY = 12

WORKSPACE, APPEARANCE, SWITCH = "workspace", "appearance", "*"

COMMANDS = (
    Command("open_folder", FILE, "Open a &folder of documents…", Standard.New, icon="folder-open"),
    Command("open_project", FILE, "&Open a project…", Standard.Open, icon="archive"),
    Command("open_sample", FILE, "Open the &sample", icon="play"),
    Command("save_copy", FILE, "Save a cop&y as…", Standard.SaveAs, "Ctrl+Shift+S", needs=Needs.PROJECT, is_first=True),
    Command("export_case", FILE, "&Export the case file…", keys="Ctrl+Shift+E", icon="download", needs=Needs.PROJECT),
    Command("check_project", FILE, "Chec&k the project", icon="shield-check", needs=Needs.PROJECT, is_first=True),
    Command("repair_project", FILE, "Repa&ir a project…"),
    Command("compact_project", FILE, "Make the file s&maller", needs=Needs.PROJECT),
    Command("close_project", FILE, "&Close the project", Standard.Close, needs=Needs.PROJECT, is_first=True),
    Command("quit", FILE, "&Quit", Standard.Quit, "Ctrl+Q", role=Role.QuitRole, is_first=True),
    Command("undo", EDIT, "&Undo", Standard.Undo, "Ctrl+Z", "rotate-ccw", Needs.UNDO),
    Command("redo", EDIT, "&Redo", Standard.Redo, "Ctrl+Shift+Z", needs=Needs.REDO),
    Command("copy", EDIT, "&Copy", Standard.Copy, icon="copy", is_first=True),
    Command("select_all", EDIT, "Select &all", Standard.SelectAll),
    Command(
        "keep_in_case", EDIT, "&Keep in the case file", keys="Ctrl+D", icon="pin", needs=Needs.PROJECT, is_first=True
    ),
    Command("keep_view", EDIT, "Keep the &view of the map", keys="Ctrl+Shift+D", needs=Needs.PROJECT),
    Command("write_note", EDIT, "Write a &note", keys="Ctrl+Shift+N", icon="notebook-pen", needs=Needs.PROJECT),
    Command("find", EDIT, "&Filter the list", Standard.Find, icon="list-filter", needs=Needs.PROJECT, is_first=True),
    Command("search_anything", EDIT, "Search or run an&ything", keys="Ctrl+K, Ctrl+Shift+P", icon="search"),
    Command(
        "preferences",
        EDIT,
        "&Preferences…",
        Standard.Preferences,
        "Ctrl+,",
        "settings",
        role=Role.PreferencesRole,
        is_first=True,
    ),
    Command("choose_models", EDIT, "&Models…", icon="server"),
    Command("edit_prompts", EDIT, "Promp&ts…", icon="text", needs=Needs.PROJECT),
    Command("workspace_explore", VIEW, "&Explore", keys="Ctrl+1", needs=Needs.PROJECT, among=WORKSPACE),
    Command("workspace_read", VIEW, "&Read", keys="Ctrl+2", needs=Needs.PROJECT, among=WORKSPACE),
    Command("workspace_ask", VIEW, "&Ask", keys="Ctrl+3", needs=Needs.PROJECT, among=WORKSPACE),
    Command("workspace_index", VIEW, "&Index", keys="Ctrl+4", needs=Needs.PROJECT, among=WORKSPACE),
    Command("reset_layout", VIEW, "Reset la&yout", icon="rotate-ccw", needs=Needs.PROJECT),
    Command("make_larger", VIEW, "&Larger text", Standard.ZoomIn, icon="zoom-in", is_first=True),
    Command("make_smaller", VIEW, "S&maller text", Standard.ZoomOut, icon="zoom-out"),
    Command("make_usual", VIEW, "&Usual size of text", keys="Ctrl+0"),
    Command("follow_system", VIEW, "As the &system", among=APPEARANCE, is_first=True),
    Command("show_light", VIEW, "Li&ght", icon="sun", among=APPEARANCE),
    Command("show_dark", VIEW, "&Dark", icon="moon", among=APPEARANCE),
    Command("go_back", GRAPH, "&Back", Standard.Back, "Alt+Left", "arrow-left", Needs.PAST),
    Command("go_forward", GRAPH, "&Forward", Standard.Forward, "Alt+Right", "arrow-right", Needs.FUTURE),
    Command("go_up", GRAPH, "To the community &above", keys="Alt+Up", needs=Needs.COMMUNITY),
    Command("go_coarser", GRAPH, "Coarser &level", keys="Ctrl+[", needs=Needs.LEVELS, is_first=True),
    Command("go_finer", GRAPH, "Fi&ner level", keys="Ctrl+]", needs=Needs.LEVELS),
    Command("fit_map", GRAPH, "Whole &map", keys="Ctrl+Shift+0", icon="maximize", needs=Needs.PROJECT, is_first=True),
    Command("show_map", GRAPH, "Keyboard to the ma&p", keys="Ctrl+M", icon="spline", needs=Needs.PROJECT),
    Command("show_timeline", GRAPH, "&Timeline", keys="Ctrl+T", icon="columns-3", needs=Needs.PROJECT, is_first=True),
    Command("show_disagreements", GRAPH, "&Disagreements", keys="Ctrl+G", icon="columns-3", needs=Needs.PROJECT),
    Command("show_duplicates", GRAPH, "D&uplicates", keys="Ctrl+U", icon="columns-3", needs=Needs.PROJECT),
    Command("edit_entity", GRAPH, "&Edit the entity…", keys="Ctrl+E", needs=Needs.FOLDER, is_first=True),
    Command("merge_pair", GRAPH, "Mer&ge the pair", keys="Ctrl+J", needs=Needs.PROJECT),
    Command("tell_pair_apart", GRAPH, "The pair is not the &same", keys="Ctrl+Shift+J", needs=Needs.PROJECT),
    Command("decide_pair_later", GRAPH, "Decide late&r on the pair", needs=Needs.PROJECT),
    Command("write_question", ASK, "&Ask a question", keys="Ctrl+L", icon="send", needs=Needs.PROJECT),
    Command("follow_up", ASK, "Ask a &follow-up", keys="Ctrl+Shift+F", needs=Needs.LEVELS),
    Command(
        "ask_about_selection",
        ASK,
        "Ask about the se&lection",
        keys="Ctrl+Shift+L",
        icon="list-filter",
        needs=Needs.LEVELS,
    ),
    Command("compare_ways", ASK, "Compare &ways of asking", keys="Ctrl+5", icon="columns-3", needs=Needs.PROJECT),
    Command("show_context", ASK, "What would be se&nt", keys="Ctrl+Shift+I", icon="scan-text", needs=Needs.PROJECT),
    Command("stop_question", ASK, "&Stop answering", keys="Ctrl+.", icon="circle-stop", needs=Needs.QUESTION),
    Command(
        "check_answer", ASK, "&Check with the model…", keys="Ctrl+Shift+K", icon="shield-check", needs=Needs.PROJECT
    ),
    Command("show_history", ASK, "Questions asked &before", needs=Needs.PROJECT),
    Command("ask_standing", ASK, "Ask standing &questions again", icon="refresh-cw", needs=Needs.LEVELS),
    Command("index_again", INDEX, "&Index again", Standard.Refresh, "F5", "refresh-cw", Needs.FOLDER),
    Command("pause_index", INDEX, "&Pause", keys="Ctrl+Shift+Space", icon="pause", needs=Needs.RUN, among=SWITCH),
    Command("stop_index", INDEX, "&Stop, keep results", keys="Ctrl+Shift+.", icon="circle-stop", needs=Needs.RUN),
    Command("rebuild_communities", INDEX, "&Rebuild communities", needs=Needs.FOLDER, is_first=True),
    Command("show_activity", INDEX, "Show the &activity", icon="database", needs=Needs.PROJECT, is_first=True),
    Command("next_panel", WINDOW, "&Next panel", keys="F6"),
    Command("last_panel", WINDOW, "&Previous panel", keys="Shift+F6"),
    Command("full_screen", WINDOW, "&Full screen", Standard.FullScreen, "F11", among=SWITCH, is_first=True),
    Command("minimise", WINDOW, "&Minimise", role=Role.NoRole),
    Command("show_guide", HELP, "User &guide", keys="F1", icon="circle-help"),
    Command("show_shortcuts", HELP, "&Keyboard shortcuts", keys="Ctrl+?"),
    Command("open_logs", HELP, "Open the &log folder", icon="folder", is_first=True),
    Command("about", HELP, "&About GraphRAG Desktop", icon="info", role=Role.AboutRole, is_first=True),
)


def command_keys(command: Command) -> tuple[QKeySequence, ...]:
    """The keys a command has unless the analyst chose others."""
    found = [] if command.standard is None else QKeySequence.keyBindings(command.standard)
    with_modifier = [each for each in found if _is_for_commands(each)]
    return tuple(with_modifier or (QKeySequence(each) for each in command.keys.split(", ") if each))


def _is_for_commands(keys: QKeySequence) -> bool:
    """Backspace is for text; media keys, and function keys after the twelfth, are on few keyboards."""
    text = keys.toString(QKeySequence.SequenceFormat.PortableText)
    has_modifier = any(each in text for each in ("Ctrl+", "Alt+", "Meta+")) and "Backspace" not in text
    return has_modifier or (text.startswith("F") and text[1:].isdigit() and int(text[1:]) <= _LAST_FUNCTION_KEY)
