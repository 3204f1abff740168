"""How far the open project may reach for its models: to any host, or only on this machine."""

from graphrag_desktop.project import Project


class ModelReach:
    """Holds for the project that is open and for those opened later; what runs already goes on as it began."""

    def __init__(self) -> None:
        self._project: Project | None = None
        self._is_local_only = False

    @property
    def is_local_only(self) -> bool:
        """Whether models on other machines are refused, whatever a project says."""
        return self._is_local_only

    def set_local_only(self, *, is_on: bool) -> None:
        """Refuse models on other machines, or do not any more."""
        self._is_local_only = is_on
        self.follow(self._project)

    def follow(self, project: Project | None) -> None:
        """Another project is open, or none."""
        self._project = project
        if project is not None:
            project.is_local_only = self._is_local_only
            self.forget_engine()

    def forget_engine(self) -> None:
        """Have whoever reads and writes made anew for the next run or question: a key is another now."""
        if self._project is not None:
            self._project.forget_engine()
