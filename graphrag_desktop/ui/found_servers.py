"""The model servers of this machine, each with its models and a way to use it; or that there is none, and what was looked for."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from graphrag_desktop.domain.model_checks import FoundServer
from graphrag_desktop.engines.model_servers import USUAL_PORTS
from graphrag_desktop.ui.controls import Button, Dot, IconButton, ShortWords
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.panels import Words, named
from graphrag_desktop.ui.theme import ActiveTheme

_DOT = 7


class FoundServers(QWidget):
    """`use_wanted` tells the server to be used, `search_wanted` that this machine is to be looked over again."""

    use_wanted = Signal(object)  # a FoundServer
    search_wanted = Signal()

    def __init__(self, theme: ActiveTheme, *, is_short: bool = False) -> None:
        super().__init__()
        self._theme, self._is_short = theme, is_short
        self._rows: list[ServerRow] = []
        self._state = Words(theme, role="small", tone="2")
        self._again = IconButton(theme, "refresh-cw", self.tr("Look again for model servers on this machine"))
        self._again.clicked.connect(self.search_wanted)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._state, 1)
        head.addWidget(self._again)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._column.addLayout(head)
        self.expect()

    def expect(self) -> None:
        """This machine is being looked over."""
        self._clear()
        self._state.setText(self.tr("Looking for model servers on this machine …"))
        self._again.setEnabled(False)

    def show_servers(self, found: Sequence[FoundServer]) -> None:
        """Show what was found."""
        self._clear()
        self._again.setEnabled(True)
        for server in found:
            row = ServerRow(self._theme, server)
            row.use_wanted.connect(self.use_wanted)
            self._rows.append(row)
            self._column.addWidget(row)
            row.show()  # now, not when the loop of events comes round
        if found:
            words = counted(len(found), "1 model server on this machine", "{n} model servers on this machine")
            self._state.setText(words)
        else:
            self._state.setText(self._nothing())

    def _nothing(self) -> str:
        if self._is_short:
            return self.tr("No model server is running on this machine. None is needed.")
        places: dict[str, list[str]] = {}
        for name, port in USUAL_PORTS:
            places.setdefault(name, []).append(str(port))
        looked = ", ".join(f"{name} ({', '.join(sorted(ports))})" for name, ports in places.items())
        words = self.tr("No model server is running on this machine. Looked for {places}. Start one and look again.")
        return words.format(places=looked)

    def _clear(self) -> None:
        for row in self._rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = []


class ServerRow(QWidget):
    """One server: what it is, where it is, what it has."""

    use_wanted = Signal(object)

    def __init__(self, theme: ActiveTheme, server: FoundServer) -> None:
        super().__init__()
        self._server = server
        dot = Dot(theme, _DOT)
        dot.show_colour(theme.theme.rgb("ok"))
        theme.theme_changed.connect(lambda now: dot.show_colour(now.rgb("ok")))
        place = server.base_url.removeprefix("http://").removesuffix("/v1")
        models = counted(len(server.models), "1 model", "{n} models")
        facts = self.tr("wants a key") if server.needs_key else models
        words = ShortWords(theme, f"{place} · {facts}", role="small", tone="2")
        words.setToolTip("\n".join(server.models))
        use = named(Button(theme, self.tr("Use")), "useServerButton")
        use.setAccessibleName(self.tr("Use {server}, {facts}").format(server=server.name, facts=facts))
        use.clicked.connect(lambda: self.use_wanted.emit(self._server))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(dot)
        row.addWidget(ShortWords(theme, server.name, weight=500))
        row.addWidget(words, 1)
        row.addWidget(use)
