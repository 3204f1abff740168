"""Models and the window: which servers this machine has, and who reads the projects that are made from now on."""

from PySide6.QtCore import QObject, Signal

from graphrag_desktop.domain.errors import InvalidSetting
from graphrag_desktop.domain.model_checks import FoundServer, ModelSpeed
from graphrag_desktop.domain.model_choice import ModelChoice, ModelPlace, read_choice
from graphrag_desktop.engines.model_servers import USUAL_PORTS, find_local_servers
from graphrag_desktop.ui.tasks import Task
from graphrag_desktop.ui.window_parts import WindowParts

_CHOICE, _LOCAL_ONLY = "models", "local_only"  # names in the memory


class ModelLinks(QObject):
    """`chosen` tells that the models of the open project, or those of new ones, are others now."""

    servers_expected = Signal()
    servers_found = Signal(object)  # a tuple of FoundServer
    chosen = Signal()

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._search: Task | None = None
        self.servers: tuple[FoundServer, ...] | None = None  # None until this machine was looked over
        self._speeds: dict[tuple[str, str], ModelSpeed] = {}
        self.ports = USUAL_PORTS  # where it is looked over
        self.usual = _remembered(parts.memory.text(_CHOICE))  # the models of new projects
        parts.session.reach.set_local_only(is_on=parts.memory.flag(_LOCAL_ONLY, default=False))

    def look_around(self) -> None:
        """Look for model servers on this machine."""
        if self._search is not None:
            return
        self.servers_expected.emit()
        self._search = self._parts.session.start(find_local_servers, self.ports)
        self._search.result.connect(self._found)
        self._search.failed.connect(lambda _: self._found(()))
        self._search.finished.connect(self._searched)

    def remember(self, choice: ModelChoice | None) -> None:
        """Have new projects read by these models."""
        self.usual = choice
        self._parts.memory.keep(_CHOICE, "" if choice is None else choice.as_text())

    def note_speed(self, place: ModelPlace, speed: ModelSpeed) -> None:
        """A test told how fast a model is; plans go by it until something was measured."""
        self._speeds[place.base_url, place.model] = speed
        self.chosen.emit()

    def speed_of(self, place: ModelPlace) -> ModelSpeed | None:
        """How fast a model was when it was tested; None where it was not, since the window is open."""
        return self._speeds.get((place.base_url, place.model))

    def set_local_only(self, *, is_on: bool) -> None:
        """Refuse models on other machines from now on, whatever a project says."""
        self._parts.memory.keep(_LOCAL_ONLY, is_on)
        self._parts.session.reach.set_local_only(is_on=is_on)
        self.chosen.emit()

    def _found(self, servers: tuple[FoundServer, ...]) -> None:
        self.servers = servers
        self.servers_found.emit(servers)

    def _searched(self) -> None:
        self._search = None


def _remembered(kept: str) -> ModelChoice | None:
    """The choice of new projects; none where what is remembered cannot be read."""
    try:
        return read_choice(kept)
    except InvalidSetting:
        return None
