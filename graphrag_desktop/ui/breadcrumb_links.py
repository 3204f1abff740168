"""Keeps the way above the map true: the project, the communities down to the one chosen, and what is chosen in it."""

from PySide6.QtCore import QObject

from graphrag_desktop.ui.desk import Desk
from graphrag_desktop.ui.library import EntityCard, Library, SourcePage
from graphrag_desktop.ui.navigation import Navigation
from graphrag_desktop.ui.session import Session


class BreadcrumbLinks(QObject):
    """Connects the breadcrumb with the navigation; the names of what is chosen come with what is read of it."""

    def __init__(self, desk: Desk, session: Session, navigation: Navigation, library: Library) -> None:
        super().__init__(desk)
        self._breadcrumb, self._session, self._navigation = desk.breadcrumb, session, navigation
        self._names: dict[int | str, str] = {}  # of the entity or document read last
        self._breadcrumb.back_wanted.connect(navigation.back)
        self._breadcrumb.forward_wanted.connect(navigation.forward)
        self._breadcrumb.community_wanted.connect(navigation.go_to_community)
        self._breadcrumb.overview_wanted.connect(self._overview_wanted)
        desk.communities.colours_changed.connect(self._breadcrumb.set_colours)
        navigation.moved.connect(self._tell)
        library.entity_loaded.connect(self._entity_loaded)
        library.source_loaded.connect(self._source_loaded)

    def _overview_wanted(self) -> None:
        self._navigation.clear()
        self._navigation.go_to_level(0)

    def _entity_loaded(self, card: EntityCard) -> None:
        self._names = {card.view.entity.number: card.view.entity.title}
        self._tell()

    def _source_loaded(self, page: SourcePage) -> None:
        paths = page.document.paths
        self._names = {str(page.document.id): paths[0].rpartition("/")[2] if paths else ""}
        self._tell()

    def _tell(self) -> None:
        go, view = self._navigation, self._session.view
        place = go.place
        chosen = place.entity if place.entity is not None else place.document
        last = "" if chosen is None else self._names.get(chosen, "")
        self._breadcrumb.show_place("" if view is None else view.name, go.hierarchy, place.community, last)
        self._breadcrumb.set_history(has_past=go.has_past, has_future=go.has_future)
