"""What a picture of the window is to show; known to the command line without Qt."""

from dataclasses import dataclass
from enum import StrEnum


class Page(StrEnum):
    """What can be shown in place of the panels, over them, or in a window beside them."""

    WELCOME = "welcome"
    PLAN = "plan"
    COMPARE = "compare"
    PALETTE = "palette"
    PREFERENCES = "preferences"
    SHORTCUTS = "shortcuts"
    GUIDE = "guide"
    ABOUT = "about"


@dataclass(frozen=True, slots=True)
class Shown:
    """What a picture of the window shows; None leaves it to the window.

    On the page that compares, `question` is asked in the ways that it begins with. `document` is a part of its path, `mode` the way of asking `question`, `size` in pixels. A window beside the main one is pictured by itself, in its own
    size.
    """

    level: int | None = None
    theme: str = "light"
    size: tuple[int, int] = (1600, 1000)
    community: int | None = None
    question: str | None = None
    entity: int | None = None
    document: str | None = None
    workspace: str | None = None
    panel: str | None = None
    page: Page | None = None
    typed: str = ""
    mode: str = "global"
