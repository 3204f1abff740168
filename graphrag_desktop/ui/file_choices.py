"""Asking for folders and files with the dialogs of the system, each purpose beginning where it ended last time."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from graphrag_desktop.project import SUFFIX
from graphrag_desktop.ui.memory import Memory

_FOLDERS = "folders"  # the group in the memory


class FileChoices:
    """One for a window; None where the analyst changed their mind."""

    def __init__(self, parent: QWidget, memory: Memory) -> None:
        self._parent, self._memory = parent, memory

    def folder(self) -> Path | None:
        """A folder of documents."""
        title = _tr("Folder of documents")
        chosen = QFileDialog.getExistingDirectory(self._parent, title, self._last("documents"))
        return self._noted("documents", Path(chosen).parent, Path(chosen)) if chosen else None

    def project(self) -> Path | None:
        """A project file that is there."""
        chosen, _ = QFileDialog.getOpenFileName(self._parent, _tr("Project"), self._last("project"), _kinds())
        return self._noted("project", Path(chosen).parent, Path(chosen)) if chosen else None

    def new_project(self, proposed: Path) -> Path | None:
        """Where a project is to be made; one that is there already is gone on with."""
        options = QFileDialog.Option.DontConfirmOverwrite
        title = _tr("Where to keep the project")
        chosen, _ = QFileDialog.getSaveFileName(self._parent, title, str(proposed), _kinds(), options=options)
        return None if not chosen else self._noted("new", Path(chosen).parent, _with_suffix(Path(chosen)))

    def copy_of(self, project: Path) -> Path | None:
        """Where a copy of a project is to lie."""
        name = _tr("{name}, copy").format(name=project.stem)
        proposed = str(Path(self._last("copy") or str(project.parent)) / f"{name}{SUFFIX}")
        chosen, _ = QFileDialog.getSaveFileName(self._parent, _tr("Save a copy as"), proposed, _kinds())
        if not chosen:
            return None
        return self._noted("copy", Path(chosen).parent, _with_suffix(Path(chosen)))

    def text_file(self, name: str) -> Path | None:
        """Where a text is to be saved."""
        proposed = str(Path(self._last("text")) / f"{name}.md")
        chosen, _ = QFileDialog.getSaveFileName(self._parent, _tr("Save as Markdown"), proposed, "Markdown (*.md)")
        if not chosen:
            return None
        path = Path(chosen)
        return self._noted("text", path.parent, path if path.suffix else path.with_name(f"{path.name}.md"))

    def comparison_file(self, name: str) -> Path | None:
        """Where a comparison is to be saved, and as what: the ending says it."""
        proposed = str(Path(self._last("text")) / f"{name}.md")
        kinds = ["Markdown (*.md)", f"{_tr('Table')} (*.csv)"]
        title = _tr("Save the comparison")
        chosen, kind = QFileDialog.getSaveFileName(self._parent, title, proposed, ";;".join(kinds))
        if not chosen:
            return None
        path, ending = Path(chosen), ".csv" if kind == kinds[1] else ".md"
        is_meant = path.suffix.lower() in {".md", ".csv"}
        return self._noted("text", path.parent, path if is_meant else path.with_name(f"{path.name}{ending}"))

    def _last(self, purpose: str) -> str:
        kept = self._memory.text(f"{_FOLDERS}/{purpose}")
        return kept if kept and Path(kept).is_dir() else ""

    def _noted(self, purpose: str, folder: Path, chosen: Path) -> Path:
        self._memory.keep(f"{_FOLDERS}/{purpose}", str(folder))
        return chosen


def _with_suffix(path: Path) -> Path:
    return path if path.suffix == SUFFIX else path.with_name(path.name + SUFFIX)


def _kinds() -> str:
    return f"{_tr('GraphRAG Desktop projects')} (*{SUFFIX})"


def _tr(text: str) -> str:
    return QCoreApplication.translate("FileChoices", text)
